//===- Passes.cpp - Loops whose items depend on others --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/Passes.h"
#include "AST/Assignments.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Support/ClangCompat.h"
#include "Support/FirstReason.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The maximum number of passes of a loop, which OMPSCAN_FEATURE_PASSES_MASK
/// holds.
constexpr unsigned MostPasses =
    OMPSCAN_FEATURE_PASSES_MASK >> OMPSCAN_FEATURE_PASSES_SHIFT;

namespace {

/// The statements of a body that the updates of some variables need.
class Slice {
public:
  using Variables = llvm::SmallPtrSet<const VarDecl *, 8>;

  /// \p Locals are the variables that each iteration has of its own. If
  /// \p Updated has an array, \p Elements, its elements belong to it.
  Slice(const Stmt *Body, const Variables &Updated, const Variables &Locals,
        const ASTContext &Context, const VarDecl *Elements = nullptr)
      : Locals(Locals), Context(Context), Elements(Elements), Live(Updated) {
    size_t Before;
    do {
      Before = Live.size();
      addUses(Body);
    } while (Live.size() != Before);
  }

  bool keeps(const Stmt *S) const;
  bool isComplete(const Stmt *S) const;
  /// Whether the statements, or what they need, use \p Var.
  bool uses(const VarDecl *Var) const { return Others.contains(Var); }
  /// \p S without the other statements; null if none is left.
  Stmt *reduced(Stmt *S, ASTContext &Nodes, TreeRewriter &Rewriter) const;

private:
  bool computes(const Expr *Place) const;
  void addUses(const Stmt *S);
  void addVariables(const Stmt *S);

  const Variables &Locals;
  const ASTContext &Context;
  const VarDecl *Elements;
  /// The variables that the statements compute, and all that they use.
  Variables Live, Others;
};

} // namespace

/// The variable that \p Place is, or is a part of; null if it is behind a
/// pointer.
static const VarDecl *variableHolding(const Expr *Place) {
  while (true) {
    Place = strip(Place);
    if (const auto *Member = dyn_cast<MemberExpr>(Place);
        Member && !Member->isArrow())
      Place = Member->getBase();
    else if (const auto *Part = dyn_cast<ArraySubscriptExpr>(Place);
             Part && stripImplicit(Part->getBase())->getType()->isArrayType())
      Place = stripImplicit(Part->getBase());
    else
      break;
  }
  const VarDecl *Var = variableOf(Place);
  return Var ? Var->getCanonicalDecl() : nullptr;
}

/// Whether \p Call keeps no address: it gets and returns numbers, and pointers
/// to numbers.
static bool keepsNoAddress(const CallExpr &Call) {
  const auto IsPlain = [](QualType T) {
    return T->isArithmeticType() ||
           (T->isPointerType() && T->getPointeeType()->isArithmeticType());
  };
  const QualType Result = Call.getType();
  return !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) &&
         (Result->isVoidType() || Result->isArithmeticType()) &&
         llvm::all_of(Call.arguments(), [&](const Expr *Argument) {
           return IsPlain(Argument->getType());
         });
}

/// The places that \p E itself may change, other than temporaries. An element
/// of a container is changed by what contains `v[i]`, not by the call of the
/// operator.
static llvm::SmallVector<const Expr *, 2>
changedPlaces(const Expr *E, const ASTContext &Context) {
  if (const Expr *Target = changedBy(E))
    return {Target};
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || elementAccess(E, Context).Base)
    return {};
  llvm::SmallVector<const Expr *, 2> Places =
      changedOperands(*Call, /*WithRValues=*/true);
  llvm::erase_if(Places, [](const Expr *Place) {
    return isa<MaterializeTemporaryExpr>(Place->IgnoreParens());
  });
  for (const Expr *Argument : Call->arguments())
    if (const Expr *Place = addressedBy(strip(Argument)))
      Places.push_back(Place);
  return Places;
}

/// Whether \p Place is, or is a part of, a variable that is computed.
bool Slice::computes(const Expr *Place) const {
  if (Live.contains(variableHolding(Place)))
    return true;
  // A member of an element computes it as well.
  const Expr *Element = Elements ? elementHolding(Place, Context) : nullptr;
  const Expr *Array = Element ? elementAccess(Element, Context).Base : nullptr;
  const VarDecl *Var = Array ? variableOf(strip(Array)) : nullptr;
  return Var && Var->getCanonicalDecl() == Elements;
}

bool Slice::keeps(const Stmt *S) const {
  if (isa<BreakStmt>(S))
    return false; // It is a part of the `switch` around it.
  const auto Bodies = bodiesOf(S);
  if (!Bodies.empty() || isa<CompoundStmt>(S))
    return llvm::any_of(Bodies,
                        [this](const Stmt *Body) { return keeps(Body); });
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::any_of(Declared->decls(), [this](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return !Var || Live.contains(Var->getCanonicalDecl()) ||
             (Var->getInit() && keeps(Var->getInit())); // `int j = k++;`
    });
  const auto *E = dyn_cast<Expr>(S);
  return !E || anyOf(E, [this](const Expr *Sub) {
    return llvm::any_of(changedPlaces(Sub, Context),
                        [this](const Expr *Place) { return computes(Place); });
  });
}

/// Whether the statements of \p S that are kept change nothing but variables
/// that are computed.
bool Slice::isComplete(const Stmt *S) const {
  if (!keeps(S))
    return true;
  const auto Bodies = bodiesOf(S);
  if (!Bodies.empty())
    return llvm::all_of(Bodies,
                        [this](const Stmt *Body) { return isComplete(Body); });
  if (isa<DeclStmt>(S))
    return llvm::all_of(childrenOf(S), [this](const Stmt *Initializer) {
      return isComplete(Initializer);
    });
  const auto *E = dyn_cast<Expr>(S);
  return !E || !anyOf(E, [this](const Expr *Sub) {
    return llvm::any_of(changedPlaces(Sub, Context),
                        [this](const Expr *Place) { return !computes(Place); });
  });
}

/// Adds the variables that \p S mentions.
void Slice::addVariables(const Stmt *S) {
  forEachNode(S, [this](const Stmt *Node) {
    if (const VarDecl *Var = boundVariable(dyn_cast<DeclRefExpr>(Node))) {
      Var = Var->getCanonicalDecl();
      Others.insert(Var);
      if (Locals.contains(Var))
        Live.insert(Var);
    }
    return true;
  });
}

/// Adds what the statements of \p S use that are kept so far.
void Slice::addUses(const Stmt *S) {
  if (!keeps(S))
    return;
  const auto Bodies = bodiesOf(S);
  if (Bodies.empty()) {
    addVariables(S);
    return;
  }
  for (const Stmt *Child : childrenOf(S))
    if (llvm::is_contained(Bodies, Child))
      addUses(Child);
    else
      addVariables(Child);
}

/// \p S, a `break` or a label of a `switch`, with an empty statement behind it.
static Stmt *withoutStatements(Stmt *S, ASTContext &Nodes,
                               TreeRewriter &Rewriter) {
  auto *Case = dyn_cast<SwitchCase>(S);
  if (!Case)
    return isa<BreakStmt>(S) ? S : new (Nodes) NullStmt(S->getBeginLoc());
  return Rewriter.rebuilt(Case, [&](Stmt *Child) {
    return Child == Case->getSubStmt()
               ? withoutStatements(Child, Nodes, Rewriter)
               : Child;
  });
}

Stmt *Slice::reduced(Stmt *S, ASTContext &Nodes, TreeRewriter &Rewriter) const {
  if (!keeps(S))
    return nullptr;
  if (isa<CompoundStmt>(S)) {
    llvm::SmallVector<Stmt *, 8> Left;
    for (Stmt *Child : childrenOf(S))
      if (Stmt *Rest = reduced(Child, Nodes, Rewriter))
        Left.push_back(Rest);
      else if (isa<BreakStmt, SwitchCase>(Child))
        Left.push_back(withoutStatements(Child, Nodes, Rewriter));
    return blockOf(Left, S->getSourceRange(), Nodes);
  }
  const auto Bodies = bodiesOf(S);
  return Rewriter.rebuilt(S, [&](Stmt *Child) -> Stmt * {
    if (!llvm::is_contained(Bodies, Child))
      return Child;
    Stmt *Rest = reduced(Child, Nodes, Rewriter);
    return Rest ? Rest : blockOf({}, S->getSourceRange(), Nodes);
  });
}

/// Adds the variables that \p S declares to \p Locals; returns why the loop
/// cannot be done in passes, if control may leave a statement of \p S early, or
/// if variables may have other names by which they change.
/// \p IsCase: a `break` ends a case of a `switch`.
static std::optional<Unkept> addLocals(const Stmt *S, Slice::Variables &Locals,
                                       bool IsCase = false) {
  if (IsCase && isa<BreakStmt>(S))
    return std::nullopt;
  if (isa<BreakStmt, ContinueStmt, GotoStmt, ReturnStmt>(S))
    return Unkept::LeavesEarly;
  if (isa<CXXForRangeStmt, LambdaExpr>(S))
    return Unkept::Aliases;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        const QualType Type = Var->getType();
        if (Type->isReferenceType() &&
            !Type.getNonReferenceType().isConstQualified())
          return Unkept::Aliases;
        Locals.insert(Var->getCanonicalDecl());
      }
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && keepsNoAddress(*Call)) {
    for (const Expr *Argument : Call->arguments()) {
      const Expr *Place = addressedBy(strip(Argument));
      if (const auto Why = addLocals(Place ? Place : Argument, Locals))
        return Why;
    }
    return std::nullopt;
  }
  if (const Expr *Object = addressedBy(S)) {
    const VarDecl *Var = variableHolding(Object);
    // The address of an element is no name of a variable of the iteration.
    if (Var && (!Var->getType()->isArrayType() || Locals.contains(Var)))
      return Unkept::Aliases;
  }
  IsCase = isa<SwitchStmt, SwitchCase>(S) || (IsCase && isa<CompoundStmt>(S));
  for (const Stmt *Child : childrenOf(S))
    if (const auto Why = addLocals(Child, Locals, IsCase))
      return Why;
  return std::nullopt;
}

/// The variable that the item \p I is; null if it is none.
static const VarDecl *variableOfItem(const Item &I) {
  const VarDecl *Var = variableOf(strip(I.Base));
  return Var ? Var->getCanonicalDecl() : nullptr;
}

/// Whether the values of \p I can be kept: it is a number, in a variable of its
/// own.
static bool canKeep(const Item &I) {
  const VarDecl *Var = variableOf(strip(I.place()));
  return Var && isNumber(I.Type) && !isSequence(Var->getType()) &&
         !Var->getType()->isReferenceType() && !I.Type.isVolatileQualified();
}

/// Whether the statements \p Updates use of the array \p Array only the element
/// that the same iteration stores later, so that it holds what it held before
/// the loop.
static bool usesOldElements(const Slice &Updates, const VarDecl *Array,
                            const ForStmt &For, const Induction &IV,
                            const ASTContext &Context) {
  const auto *Body = dyn_cast<CompoundStmt>(For.getBody());
  if (!Body)
    return false;
  const auto FormulaOf = [&](const Expr *E) -> std::optional<Affine> {
    const ElementAccess Element = elementAccess(E, Context);
    const VarDecl *Var =
        Element.Base ? variableOf(strip(Element.Base)) : nullptr;
    return Var && Var->getCanonicalDecl() == Array && Element.Index
               ? affine(Element.Index, IV.Var, Context)
               : std::nullopt;
  };
  const auto IsMentioned = [&](const Stmt *S) {
    return anyNode(S, [&](const Stmt *Node) {
      const VarDecl *Var = variableOf(dyn_cast<DeclRefExpr>(Node));
      return Var && Var->getCanonicalDecl() == Array;
    });
  };
  llvm::SmallVector<Affine, 4> Reads;
  bool IsStored = false, IsRightUse = true;
  std::optional<Affine> Stored;
  for (const Stmt *S : Body->body()) {
    const bool IsUse = Updates.keeps(S) && IsMentioned(S);
    forEachNode(S, [&](const Stmt *Node) {
      const auto *E = dyn_cast<Expr>(Node);
      const Expr *Target = E ? changedBy(E) : nullptr;
      if (!Target || !IsMentioned(Target))
        return true;
      // One place, whose subscript is a formula.
      const std::optional<Affine> Formula = FormulaOf(strip(Target));
      IsRightUse &= Formula && (!IsStored || meet(*Stored, *Formula, IV) ==
                                                 Meeting::SameIteration);
      Stored = Formula;
      IsStored = true;
      return true;
    });
    if (!IsUse)
      continue;
    // What is no element of it counts as well.
    unsigned Mentions = 0, Elements = 0;
    forEachNode(S, [&](const Stmt *Node) {
      const auto *E = dyn_cast<Expr>(Node);
      const VarDecl *Var = variableOf(dyn_cast<DeclRefExpr>(Node));
      Mentions += Var && Var->getCanonicalDecl() == Array;
      if (const std::optional<Affine> Formula =
              E && E == strip(E) ? FormulaOf(E) : std::nullopt) {
        Reads.push_back(*Formula);
        ++Elements;
      }
      return true;
    });
    IsRightUse &= !IsStored && Mentions == Elements;
  }
  return IsRightUse && Stored && llvm::all_of(Reads, [&](const Affine &Read) {
           return meet(*Stored, Read, IV) == Meeting::SameIteration;
         });
}

/// Adds the items that depend on those of earlier passes only, if others depend
/// on them; false if there are none.
bool Passes::addPass(unsigned Pass) {
  struct Need {
    Item *Which;
    const VarDecl *Var;
    Slice Updates;
  };
  Variables Own = Locals;
  for (const Kept &K : All)
    Own.insert(variableOfItem(*K.Scanned));
  std::vector<Need> Left;
  for (Item &I : Said.Items)
    if (const VarDecl *Var = variableOfItem(I); Var && !Own.contains(Var)) {
      Variables Updated;
      Updated.insert(Var);
      Left.push_back({&I, Var,
                      Slice(For.getBody(), Updated, Own, Context,
                            isSequence(Var->getType()) ? Var : nullptr)});
    }
  const size_t Before = All.size();
  for (const Need &N : Left) {
    const auto IsOther = [&](const Need &Other) { return Other.Var != N.Var; };
    const bool DependsInTurn = llvm::any_of(Left, [&](const Need &Other) {
      return IsOther(Other) && N.Updates.uses(Other.Var) &&
             !(isSequence(Other.Var->getType()) &&
               usesOldElements(N.Updates, Other.Var, For, IV, Context));
    });
    N.Which->WhyUnkept = N.Which->isSystem()  ? Unkept::IsSystem
                         : !canKeep(*N.Which) ? Unkept::NoNumber
                         : DependsInTurn      ? Unkept::DependsInTurn
                         : !N.Updates.isComplete(For.getBody())
                             ? Unkept::OtherStores
                             : Unkept::TooManyPasses;
    if (N.Which->WhyUnkept != Unkept::TooManyPasses)
      continue;
    const auto User = llvm::find_if(Left, [&](const Need &Other) {
      return IsOther(Other) && Other.Updates.uses(N.Var);
    });
    if (User == Left.end())
      continue;
    All.push_back({N.Which, Pass, nullptr, nullptr, {}});
    if (!Dependent) {
      Dependent = User->Which;
      Decisive = N.Which;
    }
  }
  return All.size() != Before;
}

std::optional<Passes> Passes::find(DirectiveLoop &Own, DeclContext &Function,
                                   const ASTContext &Context, By Runner) {
  Clauses &Said = Own.Said;
  const auto AreUnkept = [&](Unkept Why) {
    for (Item &I : Said.Items)
      I.WhyUnkept = Why;
    return std::nullopt;
  };
  if (Said.Items.size() < 2 || Said.Loops != 1 || !Said.Fills.empty())
    return AreUnkept(Unkept::Nest);
  if (Said.Where.IsNowait)
    return AreUnkept(Unkept::Nowait);
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const ForStmt &For = *Own.Loops.back();
  const std::optional<Induction> IV = analyzeInduction(For, Context, NoDiags);
  if (!IV)
    return std::nullopt;
  AreUnkept(Unkept::NoNumber);
  Passes Result(Own, *IV, Function, Context);
  if (const auto Why = addLocals(For.getBody(), Result.Locals))
    return AreUnkept(*Why);
  for (const VarDecl *Var : Said.Privates)
    Result.Locals.insert(Var->getCanonicalDecl());
  for (const auto *List : {&Said.Firstprivates, &Said.Lastprivates})
    for (const Expr *E : *List)
      if (const VarDecl *Var = variableOf(strip(E)))
        Result.Locals.insert(Var->getCanonicalDecl());
  unsigned Pass = 0;
  while (Pass + 1 != MostPasses && Result.addPass(Pass))
    ++Pass;
  if (Result.All.empty())
    return std::nullopt;
  auto &Nodes = const_cast<ASTContext &>(Context);
  const auto Declare = [&](StringRef Name, QualType Type) {
    auto *Var = VarDecl::Create(
        Nodes, &Function, Said.ScanLoc, Said.ScanLoc, &Nodes.Idents.get(Name),
        Type, Nodes.getTrivialTypeSourceInfo(Type, Said.ScanLoc), SC_None);
    Var->setImplicit();
    Var->setReferenced();
    Var->setIsUsed();
    return Var;
  };
  for (Kept &K : Result.All) {
    const QualType Type = K.Scanned->Type.getUnqualifiedType();
    K.Result = Runner == By::Team
                   ? const_cast<VarDecl *>(variableOfItem(*K.Scanned))
                   : Declare("__ompscan_result", Type);
    K.Values = Declare("__ompscan_kept", Nodes.getPointerType(Type));
  }
  return Result;
}

Clauses Passes::clauses(unsigned Pass) const {
  Clauses Own = Said;
  Own.Items.clear();
  if (isLast(Pass)) {
    for (const Item &I : Said.Items)
      if (llvm::none_of(All, [&](const Kept &K) { return K.Scanned == &I; }))
        Own.Items.push_back(I);
    return Own;
  }
  for (const Kept &K : All)
    if (K.Pass == Pass) {
      Own.Items.push_back(*K.Scanned);
      Own.Items.back().Base =
          referTo(K.Result, K.Scanned->Base->getExprLoc(), Context);
    }
  for (const Expr *E : Own.Lastprivates)
    if (const VarDecl *Var = variableOf(strip(E)))
      Own.Privates.push_back(Var);
  Own.Lastprivates.clear();
  return Own;
}

/// Takes the items of a pass as the analysis has read them. The last pass has
/// to know how they move.
void Passes::setRead(unsigned Pass, llvm::ArrayRef<Item> Items) {
  const auto *Next = Items.begin();
  for (Kept &K : All)
    if (K.Pass == Pass)
      K.Read = *Next++;
}

/// The element with the value of \p K before the iteration, or before the one
/// that is \p Ahead iterations later.
Expr *Passes::valueBefore(const Kept &K, unsigned Ahead) const {
  const SourceLocation Loc = K.Scanned->Base->getExprLoc();
  const auto Wide = [&](Expr *E) {
    return asWideAsAddress(E->isGLValue() ? loadOf(E, Context) : E, Context);
  };
  Expr *Index = Wide(referTo(IV.Var, Loc, Context));
  Expr *Lower = Wide(const_cast<Expr *>(IV.Lower));
  if (IV.Step < 0)
    std::swap(Index, Lower);
  Index =
      BinaryOperator::Create(Context, Index, Lower, BO_Sub, Index->getType(),
                             VK_PRValue, OK_Ordinary, Loc, FPOptionsOverride());
  if (Ahead != 0)
    Index = BinaryOperator::Create(
        Context, Index,
        IntegerLiteral::Create(
            Context,
            llvm::APInt(Context.getIntWidth(Index->getType()),
                        Ahead * static_cast<uint64_t>(std::abs(IV.Step))),
            Index->getType(), Loc),
        BO_Add, Index->getType(), VK_PRValue, OK_Ordinary, Loc,
        FPOptionsOverride());
  Expr *Values = loadOf(referTo(K.Values, Loc, Context), Context);
  return new (Context)
      ArraySubscriptExpr(Values, Index, Values->getType()->getPointeeType(),
                         VK_LValue, OK_Ordinary, Loc);
}

/// \p K in the last pass, where \p Before takes its place.
KeptItem Passes::keptItem(const Kept &K, const VarDecl *Before) const {
  const SourceLocation Loc = K.Scanned->Base->getExprLoc();
  KeptItem Item{K.Read, {}, loadOf(referTo(K.Result, Loc, Context), Context)};
  Item.Counter.Base = referTo(Before, Loc, Context);
  for (unsigned Ahead = 0; Ahead != std::size(Item.Values); ++Ahead)
    Item.Values[Ahead] = loadOf(valueBefore(K, Ahead), Context);
  return Item;
}

DirectiveLoop Passes::loop(unsigned Pass) const {
  DirectiveLoop Result{clauses(Pass), {}, Own.OnHost};
  Variables Local = Locals, Updated;
  for (const Kept &K : All) {
    const VarDecl *Var = variableOfItem(*K.Scanned);
    if (K.Pass < Pass)
      Local.insert(Var);
    else if (K.Pass == Pass)
      Updated.insert(Var);
  }
  const Slice Updates(For.getBody(), Updated, Local, Context);
  TreeRewriter Rewriter(For, Context);
  Stmt *Rest = For.getBody();
  if (!isLast(Pass))
    Rest = Updates.reduced(Rest, Context, Rewriter);
  llvm::SmallVector<Stmt *, 4> Body;
  for (const Kept &K : All) {
    const VarDecl *Var = variableOfItem(*K.Scanned);
    const SourceLocation Loc = K.Scanned->Base->getExprLoc();
    const VarDecl *New = K.Result;
    if (K.Pass < Pass) {
      if (!isLast(Pass) && !Updates.uses(Var))
        continue;
      VarDecl *Before = iterationVariable(
          K.Scanned->Name, loadOf(valueBefore(K), Context), Function, Context);
      Body.push_back(declarationOf(Before, Loc, Context));
      if (isLast(Pass))
        Result.Said.Kept.push_back(keptItem(K, Before));
      New = Before;
    } else if (K.Pass == Pass) {
      Body.push_back(assign(valueBefore(K),
                            loadOf(referTo(K.Result, Loc, Context), Context),
                            Context));
    } else {
      continue;
    }
    if (Rest && New != Var)
      Rest = Rewriter.renamed(Rest, *Var, *New);
  }
  // Without an update nothing is left, which the analysis reports.
  if (Rest)
    Body.push_back(Rest);
  const Stmt *Old = For.getBody();
  Result.Loops.push_back(withBody(
      For, Rewriter.finished(blockOf(Body, Old->getSourceRange(), Context)),
      Context));
  return Result;
}

std::optional<std::vector<ScanLoop>> Passes::analyze(const Diagnostics &Diags) {
  std::vector<ScanLoop> Loops;
  for (unsigned Pass = 0; Pass != count(); ++Pass) {
    std::optional<ScanLoop> Loop =
        analyzeLoop(loop(Pass), Function, Context, Diags);
    if (!Loop)
      return std::nullopt;
    setRead(Pass, Loop->Items);
    Loops.push_back(std::move(*Loop));
  }
  return Loops;
}

bool ompscan::plugin::isScan(DirectiveLoop Own, DeclContext &Function,
                             const ASTContext &Context,
                             std::optional<Diag> Lacking) {
  const auto Takes = [&](auto Analysis) {
    FirstReason Reason;
    compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager(),
                              &Reason);
    return Analysis(Diagnostics(Quiet.Engine)) ||
           (Lacking && Reason.is(*Lacking));
  };
  if (Takes([&](const Diagnostics &Diags) {
        return analyzeLoop(Own, Function, Context, Diags).has_value();
      }))
    return true;
  std::optional<Passes> Several = Passes::find(Own, Function, Context);
  return Several && Takes([&](const Diagnostics &Diags) {
           return Several->analyze(Diags).has_value();
         });
}

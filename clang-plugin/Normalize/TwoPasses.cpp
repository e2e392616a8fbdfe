//===- TwoPasses.cpp - Loops whose items depend on others -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/TwoPasses.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The statements of a body that the updates of some variables need.
class Slice {
public:
  using Variables = llvm::SmallPtrSet<const VarDecl *, 8>;

  /// \p Locals are the variables that each iteration has of its own.
  Slice(const Stmt *Body, const Variables &Updated, const Variables &Locals,
        const ASTContext &Context)
      : Locals(Locals), Context(Context), Live(Updated) {
    size_t Before;
    do {
      Before = Live.size();
      addUses(Body);
    } while (Live.size() != Before);
  }

  bool keeps(const Stmt *S) const;
  bool isComplete(const Stmt *S) const;
  /// Whether the statements use \p Var.
  bool uses(const VarDecl *Var) const { return Others.contains(Var); }
  /// \p S without the other statements; null if none is left.
  Stmt *reduced(Stmt *S, ASTContext &Nodes, AstChanges &Changes) const;

private:
  void addUses(const Stmt *S);
  void addVariables(const Stmt *S);

  const Variables &Locals;
  const ASTContext &Context;
  /// The variables that the statements compute, and all that they use.
  Variables Live, Others;
};

} // namespace

/// The statements that are the bodies of \p S.
static llvm::SmallVector<const Stmt *, 4> bodiesOf(const Stmt *S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return {Compound->body_begin(), Compound->body_end()};
  llvm::SmallVector<const Stmt *, 4> All;
  if (const auto *If = dyn_cast<IfStmt>(S))
    All = {If->getThen(), If->getElse()};
  else if (const auto *Inner = dyn_cast<ForStmt>(S))
    All = {Inner->getBody()};
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    All = {While->getBody()};
  else if (const auto *Do = dyn_cast<DoStmt>(S))
    All = {Do->getBody()};
  llvm::erase(All, nullptr);
  return All;
}

/// The variable that \p Place is, or is a part of; null if it is behind a
/// pointer or a reference.
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
  return Var && !Var->getType()->isReferenceType() ? Var->getCanonicalDecl()
                                                   : nullptr;
}

/// The places that \p E itself may change. An element of a container is changed
/// by what contains `v[i]`, not by the call of the operator.
static llvm::SmallVector<const Expr *, 2>
changedPlaces(const Expr *E, const ASTContext &Context) {
  if (const Expr *Target = changedBy(E))
    return {Target};
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || elementAccess(E, Context).Base)
    return {};
  return changedOperands(*Call, /*WithRValues=*/true);
}

bool Slice::keeps(const Stmt *S) const {
  const auto Bodies = bodiesOf(S);
  if (!Bodies.empty() || isa<CompoundStmt>(S))
    return llvm::any_of(Bodies,
                        [this](const Stmt *Body) { return keeps(Body); });
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::any_of(Declared->decls(), [this](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return !Var || Live.contains(Var->getCanonicalDecl());
    });
  const auto *E = dyn_cast<Expr>(S);
  return !E || anyOf(E, [this](const Expr *Sub) {
    return llvm::any_of(changedPlaces(Sub, Context), [this](const Expr *Place) {
      return Live.contains(variableHolding(Place));
    });
  });
}

/// Whether the statements of \p S that are kept change nothing but variables
/// that are computed.
bool Slice::isComplete(const Stmt *S) const {
  if (!S || !keeps(S))
    return true;
  const auto Bodies = bodiesOf(S);
  if (!Bodies.empty())
    return llvm::all_of(Bodies,
                        [this](const Stmt *Body) { return isComplete(Body); });
  const auto *E = dyn_cast<Expr>(S);
  return !E || !anyOf(E, [this](const Expr *Sub) {
    return llvm::any_of(changedPlaces(Sub, Context), [this](const Expr *Place) {
      return !Live.contains(variableHolding(Place));
    });
  });
}

/// Adds the variables that \p S mentions.
void Slice::addVariables(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      Var = Var->getCanonicalDecl();
      Others.insert(Var);
      if (Locals.contains(Var))
        Live.insert(Var);
    }
  for (const Stmt *Child : S->children())
    addVariables(Child);
}

/// Adds what the statements of \p S use that are kept so far.
void Slice::addUses(const Stmt *S) {
  if (!S || !keeps(S))
    return;
  const auto Bodies = bodiesOf(S);
  if (Bodies.empty()) {
    addVariables(S);
    return;
  }
  for (const Stmt *Child : S->children())
    if (llvm::is_contained(Bodies, Child))
      addUses(Child);
    else
      addVariables(Child);
}

Stmt *Slice::reduced(Stmt *S, ASTContext &Nodes, AstChanges &Changes) const {
  if (!keeps(S))
    return nullptr;
  const auto Bodies = bodiesOf(S);
  if (isa<CompoundStmt>(S)) {
    llvm::SmallVector<Stmt *, 8> Left;
    for (Stmt *Child : S->children())
      if (Stmt *Rest = reduced(Child, Nodes, Changes))
        Left.push_back(Rest);
    return CompoundStmt::Create(Nodes, Left, FPOptionsOverride(),
                                S->getBeginLoc(), S->getEndLoc());
  }
  for (Stmt *&Child : S->children())
    if (llvm::is_contained(Bodies, Child)) {
      Stmt *Rest = reduced(Child, Nodes, Changes);
      Changes.replace(
          Child, Rest ? Rest
                      : CompoundStmt::Create(Nodes, {}, FPOptionsOverride(),
                                             S->getBeginLoc(), S->getEndLoc()));
    }
  return S;
}

/// Adds the variables that \p S declares to \p Locals. False if control may
/// leave a statement of \p S early, or if variables may have other names.
static bool addLocals(const Stmt *S, Slice::Variables &Locals) {
  if (!S)
    return true;
  if (isa<BreakStmt, ContinueStmt, GotoStmt, ReturnStmt, SwitchStmt,
          CXXForRangeStmt, LambdaExpr>(S))
    return false;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        if (Var->getType()->isReferenceType())
          return false;
        Locals.insert(Var->getCanonicalDecl());
      }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->getOpcode() == UO_AddrOf &&
      variableHolding(Unary->getSubExpr()))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return addLocals(Child, Locals);
  });
}

/// Replaces \p Var in \p Slot by \p New.
static void rename(Stmt *&Slot, const VarDecl *Var, const VarDecl *New,
                   const ASTContext &Context, AstChanges &Changes) {
  if (!Slot)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Slot)) {
    if (Ref->getDecl()->getCanonicalDecl() == Var)
      Changes.replace(Slot, referTo(New, Ref->getLocation(), Context));
    return;
  }
  for (Stmt *&Child : Slot->children())
    rename(Child, Var, New, Context, Changes);
}

/// The variable that the item \p I is, if it is a number; else null.
static const VarDecl *numberOf(const Item &I) {
  const VarDecl *Var = variableOf(strip(I.place()));
  return Var && I.Type->isArithmeticType() &&
                 !Var->getType()->isReferenceType() &&
                 !I.Type.isVolatileQualified()
             ? Var->getCanonicalDecl()
             : nullptr;
}

std::optional<TwoPasses> TwoPasses::find(const Clauses &Said,
                                         const ForStmt &For,
                                         DeclContext &Function,
                                         const ASTContext &Context) {
  if (Said.Items.size() < 2 || Said.Loops != 1 || !Said.Fills.empty() ||
      Said.Where.IsNowait)
    return std::nullopt;
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  const std::optional<Induction> IV = analyzeInduction(For, Context, NoDiags);
  Slice::Variables Locals, Numbers;
  if (!IV || !addLocals(For.getBody(), Locals))
    return std::nullopt;
  for (const VarDecl *Var : Said.Privates)
    Locals.insert(Var->getCanonicalDecl());
  for (const auto *List : {&Said.Firstprivates, &Said.Lastprivates})
    for (const Expr *E : *List)
      if (const VarDecl *Var = variableOf(strip(E)))
        Locals.insert(Var->getCanonicalDecl());
  // What the update of each item needs; an item that is no number stores to
  // elements, which may be all that the loop stores to.
  llvm::SmallVector<std::optional<Slice>, 4> Needs;
  for (const Item &I : Said.Items) {
    Slice::Variables Own;
    if (const VarDecl *Var = numberOf(I)) {
      Own.insert(Var);
      Numbers.insert(Var);
    }
    Needs.push_back(Own.empty()
                        ? std::nullopt
                        : std::optional<Slice>(std::in_place, For.getBody(),
                                               Own, Locals, Context));
  }
  // The items that depend on no other one are those of the first pass.
  TwoPasses Result(Said, For, *IV, Function, Context);
  llvm::SmallVector<unsigned, 4> Others;
  for (unsigned Number = 0; Number != Said.Items.size(); ++Number) {
    const Item &I = Said.Items[Number];
    const VarDecl *Var = numberOf(I);
    const bool IsFirst = Var && Needs[Number]->isComplete(For.getBody()) &&
                         llvm::none_of(Numbers, [&](const VarDecl *Other) {
                           return Other != Var && Needs[Number]->uses(Other);
                         });
    if (IsFirst)
      Result.All.push_back({&I, nullptr, nullptr});
    else
      Others.push_back(Number);
  }
  for (const unsigned Number : Others)
    for (const Kept &K : Result.All)
      if (!Result.Dependent && Needs[Number] &&
          Needs[Number]->uses(numberOf(*K.Scanned))) {
        Result.Dependent = &Said.Items[Number];
        Result.Decisive = K.Scanned;
      }
  if (!Result.Dependent)
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
    K.Result = Declare("__ompscan_result", Type);
    K.Values = Declare("__ompscan_kept", Nodes.getPointerType(Type));
  }
  return Result;
}

Clauses TwoPasses::firstClauses() const {
  Clauses First = Said;
  First.Items.clear();
  for (const Kept &K : All) {
    First.Items.push_back(*K.Scanned);
    First.Items.back().Base =
        referTo(K.Result, K.Scanned->Base->getExprLoc(), Context);
  }
  for (const Expr *E : First.Lastprivates)
    if (const VarDecl *Var = variableOf(strip(E)))
      First.Privates.push_back(Var);
  First.Lastprivates.clear();
  return First;
}

Clauses TwoPasses::secondClauses() const {
  Clauses Second = Said;
  Second.Items.clear();
  for (const Item &I : Said.Items)
    if (llvm::none_of(All, [&](const Kept &K) { return K.Scanned == &I; }))
      Second.Items.push_back(I);
  return Second;
}

/// The element with the value of \p K before the iteration.
Expr *TwoPasses::valueBefore(const Kept &K) const {
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
  Expr *Values = loadOf(referTo(K.Values, Loc, Context), Context);
  return new (Context)
      ArraySubscriptExpr(Values, Index, Values->getType()->getPointeeType(),
                         VK_LValue, OK_Ordinary, Loc);
}

void TwoPasses::setBody(ArrayRef<Stmt *> Statements,
                        AstChanges &Changes) const {
  Changes.add([&Loop = For, Old = For.getBody()] { Loop.setBody(Old); });
  const Stmt *Body = For.getBody();
  For.setBody(CompoundStmt::Create(Context, Statements, FPOptionsOverride(),
                                   Body->getBeginLoc(), Body->getEndLoc()));
}

void TwoPasses::putFirst(AstChanges &Changes) const {
  Slice::Variables Locals, Updated;
  addLocals(For.getBody(), Locals);
  for (const VarDecl *Var : firstClauses().Privates)
    Locals.insert(Var->getCanonicalDecl());
  for (const Kept &K : All)
    Updated.insert(numberOf(*K.Scanned));
  const Slice Updates(For.getBody(), Updated, Locals, Context);
  Stmt *Rest = Updates.reduced(For.getBody(), Context, Changes);
  llvm::SmallVector<Stmt *, 4> Body;
  for (const Kept &K : All) {
    const SourceLocation Loc = K.Scanned->Base->getExprLoc();
    Body.push_back(assign(valueBefore(K),
                          loadOf(referTo(K.Result, Loc, Context), Context),
                          Context));
    rename(Rest, numberOf(*K.Scanned), K.Result, Context, Changes);
  }
  Body.push_back(Rest);
  setBody(Body, Changes);
}

void TwoPasses::putSecond(AstChanges &Changes) const {
  Stmt *Rest = For.getBody();
  llvm::SmallVector<Stmt *, 4> Body;
  for (const Kept &K : All) {
    VarDecl *Before = iterationVariable(
        K.Scanned->Name, loadOf(valueBefore(K), Context), Function, Context);
    const SourceLocation Loc = Before->getLocation();
    Body.push_back(new (Context) DeclStmt(DeclGroupRef(Before), Loc, Loc));
    rename(Rest, numberOf(*K.Scanned), Before, Context, Changes);
  }
  Body.push_back(Rest);
  setBody(Body, Changes);
}

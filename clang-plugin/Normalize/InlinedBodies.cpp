//===- InlinedBodies.cpp - Functions of pointers in a loop ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InlinedBodies.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/CopyNode.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Normalize/BodyCopier.h"
#include "Normalize/Captures.h"
#include "Normalize/InlinedCalls.h"
#include "Normalize/ItemTargets.h"
#include "Normalize/Positions.h"
#include "Normalize/ReturnedValue.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

/// The largest number of calls that are inlined into each other.
static constexpr unsigned MostNested = 8;

namespace {

/// A call whose body may be inlined.
struct Call {
  CallExpr *Node;
  const FunctionDecl *Function;
  /// The object of a method that is not static, else null.
  Expr *Object = nullptr;
  /// The number of the first argument in Node.
  unsigned First = 0;
  /// The captures of a lambda; none for other functions.
  std::optional<Captures> Captured = std::nullopt;
  /// Parameters whose only use evaluates their argument.
  llvm::SmallPtrSet<const ParmVarDecl *, 2> Moved = {};

  bool isLambda() const {
    const auto *Method = dyn_cast<CXXMethodDecl>(Function);
    return Method && Method->getParent()->isLambda();
  }
  Expr *argument(const ParmVarDecl &Parameter) const {
    return Node->getArg(First + Parameter.getFunctionScopeIndex());
  }
};

class BodyInliner {
public:
  BodyInliner(const ScanDirective &D, Sema &S, TreeRewriter &Rewriter,
              std::vector<InlinedCall> &Inlined)
      : S(S), Context(S.Context), Nodes(S), Rewriter(Rewriter),
        Items(namedItems(D, S.Context)), Inlined(Inlined) {}

  ForStmt *run(ForStmt &For);

private:
  using Statements = llvm::SmallVector<Stmt *, 8>;
  using Calls = llvm::SmallPtrSet<const CallExpr *, 8>;

  static CallExpr *nextCall(Stmt *E, const Calls &Known, bool &IsAlways);
  /// These return what takes the place of their argument. \p Front receives
  /// what goes in front of the statement.
  Stmt *ofChild(Stmt *St);
  Stmt *ofBlock(CompoundStmt &Block);
  Stmt *ofStatement(Stmt *St, Statements &Front);
  Stmt *ofExpr(Stmt *E, const Stmt *Whole, Statements *Front);
  Stmt *ofCall(const Call &C, const Stmt *Whole, Statements *Front);

  std::optional<Call> callOf(CallExpr *Node) const;
  bool leadsToArray(const Expr *Pointer) const;
  bool mentionsItem(const Expr *E) const;
  bool holdsItem(const Expr &Object) const;
  bool changesOutside(const Call &C) const;
  bool canMove(const Call &C, const Stmt *Whole) const;
  Expr *replaced(const Expr *E, const Call &C) const;
  Expr *valueOf(const Call &C) const;
  bool appendBody(Call C, VarDecl *Result, Statements &Front);
  bool isComplete(const Stmt *St, const Call &C) const;
  Expr *argument(const Call &C, const ParmVarDecl &Parameter) const;

  Sema &S;
  ASTContext &Context;
  mutable NodeBuilder Nodes;
  TreeRewriter &Rewriter;
  const llvm::SmallVector<const Expr *, 4> Items;
  /// The variables that iterations declare.
  llvm::DenseSet<const VarDecl *> Inside;
  /// The functions whose bodies contain the current place.
  llvm::SmallVector<const FunctionDecl *, MostNested> Around;
  std::vector<InlinedCall> &Inlined;
};

} // namespace

/// Whether \p Pointer leads into an array that no iteration declares, or may
/// do so.
bool BodyInliner::leadsToArray(const Expr *Pointer) const {
  const std::optional<Position> At = Nodes.position(Pointer);
  if (!At || At->IsEnd || isa<StringLiteral>(At->Base))
    return false;
  const VarDecl *Var = variableAround(At->Base);
  return !Var || !Var->getType()->isArrayType() || !Inside.contains(Var);
}

bool BodyInliner::mentionsItem(const Expr *E) const {
  return anyOf(
      E, [&](const Expr *Sub) { return itemNamedBy(Sub, Items) != nullptr; });
}

/// Whether the body of \p F changes more than variables of its own.
static bool hasEffects(const FunctionDecl &F) {
  return llvm::any_of(changedPlaces(F.getBody()), [&](const Expr *Place) {
    const VarDecl *Var = variableAround(Place);
    return !Var || Var->getDeclContext() != &F ||
           Var->getType()->isReferenceType() ||
           (Var->getType()->isAnyPointerType() && variableOf(Place) != Var);
  });
}

/// Whether an item is a member of \p Object.
bool BodyInliner::holdsItem(const Expr &Object) const {
  return llvm::any_of(Items, [&](const Expr *Item) {
    while (const auto *Member = dyn_cast<MemberExpr>(Item)) {
      Item = strip(Member->getBase());
      if (sameExpression(Item, strip(&Object)))
        return true;
    }
    return false;
  });
}

/// Whether the method has effects on members that are items, or on an array
/// outside of the iteration that a member of its object leads to.
bool BodyInliner::changesOutside(const Call &C) const {
  if (!C.Object || C.isLambda())
    return false;
  if (holdsItem(*C.Object))
    return true;
  if (Inside.contains(variableAround(strip(C.Object))))
    return false;
  return llvm::any_of(
      changedElements(C.Function->getBody(), Context), [&](const Expr *Place) {
        const Expr *Element = elementHolding(Place, Context);
        const Expr *Array =
            Element ? elementAccess(Element, Context).Base : nullptr;
        return Array && !Array->getType()->isArrayType() &&
               anyOf(Array,
                     [](const Expr *Part) { return isa<CXXThisExpr>(Part); });
      });
}

/// Whether the body of \p F is one statement, which changes one place.
static bool isSingleStore(const FunctionDecl &F) {
  const Stmt *Only = singleStatement(F.getBody());
  return isa_and_nonnull<Expr>(Only) && changedPlaces(Only).size() == 1;
}

/// Whether all that \p Argument changes is a local variable, which \p F, a
/// function that is no lambda, has no reference to.
static bool changesOwnVariable(const Expr *Argument, const FunctionDecl &F) {
  const auto Changed = changedPlaces(Argument);
  const VarDecl *Var =
      Changed.size() == 1 ? variableOf(Changed.front()) : nullptr;
  return Var && Var->hasLocalStorage() &&
         llvm::none_of(F.parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isReferenceType();
         });
}

/// The call \p Node if it passes pointers into arrays to a known body, or is
/// that of a method with effects on the arrays of its object.
std::optional<Call> BodyInliner::callOf(CallExpr *Node) const {
  const FunctionDecl *F = Node->getDirectCallee();
  if (!F || F->isVariadic() || isLibraryFunction(*F) ||
      isa<CXXConversionDecl>(F))
    return std::nullopt;
  Call Found{Node, F};
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isInstance()) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Node);
    if (Method->isVirtual() || (!Member && !isa<CXXOperatorCallExpr>(Node)))
      return std::nullopt;
    Found.Object =
        Member ? Member->getImplicitObjectArgument() : Node->getArg(0);
    Found.First = !Member;
    if (!isNamedObject(Found.Object))
      return std::nullopt;
    if (Found.isLambda() && Method->getParent()->capture_size() != 0) {
      // Names has the values of those that only return one.
      Found.Captured = inlinedCall(Node, S)
                           ? std::nullopt
                           : Captures::find(*Method, *Found.Object, Context);
      if (!Found.Captured)
        return std::nullopt;
    }
  }
  const QualType Type = F->getReturnType();
  if (Node->getNumArgs() - Found.First != F->getNumParams() ||
      !(Type->isArithmeticType() || Type->isStructureType() ||
        Type->isVoidType()))
    return std::nullopt;
  bool Leads = Found.Captured && Found.Captured->leadOutside();
  bool HasItem = Found.Object && mentionsItem(Found.Object);
  bool HasItemValue = false;
  for (const ParmVarDecl *P : F->parameters()) {
    const QualType Of = P->getType();
    const Expr *Argument = Found.argument(*P);
    Leads |= (Of->isPointerType() || Of.getNonReferenceType()->isArrayType()) &&
             leadsToArray(Argument);
    (Of->isArithmeticType() ? HasItemValue : HasItem) |= mentionsItem(Argument);
  }
  if ((!Leads && !Found.Object) || HasItem)
    return std::nullopt;
  if (!F->getDefinition() && F->getTemplateInstantiationPattern())
    S.InstantiateFunctionDefinition(Node->getExprLoc(),
                                    const_cast<FunctionDecl *>(F),
                                    /*Recursive=*/true);
  Found.Function = F->getDefinition();
  if (!Found.Function ||
      !isa_and_nonnull<CompoundStmt>(Found.Function->getBody()) ||
      (!Leads && !changesOutside(Found)))
    return std::nullopt;
  // A call with a value may be an update, unless it has effects.
  if (HasItemValue && !Type->isVoidType() && !hasEffects(*Found.Function))
    return std::nullopt;
  return Found;
}

/// The replacement of \p E, an expression of the function's body: the object
/// of the method, or what a reference refers to; null if there is none.
Expr *BodyInliner::replaced(const Expr *E, const Call &C) const {
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && C.Object && !C.isLambda() &&
      isa<CXXThisExpr>(Member->getBase()))
    return MemberExpr::CreateImplicit(
        Context, C.Object, C.Object->getType()->isPointerType(),
        Member->getMemberDecl(), Member->getType(), Member->getValueKind(),
        Member->getObjectKind());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (Expr *Outside = Ref && C.Captured ? C.Captured->replaced(*Ref) : nullptr)
    return Outside;
  const Expr *Place = loadedBy(E);
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(
      variableOf(Place ? Place->IgnoreParens() : E));
  const bool IsMoved = Place && Parameter && C.Moved.contains(Parameter);
  if (!Parameter || Parameter->getDeclContext() != C.Function ||
      !(IsMoved || (Ref && Parameter->getType()->isReferenceType())))
    return nullptr;
  Expr *Argument = IsMoved ? argument(C, *Parameter) : C.argument(*Parameter);
  return new (Context)
      ParenExpr(Argument->getBeginLoc(), Argument->getEndLoc(), Argument);
}

/// The argument for \p Parameter as the number that the body sees. Without a
/// prototype the call only promotes it, and the function converts it.
Expr *BodyInliner::argument(const Call &C, const ParmVarDecl &Parameter) const {
  Expr *Argument = C.argument(Parameter);
  const QualType Type = Parameter.getType().getUnqualifiedType();
  if (!Type->isArithmeticType() || !Argument->getType()->isArithmeticType() ||
      Context.hasSameUnqualifiedType(Argument->getType(), Type))
    return Argument;
  ExprResult Converted = Argument;
  const CastKind Kind = S.PrepareScalarCast(Converted, Type);
  return convertTo(Type, Kind, Converted.get(), Context);
}

/// Whether nothing in \p St belongs to the function itself.
bool BodyInliner::isComplete(const Stmt *St, const Call &C) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(C.Function);
  const bool HasOwnThis =
      Method && C.Object && !isa<CXXThisExpr>(stripImplicit(C.Object));
  return !firstExpr(St, [&](const Expr *E) {
    const VarDecl *Var = isa<DeclRefExpr>(E) ? variableOf(E) : nullptr;
    return (Var && Var->hasLocalStorage() &&
            Var->getDeclContext() == C.Function) ||
           (HasOwnThis && isa<CXXThisExpr>(E) &&
            Context.hasSameUnqualifiedType(E->getType()->getPointeeType(),
                                           compat::objectType(Method)));
  });
}

/// The one expression that the body is, with the arguments in place of the
/// parameters; null if there is none.
Expr *BodyInliner::valueOf(const Call &C) const {
  if (llvm::any_of(C.Node->arguments(),
                   [](const Expr *E) { return changesAnything(E); }))
    return nullptr;
  Expr *Value = returnedValue(
      *C.Function,
      [&](const Expr *E) -> Expr * {
        const Expr *Place = loadedBy(E);
        const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(
            Place ? variableOf(Place->IgnoreParens()) : nullptr);
        if (!Parameter || Parameter->getDeclContext() != C.Function ||
            Parameter->getType()->isReferenceType())
          return replaced(E, C);
        Expr *Argument = argument(C, *Parameter);
        return new (Context)
            ParenExpr(Argument->getBeginLoc(), Argument->getEndLoc(), Argument);
      },
      Context);
  return Value && Value->isPRValue() && isComplete(Value, C) ? Value : nullptr;
}

/// Whether the call may be evaluated in front of \p Whole: nothing that it uses
/// changes there before.
bool BodyInliner::canMove(const Call &C, const Stmt *Whole) const {
  const auto *E = dyn_cast<Expr>(Whole);
  if (!E)
    return true;
  E = E->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParens();
  if (E == C.Node) // Only its arguments are evaluated before.
    return true;
  const Stmt &Body = *C.Function->getBody();
  // Operands in front of the call would see its effects.
  if (C.Captured && C.Captured->areChangedBy(Body))
    return false;
  return !anyOf(E, [&](const Expr *Sub) {
    if (Sub == E || Sub == C.Node)
      return false;
    llvm::SmallVector<const Expr *, 2> Changed;
    if (const auto *Other = dyn_cast<CallExpr>(Sub);
        Other && !elementAccess(Other, Context).Base)
      Changed = changedOperands(*Other, /*WithRValues=*/true);
    if (const Expr *Target = changedBy(Sub))
      Changed.push_back(Target);
    return llvm::any_of(Changed, [&](const Expr *Target) {
      const VarDecl *Var = variableAround(strip(Target));
      return !Var || mentions(C.Node, Var) || mentions(&Body, Var);
    });
  });
}

/// Appends the body of the call, with variables for its parameters; false if
/// that is not possible.
bool BodyInliner::appendBody(Call C, VarDecl *Result, Statements &Front) {
  const auto OfCall = [&](const Expr *E) { return replaced(E, C); };
  BodyCopier Copier(*S.CurContext, Result, OfCall, Context);
  Statements Parameters;
  for (const ParmVarDecl *P : C.Function->parameters()) {
    Expr *Argument = argument(C, *P);
    if (P->getType()->isReferenceType()) {
      if (changesAnything(Argument) || Argument->isPRValue() ||
          isa<MaterializeTemporaryExpr>(Argument->IgnoreImplicit()))
        return false;
      continue;
    }
    // `set(k++, v)` stores at `k++` itself.
    if (changesOwnVariable(Argument, *C.Function) && !C.isLambda() &&
        isSingleStore(*C.Function) && evaluatesOnce(*C.Function, *P)) {
      C.Moved.insert(P);
      continue;
    }
    VarDecl *Copy =
        iterationVariable(P->getName().empty() ? "unnamed" : P->getName(),
                          Argument, *S.CurContext, Context);
    Copy->setType(P->getType().getUnqualifiedType());
    Copier.replace(*P, *Copy);
    Parameters.push_back(declarationOf(
        Copy, {Argument->getBeginLoc(), Argument->getEndLoc()}, Context));
  }
  CompoundStmt *Body =
      Copier.copy(nest::Body(*C.Function->getBody(), Context), Parameters);
  if (!Body || !isComplete(Body, C))
    return false;
  const auto Declared = variablesIn(Body);
  Inside.insert(Declared.begin(), Declared.end());
  if (Result) {
    Inside.insert(Result);
    Front.push_back(declarationOf(
        Result, {C.Node->getBeginLoc(), C.Node->getEndLoc()}, Context));
  }
  Front.push_back(Body);
  return true;
}

/// \returns the replacement of the call, a part of the statement \p Whole; the
/// call itself if it stays. Without \p Front it is evaluated under a condition.
Stmt *BodyInliner::ofCall(const Call &C, const Stmt *Whole, Statements *Front) {
  if (Around.size() == MostNested || llvm::is_contained(Around, C.Function))
    return C.Node;
  Around.push_back(C.Function);
  const SourceLocation Loc = C.Node->getExprLoc();
  Stmt *New = C.Node;
  if (Expr *Value = valueOf(C)) {
    // It may contain calls itself.
    New = ofExpr(new (Context) ParenExpr(Loc, Loc, Value), Whole, Front);
  } else if (Front && canMove(C, Whole)) {
    VarDecl *Result = nullptr;
    if (!C.Function->getReturnType()->isVoidType()) {
      Result = iterationVariable("result", C.Node, *S.CurContext, Context);
      Result->setInit(nullptr);
    }
    if (appendBody(C, Result, *Front)) {
      Front->back() = ofChild(Front->back());
      New = Result ? cast<Stmt>(loadOf(referTo(Result, Loc, Context), Context))
                   : new (Context) NullStmt(Loc);
    }
  }
  Around.pop_back();
  if (New != C.Node)
    Inlined.push_back({C.Function, Loc});
  return New;
}

/// The first call in \p E, arguments before what they are passed to, that is
/// not
/// \p Known. Clears \p IsAlways if it is evaluated under a condition.
CallExpr *BodyInliner::nextCall(Stmt *E, const Calls &Known, bool &IsAlways) {
  if (isOpaque(*E) || isa<StmtExpr, UnaryExprOrTypeTraitExpr>(E))
    return nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const bool IsChoice =
      isa<AbstractConditionalOperator>(E) || (Binary && Binary->isLogicalOp());
  for (Stmt *Child : childrenOf(E))
    if (CallExpr *Found = nextCall(Child, Known, IsAlways)) {
      IsAlways &= !IsChoice || Child == *E->child_begin();
      return Found;
    }
  auto *Node = dyn_cast<CallExpr>(E);
  return Node && !Known.contains(Node) ? Node : nullptr;
}

/// Inlines calls in \p E, an expression of the statement \p Whole. Without
/// \p Front it may be evaluated several times, or not at all.
Stmt *BodyInliner::ofExpr(Stmt *E, const Stmt *Whole, Statements *Front) {
  Calls Known;
  while (true) {
    bool IsAlways = true;
    CallExpr *Node = nextCall(E, Known, IsAlways);
    if (!Node)
      return E;
    Known.insert(Node);
    // A call without a value is a statement.
    if (Node->getType()->isVoidType() && Node != Whole)
      continue;
    const std::optional<Call> C = callOf(Node);
    Stmt *New = C ? ofCall(*C, Whole, IsAlways ? Front : nullptr) : Node;
    Stmt *Replaced = Rewriter.replaced(E, Node, New);
    if (E == Whole)
      Whole = Replaced;
    E = Replaced;
    // Calls that a value contains have been tried.
    forEachNode(New, [&](const Stmt *Part) {
      if (const auto *Inner = dyn_cast<CallExpr>(Part))
        Known.insert(Inner);
      return true;
    });
  }
}

/// Inlines calls in the statement \p St.
Stmt *BodyInliner::ofStatement(Stmt *St, Statements &Front) {
  if (auto *Block = dyn_cast<CompoundStmt>(St))
    return ofBlock(*Block);
  if (isa<Expr>(St))
    return ofExpr(St, St, &Front);
  if (const auto *Declared = dyn_cast<DeclStmt>(St))
    return Rewriter.rebuilt(St, [&](Stmt *Init) {
      return ofExpr(Init, St, Declared->isSingleDecl() ? &Front : nullptr);
    });
  const std::optional<Branches> If = branchesOf(St);
  const auto Bodies = bodiesOf(St);
  return Rewriter.rebuilt(St, [&](Stmt *Child) {
    const bool IsFirst = If && If->IsPlain && Child == If->Condition;
    return isa<Expr>(Child) && !llvm::is_contained(Bodies, Child)
               ? ofExpr(Child, St, IsFirst ? &Front : nullptr)
               : ofChild(Child);
  });
}

/// Inlines calls in the statement \p St, which becomes a block if something
/// goes in front of it.
Stmt *BodyInliner::ofChild(Stmt *St) {
  Statements All;
  Stmt *New = ofStatement(St, All);
  if (All.empty())
    return New;
  const SourceLocation Loc = St->getBeginLoc();
  All.push_back(New);
  return blockOf(All, Loc, Context);
}

Stmt *BodyInliner::ofBlock(CompoundStmt &Block) {
  Statements All;
  bool IsSame = true;
  for (Stmt *Child : Block.body()) {
    const size_t Before = All.size();
    Stmt *New = ofStatement(Child, All);
    IsSame &= All.size() == Before && New == Child;
    All.push_back(New);
  }
  return IsSame ? &Block : blockOf(All, Block.getSourceRange(), Context);
}

ForStmt *BodyInliner::run(ForStmt &For) {
  Inside = variablesIn(&For);
  return withBody(For, ofChild(For.getBody()), Context);
}

ForStmt *ompscan::plugin::withInlinedBodies(ForStmt &For,
                                            const ScanDirective &D, Sema &S,
                                            TreeRewriter &Rewriter,
                                            std::vector<InlinedCall> &Inlined) {
  return BodyInliner(D, S, Rewriter, Inlined).run(For);
}

//===- LoweringOrder.cpp - The order of evaluation ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "Kernel/Lowering/LoweringExpr.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// What evaluating an expression may change.
struct Changes {
  /// In the body of the loop, where arrays do not move and members that change
  /// are variables of their own, besides the fields of this name.
  bool InLoop = false;
  llvm::SmallPtrSet<const ValueDecl *, 4> Variables;
  /// Something that is not named in the expression.
  bool Others = false;

  bool any() const { return Others || !Variables.empty(); }
};

} // namespace

/// The variable that the object \p E is, or is a part of; else null.
static const ValueDecl *variableOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    QualType T = Name->getDecl()->getType();
    return T->isReferenceType() || T->isPointerType() ? nullptr
                                                      : Name->getDecl();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !Member->isArrow())
    return variableOf(Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return variableOf(Element->getBase());
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    return variableOf(Address->getSubExpr());
  return nullptr;
}

static void addChange(const Expr *Target, Changes &Result) {
  Target = Target->IgnoreParenImpCasts();
  if (const ValueDecl *V = variableOf(Target))
    Result.Variables.insert(V);
  else if (const auto *Name = dyn_cast<DeclRefExpr>(Target);
           Name && Name->getDecl()->getType()->isPointerType())
    Result.Variables.insert(Name->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(Target);
           Member && Result.InLoop)
    Result.Variables.insert(Member->getMemberDecl());
  else if (!isa<MaterializeTemporaryExpr>(Target))
    Result.Others = true;
}

/// The subscript of an element of a container, which the loop uses as one of an
/// array, or in the loop's body of any array; null if \p S is something else.
static const Expr *arraySubscript(const Stmt *S, const Changes &C) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && C.InLoop && !variableOf(Element))
    return Element->getIdx();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  return Call && Call->getOperator() == OO_Subscript &&
                 Call->getNumArgs() == 2 &&
                 isContainer(Call->getArg(0)->getType())
             ? Call->getArg(1)
             : nullptr;
}

static void collectChanges(const Stmt *S, Changes &Result) {
  if (const Expr *Subscript = arraySubscript(S, Result))
    return collectChanges(Subscript, Result);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    addChange(U->getSubExpr(), Result);
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    addChange(B->getLHS(), Result);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *F = Call->getMethodDecl(); F && !F->isConst())
      addChange(Call->getImplicitObjectArgument(), Result);
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    // Copies, references to const and pointers to const change nothing.
    for (const Expr *A : Call->arguments()) {
      QualType T = A->getType();
      if (T->isPointerType() ? !T->getPointeeType().isConstQualified()
                             : A->isGLValue() && !T.isConstQualified())
        addChange(A, Result);
    }
  }
  for (const Stmt *Child : S->children())
    if (Child)
      collectChanges(Child, Result);
}

/// Whether the value of \p S may be another one after \p C.
static bool sees(const Stmt *S, const Changes &C) {
  if (const Expr *Subscript = arraySubscript(S, C))
    return sees(Subscript, C);
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (V &&
        (C.Others || C.Variables.count(V) || V->getType()->isReferenceType()))
      return true;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && C.InLoop && isa<FieldDecl>(Member->getMemberDecl()))
    return C.Others || C.Variables.count(Member->getMemberDecl()) ||
           (variableOf(Member) && sees(Member->getBase(), C));
  // What a pointer points to may be any of them; what an array consists of is
  // named above.
  const auto *E = dyn_cast<Expr>(S);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  if (E && E->isPRValue() && E->getType()->isPointerType() &&
      !(Cast && Cast->getCastKind() == CK_ArrayToPointerDecay))
    return true;
  if (isa<CXXThisExpr>(S))
    return true;
  return llvm::any_of(S->children(), [&C](const Stmt *Child) {
    return Child && sees(Child, C);
  });
}

/// Whether \p E names the same object whatever else is evaluated first.
static bool isSteady(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isSteady(Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Element->getBase()->IgnoreParenImpCasts();
    return isa<IntegerLiteral>(Element->getIdx()->IgnoreParenImpCasts()) &&
           Base->getType()->isArrayType() && isSteady(Base);
  }
  if (const auto *Deref = dyn_cast<UnaryOperator>(E);
      Deref && Deref->getOpcode() == UO_Deref)
    return isa<CXXThisExpr>(Deref->getSubExpr()->IgnoreParenImpCasts());
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return !Name->getType()->isPointerType();
  return isa<CXXThisExpr>(E);
}

bool ExprLowering::dependsOnOrder(const Expr *Target, const Expr *Value) {
  // C leaves the order open.
  if (!Context.getLangOpts().CPlusPlus17)
    return false;
  Changes OfTarget, OfValue;
  OfTarget.InLoop = OfValue.InLoop = !Scope.Function;
  collectChanges(Target, OfTarget);
  collectChanges(Value, OfValue);
  bool IsBound = Value->isGLValue() && isSteady(Value);
  return (OfValue.any() && !isSteady(Target) && sees(Target, OfValue)) ||
         (OfTarget.any() && !IsBound && sees(Value, OfTarget));
}

Piece ExprLowering::assigned(const Expr *Target, const Expr *Value,
                             std::string &First) {
  Piece Result = lower(Value);
  // `i = i++ + 1` has a meaning in C++17 and none in C.
  Changes OfValue;
  collectChanges(Value, OfValue);
  bool ChangesTarget = Scope.Function && Context.getLangOpts().CPlusPlus17 &&
                       OfValue.Variables.count(variableOf(Target));
  if (!ChangesTarget && !dependsOnOrder(Target, Value))
    return Result;
  if (!Scope.Function) {
    M.refuse(Target->getExprLoc(),
             "an assignment whose sides have effects on each other");
    return {};
  }
  std::string Name = Scope.name("value");
  Scope.Temporaries.push_back(M.declare(Value->getType().getUnqualifiedType(),
                                        Name, Value->getExprLoc(), Result.To));
  First = Name + " = " + withoutParens(Result.Text).str() + ", ";
  Result.Text = Name;
  Result.Binds = prec::Unknown;
  return Result;
}

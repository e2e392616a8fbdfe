//===- EvaluationOrder.cpp - Effects within an assignment -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/EvaluationOrder.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The objects that evaluating an expression may change.
struct Changes {
  /// The expression is in the body of the loop: arrays do not move, and
  /// Variables contains the fields that change.
  bool InLoop = false;
  llvm::SmallPtrSet<const ValueDecl *, 4> Variables;
  /// An object that the expression does not name.
  bool Others = false;

  bool any() const { return Others || !Variables.empty(); }
};

} // namespace

/// The variable that \p E names or names a part of; null for any other object.
static const ValueDecl *namedObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    QualType T = Name->getDecl()->getType();
    return T->isReferenceType() || T->isPointerType() ? nullptr
                                                      : Name->getDecl();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !Member->isArrow())
    return namedObject(Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return namedObject(Element->getBase());
  const Expr *Object = addressedBy(E);
  return Object ? namedObject(Object) : nullptr;
}

static void addChange(const Expr *Target, Changes &Result) {
  Target = Target->IgnoreParenImpCasts();
  if (const ValueDecl *V = namedObject(Target))
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

/// The subscript if \p S is an element of a container, an owner or, in the
/// loop's body, of any array; else null.
static const Expr *arraySubscript(const Stmt *S, const Changes &C) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && C.InLoop && !namedObject(Element))
    return Element->getIdx();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  return Call && Call->getOperator() == OO_Subscript &&
                 Call->getNumArgs() == 2 &&
                 isArrayClass(stripImplicit(Call->getArg(0))->getType())
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
    if (const CXXMethodDecl *F = Call->getMethodDecl(); F && changesObject(*F))
      addChange(Call->getImplicitObjectArgument(), Result);
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Call && !(Callee && (makesTuple(*Callee) || isForwarding(*Callee)))) {
    // Copies, references to const and pointers to const change nothing.
    for (const Expr *A : Call->arguments()) {
      QualType T = A->getType();
      if (T->isPointerType() ? !T->getPointeeType().isConstQualified()
                             : A->isGLValue() && !T.isConstQualified())
        addChange(A, Result);
    }
  }
  for (const Stmt *Child : childrenOf(S))
    collectChanges(Child, Result);
}

/// Whether \p C may change the value of \p S.
static bool isAffectedBy(const Stmt *S, const Changes &C) {
  if (const Expr *Subscript = arraySubscript(S, C))
    return isAffectedBy(Subscript, C);
  // Functions of the C library, and those of numbers in the C++ library, read
  // their arguments only.
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && Call->getDirectCallee() &&
      isLibraryFunction(*Call->getDirectCallee()) &&
      (!Call->getDirectCallee()->isInStdNamespace() ||
       llvm::all_of(Call->arguments(), [](const Expr *A) {
         return A->getType()->isArithmeticType();
       })))
    return llvm::any_of(Call->arguments(),
                        [&C](const Expr *A) { return isAffectedBy(A, C); });
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (V &&
        (C.Others || C.Variables.count(V) || V->getType()->isReferenceType()))
      return true;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && C.InLoop && isa<FieldDecl>(Member->getMemberDecl()))
    return C.Others || C.Variables.count(Member->getMemberDecl()) ||
           (namedObject(Member) && isAffectedBy(Member->getBase(), C));
  // A pointer may point to any of the objects; elements of an array have been
  // compared by name, and a function of the device sees its arguments only.
  const auto *E = dyn_cast<Expr>(S);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  if (E && E->isPRValue() && E->getType()->isPointerType() &&
      !(Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
                 Cast->getCastKind() == CK_FunctionToPointerDecay)))
    return true;
  if (isa<CXXThisExpr>(S))
    return true;
  return llvm::any_of(childrenOf(S), [&C](const Stmt *Child) {
    return isAffectedBy(Child, C);
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

bool ompscan::plugin::dependsOnOrder(const Expr *Target, const Expr *Value,
                                     const ASTContext &Context, bool InLoop) {
  // C leaves the order open.
  if (!Context.getLangOpts().CPlusPlus17)
    return false;
  Changes OfTarget, OfValue;
  OfTarget.InLoop = OfValue.InLoop = InLoop;
  collectChanges(Target, OfTarget);
  collectChanges(Value, OfValue);
  bool IsBound = Value->isGLValue() && isSteady(Value);
  return (OfValue.any() && !isSteady(Target) &&
          isAffectedBy(Target, OfValue)) ||
         (OfTarget.any() && !IsBound && isAffectedBy(Value, OfTarget));
}

bool ompscan::plugin::changesTarget(const Expr *Value, const Expr *Target) {
  Changes OfValue;
  collectChanges(Value, OfValue);
  return OfValue.Variables.count(namedObject(Target));
}

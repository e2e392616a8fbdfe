//===- InlinedCalls.cpp - Calls and what they return ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InlinedCalls.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Normalize/Captures.h"
#include "Normalize/ReturnedValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isNamedObject(const Expr *Object) {
  Object = stripImplicit(Object);
  while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return false;
    Object = stripImplicit(Member->getBase());
  }
  return isa<CXXThisExpr>(Object) || variableOf(Object);
}

/// Whether the number \p E may be evaluated several times or not at all.
static bool isPlainNumber(const Expr *E, Sema &S) {
  return E->getType()->isArithmeticType() && !changesAnything(E) &&
         !anyOf(E, [&](const Expr *Sub) {
           return isa<MaterializeTemporaryExpr>(Sub) ||
                  Sub->getType().isVolatileQualified() ||
                  (isa<CallExpr>(Sub) && !elementAccess(Sub, S.Context).Base &&
                   Sub->HasSideEffects(S.Context) && !inlinedCall(Sub, S));
         });
}

namespace {

/// Inlines one call.
class Inliner {
public:
  Inliner(const CallExpr &Call, const CXXMethodDecl &Method, Expr &Object,
          Sema &S)
      : Call(Call), Method(Method), Object(Object), S(S), Context(S.Context),
        First(isa<CXXOperatorCallExpr>(Call)),
        IsLambda(Method.getParent()->isLambda()) {}

  Expr *run();

private:
  bool isInlinable() const;
  Expr *argument(const ParmVarDecl &Parameter) const;
  Expr *replaced(const Expr *E) const;
  bool isComplete(const Expr *E) const;

  const CallExpr &Call;
  const CXXMethodDecl &Method;
  Expr &Object;
  Sema &S;
  ASTContext &Context;
  /// The number of the first argument in the call.
  const unsigned First;
  /// Whether the object is the closure of a lambda.
  const bool IsLambda;
  std::optional<Captures> Captured;
};

} // namespace

/// Whether the arguments can take the place of the parameters.
bool Inliner::isInlinable() const {
  if (Call.getNumArgs() - First != Method.getNumParams())
    return false;
  for (const ParmVarDecl *Parameter : Method.parameters()) {
    const QualType Type = Parameter->getType();
    if ((Type->isReferenceType() &&
         !Type.getNonReferenceType().isConstQualified()) ||
        !isPlainNumber(argument(*Parameter), S))
      return false;
  }
  return true;
}

/// The argument of the call for \p Parameter.
Expr *Inliner::argument(const ParmVarDecl &Parameter) const {
  return const_cast<Expr *>(
      Call.getArg(First + Parameter.getFunctionScopeIndex()));
}

/// The replacement of \p E of the method's body; null if it stays.
Expr *Inliner::replaced(const Expr *E) const {
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !IsLambda && isa<CXXThisExpr>(Member->getBase()) &&
      isa<FieldDecl>(Member->getMemberDecl()))
    return MemberExpr::CreateImplicit(
        Context, &Object, Object.getType()->isPointerType(),
        Member->getMemberDecl(), Member->getType(), VK_LValue,
        Member->getObjectKind());
  // The value of a parameter, or the object that it refers to. A reference to
  // const sees an object with the value.
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  const bool IsConst = Cast && Cast->getCastKind() == CK_NoOp &&
                       Cast->getType().isConstQualified();
  const Expr *Named =
      IsConst || (Cast && Cast->getCastKind() == CK_LValueToRValue)
          ? Cast->getSubExpr()->IgnoreParens()
          : E;
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(Named));
  if (Parameter && Parameter->getDeclContext() == &Method) {
    if (Parameter->getType()->isReferenceType() == (Named != E))
      return nullptr;
    Expr *Argument = argument(*Parameter);
    if (IsConst)
      return new (Context) MaterializeTemporaryExpr(
          Cast->getType(), Argument, /*BoundToLvalueReference=*/true);
    return new (Context)
        ParenExpr(Argument->getBeginLoc(), Argument->getEndLoc(), Argument);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Captured ? Captured->replaced(*Ref) : nullptr;
}

/// Whether nothing of the method is left over in \p E: neither its own `this`
/// nor variables.
bool Inliner::isComplete(const Expr *E) const {
  return !anyOf(E, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return (isa<CXXThisExpr>(Sub) && !IsLambda &&
            !isa<CXXThisExpr>(stripImplicit(&Object))) ||
           (Var && Var->hasLocalStorage() && Var->getDeclContext() == &Method);
  });
}

Expr *Inliner::run() {
  if (IsLambda)
    Captured = Captures::find(Method, Object, Context);
  if ((IsLambda && !Captured) || !isInlinable())
    return nullptr;
  Expr *Value = returnedValue(
      Method, [&](const Expr *E) { return replaced(E); }, Context);
  if (!Value || !isComplete(Value))
    return nullptr;
  if (!IsLambda && !anyOf(Value, [&](const Expr *Sub) {
        const Expr *Base = elementAccess(Sub, Context).Base;
        return Base && isa<MemberExpr>(Base);
      }))
    return nullptr;
  const QualType Type = Call.getType();
  if (Value->isLValue() && Type.isConstQualified() &&
      !Value->getType().isConstQualified())
    return convertTo(Type, CK_NoOp, Value, Context, VK_LValue);
  return Value;
}

Expr *ompscan::plugin::inlinedCall(const Expr *E, Sema &S) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || !Method->isInstance() || Method->isVirtual() ||
      Method->isInStdNamespace())
    return nullptr;
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(Call);
  if (!MemberCall && !isa<CXXOperatorCallExpr>(Call))
    return nullptr;
  auto *Object = const_cast<Expr *>(
      MemberCall ? MemberCall->getImplicitObjectArgument() : Call->getArg(0));
  if (isContainer(Object->getType()) || isIterator(Object->getType()) ||
      !isNamedObject(Object))
    return nullptr;
  if (!Method->getDefinition() && Method->getTemplateInstantiationPattern())
    S.InstantiateFunctionDefinition(Call->getExprLoc(),
                                    const_cast<CXXMethodDecl *>(Method),
                                    /*Recursive=*/true);
  const auto *Definition =
      dyn_cast_or_null<CXXMethodDecl>(Method->getDefinition());
  return Definition ? Inliner(*Call, *Definition, *Object, S).run() : nullptr;
}

//===- Accessors.cpp - Methods that return an element ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Accessors.h"
#include "AST/Containers.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The value that \p Method returns if it does nothing else; else null.
static const Expr *onlyResult(const CXXMethodDecl &Method) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Method.getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

/// Whether \p Object is the same object whenever it is evaluated.
static bool isNamed(const Expr *Object) {
  Object = stripImplicit(Object);
  while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return false;
    Object = stripImplicit(Member->getBase());
  }
  return isa<CXXThisExpr>(Object) || variableOf(Object);
}

/// Whether the value of \p E may be used several times or not at all.
static bool isPlainNumber(const Expr *E, const ASTContext &Context) {
  return E->isPRValue() &&
         E->getType()->isIntegralOrUnscopedEnumerationType() &&
         !E->HasSideEffects(Context);
}

Expr *ompscan::plugin::returnedElement(const Expr *E, Sema &S) {
  ASTContext &Context = S.Context;
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || !Method->isInstance() || Method->isVirtual() ||
      Method->isInStdNamespace())
    return nullptr;
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(Call);
  const bool IsOperator = isa<CXXOperatorCallExpr>(Call);
  if (!MemberCall && !IsOperator)
    return nullptr;
  auto *Object = const_cast<Expr *>(
      MemberCall ? MemberCall->getImplicitObjectArgument() : Call->getArg(0));
  if (isContainer(Object->getType()) || !isNamed(Object))
    return nullptr;
  if (!Method->getDefinition() && Method->getTemplateInstantiationPattern())
    S.InstantiateFunctionDefinition(E->getExprLoc(),
                                    const_cast<CXXMethodDecl *>(Method),
                                    /*Recursive=*/true);
  const Expr *Result = onlyResult(*Method);
  if (!Result)
    return nullptr;
  const bool IsArrow = Object->getType()->isPointerType();
  const unsigned First = IsOperator ? 1 : 0;
  if (Call->getNumArgs() - First != Method->getNumParams() ||
      !llvm::all_of(llvm::drop_begin(Call->arguments(), First),
                    [&](const Expr *Argument) {
                      return isPlainNumber(Argument, Context);
                    }))
    return nullptr;
  Expr *Element = copyExpr(
      Result,
      [&](const Expr *Sub) -> Expr * {
        if (const auto *Member = dyn_cast<MemberExpr>(Sub);
            Member && isa<CXXThisExpr>(Member->getBase()) &&
            isa<FieldDecl>(Member->getMemberDecl()))
          return MemberExpr::CreateImplicit(
              Context, Object, IsArrow, Member->getMemberDecl(),
              Member->getType(), VK_LValue, Member->getObjectKind());
        const auto *Cast = dyn_cast<ImplicitCastExpr>(Sub);
        const auto *Parameter = Cast && Cast->getCastKind() == CK_LValueToRValue
                                    ? dyn_cast_or_null<ParmVarDecl>(variableOf(
                                          Cast->getSubExpr()->IgnoreParens()))
                                    : nullptr;
        if (!Parameter || Parameter->getDeclContext() != Method)
          return nullptr;
        auto *Argument = const_cast<Expr *>(
            Call->getArg(First + Parameter->getFunctionScopeIndex()));
        return new (Context)
            ParenExpr(Argument->getBeginLoc(), Argument->getEndLoc(), Argument);
      },
      Context);
  if (!Element || Element == Result)
    return nullptr;
  // Nothing of the method may be left over: neither `this` nor parameters.
  const bool IsLeft = anyOf(Element, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return (isa<CXXThisExpr>(Sub) &&
            !isa<CXXThisExpr>(stripImplicit(Object))) ||
           (Var && isa<ParmVarDecl>(Var) && Var->getDeclContext() == Method);
  });
  const ElementAccess Found = elementAccess(strip(Element), Context);
  if (IsLeft || !Found.Base || !isa<MemberExpr>(Found.Base))
    return nullptr;
  const QualType Type = E->getType();
  if (Element->isLValue() && Type.isConstQualified() &&
      !Element->getType().isConstQualified())
    return convertTo(Type, CK_NoOp, Element, Context, VK_LValue);
  return Element;
}

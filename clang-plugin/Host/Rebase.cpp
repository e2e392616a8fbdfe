//===- Rebase.cpp - Out of OpenMP's captured regions ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Rebase.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

Expr *Rebase::reference(DeclRefExpr *Ref) const {
  if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()))
    return expression(strip(Captured->getInit()));
  if (VarDecl *Copy = Copies.lookup(Ref->getDecl()->getCanonicalDecl()))
    return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                               SourceLocation(), Copy,
                               /*RefersToEnclosingVariableOrCapture=*/false,
                               Ref->getNameInfo(), Copy->getType(), VK_LValue);
  if (!Ref->refersToEnclosingVariableOrCapture())
    return Ref;
  ValueDecl *Decl = Ref->getDecl();
  const auto *Var = dyn_cast<VarDecl>(Decl);
  // What a region inside of the target declares is the target's own now.
  const bool Encloses =
      Var && Var->hasLocalStorage() && !Target->Encloses(Var->getDeclContext());
  if (Encloses)
    return Ref;
  return DeclRefExpr::Create(
      Context, Ref->getQualifierLoc(), Ref->getTemplateKeywordLoc(), Decl,
      /*RefersToEnclosingVariableOrCapture=*/false, Ref->getNameInfo(),
      Ref->getType(), Ref->getValueKind(), Ref->getFoundDecl());
}

Stmt *Rebase::statement(Stmt *S) const {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    return reference(Ref);
  // Between the two halves of an iteration in OpenMP's own form.
  if (isa<OMPScanDirective>(S))
    return new (Context) NullStmt(S->getBeginLoc());
  // The host's loop is sequential.
  if (auto *Atomic = dyn_cast<OMPAtomicDirective>(S))
    return statement(Atomic->getAssociatedStmt());
  // In the body, references to what the lambda captures stay captured.
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (Expr *&Init : Lambda->capture_inits())
      Init = expression(Init);
    return S;
  }
  for (Stmt *&Child : S->children())
    if (Child)
      Child = statement(Child);
  return S;
}

Expr *Rebase::expression(const Expr *E) const {
  return cast<Expr>(statement(const_cast<Expr *>(E)));
}

Expr *Rebase::copy(const Expr *E) const {
  E = strip(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return reference(const_cast<DeclRefExpr *>(Ref));
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member)
    return const_cast<Expr *>(E);
  Expr *Base = copy(Member->getBase());
  if (Member->isArrow() && Base->isGLValue())
    Base = convertTo(Base->getType().getUnqualifiedType(), CK_LValueToRValue,
                     Base, Context);
  return MemberExpr::CreateImplicit(
      Context, Base, Member->isArrow(), Member->getMemberDecl(),
      Member->getType(), Member->getValueKind(), Member->getObjectKind());
}

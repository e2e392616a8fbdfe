//===- Captures.cpp - The captures of a lambda ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Captures.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Support/ClangCompat.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<Captures> Captures::find(const CXXMethodDecl &Call, Expr &Closure,
                                       ASTContext &Context) {
  const VarDecl *Var = variableOf(stripImplicit(&Closure));
  const auto *Lambda =
      Var && Var->hasInit()
          ? dyn_cast<LambdaExpr>(Var->getInit()->IgnoreUnlessSpelledInSource())
          : nullptr;
  const CXXRecordDecl &Class = *Call.getParent();
  if (!Call.isConst()) // A closure that its calls change.
    return std::nullopt;
  Captures Found(Closure, Context);
  Found.IsKnown = Lambda != nullptr;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> ByVariable;
  const FieldDecl *This = compat::captureFields(Class, ByVariable);
  if (This && !Lambda)
    return std::nullopt;
  Found.HasThis = This != nullptr;
  for (const LambdaCapture &Capture : Class.captures()) {
    if (Capture.getCaptureKind() == LCK_StarThis || Capture.capturesVLAType() ||
        Capture.isPackExpansion())
      return std::nullopt;
    if (Capture.capturesVariable())
      Found.Fields[Capture.getCapturedVar()] =
          ByVariable.lookup(Capture.getCapturedVar());
  }
  for (auto &[Captured, Field] : Found.Fields)
    Found.Outside[Captured] = const_cast<ValueDecl *>(Captured);
  if (Lambda)
    for (const auto &[Capture, Init] :
         llvm::zip_equal(Class.captures(), Lambda->capture_inits()))
      if (const auto *Named =
              Capture.capturesVariable()
                  ? dyn_cast<DeclRefExpr>(Init->IgnoreImplicit())
                  : nullptr)
        Found.Outside[Capture.getCapturedVar()] =
            const_cast<ValueDecl *>(Named->getDecl());
  if (Class.capture_size() == 0)
    return std::nullopt;
  return Found;
}

Expr *Captures::replaced(const DeclRefExpr &Ref) const {
  FieldDecl *Field = Fields.lookup(Ref.getDecl());
  if (!Field)
    return nullptr;
  const bool IsReference = Field->getType()->isReferenceType();
  // The variable itself is known. A node of its own, since host code changes
  // those that it takes over (Rebase), and the lambda stays.
  if (IsReference && IsKnown)
    return DeclRefExpr::Create(
        *Context, Ref.getQualifierLoc(), Ref.getTemplateKeywordLoc(),
        Outside.lookup(Ref.getDecl()), Ref.refersToEnclosingVariableOrCapture(),
        Ref.getNameInfo(), Ref.getType(), Ref.getValueKind());
  const QualType Type = Field->getType().getNonReferenceType();
  Expr *Copy = MemberExpr::CreateImplicit(*Context, Closure, /*IsArrow=*/false,
                                          Field, Type, VK_LValue, OK_Ordinary);
  return IsReference
             ? Copy
             : convertTo(Type.withConst(), CK_NoOp, Copy, *Context, VK_LValue);
}

bool Captures::leadOutside() const {
  return HasThis || llvm::any_of(Fields, [](const auto &Each) {
           const QualType Type = Each.second->getType();
           return Type->isReferenceType() || Type->isPointerType();
         });
}

/// Whether \p S assigns an element of the array \p Var.
static bool storesTo(const Stmt *S, const VarDecl &Var,
                     const ASTContext &Context) {
  return firstExpr(S, [&](const Expr *E) {
    const Expr *Target = changedBy(E);
    const Expr *Element = Target ? elementHolding(Target, Context) : nullptr;
    return Element && variableOf(strip(tableOf(Element, Context))) == &Var;
  });
}

bool Captures::areChangedBy(const Stmt &Body) const {
  return llvm::any_of(Fields, [&](const auto &Each) {
    const auto *Var = dyn_cast<VarDecl>(Each.first);
    if (!Var || !Each.second->getType()->isReferenceType())
      return false;
    return isSequence(Var->getType()) ? storesTo(&Body, *Var, *Context)
                                      : useOf(Var, &Body).IsAssigned;
  });
}

//===- DeviceVariants.cpp - Variants of functions for a device ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DeviceVariants.h"
#include "AST/CopyNode.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Host/RuntimeCalls.h"
#include "Host/TargetQueries.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/OpenMPKinds.h"

using namespace clang;
using namespace ompscan::plugin;
using llvm::omp::TraitProperty;

void DeviceVariants::enter(const OMPExecutableDirective &D) {
  Entered.push_back(Constructs.size());
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  if (isOpenMPTargetExecutionDirective(Kind))
    Constructs.push_back(TraitProperty::construct_target_target);
  if (isOpenMPTeamsDirective(Kind))
    Constructs.push_back(TraitProperty::construct_teams_teams);
  if (isOpenMPParallelDirective(Kind))
    Constructs.push_back(TraitProperty::construct_parallel_parallel);
  if (isOpenMPWorksharingDirective(Kind))
    Constructs.push_back(TraitProperty::construct_for_for);
  if (isOpenMPSimdDirective(Kind))
    Constructs.push_back(TraitProperty::construct_simd_simd);
}

void DeviceVariants::leave() { Constructs.truncate(Entered.pop_back_val()); }

/// The variant of \p F for a device of the host's architecture, which is what
/// runs the code; \p F if that is the function itself.
FunctionDecl *DeviceVariants::variantOf(FunctionDecl &F) const {
  ASTContext &Context = F.getASTContext();
  const auto Device = compat::deviceContext(Context, Constructs);
  llvm::SmallVector<llvm::omp::VariantMatchInfo, 4> Wanted;
  llvm::SmallVector<FunctionDecl *, 4> Variants;
  for (FunctionDecl *Each = &F; Each; Each = Each->getPreviousDecl())
    for (auto *Attr : Each->specific_attrs<OMPDeclareVariantAttr>()) {
      const auto *Ref =
          dyn_cast<DeclRefExpr>(Attr->getVariantFuncRef()->IgnoreParenCasts());
      auto *Variant =
          Ref ? dyn_cast<FunctionDecl>(const_cast<ValueDecl *>(Ref->getDecl()))
              : nullptr;
      llvm::omp::VariantMatchInfo Match;
      Attr->getTraitInfo().getAsVariantMatchInfo(Context, Match);
      if (!Variant || !isVariantApplicableInContext(Match, *Device) ||
          !Context.hasSameUnqualifiedType(Variant->getReturnType(),
                                          F.getReturnType()))
        continue;
      Wanted.push_back(std::move(Match));
      Variants.push_back(Variant);
    }
  const int Best = getBestVariantMatchForContext(Wanted, *Device);
  return Best < 0 ? &F : Variants[Best];
}

/// A copy of \p E, which shares its leaves; null if a part of it cannot be
/// copied.
static Expr *copyOf(Expr *E, ASTContext &Context) {
  if (anyNode(E, [](const Stmt *S) {
        return isa<StmtExpr, DeclStmt>(S) || isOpaque(*S);
      }))
    return nullptr;
  const auto Copy = [&](auto &&Self, Stmt *Old) -> Stmt * {
    if (!Old || Old->child_begin() == Old->child_end())
      return Old;
    return copyNode(
        *Old, [&](Stmt *Child) { return Self(Self, Child); },
        [](VarDecl *Var) { return Var; }, Context);
  };
  return cast<Expr>(Copy(Copy, E));
}

Expr *DeviceVariants::choose(Expr *E) {
  auto *Chosen = dyn_cast<PseudoObjectExpr>(E);
  auto *Named = dyn_cast<CallExpr>(Chosen ? Chosen->getSyntacticForm() : E);
  auto *OnHost = dyn_cast_or_null<CallExpr>(
      Chosen ? Chosen->getResultExpr() : static_cast<Expr *>(Named));
  FunctionDecl *F = Named ? Named->getDirectCallee() : nullptr;
  if (!F || !OnHost || !OnHost->getDirectCallee() || isa<CXXMethodDecl>(F) ||
      OnHost->getType()->isRecordType())
    return E;
  FunctionDecl *Variant = variantOf(*F);
  if (declaresSameEntity(Variant, OnHost->getDirectCallee()))
    return E;
  llvm::SmallVector<Expr *, 4> Arguments;
  for (Expr *Each : OnHost->arguments()) {
    Arguments.push_back(copyOf(Each, S.Context));
    if (!Arguments.back())
      return E;
  }
  const SourceLocation Loc = OnHost->getExprLoc();
  S.MarkFunctionReferenced(Loc, Variant, /*MightBeOdrUse=*/true);
  Expr *OnDevice =
      S.BuildCallExpr(/*Scope=*/nullptr, referTo(Variant, Loc, S.Context), Loc,
                      Arguments, OnHost->getRParenLoc())
          .get();
  Expr *IsHost = Calls.query(IsInitialDevice);
  Expr *Choice =
      OnDevice && IsHost
          ? S.ActOnConditionalOp(Loc, Loc, IsHost, OnHost, OnDevice).get()
          : nullptr;
  return Choice ? Choice : E;
}

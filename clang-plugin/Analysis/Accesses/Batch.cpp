//===- Batch.cpp - All rows of a scan in one launch -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/Batch.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The alternatives of err_batch.
namespace {
enum class Obstacle {
  Bounds,
  Subscript,
  Guard,
  Store,
  Last,
  Temporary,
  Continued,
  LongSum
};
} // namespace

static bool report(const Diagnostics &Diags, SourceLocation Loc, Obstacle Why) {
  return Diags.report(Loc, Diag::err_batch) << static_cast<unsigned>(Why);
}

bool ompscan::plugin::checkBatchBounds(const ScanLoop &Loop,
                                       const ASTContext &Context,
                                       const Diagnostics &Diags) {
  llvm::SmallVector<const Induction *, 2> All{&Loop.IV};
  for (const NestedLoop &Next : Loop.Outer)
    All.push_back(&Next.IV);
  for (const Induction *IV : All)
    for (const Expr *E : {IV->Lower, IV->Bound})
      if (Loop.mentionsInduction(E) || readsMemory(E, Context))
        return report(Diags, E->getExprLoc(), Obstacle::Bounds);
  return true;
}

bool ompscan::plugin::followOuter(Access &New, const Expr *Node,
                                  const ScanLoop &Loop,
                                  const ASTContext &Context,
                                  const Diagnostics &Diags) {
  const SourceLocation Loc = Node->getExprLoc();
  if (New.Kind == AccessKind::WriteAny)
    return report(Diags, Loc, Obstacle::Store);
  if (!New.Guards.empty())
    return report(Diags, Loc, Obstacle::Guard);
  if (New.Kind == AccessKind::ReadAny)
    return true;
  auto IsKnown = [&](const Movement &M) {
    return llvm::none_of(M.Symbols, [&](const Scaled &S) {
      return Loop.mentionsInduction(S.Value) ||
             (S.Times && Loop.mentionsInduction(S.Times));
    });
  };
  auto Follow = [&](const Expr *E, llvm::SmallVectorImpl<Movement> &Outer) {
    for (const NestedLoop &Next : Loop.Outer) {
      std::optional<Movement> M =
          E ? movement(E, Next.IV, Context) : Movement();
      if (!M || !IsKnown(*M))
        return false;
      Outer.push_back(std::move(*M));
    }
    return true;
  };
  if (!IsKnown({New.Stride, New.Symbols}) || !Follow(New.Index, New.Outer))
    return report(Diags, Loc, Obstacle::Subscript);
  // Other parts of the subscript may wrap around along another loop.
  for (const NestedLoop &Next : Loop.Outer) {
    const std::optional<Affine> Formula =
        New.Index ? affine(New.Index, Next.IV.Var, Context) : Affine();
    for (NoWrap N : Formula->NoWraps) {
      if (llvm::any_of(New.NoWraps, [&](const NoWrap &Known) {
            return Known.Value == N.Value && Known.Bits == N.Bits;
          }))
        continue;
      const std::optional<Movement> M = movement(N.Value, Loop.IV, Context);
      if (!M)
        return report(Diags, Loc, Obstacle::Subscript);
      N.Stride = M->Stride;
      N.Symbols = M->Symbols;
      New.NoWraps.push_back(std::move(N));
    }
  }
  for (NoWrap &N : New.NoWraps)
    if (!IsKnown({N.Stride, N.Symbols}) || !Follow(N.Value, N.Outer))
      return report(Diags, Loc, Obstacle::Subscript);
  return true;
}

bool ompscan::plugin::checkBatch(const ScanLoop &Loop,
                                 const Diagnostics &Diags) {
  for (const DeclRefExpr *Last : Loop.Lasts)
    if (Loop.isInduction(cast<VarDecl>(Last->getDecl())))
      return report(Diags, Last->getExprLoc(), Obstacle::Last);
  // The bounds of the innermost loop are checked for every loop.
  auto Changes = [&](const Expr *E) {
    const VarDecl *Var = variableOf(E);
    return Loop.scalarItem(E) ||
           (Var && llvm::is_contained(Loop.Privates, Var));
  };
  for (const NestedLoop &Next : Loop.Outer)
    for (const Expr *E : {Next.IV.Lower, Next.IV.Bound})
      if (anyOf(E, Changes))
        return report(Diags, E->getExprLoc(), Obstacle::Bounds);
  for (const LoopCarriedScalar &C : Loop.scan()->LoopCarriedScalars)
    return report(Diags, C.Passed.Value->getExprLoc(), Obstacle::Temporary);
  return true;
}

bool ompscan::plugin::checkContinued(const ScanLoop &Loop,
                                     const Diagnostics &Diags) {
  for (const Item &I : Loop.Items)
    if (I.isArray())
      return report(Diags, I.Base->getExprLoc(), Obstacle::Continued);
  return true;
}

bool ompscan::plugin::checkAnew(const ScanLoop &Loop,
                                const Diagnostics &Diags) {
  return !haveLongSums(Loop.Items) ||
         report(Diags, Loop.Loc, Obstacle::LongSum);
}

//===- Race.cpp - Loops whose iterations race -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/Race.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p E is a constant that satisfies \p Holds.
static bool isConstant(const Expr *E, const ASTContext &Context,
                       llvm::function_ref<bool(int64_t)> Holds) {
  const std::optional<int64_t> Value =
      E && !E->isValueDependent() ? constantValue(E, Context) : std::nullopt;
  return Value && Holds(*Value);
}

/// Whether the clauses of \p D leave its region to one thread.
static bool hasOneThread(const OMPExecutableDirective &D,
                         const ASTContext &Context) {
  return llvm::any_of(D.clauses(), [&](const OMPClause *C) {
    if (const auto *If = dyn_cast_or_null<OMPIfClause>(C))
      return isConstant(If->getCondition(), Context,
                        [](int64_t N) { return N == 0; });
    if (const auto *Threads = dyn_cast_or_null<OMPNumThreadsClause>(C))
      return isConstant(Threads->getNumThreads(), Context,
                        [](int64_t N) { return N == 1; });
    return C && C->getClauseKind() == llvm::omp::OMPC_ordered;
  });
}

bool ompscan::plugin::runsUnordered(
    const OMPExecutableDirective &D,
    ArrayRef<const OMPExecutableDirective *> Around,
    const ASTContext &Context) {
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  const auto *Loops = dyn_cast<OMPLoopDirective>(&D);
  if (!Loops || Loops->getLoopsNumber() != 1 || hasOneThread(D, Context))
    return false;
  const bool IsShared =
      Kind == llvm::omp::OMPD_for || Kind == llvm::omp::OMPD_for_simd;
  // A region in another one has one thread, unless the program asks for more.
  const auto *Region = llvm::find_if(Around, [](const auto *Each) {
    return isOpenMPParallelDirective(Each->getDirectiveKind());
  });
  if (IsShared) {
    if (Region == Around.end() || hasOneThread(**Region, Context))
      return false;
  } else if (Kind == llvm::omp::OMPD_unknown ||
             !(isOpenMPParallelDirective(Kind) &&
               isOpenMPWorksharingDirective(Kind)) ||
             Region != Around.end()) {
    return false;
  }
  return !anyNode(D.getInnermostCapturedStmt()->getCapturedStmt(),
                  [](const Stmt *S) {
                    return isa<OMPExecutableDirective, ContinueStmt, AsmStmt,
                               LambdaExpr, GotoStmt>(S);
                  });
}

/// Whether \p Var belongs to all threads of the team that runs the loop of
/// \p D. Clauses of \p D itself do not name it.
static bool isShared(const VarDecl &Var, const OMPExecutableDirective &D,
                     ArrayRef<const OMPExecutableDirective *> Around) {
  if (Var.getTLSKind() != VarDecl::TLS_None ||
      Var.hasAttr<OMPThreadPrivateDeclAttr>())
    return false;
  // A new team shares all that is declared around it.
  if (isOpenMPParallelDirective(D.getDirectiveKind()))
    return true;
  for (const OMPExecutableDirective *Each : Around) {
    const auto *Region = cast<CapturedStmt>(Each->getAssociatedStmt());
    if (Region->getCapturedDecl()->Encloses(Var.getDeclContext()))
      return false;
    for (const OMPClause *C : Each->clauses()) {
      if (!C || isa<OMPSharedClause>(C))
        continue;
      for (const Stmt *Child : childrenOf(C))
        if (mentions(Child, &Var))
          return false;
    }
  }
  return true;
}

/// Whether \p E depends on the position in the loop over \p IV other than by
/// what arrays have there. \p Body is the loop's.
static bool dependsOnPosition(const Stmt *E, const VarDecl *IV,
                              const Stmt *Body, const ASTContext &Context) {
  if (const auto *Value = dyn_cast<Expr>(E)) {
    if (elementAccess(Value, Context).Base)
      return false;
    const VarDecl *Var = variableOf(Value);
    // Names of an iteration may depend on it as well.
    if (Var && (Var->getCanonicalDecl() == IV->getCanonicalDecl() ||
                anyNode(Body, [&](const Stmt *S) {
                  const auto *Declared = dyn_cast<DeclStmt>(S);
                  return Declared && llvm::is_contained(Declared->decls(), Var);
                })))
      return true;
  }
  return llvm::any_of(childrenOf(E), [&](const Stmt *Child) {
    return dependsOnPosition(Child, IV, Body, Context);
  });
}

/// Whether \p S contains an update of \p I that only some iterations, chosen by
/// their position, reach.
static bool isAtSomePositions(const Stmt *S, const Item &I, const VarDecl *IV,
                              const Stmt *Body, const ASTContext &Context,
                              bool Guarded) {
  if (Guarded &&
      llvm::any_of(I.Updates, [&](const Update &U) { return U.Node == S; }))
    return true;
  const Expr *Condition = conditionOf(S);
  if (const auto *Both = dyn_cast<BinaryOperator>(S);
      Both && Both->isLogicalOp())
    Condition = Both->getLHS();
  Guarded |= loopBody(S) ||
             (Condition && dependsOnPosition(Condition, IV, Body, Context));
  return llvm::any_of(childrenOf(S), [&](const Stmt *Child) {
    return isAtSomePositions(Child, I, IV, Body, Context, Guarded);
  });
}

bool ompscan::plugin::isRace(const ScanLoop &Loop,
                             const OMPExecutableDirective &D,
                             ArrayRef<const OMPExecutableDirective *> Around,
                             const ASTContext &Context) {
  const Item &Carried = Loop.Items.back();
  const VarDecl *Var = variableOf(Carried.Base);
  const Stmt *Body = Loop.body().source();
  if (!Var || !isShared(*Var, D, Around) ||
      isAtSomePositions(Body, Carried, Loop.IV.Var, Body, Context,
                        /*Guarded=*/false))
    return false;
  // One iteration, or none, races with nothing.
  const std::optional<int64_t> Begin = constantValue(Loop.IV.Lower, Context);
  const std::optional<int64_t> End = constantValue(Loop.IV.Bound, Context);
  const int64_t Step = Loop.IV.Step < 0 ? -Loop.IV.Step : Loop.IV.Step;
  return !Begin || !End || std::abs(*End - *Begin) > Step;
}

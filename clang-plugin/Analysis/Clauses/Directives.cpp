//===- Directives.cpp - Directives on loops to offload --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Clauses/Directives.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/OpenMPKinds.h"

using namespace clang;
using namespace ompscan::plugin;
using namespace llvm::omp;

Stmt *ompscan::plugin::onlyStatement(Stmt *S) {
  while (true) {
    if (auto *Compound = dyn_cast<CompoundStmt>(S);
        Compound && Compound->size() == 1)
      S = Compound->body_front();
    else if (auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    else if (Stmt *Behind = behindPlaceholder(S))
      S = Behind;
    else
      return S;
  }
}

/// The directive that is the only statement of \p D, or null.
static OMPExecutableDirective *onlyDirective(OMPExecutableDirective &D) {
  Stmt *S = D.hasAssociatedStmt() ? D.getAssociatedStmt() : nullptr;
  while (auto *Captured = dyn_cast_or_null<CapturedStmt>(S))
    S = onlyStatement(Captured->getCapturedStmt());
  return dyn_cast_or_null<OMPExecutableDirective>(S);
}

Stmt *ompscan::plugin::statementOf(const OMPExecutableDirective &D) {
  // A captured statement holds its body twice; Sema completes this one.
  return D.getInnermostCapturedStmt()->getCapturedDecl()->getBody();
}

ForStmt *ompscan::plugin::loopIn(Stmt *S) {
  return dyn_cast<ForStmt>(onlyStatement(S));
}

ForStmt *ompscan::plugin::innermostLoop(Stmt *S, unsigned Count) {
  ForStmt *For = Count != 0 ? loopIn(S) : nullptr;
  for (; For && Count > 1; --Count)
    For = loopIn(For->getBody());
  return For;
}

ForStmt *ompscan::plugin::singleLoop(const ScanDirective &D) {
  return D.loopCount() == 1 ? loopIn(D.onHost()) : nullptr;
}

unsigned ScanDirective::loopCount() const {
  const auto *Loops = dyn_cast<OMPLoopDirective>(Inner);
  return Loops ? Loops->getLoopsNumber() : IsPlain;
}

ForStmt *ompscan::plugin::scannedLoop(const OMPLoopDirective &D) {
  return innermostLoop(statementOf(D), D.getLoopsNumber());
}

Stmt *ScanDirective::onHost() const {
  return OnHost ? OnHost : statementOf(*Inner);
}

bool ompscan::plugin::isScanClause(const OMPClause &C,
                                   const ASTContext &Context) {
  // In templates `reduction(inscan, ...)` is rewritten, too.
  const StringRef Word = originalWord(
      C.getBeginLoc(), Context.getSourceManager(), Context.getLangOpts());
  return Word == "scan" || Word == "reduction";
}

OMPReductionClause *ompscan::plugin::scanClause(const OMPExecutableDirective &D,
                                                const ASTContext &Context) {
  for (OMPClause *C : D.clauses())
    if (auto *Reduction = dyn_cast_or_null<OMPReductionClause>(C);
        Reduction && (isScanClause(*C, Context) ||
                      Reduction->getModifier() == OMPC_REDUCTION_inscan))
      return Reduction;
  return nullptr;
}

bool ompscan::plugin::onlyAdvises(OpenMPClauseKind Kind) {
  switch (Kind) {
  case llvm::omp::OMPC_shared:
  case llvm::omp::OMPC_allocate:
  case llvm::omp::OMPC_bind:
  case llvm::omp::OMPC_schedule:
  case llvm::omp::OMPC_num_teams:
  case llvm::omp::OMPC_thread_limit:
  case llvm::omp::OMPC_dist_schedule:
  case llvm::omp::OMPC_simdlen:
  case llvm::omp::OMPC_safelen:
  case llvm::omp::OMPC_aligned:
  case llvm::omp::OMPC_nontemporal:
    return true;
  default:
    return false;
  }
}

namespace {

/// The threads that run the statement of a directive.
enum class Sharing {
  None,    ///< The thread that has reached a `target`.
  Teams,   ///< The first thread of every team.
  Threads, ///< All threads of a team.
  Loop,    ///< One of them for each iteration of the loop.
  Other
};

} // namespace

/// The sharing of a directive \p Kind that is nested in one with the sharing
/// \p Outer.
static Sharing sharingOf(OpenMPDirectiveKind Kind, Sharing Outer) {
  switch (Kind) {
  case OMPD_target_parallel_for:
  case OMPD_target_parallel_for_simd:
  case OMPD_target_teams_distribute_parallel_for:
  case OMPD_target_teams_distribute_parallel_for_simd:
  case OMPD_target_teams_distribute:
  case OMPD_target_teams_distribute_simd:
  case OMPD_target_teams_loop:
  case OMPD_target_parallel_loop:
    return Sharing::Loop;
  case OMPD_target:
    return Sharing::None;
  case OMPD_target_teams:
    return Sharing::Teams;
  case OMPD_target_parallel:
    return Sharing::Threads;
  case OMPD_parallel_for:
  case OMPD_parallel_for_simd:
  case OMPD_parallel_loop:
  case OMPD_teams_distribute_parallel_for:
  case OMPD_teams_distribute_parallel_for_simd:
  case OMPD_teams_distribute:
  case OMPD_teams_distribute_simd:
  case OMPD_teams_loop:
    return Outer == Sharing::None ? Sharing::Loop : Sharing::Other;
  case OMPD_teams:
    return Outer == Sharing::None ? Sharing::Teams : Sharing::Other;
  case OMPD_parallel:
    return Outer == Sharing::None ? Sharing::Threads : Sharing::Other;
  case OMPD_distribute_parallel_for:
  case OMPD_distribute_parallel_for_simd:
  case OMPD_distribute:
  case OMPD_distribute_simd:
    return Outer == Sharing::Teams ? Sharing::Loop : Sharing::Other;
  case OMPD_for:
  case OMPD_for_simd:
    return Outer == Sharing::Threads ? Sharing::Loop : Sharing::Other;
  case OMPD_loop:
    return Sharing::Loop;
  default:
    return Sharing::Other;
  }
}

/// Whether the user wrote `for` for \p D: in a function that a team calls, the
/// rewriter makes it a `parallel for` with a clause in the place of that word.
static bool isFor(const OMPExecutableDirective &D, const ASTContext &Context) {
  return isa<OMPForDirective, OMPForSimdDirective>(D) ||
         llvm::any_of(D.clauses(), [&](const OMPClause *C) {
           return C && isa<OMPDefaultClause>(C) &&
                  originalWord(C->getBeginLoc(), Context.getSourceManager(),
                               Context.getLangOpts()) == "for";
         });
}

std::optional<ScanDirective>
ompscan::plugin::scanDirective(OMPExecutableDirective &D,
                               const ASTContext &Context) {
  ScanDirective Found;
  Found.Outer = &D;
  Sharing State = Sharing::None;
  for (OMPExecutableDirective *Next = &D; Next && !Found.Scan;
       Next = onlyDirective(*Next)) {
    State = sharingOf(
        isFor(*Next, Context) ? OMPD_for : Next->getDirectiveKind(), State);
    Found.Inner = Next;
    Found.Scan = scanClause(*Next, Context);
    if (!Found.Scan && (State == Sharing::Loop || State == Sharing::Other))
      return std::nullopt;
    if (!Found.Scan && Next != &D)
      Found.Between.push_back(Next);
  }
  // Otherwise the loop is one of several that the directive starts.
  if (!Found.Scan || (Found.Inner != &D && State != Sharing::Loop))
    return std::nullopt;
  Found.IsForTeam = isFor(D, Context);
  Found.IsClangsToo = !isScanClause(*Found.Scan, Context) &&
                      !isOpenMPTargetExecutionDirective(D.getDirectiveKind());
  if (Found.IsClangsToo && State != Sharing::Loop && !Found.IsForTeam)
    return std::nullopt;
  return Found;
}

std::optional<ScanDirective>
ompscan::plugin::parallelDirective(OMPExecutableDirective &D) {
  if (!isOpenMPTargetExecutionDirective(D.getDirectiveKind()))
    return std::nullopt;
  ScanDirective Found;
  Found.Outer = &D;
  Sharing State = Sharing::None;
  for (OMPExecutableDirective *Next = &D; Next; Next = onlyDirective(*Next)) {
    State = sharingOf(Next->getDirectiveKind(), State);
    Found.Inner = Next;
    if (State == Sharing::Loop)
      return Found;
    if (State == Sharing::Other)
      return std::nullopt;
    if (Next != &D)
      Found.Between.push_back(Next);
  }
  return std::nullopt;
}

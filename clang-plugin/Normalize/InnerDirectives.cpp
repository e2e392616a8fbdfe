//===- InnerDirectives.cpp - Directives inside of loops -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InnerDirectives.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/Continues.h"
#include "Pragma/ItemPlaceholder.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Why a loop cannot run without the directives in it.
enum class Obstacle { Directive, Clause, Captures, LongSum };

/// Replaces the directives in the loop of a directive.
class DirectiveRemover {
public:
  DirectiveRemover(Stmt &Loop, ASTContext &Context, const Diagnostics &Diags)
      : Context(Context), Diags(Diags),
        Rewriter(Loop, Context, /*RemovesDirectives=*/true) {}

  /// Null, with an error, if some directive has to stay.
  Stmt *run(Stmt &Loop);

private:
  /// Reports what is at \p Loc.
  std::nullptr_t refuse(SourceLocation Loc, Obstacle Why) const {
    Diags.report(Loc, Diag::err_nest) << static_cast<unsigned>(Why);
    return nullptr;
  }
  Stmt *copied(Stmt *S);
  Stmt *loopOf(const OMPLoopDirective &D);
  bool findPrivates(const OMPLoopDirective &D, const Stmt &Loop,
                    llvm::SmallSetVector<const VarDecl *, 4> &Privates) const;

  ASTContext &Context;
  const Diagnostics &Diags;
  TreeRewriter Rewriter;
};

} // namespace

/// Whether the iterations of \p D may run in sequence in the place of the
/// directive: it divides them among threads or lanes, and does nothing else.
static bool isOnlyShared(const OMPExecutableDirective &D) {
  switch (D.getDirectiveKind()) {
  case llvm::omp::OMPD_parallel_for:
  case llvm::omp::OMPD_parallel_for_simd:
  case llvm::omp::OMPD_parallel_loop:
  case llvm::omp::OMPD_simd:
  case llvm::omp::OMPD_loop:
    return true;
  default:
    return false;
  }
}

/// The variable that \p E, an item of a clause, names; null for anything else.
static const VarDecl *namedBy(const Expr *E) {
  const VarDecl *Var = variableOf(strip(E));
  return Var && !Var->getType()->isReferenceType() ? Var->getCanonicalDecl()
                                                   : nullptr;
}

/// Finds the variables that \p Loop has for itself by \p D. False if a clause
/// says something that the sequential loop does not do.
bool DirectiveRemover::findPrivates(
    const OMPLoopDirective &D, const Stmt &Loop,
    llvm::SmallSetVector<const VarDecl *, 4> &Privates) const {
  llvm::SmallPtrSet<const VarDecl *, 2> Lasts;
  for (const OMPClause *C : D.clauses()) {
    if (!C || C->isImplicit())
      continue;
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_private:
      for (const Expr *E : compat::varlist(cast<OMPPrivateClause>(C))) {
        const VarDecl *Var = namedBy(E);
        if (!Var || !Var->getType().isPODType(Context))
          return false;
        Privates.insert(Var);
      }
      break;
    case llvm::omp::OMPC_firstprivate:
      for (const Expr *E : compat::varlist(cast<OMPFirstprivateClause>(C)))
        if (const VarDecl *Var = namedBy(E);
            !Var || useOf(Var, &Loop).IsAssigned)
          return false;
      break;
    case llvm::omp::OMPC_lastprivate:
      for (const Expr *E : compat::varlist(cast<OMPLastprivateClause>(C)))
        Lasts.insert(namedBy(E));
      break;
    // The sequential loop does the same.
    case llvm::omp::OMPC_reduction:
    case llvm::omp::OMPC_linear:
    case llvm::omp::OMPC_shared:
    case llvm::omp::OMPC_default:
    // These are about speed.
    case llvm::omp::OMPC_collapse:
    case llvm::omp::OMPC_schedule:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_proc_bind:
    case llvm::omp::OMPC_bind:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_safelen:
    case llvm::omp::OMPC_simdlen:
    case llvm::omp::OMPC_aligned:
    case llvm::omp::OMPC_nontemporal:
      break;
    default:
      return false;
    }
  }
  // The variables of the loops are private as well.
  const Stmt *Next = &Loop;
  for (unsigned I = 0; I != D.getLoopsNumber(); ++I) {
    const auto *For =
        dyn_cast_or_null<ForStmt>(onlyStatement(const_cast<Stmt *>(Next)));
    if (!For)
      return false;
    if (const auto *Begin = dyn_cast_or_null<Expr>(For->getInit())) {
      const auto *Assignment = dyn_cast<BinaryOperator>(strip(Begin));
      const VarDecl *Var = Assignment ? namedBy(Assignment->getLHS()) : nullptr;
      if (!Var)
        return false;
      Privates.insert(Var);
    }
    Next = For->getBody();
  }
  Privates.remove_if([&](const VarDecl *Var) { return Lasts.contains(Var); });
  return true;
}

Stmt *DirectiveRemover::run(Stmt &Loop) {
  // A lambda that stays as it is names the variables of the program.
  if (Rewriter.hasPinned())
    return refuse(Loop.getBeginLoc(), Obstacle::Captures);
  return Rewriter.finished(copied(&Loop));
}

/// The loop of \p D in a block with its private variables; null if it has to
/// stay.
Stmt *DirectiveRemover::loopOf(const OMPLoopDirective &D) {
  for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
    if (combinesBy(*C, Operator::Sum2, Context))
      return refuse(D.getBeginLoc(), Obstacle::LongSum);
  Stmt *Loop = withoutContinues(statementOf(D), D.getLoopsNumber(), Context);
  llvm::SmallSetVector<const VarDecl *, 4> Privates;
  if (!findPrivates(D, *Loop, Privates))
    return refuse(D.getBeginLoc(), Obstacle::Clause);
  llvm::SmallVector<Stmt *, 4> Block;
  for (const VarDecl *Var : Privates) {
    auto *Own = VarDecl::Create(
        Context, const_cast<DeclContext *>(Var->getDeclContext()),
        Var->getBeginLoc(), Var->getLocation(), Var->getIdentifier(),
        Var->getType(), Var->getTypeSourceInfo(), SC_None);
    Own->setReferenced();
    Own->setIsUsed();
    Loop = Rewriter.renamed(Loop, *Var, *Own);
    Block.push_back(declarationOf(Own, D.getBeginLoc(), Context));
  }
  Loop = copied(Loop);
  if (!Loop || Block.empty())
    return Loop;
  Block.push_back(Loop);
  return blockOf(Block, D.getSourceRange(), Context);
}

/// \p S with loops in the place of directives, and with references of its own.
Stmt *DirectiveRemover::copied(Stmt *S) {
  if (Stmt *Behind = behindPlaceholder(S))
    return copied(Behind);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return DeclRefExpr::Create(
        Context, Ref->getQualifierLoc(), Ref->getTemplateKeywordLoc(),
        const_cast<ValueDecl *>(Ref->getDecl()),
        Ref->refersToEnclosingVariableOrCapture(), Ref->getNameInfo(),
        Ref->getType(), Ref->getValueKind(), /*FoundD=*/nullptr,
        /*TemplateArgs=*/nullptr, Ref->isNonOdrUse());
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S);
      D && !isa<OMPAtomicDirective, OMPScanDirective>(S))
    return isOnlyShared(*D) ? loopOf(*cast<OMPLoopDirective>(D))
                            : refuse(D->getBeginLoc(), Obstacle::Directive);
  return Rewriter.rebuilt(S, [this](Stmt *Child) { return copied(Child); });
}

bool ompscan::plugin::hasInnerDirectives(const ScanDirective &D) {
  return D.Inner->hasAssociatedStmt() &&
         anyNode(statementOf(*D.Inner), [](const Stmt *S) {
           const auto *Inner = dyn_cast<OMPExecutableDirective>(S);
           return Inner && isOnlyShared(*Inner);
         });
}

bool ompscan::plugin::hasStandardScans(const ScanDirective &D,
                                       const ASTContext &Context) {
  return anyNode(statementOf(*D.Inner), [&](const Stmt *S) {
    const auto *Inner = dyn_cast<OMPExecutableDirective>(S);
    const OMPClause *Scan = Inner ? scanClause(*Inner, Context) : nullptr;
    return Scan && !isScanClause(*Scan, Context);
  });
}

Stmt *ompscan::plugin::withoutInnerDirectives(const ScanDirective &D,
                                              ASTContext &Context,
                                              const Diagnostics &Diags) {
  Stmt *Loop = statementOf(*D.Inner);
  return DirectiveRemover(*Loop, Context, Diags).run(*Loop);
}

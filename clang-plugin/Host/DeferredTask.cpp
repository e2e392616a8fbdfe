//===- DeferredTask.cpp - A task that the program goes on beside ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DeferredTask.h"
#include "Support/ClangCompat.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/ScopeInfo.h"

using namespace clang;
using namespace ompscan::plugin;

// The steps are those of the parser, and of Sema where it instantiates a
// template, which has no scopes either.
Stmt *
ompscan::plugin::buildDeferredTask(Sema &S, ArrayRef<OMPClause *> Dependences,
                                   OMPClause *Nowait, VarDecl *Copied,
                                   llvm::function_ref<Expr *(Expr *)> Body,
                                   SourceLocation Loc) {
  constexpr auto Kind = llvm::omp::OMPD_task;
  auto &OpenMP = compat::openMP(S);
  const DeclarationNameInfo NoName;
  auto Reference = [&]() -> Expr * {
    return S.BuildDeclRefExpr(Copied, Copied->getType(), VK_LValue, Loc);
  };
  S.PushFunctionScope();
  OpenMP.StartOpenMPDSABlock(Kind, NoName, /*CurScope=*/nullptr, Loc);
  // No `task` has a `nowait` clause in a program: it makes a target task of
  // this one when code is generated.
  auto Clauses = llvm::to_vector<4>(Dependences);
  Clauses.push_back(Nowait);
  Expr *const List[] = {Reference()};
  Clauses.push_back(OpenMP.ActOnOpenMPFirstprivateClause(List, Loc, Loc, Loc));
  OpenMP.ActOnOpenMPRegionStart(Kind, /*CurScope=*/nullptr);
  const ExprResult Does = S.ActOnFinishFullExpr(Body(Reference()), Loc,
                                                /*DiscardedValue=*/true);
  const bool IsWhole = Clauses.back() && !Does.isInvalid();
  const StmtResult Region = OpenMP.ActOnOpenMPRegionEnd(
      IsWhole ? StmtResult(Does.get()) : StmtError(), Clauses);
  const StmtResult Task = Region.isInvalid()
                              ? StmtError()
                              : OpenMP.ActOnOpenMPExecutableDirective(
                                    Kind, NoName, llvm::omp::OMPD_unknown,
                                    Clauses, Region.get(), Loc, Loc);
  OpenMP.EndOpenMPDSABlock(Task.isInvalid() ? nullptr : Task.get());
  S.PopFunctionScopeInfo();
  return Task.isInvalid() ? nullptr : Task.get();
}

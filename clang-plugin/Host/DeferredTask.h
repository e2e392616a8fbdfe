//===- DeferredTask.h - A task that the program goes on beside -*- C++ -*--===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_DEFERREDTASK_H
#define OMPSCAN_PLUGIN_HOST_DEFERREDTASK_H

#include "clang/AST/OpenMPClause.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Builds a target task (OpenMP 5.2, section 13.8) that does what \p Body makes
/// of a reference to its copy of \p Copied, a variable of the current context.
/// It comes behind the tasks that \p Dependences, clauses of that context,
/// name.
/// \p Nowait lets it be deferred: libomp has threads for target tasks, so that
/// it runs beside the program outside of a `parallel`, too.
///
/// Null if something cannot be built.
clang::Stmt *
buildDeferredTask(clang::Sema &S,
                  llvm::ArrayRef<clang::OMPClause *> Dependences,
                  clang::OMPClause *Nowait, clang::VarDecl *Copied,
                  llvm::function_ref<clang::Expr *(clang::Expr *)> Body,
                  clang::SourceLocation Loc);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_DEFERREDTASK_H

//===- ClauseCode.h - Host code of clauses -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_CLAUSECODE_H
#define OMPSCAN_PLUGIN_HOST_CLAUSECODE_H

#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Model/ScanLoop.h"
#include "clang/AST/OpenMPClause.h"

namespace ompscan::plugin {

/// "file:line:column (function)"
std::string describePlace(const clang::ASTContext &Context,
                          clang::SourceLocation Loc, llvm::StringRef Function);

/// The device of a launch.
clang::Expr *deviceNumber(RuntimeCalls &Calls, const DeviceChoice &Device,
                          const Rebase &Move);

/// Whether all of \p Conditions, of which there is one at least, hold. Null if
/// that cannot be built, or one of them is null.
clang::Expr *allHold(const CodeBuilder &Code,
                     llvm::ArrayRef<clang::Expr *> Conditions);
/// The same of \p Conditions as clauses have them.
clang::Expr *allHold(const CodeBuilder &Code,
                     llvm::ArrayRef<const clang::Expr *> Conditions,
                     const Rebase &Move);

/// What lets a construct that runs to its end here keep its place among the
/// tasks that \p Dependences, its `depend` clauses, name; null where there are
/// none.
clang::Stmt *waitForTasks(const clang::ASTContext &Context,
                          llvm::ArrayRef<clang::OMPClause *> Dependences,
                          const Rebase &Move, clang::SourceLocation Loc);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_CLAUSECODE_H

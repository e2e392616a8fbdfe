//===- ExposedVariables.h - Variables with a known address ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_EXPOSEDVARIABLES_H
#define OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_EXPOSEDVARIABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ompscan::plugin {

using VariableSet = llvm::SmallPtrSet<const clang::VarDecl *, 4>;

/// Whether \p Var is a variable of \p DC with automatic storage, whose uses are
/// all in the body of \p DC.
bool isOwn(const clang::VarDecl &Var, const clang::DeclContext &DC);

/// Those scalar variables of \p DC that \p Directive mentions and \p Function,
/// its body, only reads and assigns: no pointer or reference to them exists,
/// and no other construct maps them.
VariableSet unexposedVariables(const clang::Stmt *Directive,
                               const clang::Stmt *Function,
                               const clang::DeclContext &DC);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_EXPOSEDVARIABLES_H

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

/// \returns the variables of \p DC that \p Directive mentions and that the rest
/// of \p Function, the body of \p DC, only reads and assigns. No pointer or
/// reference to them exists outside of \p Directive, and no other construct
/// maps them. None if \p Function is null.
VariableSet unexposedVariables(const clang::Stmt *Directive,
                               const clang::Stmt *Function,
                               const clang::DeclContext &DC);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_LIVENESS_EXPOSEDVARIABLES_H

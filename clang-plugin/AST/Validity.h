//===- Validity.h - Code that Clang has found wrong ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_VALIDITY_H
#define OMPSCAN_PLUGIN_AST_VALIDITY_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace ompscan::plugin {

/// Whether \p S and all functions that it calls are free of errors that Clang
/// has reported: expressions that could not be built, and variables or types
/// whose declarations are wrong. Sizes, layouts and constants are defined for
/// valid code only. No other code checks the AST for errors. \p Instantiate, if
/// it is not null, defines a function of a template, which reports the errors
/// of that function.
bool isValid(const clang::Stmt &S, const clang::ASTContext &Context,
             llvm::function_ref<void(clang::FunctionDecl &)> Instantiate = {});

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_VALIDITY_H

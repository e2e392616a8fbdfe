//===- Validity.h - Code that Clang has found wrong ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_VALIDITY_H
#define OMPSCAN_PLUGIN_AST_VALIDITY_H

namespace clang {
class Stmt;
}

namespace ompscan::plugin {

/// Whether \p S, with all that is in it, has no error that Clang has reported:
/// an expression that could not be built, or a variable or a type whose
/// declaration is wrong. Sizes, layouts and constants are defined for valid
/// code only.
bool isValid(const clang::Stmt &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_VALIDITY_H

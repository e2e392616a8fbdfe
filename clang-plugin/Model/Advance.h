//===- Advance.h - A variable that advances with a loop ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_ADVANCE_H
#define OMPSCAN_PLUGIN_MODEL_ADVANCE_H

#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// A variable that a loop advances.
struct Advance {
  const clang::DeclRefExpr *Var;
  /// The ptrdiff_t that each iteration adds; the loop does not change it. Null
  /// where Count counts the steps.
  clang::Expr *Amount;
  /// A variable of the host code that begins with 0, to which the loop adds.
  clang::VarDecl *Count;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_ADVANCE_H

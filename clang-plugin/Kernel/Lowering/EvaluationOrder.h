//===- EvaluationOrder.h - Effects within an assignment ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_EVALUATIONORDER_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_EVALUATIONORDER_H

#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// Whether C++17's rule that the value of an assignment is evaluated before its
/// target may be observed. In the body of the loop (\p InLoop) arrays do not
/// move.
bool dependsOnOrder(const clang::Expr *Target, const clang::Expr *Value,
                    const clang::ASTContext &Context, bool InLoop);

/// Whether evaluating \p Value may change the variable that \p Target is a part
/// of.
bool changesTarget(const clang::Expr *Value, const clang::Expr *Target);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_EVALUATIONORDER_H

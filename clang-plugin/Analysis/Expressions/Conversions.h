//===- Conversions.h - Conversions that commute --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CONVERSIONS_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CONVERSIONS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Whether integer type \p To has all values of integer type \p From.
bool fits(clang::QualType From, clang::QualType To,
          const clang::ASTContext &Context);

/// Whether \p E is 0 or 1, whatever its type.
bool isTruthValue(const clang::Expr *E);

/// Whether `(Item)((Computed)a op (Computed)b)`, as in the loop, equals
/// `(Item)a op (Item)b`, as in the scan.
bool commutes(Operator Op, clang::QualType Item, clang::QualType Computed,
              const clang::ASTContext &Context);

/// Whether the operand \p E of \p Op can be converted to \p Item before it is
/// combined, given that \p Item and the computed type commute.
bool operandCommutes(Operator Op, clang::QualType Item, const clang::Expr *E,
                     const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CONVERSIONS_H

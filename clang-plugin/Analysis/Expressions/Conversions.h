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
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// Whether \p T has the values 0 and 1, and conversions to it keep zeros.
bool isTruthType(clang::QualType T);

/// Whether integer type \p To has all values of integer type \p From.
bool fits(clang::QualType From, clang::QualType To,
          const clang::ASTContext &Context);

/// Whether \p E is 0 or 1, whatever its type.
bool isTruthValue(const clang::Expr *E);

/// Whether arithmetic type \p To has all values of arithmetic type \p From, so
/// that a conversion keeps their order as well.
bool keepsValues(clang::QualType From, clang::QualType To,
                 const clang::ASTContext &Context);

/// Whether `(Item)((Computed)a op (Computed)b)`, as in the loop, equals
/// `(Item)a op (Item)b`, as in the scan. For an extremum, Computed is a type
/// that the value before has on its way to the item; see keepsValues() for the
/// type of the comparison.
bool commutes(Operator Op, clang::QualType Item, clang::QualType Computed,
              const clang::ASTContext &Context);

/// Whether the operand \p E of \p Op can be converted to \p Item before it is
/// combined, given that \p Item and the computed type commute.
bool operandCommutes(Operator Op, clang::QualType Item, const clang::Expr *E,
                     const clang::ASTContext &Context);

/// Conversions that do not commute with an operator, in the order of the
/// alternatives of Diag::err_conversion.
enum class ConversionFault {
  Operand,    ///< The conversion of an operand to the item's type.
  Comparison, ///< That of the item to the type of a comparison.
  Difference  ///< That of a difference to a type of truth values.
};

/// Reports that a conversion between the types \p Found, at \p Loc, and \p
/// Item does not commute with \p Op.
void reportConversion(clang::SourceLocation Loc, clang::QualType Found,
                      clang::QualType Item, Operator Op, ConversionFault Fault,
                      const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_CONVERSIONS_H

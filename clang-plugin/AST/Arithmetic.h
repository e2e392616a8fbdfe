//===- Arithmetic.h - What options say of arithmetic ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_ARITHMETIC_H
#define OMPSCAN_PLUGIN_AST_ARITHMETIC_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace ompscan::plugin {

/// Whether the result of \p Op in the type \p T may overflow: a sum, difference
/// or product, or an assignment of one, of signed integers.
bool mayOverflow(clang::BinaryOperatorKind Op, clang::QualType T);

/// The options and pragmas that apply to one operation, or to several.
struct ArithmeticRules {
  /// The program ends if it overflows (-ftrapv).
  const clang::Expr *Trapping = nullptr;
  /// It depends on the floating-point environment, or changes it.
  const clang::Expr *OnEnvironment = nullptr;
  /// The compiler must not contract it with another operation.
  const clang::Expr *Uncontracted = nullptr;
};

/// The rules of \p E alone. \p IsPlace: \p E is a part of a subscript or of the
/// counting of an inner loop, which do not overflow.
ArithmeticRules rulesOf(const clang::Expr &E, bool IsPlace,
                        const clang::ASTContext &Context);

/// The rules of all operations in \p Code; the first one for each.
ArithmeticRules rulesIn(const clang::Stmt *Code,
                        const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_ARITHMETIC_H

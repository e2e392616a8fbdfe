//===- ValueRange.h - The range of an integer ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_VALUERANGE_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_VALUERANGE_H

#include "clang/AST/Expr.h"
#include "llvm/IR/ConstantRange.h"
#include <functional>
#include <optional>

namespace ompscan::plugin {

/// The range of an expression of integers, by its types and constants alone.
class ValueRange {
public:
  /// The width of the bounds, which are signed: the product of two integers of
  /// MostWidth bits fits. Wider integers have all values.
  static constexpr unsigned MostWidth = 128, Bits = 2 * MostWidth + 8;

  /// Returns the range of an expression that the user of this class knows;
  /// std::nullopt for all others.
  using KnownRange =
      std::function<std::optional<llvm::ConstantRange>(const clang::Expr *)>;

  ValueRange(const clang::ASTContext &Context, KnownRange Known)
      : Context(Context), Known(std::move(Known)) {}

  /// The range of \p E, an integer.
  llvm::ConstantRange of(const clang::Expr *E);
  /// Whether an operation or a conversion that uses a known value may have
  /// wrapped around in an unsigned type, or may have been truncated.
  bool mayWrap() const { return Wraps; }

  /// The values of the integer type \p T.
  static llvm::ConstantRange ofType(clang::QualType T,
                                    const clang::ASTContext &Context);
  /// From 0 to \p Count - 1.
  static llvm::ConstantRange below(uint64_t Count);

private:
  /// A range, and whether a known value is part of it.
  struct Found {
    llvm::ConstantRange Range;
    bool UsesKnown = false;
  };
  Found find(const clang::Expr *E);
  Found operation(const clang::BinaryOperator &E);
  Found fitted(Found Value, clang::QualType T);
  /// \p E, of which only \p Range is known.
  Found unknown(const clang::Expr &E, llvm::ConstantRange Range);

  const clang::ASTContext &Context;
  KnownRange Known;
  bool Wraps = false;
};

/// Whether \p E, an integer, is not negative, by its types and constants.
bool isNeverNegative(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_VALUERANGE_H

//===- Combination.h - The value that an update computes ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_COMBINATION_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_COMBINATION_H

#include "Analysis/Expressions/Conversions.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

struct Extremum;

/// Splits the new value of an item into the value before and the inputs that
/// the item's operator combines with it. Reports an expression of another form
/// at the token that breaks it.
class CombinationReader {
public:
  using Predicate = llvm::function_ref<bool(const clang::Expr *)>;
  using ValueBefore = FunctionReader::ValueBefore;

  CombinationReader(Item &Target, ValueBefore IsBefore,
                    const clang::ASTContext &Context, const Diagnostics &Diags)
      : Target(Target), IsBefore(IsBefore), Context(Context), Diags(Diags) {}

  /// Reads \p E, the new value.
  bool readValue(const clang::Expr *E, Update &U);
  /// Reads `item op= value`, where the item holds the value before. If it
  /// \p IsInPlace, the right operand contains the value before, and the left
  /// one is an element that is another input.
  bool readCompound(const clang::CompoundAssignOperator &E, Update &U,
                    bool IsInPlace);
  /// Reads \p E, which assigns, increments or decrements the item.
  bool readChange(const clang::Expr *E, Update &U);
  /// Reads `++item` and the like.
  bool readIncrement(const clang::UnaryOperator &E, Update &U);
  /// Reads `condition ? then : otherwise`, a minimum or maximum.
  bool readChoice(const clang::Expr *Condition, const clang::Expr *Then,
                  const clang::Expr *Otherwise, Update &U);
  /// Reads the new value for a declared operator: an expression with the
  /// structure of its combiner.
  bool readDeclared(const clang::Expr *Value, Update &U);
  /// Reads a statement with the structure of the combiner; \p IsOut recognises
  /// the place of omp_out.
  bool readCombiner(const clang::Expr *E, Predicate IsOut, Update &U);

  bool isMinMax() const {
    return traits(Target.Op).Family == OperatorFamily::Extremum;
  }
  /// Whether an `if` on the value before may be an update.
  bool takesChoices() const { return isMinMax() || Target.isFunction(); }
  bool reportOperator(clang::SourceLocation Loc, llvm::StringRef Found) const;
  /// Reports that \p Shown is not what the combiner does.
  bool reportCombiner(const clang::Expr *Shown) const;

private:
  bool reportConversion(clang::SourceLocation Loc, clang::QualType Found,
                        ConversionFault Fault) const;
  bool usesBefore(const clang::Expr *E) const;
  bool checkConversion(const clang::Expr *E, clang::QualType Computed) const;
  bool checkDifference(clang::SourceLocation Loc) const;
  bool checkCompared(const Extremum &E) const;
  bool addTerm(const clang::Expr *E, Update &U, bool Negated = false) const;
  bool addCompared(const clang::Expr *E, const Extremum &Of, Update &U) const;
  bool readCompared(const clang::Expr *E, Update &U);
  bool readArithmetic(const clang::BinaryOperator &Binary, Update &U);
  bool readCall(const clang::CallExpr &Call, Update &U);
  bool readExtremum(const Extremum &E, Update &U);
  bool readList(const Extremum &E, Update &U);
  bool matchCombiner(const clang::Expr *Pattern, const clang::Expr *E,
                     Predicate IsPlace, bool InputFirst, bool ByMember,
                     Update &U) const;
  bool setOrder(bool InputFirst, clang::SourceLocation Loc);
  bool reportMinMax(clang::SourceLocation Loc) const;

  Item &Target;
  /// Within an operand of an extremum, which is compared.
  bool IsCompared = false;
  ValueBefore IsBefore;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_COMBINATION_H

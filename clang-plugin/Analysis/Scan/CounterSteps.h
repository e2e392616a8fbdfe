//===- CounterSteps.h - How far updates move a counter -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The amounts that updates add to an item whose value is a subscript. Where
/// the amount is a constant, the values of the item are known at launch; where
/// it is never negative, iterations with the same value are consecutive; and
/// where it is positive, there is one iteration for each value.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTEPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTEPS_H

#include "Analysis/Scan/BodyFacts.h"
#include "Model/Item.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace ompscan::plugin {

class CounterSteps {
public:
  CounterSteps(const BodyFacts &Facts, const clang::ASTContext &Context)
      : Facts(Facts), Context(Context) {}

  /// The number that each update of \p Counter adds, if all that add anything
  /// add the same one. \p IsConstant: every update adds it.
  std::optional<int64_t> stepOf(const Item &Counter, bool &IsConstant) const;

  enum class Growth {
    Unknown,
    NotBack, ///< No update adds a negative number.
    Forward  ///< All updates add positive numbers.
  };
  /// The direction of the updates of \p Counter, the item \p Number.
  Growth growthOf(const Item &Counter, unsigned Number) const;

  /// Whether every iteration that runs \p Guards adds a positive number to
  /// \p Counter, the item \p Number, of which an update stands outside of them:
  /// for example `if (c) n = 1; k += n;`, where \p Guards are those of `n = 1`.
  /// \p IsOnly: no other iteration adds anything.
  bool movesUnder(const BranchList &Guards, const Item &Counter,
                  unsigned Number, bool &IsOnly) const;

private:
  /// A value in [0, 2^Bits), or [1, 2^Bits) if it IsPositive.
  struct Amount {
    bool IsPositive;
    unsigned Bits;
  };
  using Conditions = llvm::SmallVector<BranchCondition, 4>;

  using Values = llvm::SmallVector<const clang::Expr *, 2>;
  using Assignments = llvm::SmallVector<const LocalValue *, 2>;

  const clang::Expr *initialValue(const clang::Expr *E) const;
  Values valuesOf(const clang::Expr *E) const;
  std::optional<int64_t> stepOf(const clang::Expr *E) const;
  std::optional<Amount> amountOf(const clang::Expr *E,
                                 const Conditions &Known) const;
  std::optional<Amount> amountOfCast(const clang::CastExpr &Cast,
                                     const Conditions &Known) const;
  std::optional<Amount> amountOfBinary(const clang::BinaryOperator &Binary,
                                       const Conditions &Known) const;
  std::optional<Amount> amountOfVariable(const clang::Expr *E) const;
  bool isSteady(const clang::Expr *E) const;
  bool excludesZero(const BranchCondition &Known, const clang::Expr *E,
                    bool IsNotNegative) const;
  void addConditions(const BranchList &Guards, Conditions &Known) const;
  bool hasPlaces(const Item &Counter, unsigned Number) const;
  Assignments assignmentsOf(const clang::VarDecl *Var) const;
  const clang::VarDecl *copiedVariable(const clang::Expr *E, size_t &Limit,
                                       const BranchList *Guards) const;
  bool addsUnder(const BranchList &Guards, const Conditions &Known,
                 const Update &U, const UpdatePlace &Place) const;

  const BodyFacts &Facts;
  const clang::ASTContext &Context;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTEPS_H

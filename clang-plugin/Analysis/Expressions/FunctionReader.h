//===- FunctionReader.h - Updates that are functions ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_FUNCTIONREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_FUNCTIONREADER_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

struct Extremum;

/// Why the remainders of an item cannot be composed, in the order of the
/// alternatives of Diag::err_remainder.
enum class RemainderFault { NotLast, Divisor, Operand, Type };

/// Reads the new value of an item as a function of the value before, of the
/// form that the item's operator composes. Reports an expression of another
/// form at the token that breaks it.
class FunctionReader {
public:
  /// Which of the values before the update an expression is (FunctionNode::Of);
  /// 0 if it is none of them.
  using ValueBefore = llvm::function_ref<unsigned(const clang::Expr *)>;

  FunctionReader(Item &Target, ValueBefore IsBefore,
                 const clang::ASTContext &Context, const Diagnostics &Diags)
      : Target(Target), IsBefore(IsBefore), Context(Context), Diags(Diags) {}

  /// Reads \p E, the new value.
  bool readValue(const clang::Expr *E, Update &U);
  /// Reads `item op= value`. If it \p IsInPlace, the left operand is an element
  /// that is an input.
  bool readCompound(const clang::CompoundAssignOperator &E, Update &U,
                    bool IsInPlace);
  /// Reads `++item` or `--item`.
  bool readIncrement(const clang::UnaryOperator &E, Update &U);
  /// Reads `condition ? then : otherwise` as the new value.
  bool readChoice(const clang::Expr *Condition, const clang::Expr *Then,
                  const clang::Expr *Otherwise, Update &U);

private:
  std::optional<unsigned> read(const clang::Expr *E, Update &U);
  std::optional<unsigned> readConverted(const clang::Expr *E, Update &U);
  std::optional<unsigned> input(const clang::Expr *E, Update &U);
  std::optional<unsigned> lookup(const clang::Expr *E, Update &U);
  std::optional<unsigned> operation(clang::BinaryOperatorKind Opcode,
                                    clang::SourceLocation Loc, unsigned Left,
                                    unsigned Right, const clang::Expr *Amount,
                                    Update &U);
  std::optional<unsigned>
  choose(const clang::Expr *Condition, Update &U,
         llvm::function_ref<std::optional<unsigned>()> Then,
         llvm::function_ref<std::optional<unsigned>()> Otherwise);
  std::optional<unsigned> choice(const clang::Expr *Condition,
                                 const clang::Expr *Then,
                                 const clang::Expr *Otherwise, Update &U);
  std::optional<unsigned> remainder(const clang::BinaryOperator &E,
                                    clang::QualType Computed, Update &U);
  bool isLongUnsigned(clang::QualType T) const;
  bool takesRemainders(clang::QualType T) const;
  bool isProven(const clang::Expr *Dividend) const;
  bool readAll(const clang::Expr *E, Update &U,
               llvm::function_ref<bool(Update &)> Read);
  bool checkReduced(const clang::Expr *E, const Update &U) const;
  std::optional<unsigned> call(const clang::CallExpr &Call, Update &U);
  std::optional<unsigned> extremum(const Extremum &E, Update &U);
  unsigned before(const clang::Expr *E, Update &U) const;
  static unsigned add(FunctionKind Kind, Update &U, unsigned Left = 0,
                      unsigned Right = 0);
  bool areSame(const clang::Expr *A, const clang::Expr *B) const;
  bool isClamped(const clang::Expr *E, const clang::Expr *Clamped,
                 const clang::Expr *Comparison) const;
  bool usesBefore(const clang::Expr *E) const;
  bool takesExtrema() const {
    return Target.Op == Operator::MaxPlus || Target.Op == Operator::MinPlus;
  }
  /// Whether it does of affine functions.
  bool takesFactors() const {
    return takesExtrema() &&
           (Target.Type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
            Target.Type->isSpecificBuiltinType(clang::BuiltinType::Double));
  }
  bool isArithmetic() const {
    return Target.Op == Operator::Affine || Target.Op == Operator::Rational;
  }
  bool isSum() const { return Target.Op == Operator::Sum2; }
  bool checkType(clang::SourceLocation Loc) const;
  bool checkComputed(const clang::Expr *E, clang::QualType Computed);
  /// Whether sums of the item's type are computed in int, and bounded there.
  bool isNarrow() const;
  bool isBounded(const Update &U, unsigned Node, bool IsAbove) const;
  bool refuseRemainder(clang::SourceLocation Loc, RemainderFault Fault) const;
  bool checkRange(const clang::Expr *E, const Update &U, unsigned Node) const;
  bool refuse(clang::SourceLocation Loc) const;

  Item &Target;
  /// Within the dividend of a remainder.
  bool IsDividend = false;
  /// No dividend has been computed in another type than those of
  /// isLongUnsigned().
  bool IsLong = true;
  ValueBefore IsBefore;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

/// Finds out whether updates in \p Body of \p Target, an accumulator that
/// \p IsItem recognises, end by the remainder by a constant.
void findRemainder(Item &Target, const clang::Stmt *Body,
                   llvm::function_ref<bool(const clang::Expr *)> IsItem,
                   const clang::ASTContext &Context);

/// Whether \p U may leave the value before as it is.
bool mayKeep(const Update &U);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_FUNCTIONREADER_H

//===- Item.h - What a scan is taken of ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_ITEM_H
#define OMPSCAN_PLUGIN_MODEL_ITEM_H

#include "Model/Operator.h"
#include "ompscan/abi.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace clang {
class OMPDeclareReductionDecl;
}

namespace ompscan::plugin {

/// One operand that an iteration combines with the value before it.
struct Term {
  const clang::Expr *Value;
  bool Negated;
};

/// How Min and Max decide between the value before and an input.
enum class Choice {
  Compare,      ///< `a < b ? a : b`, ties go to the input.
  CompareFirst, ///< `a <= b ? a : b`, ties go to the value before.
  FloatCall     ///< fmin, fmax: a NaN is ignored.
};

/// One place in the body that combines an input with the value of an item.
struct Update {
  /// An expression, or the `if` that forms a minimum or maximum.
  const clang::Stmt *Node = nullptr;
  /// Combined by the item's operator in this order.
  llvm::SmallVector<Term, 2> Input;
  /// The expression's value is that before the update, as of `k++`.
  bool YieldsOld = false;
  /// Of a list: which of its accumulators; null for the first element of the
  /// array.
  const clang::Expr *Index = nullptr;
};

/// How large a value that is combined as a whole may be, and all reductions of
/// a loop without a scan together: see ompscan_loop_descriptor.
constexpr uint64_t MostValueBytes = OMPSCAN_MAX_ITEM_SIZE;
constexpr uint64_t MostReducedBytes = OMPSCAN_MAX_REDUCED_SIZE;

/// What a scan is taken of: an array whose elements are stored one from the
/// other, or a scalar that accumulates, or a list of these.
struct Item {
  std::string Name;
  /// The array or pointer, or the scalar variable or member.
  const clang::Expr *Base = nullptr;
  /// Of an element, or of the scalar.
  clang::QualType Type;
  Operator Op = Operator::Add;
  /// The operator, where it is Declared.
  const clang::OMPDeclareReductionDecl *Declared = nullptr;
  Choice MinMax = Choice::Compare;
  /// At most one of them is reached in an iteration, but of a list.
  llvm::SmallVector<Update, 1> Updates;
  /// There are iterations without an update.
  bool Conditional = false;
  /// Of an array: `y[f(i)]` and `y[f(i - step)]`. Null for a scalar.
  const clang::Expr *Store = nullptr;
  const clang::Expr *Previous = nullptr;
  /// Of a scalar: which of the loop's Scalars is the value before the loop.
  unsigned Initial = 0;
  /// Of a reduction: the variable that Sema has made to begin a reduction with.
  const clang::VarDecl *Private = nullptr;

  /// Of a list, `a[First:Length]` of OpenMP's own form: how many accumulators
  /// of Type there are, and all of them as one object. FirstValue is null if
  /// First is a constant.
  uint64_t Length = 0;
  int64_t First = 0;
  const clang::Expr *FirstValue = nullptr;
  const clang::Expr *All = nullptr;

  bool isArray() const { return Store != nullptr; }
  bool isList() const { return Length != 0; }
  /// What holds the value of an item that is no array.
  const clang::Expr *place() const { return isList() ? All : Base; }
  clang::QualType placeType() const { return isList() ? All->getType() : Type; }
  /// Whether it shows that the element at \p Index, null for the first one of
  /// the array, is none of the list.
  bool excludes(const clang::Expr *Index,
                const clang::ASTContext &Context) const;
};

/// The size of a structure of the values of \p Items, in bytes.
uint64_t valueSize(llvm::ArrayRef<Item> Items,
                   const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_ITEM_H

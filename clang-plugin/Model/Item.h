//===- Item.h - Scan items and reductions --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_ITEM_H
#define OMPSCAN_PLUGIN_MODEL_ITEM_H

#include "Model/Function.h"
#include "Model/Meaning.h"
#include "Model/Operator.h"
#include "ompscan/abi.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class OMPDeclareReductionDecl;
}

namespace ompscan::plugin {

/// An operand that an iteration combines with the value before.
struct Term {
  const clang::Expr *Value;
  bool Negated;
  /// The number of the item's member that it is combined with; std::nullopt if
  /// it is combined with the whole item.
  std::optional<unsigned> Member = std::nullopt;
};

/// The way in which Min and Max choose between the value before and an input.
enum class Choice {
  Compare,      ///< `a < b ? a : b`, ties go to the input.
  CompareFirst, ///< `a <= b ? a : b`, ties go to the value before.
  FloatCall     ///< fmin, fmax: a NaN is ignored.
};

/// A place in the body that combines inputs with the value of an item.
struct Update {
  /// An expression, or the `if` that forms a minimum or maximum.
  const clang::Stmt *Node = nullptr;
  /// Combined by the item's operator in this order.
  llvm::SmallVector<Term, 2> Input;
  /// The function of an operator of that family, of the terms in Input; its
  /// last node is the new value. Empty for other operators.
  llvm::SmallVector<FunctionNode, 0> Function;
  /// Whether its inputs are those of members, so that together they make one
  /// value of the item.
  bool isOfMembers() const { return !Input.empty() && Input.front().Member; }
  /// Whether the node \p Number of Function uses the value before; conditions
  /// do not.
  bool usesBefore(unsigned Number) const;
  /// Of a linear system, which of its values it sets: an accumulator, from 1,
  /// or behind these one of the item's Locals.
  unsigned Row = 1;
  /// A later update of the iteration has to take the remainder by the item's
  /// Modulus.
  bool IsReducedLater = false;
  /// Another update of the item may precede this one in the iteration.
  bool Follows = false;
  /// The expression yields the value before the update, like `k++`.
  bool YieldsOld = false;
  /// The subscript of the accumulator in a list; null for element 0 of the
  /// array.
  const clang::Expr *Index = nullptr;
};

/// The maximum size of a value that is combined as a whole, and of all
/// reductions of a parallel loop together; see ompscan_loop_descriptor.
constexpr uint64_t MostValueBytes = OMPSCAN_MAX_ITEM_SIZE;
constexpr uint64_t MostReducedBytes = OMPSCAN_MAX_REDUCED_SIZE;

/// Why no earlier pass keeps the values of an item for the items that depend on
/// it; the numbers of Diag::err_depends.
enum class Unkept {
  Nest,          ///< The loop is one of a nest.
  OwnForm,       ///< OpenMP's own form without `target`.
  Nowait,        ///< The values would have to outlive the construct.
  LeavesEarly,   ///< An iteration or an inner loop may end early.
  Aliases,       ///< A variable of the loop may change by another name.
  NoNumber,      ///< The item is no number in a variable of its own.
  OtherStores,   ///< A statement that it needs stores elsewhere as well.
  DependsInTurn, ///< It depends on items that no earlier pass keeps.
  TooManyPasses,
  IsSystem ///< It and other items use each other's values.
};

/// An accumulator of a linear system behind the first one, which its item is.
struct SystemMember {
  std::string Name;
  const clang::Expr *Base;
  /// The number of the loop's ScalarUse with the value before the loop.
  unsigned Initial = 0;
};

/// A scan item or reduction: an array with a recurrence, a scalar that
/// accumulates, a list of accumulators, or a linear system: up to MostLag
/// scalars that affine updates compute from each other.
struct Item {
  std::string Name;
  /// The array or pointer, or the scalar variable or member; of the target of a
  /// pointer, its placeholder.
  const clang::Expr *Base = nullptr;
  /// The type of an element or of the scalar.
  clang::QualType Type;
  Operator Op = Operator::Add;
  /// The declaration of a Declared operator.
  const clang::OMPDeclareReductionDecl *Declared = nullptr;
  Choice MinMax = Choice::Compare;
  /// The numbers that a combiner of a Declared operator reads of omp_in, if it
  /// uses omp_in and omp_out for nothing else: items whose Base is the member
  /// of omp_in.
  std::vector<Item> Members;
  /// The new value is `op(input, before)` of the Declared operator, not
  /// `op(before, input)`.
  bool InputFirst = false;
  /// An iteration reaches at most one of them that does not follow another,
  /// unless the item is a list.
  llvm::SmallVector<Update, 1> Updates;
  /// Some iterations have no update, or none in front of one that may follow.
  bool Conditional = false;
  /// Iterations use its value between two updates, so that they make each of
  /// them again. Such an item is a number.
  bool IsStepwise = false;
  /// Set of an array item if it is one of several series, or one of members:
  /// what the loop stores of it first, `y[2 * i + 1]` or `p[i].x`. The elements
  /// of a series, or the same member of each of them, are computed from each
  /// other.
  const clang::Expr *Series = nullptr;
  /// A series of members, or of elements of arrays in them.
  bool IsOfMembers = false;
  /// `y[f(i)]` and `y[f(i - step)]` of an array item, or the members of these;
  /// else null.
  const clang::Expr *Store = nullptr;
  const clang::Expr *Previous = nullptr;
  /// The first iteration does not read Previous: the scan starts from 0.
  bool StartsAnew = false;
  /// The elements that these name or are members of.
  ArrayElement StoreElement = {};
  ArrayElement PreviousElement = {};
  /// `y[f(i - 2 * step)]` and so on, up to the first value that an affine
  /// update of an array uses.
  llvm::SmallVector<const clang::Expr *, MostLag - 1> Earlier = {};
  llvm::SmallVector<ArrayElement, MostLag - 1> EarlierElements = {};
  /// The other accumulators of a linear system.
  llvm::SmallVector<SystemMember, MostLag - 1> Others = {};
  /// The variables of the iteration that are linear functions of these, and are
  /// used in updates.
  llvm::SmallVector<const clang::VarDecl *, 2> Locals = {};
  /// Of affine updates that end by a remainder, `(a * v + b) % Modulus`, what
  /// they divide by; else 0.
  uint64_t Modulus = 0;
  /// Whether only the program knows that dividends do not wrap around and are
  /// not negative.
  bool PromisesDividends = false;
  /// Whether an update may leave the remainder to a later one of the iteration.
  bool MayReduceLater = false;
  /// The number of states, if the new value is an element of a table at the
  /// value before; else 0.
  unsigned States = 0;
  /// The number of the loop's ScalarUse with the value of a scalar item before
  /// the loop.
  unsigned Initial = 0;
  /// Sema's variable with the initializer of a reduction.
  const clang::VarDecl *Private = nullptr;
  /// If no earlier pass keeps its values.
  Unkept WhyUnkept = Unkept::Nest;

  /// A list `a[First:Length]` has Length accumulators of Type. FirstValue is
  /// null if First is a constant. All is an lvalue of the accumulators as one
  /// array, or the target of a pointer.
  uint64_t Length = 0;
  int64_t First = 0;
  const clang::Expr *FirstValue = nullptr;
  const clang::Expr *All = nullptr;

  /// Whether \p S is an update, whose value is the new one.
  bool isUpdatedBy(const clang::Stmt *S) const {
    return llvm::any_of(
        Updates, [S](const Update &U) { return U.Node == S && !U.YieldsOld; });
  }

  /// Whether it is summed with more digits than its type has, so that the loop
  /// as it is written has other results.
  bool isLongSum() const { return Op == Operator::Sum2; }
  /// Whether the scanned value is a function of the item's value.
  bool isFunction() const {
    return traits(Op).Family == OperatorFamily::Function;
  }
  /// How many of its last values an iteration uses, or how many accumulators
  /// it has.
  unsigned order() const { return 1 + Earlier.size() + Others.size(); }
  /// Whether it is a linear recurrence of an order above 1, or a linear system.
  bool isLinear() const { return order() != 1; }
  bool isSystem() const { return !Others.empty(); }
  /// Which accumulator of a scalar item \p E is, as Update::Row; 0 if it is
  /// none.
  unsigned rowOf(const clang::Expr *E) const;
  /// Where the accumulators lie, of a list as one place; empty for an array.
  struct Place {
    const clang::Expr *At;
    llvm::StringRef Name;
  };
  llvm::SmallVector<Place, 1> places() const;
  /// Its name, as in a clause; of a linear system those of all accumulators.
  std::string names() const;
  /// Whether the combiner combines each of the Members by an operator of its
  /// own, which is that member's Op; else these are Declared.
  bool isMemberwise() const {
    return !Members.empty() && Members.front().Op != Operator::Declared;
  }
  bool isArray() const { return Store != nullptr; }
  bool isList() const { return Length != 0; }
  /// The lvalue of a scalar or list.
  const clang::Expr *place() const { return All ? All : Base; }
  clang::QualType placeType() const { return isList() ? All->getType() : Type; }
  /// Whether the element at \p Index, or element 0 if that is null, is known
  /// not to be in the list.
  bool excludes(const clang::Expr *Index,
                const clang::ASTContext &Context) const;
};

/// Whether one of \p Items is a long sum.
inline bool haveLongSums(llvm::ArrayRef<Item> Items) {
  return llvm::any_of(Items, [](const Item &I) { return I.isLongSum(); });
}

/// The size of a structure of the values of \p Items, in bytes.
uint64_t valueSize(llvm::ArrayRef<Item> Items,
                   const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_ITEM_H

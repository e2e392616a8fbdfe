//===- BodyFacts.h - What a scan loop's body does ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYFACTS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYFACTS_H

#include "Analysis/Expressions/Affine.h"
#include "Model/ScanLoop.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace ompscan::plugin {

/// Branches around a place in the body, from the outside to the inside.
using BranchList = llvm::SmallVector<const nest::Statement *, 4>;

/// A condition that is true or false throughout a branch.
struct BranchCondition {
  const clang::Expr *Condition;
  bool Holds;
};

/// A value that a variable of the iteration gets.
struct LocalValue {
  const clang::VarDecl *Var;
  /// Null if it has no name.
  const clang::Expr *Value;
  BranchList Guards;
  /// By its declaration; Value is null if that has no initializer.
  bool IsInitial;
};

/// A place in the body that updates an item.
struct UpdatePlace {
  const clang::Stmt *Node;
  BranchList Guards;
  /// The number of LocalValues in front of it.
  size_t NumValues;
};

/// A read or a store of an element.
struct ElementUse {
  const clang::Expr *Element;
  /// The member of it that is used, or Element itself.
  const clang::Expr *Part;
  bool IsStore;
  BranchList Guards;
};

/// A store at a subscript that follows the value of an item.
struct CountedStore {
  const clang::Expr *Target = nullptr;
  /// The member of it that is stored, or Target itself.
  const clang::Expr *Part = nullptr;
  /// The stored value if that depends on no item.
  const clang::Expr *Value = nullptr;
  /// The statement that is nothing but this store; null if it is a part of one.
  const nest::Statement *Statement = nullptr;
  /// A selection may store the value later: Statement is outside of inner
  /// loops, and Part needs no variable of the iteration.
  bool IsMovable = false;
  /// Every iteration runs Statement, which does nothing else.
  bool IsAlways = false;
  /// Its counter: an item of the loop, or behind these a KeptItem.
  unsigned Item = 0;
  BranchList Guards;
  /// The subscript as a formula of the item.
  Affine Formula;
  /// The subscript uses the item's value after the update.
  bool IsAfter = false;
  /// Not reached in every iteration that meets the guards.
  bool IsMaybe = false;
  /// The number of UpdatePlaces in front of it.
  size_t NumUpdates = 0;
  /// The subscript makes an update, the next one of these.
  bool IsUpdate = false;

  // Set by CounterStores::check().
  /// The amount by which an update advances the item; 0 if it varies.
  int64_t Step = 0;
  /// The elements are known from the item's values.
  bool IsPlain = false;
  /// Iterations without an update store as well.
  bool IsEvery = false;
  /// Iterations that do not store may move the item as well.
  bool HasGaps = false;
  /// The stores to the array are to all elements between the item's values
  /// before and after the loop; Formula and Step are those of single elements.
  bool IsDense = false;
  /// The width at which the subscript wraps around, or 0.
  unsigned Bits = 0;
};

/// A store at any other subscript.
struct OtherStore {
  const clang::Expr *Target;
  /// Null if it has no name.
  const clang::Expr *Value;
  BranchList Guards;
};

/// A store of an element, or of a part of it, at a subscript that follows no
/// item.
struct PartialStore {
  const clang::Expr *Element;
  const clang::Expr *Part;
  /// Every iteration stores.
  bool IsAlways;
};

/// Effects of the body of a scan loop besides its updates.
struct BodyFacts {
  /// Variables of the iteration.
  llvm::DenseSet<const clang::VarDecl *> Locals;
  /// Variables of the iteration that are assigned after initialization.
  llvm::DenseSet<const clang::VarDecl *> Assigned;
  /// In the order of the program. Those of inner loops may be there twice.
  std::vector<LocalValue> LocalValues;
  std::vector<ElementUse> Uses;
  std::vector<CountedStore> CountedStores;
  std::vector<OtherStore> OtherStores;
  std::vector<PartialStore> PartialStores;
  /// References that an iteration binds.
  llvm::SmallVector<const clang::VarDecl *, 2> References;
  /// The updates of each item, and of each KeptItem, in the order of the
  /// program.
  std::vector<llvm::SmallVector<UpdatePlace, 1>> UpdatePlaces;
  /// How many updates of each item an iteration makes, at the most.
  std::vector<unsigned> MostUpdates;
  /// Of branches of `if` statements.
  llvm::DenseMap<const nest::Statement *, BranchCondition> Conditions;
  /// See Selection.
  Selection::LastElement LastKept;

  /// Whether the item \p Number is updated where the branches around a place
  /// are \p Guards.
  bool isUpdatedUnder(unsigned Number, const BranchList &Guards) const {
    return llvm::any_of(UpdatePlaces[Number], [&](const UpdatePlace &Place) {
      return Place.Guards == Guards;
    });
  }
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_BODYFACTS_H

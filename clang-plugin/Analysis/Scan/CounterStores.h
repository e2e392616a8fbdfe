//===- CounterStores.h - Stores at the value of an item ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `out[k] = x[i]`, where k is an item. Two kinds of such stores can run in any
/// order: stores of iterations that move k, in one of several branches and
/// always in the same direction, since no two of these have the same k; and
/// stores of every iteration, where k never goes back, since iterations with
/// the same k are consecutive and only the last one has to store. In the last
/// of several passes the item may be a variable whose values an earlier pass
/// has kept. If an iteration updates k several times, each store has to be at
/// the value in front of an update or behind it, and in the same branches.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTORES_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTORES_H

#include "Analysis/Accesses/AccessCollector.h"
#include "Analysis/Scan/BodyFacts.h"
#include "Analysis/Scan/CounterSteps.h"
#include "Analysis/Scan/ItemLookup.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ompscan::plugin {

/// Recognises the stores of a body at the values of items, and proves that they
/// store what the sequential loop leaves.
class CounterStores {
public:
  CounterStores(ScanLoop &Loop, BodyFacts &Facts, AccessCollector &Accesses,
                const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Facts(Facts), Accesses(Accesses), Items(Loop, Context),
        Steps(Facts, Context), Context(Context), Diags(Diags) {}

  const CounterSteps &steps() const { return Steps; }
  /// The item that \p Store follows.
  const Item &counterOf(const CountedStore &Store) const {
    return counter(Store.Item);
  }
  /// The number of the KeptItem whose place \p Var takes, behind the items of
  /// the loop; std::nullopt if there is none.
  std::optional<unsigned> kept(const clang::VarDecl *Var) const;

  /// Target, Item, Formula and IsAfter of a store to the element \p Target;
  /// std::nullopt if its subscript follows no item. \p IsUpdated tells whether
  /// an item has been updated in front of the store.
  std::optional<CountedStore>
  read(const clang::Expr *Target,
       llvm::function_ref<bool(unsigned)> IsUpdated) const;

  /// Whether an iteration that runs both \p A and \p B, or one or the other,
  /// stores to the same element, once their steps are known.
  bool sameElement(const CountedStore &A, const CountedStore &B) const;

  /// Checks the CountedStores once all updates are known, and records what they
  /// store.
  bool check();

  /// Whether no iteration runs both \p A and \p B, the branches around two
  /// places.
  bool excludes(const BranchList &A, const BranchList &B) const;
  /// Whether no iteration updates both items, \p A and \p B.
  bool areApart(unsigned A, unsigned B) const;

  /// Reports that stores to \p Target at the value of an item may collide.
  bool reportCollision(const clang::Expr *Target, unsigned Number) const;

private:
  bool checkPairs() const;
  bool checkAhead() const;
  bool isKept(unsigned Number) const { return Number >= Loop.Items.size(); }
  const Item &counter(unsigned Number) const {
    return isKept(Number) ? Loop.Kept[Number - Loop.Items.size()].Counter
                          : Loop.Items[Number];
  }
  std::optional<unsigned> scalar(const clang::Expr *E) const;
  bool isInRange(const CountedStore &Store) const;
  /// The components of a subscript.
  struct Parts {
    llvm::SmallVector<unsigned, 2> Counters;
    /// Several values of a counter may give the same subscript.
    bool IsLossy = false;
  };
  bool addParts(const clang::Expr *E, Parts &Found) const;
  bool moves(const BranchList &Guards, unsigned Number) const;
  bool isFlag(const OtherStore &Store) const;
  bool checkOther(const OtherStore &Store) const;
  bool keepLast(const CountedStore &Store);
  const clang::Expr *incrementIn(const clang::Expr *Index) const;
  bool isAtUpdate(CountedStore &Store) const;
  bool setStep(CountedStore &Store) const;
  static std::optional<int64_t> distance(const CountedStore &A,
                                         const CountedStore &B);
  bool agree(const CountedStore &A, const CountedStore &B) const;
  bool setBits(CountedStore &Store) const;
  bool isKnownBefore(const clang::Expr *E) const;
  void spreadUnknown();
  struct DensePlace;
  std::optional<DensePlace> placeOf(const CountedStore &Store,
                                    llvm::ArrayRef<int64_t> Amounts) const;
  std::optional<llvm::SmallVector<int64_t, 4>> amountsOf(unsigned Number) const;
  bool fillDense(llvm::ArrayRef<CountedStore *> Stores) const;
  void findDense(const llvm::SmallPtrSetImpl<const CountedStore *> &Unordered);
  unsigned mostOf(const CountedStore &Store) const;
  bool isStoredWhole(const CountedStore &Store) const;
  bool isStoredWhole(const CountedStore &Store, const BranchList &Guards) const;
  bool isAlone(const CountedStore &Store) const;

  ScanLoop &Loop;
  BodyFacts &Facts;
  AccessCollector &Accesses;
  const ItemLookup Items;
  const CounterSteps Steps;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTERSTORES_H

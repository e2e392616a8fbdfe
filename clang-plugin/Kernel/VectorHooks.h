//===- VectorHooks.h - The hooks of several iterations -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H

#include "AST/ExpressionIndex.h"
#include "Kernel/KernelHooks.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace ompscan::plugin {

/// Adds the functions for several iterations at once of a scan of one item, if
/// neighbouring iterations access neighbouring elements.
class VectorHooks {
public:
  explicit VectorHooks(KernelHooks &S) : S(S) {}

  /// Adds them where it can. Iterations, the last one aside if the loop has a
  /// body, store the item's new value to \p Target, of the item's type, and
  /// nothing else but Fills.
  void add(const ArrayElement &Target);

  /// Whether vectors can hold all that the loop stores: each iteration stores
  /// one element of every array that it stores to, neighbouring ones
  /// neighbours, and all elements that it may read or store in vectors have the
  /// same 4 or 8 bytes. The functions below are for such loops.
  bool findResults();
  /// The text of \p E in an iteration whose elements lie in vectors;
  /// std::nullopt if it is no element. None of an array with results is.
  std::optional<std::string> element(const clang::Expr *E);
  /// The place of the result that is stored to \p Target, an array's only one;
  /// empty if there is none.
  std::string result(const ArrayElement &Target);
  /// Adds the functions of result-tile.cl for the statements \p Input, which
  /// declare `ompscan_in`, and \p Output, which make each result(), if all that
  /// they use lies in vectors.
  void addResults(llvm::StringRef Input, llvm::StringRef Output);

  /// Whether there are functions for several iterations at once.
  bool hasVectors() const { return HasVectors; }
  /// Whether they are those of result-tile.cl.
  bool hasResults() const { return HasResults; }
  /// Whether the input of an iteration is one element of the scanned type.
  bool isPlain() const { return IsPlain; }
  /// Whether there is `ompscan_store_fills`.
  bool hasFills() const { return HasFills; }

private:
  bool addFillVectors();
  const ArrayElement *plainInput() const;
  const Access *accessOf(const ArrayElement &Element, AccessKind Kind) const;
  std::optional<std::string> inVectors(const clang::Expr *E);
  std::string vectorElement(const ArrayElement &Element);
  std::string plainElement(const ArrayElement &E) {
    return S.element(E,
                     [this](const clang::Expr *Sub) { return S.plain(Sub); });
  }

  /// Elements that several iterations read at once: the one with the text First
  /// in each, and up to Halo places behind it.
  struct VectorRead {
    std::string Name, Type, First;
    unsigned Halo = 0;
  };
  struct VectorReads {
    llvm::SmallVector<VectorRead, 4> Vectors;
    /// Their numbers, by First.
    llvm::StringMap<unsigned> Numbers;
    bool AllAreVectors = true;

    /// Statements that load them into local memory; OfSome: where some do not
    /// exist.
    std::string fetches(bool OfSome) const;
    /// Statements that take a vector of each out of local memory.
    std::string takes() const;
  };

  /// An array that iterations store to.
  struct Result {
    ArrayElement Target;
    bool IsMade = false;
  };
  static std::string resultName(unsigned Number) {
    return "ompscan_r" + std::to_string(Number);
  }
  std::string readTypes() const;
  std::string inputFunctions(llvm::StringRef Input);
  std::string resultFunctions(llvm::StringRef Output);

  KernelHooks &S;
  bool HasVectors = false;
  bool HasResults = false;
  bool IsPlain = false;
  bool HasFills = false;
  std::string FillText;
  VectorReads Reads;
  llvm::SmallVector<Result, 2> Results;
  /// The accesses of each array, by their subscripts.
  mutable std::vector<ExpressionIndex> AccessNumbers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H

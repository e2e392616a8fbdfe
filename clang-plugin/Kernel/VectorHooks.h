//===- VectorHooks.h - The hooks of several iterations -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H

#include "Kernel/KernelHooks.h"
#include "llvm/ADT/StringMap.h"
#include <string>

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

  /// Whether there are functions for several iterations at once.
  bool hasVectors() const { return HasVectors; }
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

  /// The elements that several iterations read at once.
  struct VectorReads {
    /// Members that hold them in local memory, statements that load these, and
    /// statements that take a vector out of each.
    std::string Places, Fetches, Takes;
    /// The vector of each element that is read, by the element's text.
    llvm::StringMap<std::string> Names;
    bool AllAreVectors = true;
  };

  KernelHooks &S;
  bool HasVectors = false;
  bool IsPlain = false;
  bool HasFills = false;
  std::string FillText;
  VectorReads Reads;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_VECTORHOOKS_H

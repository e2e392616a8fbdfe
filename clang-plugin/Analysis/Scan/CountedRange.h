//===- CountedRange.h - Elements that an iteration counts ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTEDRANGE_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTEDRANGE_H

#include "Nest/Statement.h"

namespace ompscan::plugin {

/// The elements from an item k on that an iteration stores, as many as it adds
/// to k in the end:
///
///     int c = 0;
///     for (...)
///       if (x[j]) {
///         y[k + c] = x[j];
///         c++;
///       }
///     k += c;
///
/// No two iterations share an element, as c only grows, from 0 on, and each
/// store is followed by an increment.
class CountedRange {
public:
  /// \p Item is k, and \p Count is c, in \p Body, an iteration.
  CountedRange(const nest::Statement &Body, const clang::Expr &Item,
               const clang::VarDecl &Count)
      : Body(Body), Item(Item), Count(Count) {}

  /// Whether the store to \p Target, at k + c, is one of those.
  bool contains(const clang::Expr &Target) const;

private:
  bool isOnlyCounted() const;
  bool isIncrement(const nest::Statement &S) const;
  bool isUpdate(const nest::Statement &S) const;
  bool isAddedIn(const nest::Block &Block, const clang::Expr &Target) const;
  bool isFollowed(const clang::Expr &Target) const;

  const nest::Statement &Body;
  const clang::Expr &Item;
  const clang::VarDecl &Count;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_COUNTEDRANGE_H

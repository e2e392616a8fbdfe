//===- PartTotals.h - Totals of the parts of a region --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTTOTALS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTTOTALS_H

#include "Analysis/Scan/PartLoops.h"

namespace ompscan::plugin {

class TreeRewriter;

/// Follows the totals that parts store to a table, until variables of a part
/// have its *offset*: what precedes the part.
class PartTotals {
public:
  PartTotals(const RegionSteps &Region, const PartLoops &Loops,
             const clang::ASTContext &Context)
      : Region(Region), Loops(Loops), Context(Context) {}

  /// Reads `table[thread + 1] = sum` as the step that stores the totals; false
  /// if \p Step is something else.
  bool begin(const RegionStep &Step);
  /// Whether \p Step gives total() the value of another variable of the part,
  /// which is total() in front of it.
  bool follow(const RegionStep &Step);
  /// The variable that has the total of a part, or the array whose last element
  /// is that.
  const clang::Expr *total() const { return Total; }

  /// Whether the step \p At combines the totals by \p Op: scans them, or
  /// reduces those in front of each part.
  bool combine(size_t At, Operator Op);
  bool isCombined() const { return IsCombined; }
  /// The loop of one thread that scans the totals; null if there is none.
  const clang::Stmt *scan() const { return ScanOfTotals; }

  /// Whether \p Step gives a variable of the part its offset.
  bool define(const RegionStep &Step);
  /// Whether \p E is the offset of the part.
  bool isOffset(const clang::Expr *E) const;
  /// Whether \p Step, which does nothing of this, changes totals or offsets.
  bool areDisturbed(const RegionStep &Step) const;

private:
  bool combineInOrder(const RegionStep &Step, Operator Op);
  bool combineBefore(size_t At, const RegionStep &Step, Operator Op);
  bool combineBeforeByCall(const RegionStep &Step, Operator Op);
  bool combineByCall(const RegionStep &Step, Operator Op);
  std::optional<int64_t> advance(const ScanLoop &Scan, const clang::Expr *Index,
                                 int64_t &Apart) const;
  std::optional<int64_t> distanceIn(const clang::Expr *E) const;
  const clang::Expr *elementOf(const clang::Expr *E,
                               const clang::Expr *Array) const;
  std::optional<int64_t> shiftOf(const clang::Expr *Index,
                                 int64_t Stride) const;
  bool readsEachTotal(const ScanLoop &Sum) const;
  void beginColumn(const clang::Expr &Place);
  const clang::Expr *rowOf(const clang::Expr *E) const;
  clang::Stmt *withColumn(clang::Stmt *S, TreeRewriter &Rewriter) const;
  RegionStep withColumn(RegionStep Step);
  bool mayChangeTable(const clang::Stmt *S, const clang::Expr *Array) const;

  const RegionSteps &Region;
  const PartLoops &Loops;
  const clang::ASTContext &Context;

  /// The table of the totals, and that of the offsets.
  const clang::Expr *Table = nullptr, *Before = nullptr;
  const clang::Expr *Total = nullptr;
  /// The place that has the total of a part. If that is a part of an element,
  /// such as a column of rows, what stands for it in loops over the totals.
  const clang::Expr *OfColumn = nullptr;
  const clang::Expr *Column = nullptr;
  /// Loops with Column in them.
  std::vector<std::unique_ptr<nest::Body>> Bodies;
  /// The distance between the elements of two parts in each of them.
  int64_t Stride = 1, StrideBefore = 1;
  /// The number of a part's element in Table, and once they are combined in
  /// Before, minus the number of the part.
  int64_t Shift = 0;
  const clang::Stmt *ScanOfTotals = nullptr;
  bool IsCombined = false;
  /// Variables of a part with its offset.
  llvm::DenseSet<const clang::VarDecl *> Offsets;
};

/// Whether \p E, the value in front of the first iteration, is neutral for
/// \p Op, as far as that can be said of a constant.
bool isNeutral(const clang::Expr *E, Operator Op,
               const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTTOTALS_H

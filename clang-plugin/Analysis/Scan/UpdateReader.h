//===- UpdateReader.h - Statements that update an item -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_UPDATEREADER_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_UPDATEREADER_H

#include "Analysis/Accesses/AccessCollector.h"
#include "Analysis/Scan/ItemLookup.h"
#include "Analysis/Scan/Recurrence.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

class CombinationReader;

/// Takes statements that update an item of a loop apart: which inputs do they
/// combine with the value before? What is no update by the item's operator is
/// reported.
class UpdateReader {
public:
  /// \p Accesses knows what may change in the loop; null if nothing does.
  UpdateReader(ScanLoop &Loop, const AccessCollector *Accesses,
               const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Accesses(Accesses), Items(Loop, Context), Context(Context),
        Diags(Diags) {}

  /// An assignment, increment or decrement \p Node of \p Place, which is the
  /// item \p Number or one of its accumulators.
  std::optional<Update> readScalar(const clang::Expr *Node,
                                   const clang::Expr *Place,
                                   unsigned Number) const;
  /// An assignment, increment or decrement \p Node, or an initial value, that
  /// uses values of the linear system \p Number; \p RowOf says which one an
  /// expression is (Update::Row), or 0. Errors are reported to \p Reasons.
  std::optional<Update>
  readSystem(const clang::Expr *Node, unsigned Number,
             llvm::function_ref<unsigned(const clang::Expr *)> RowOf,
             const Diagnostics &Reasons) const;
  /// An assignment \p Node of \p Value to \p Target, an element of the item
  /// \p Number, whose recurrence is \p Array.
  std::optional<Update> readArray(const clang::Expr *Node,
                                  const clang::Expr *Target,
                                  const clang::Expr *Value, Recurrence &Array,
                                  unsigned Number) const;
  /// An assignment, increment or decrement \p Node of \p Place, a member of the
  /// scalar item \p Number, which has a declared operator: its combiner, or
  /// what that does with the member.
  std::optional<Update> readMember(const clang::Expr *Node,
                                   const clang::Expr *Place,
                                   unsigned Number) const;
  /// A call that changes \p Place, which is the item \p Number or one of its
  /// accumulators: the combiner of a declared operator.
  std::optional<Update> readCall(const clang::CallExpr &Call,
                                 const clang::Expr *Place,
                                 unsigned Number) const;
  /// `if (x < s) s = x;`, where s is an item, whose number \p Which becomes, or
  /// a chain of such branches; std::nullopt if \p If is something else. Returns
  /// false if the operator of the item does not take it.
  std::optional<bool> readIf(const nest::If &If, unsigned &Which,
                             Update &U) const;

  /// `if (c) y[f] = a; else y[f] = b;`, where y[f] is the element that \p
  /// Array, the recurrence of the item \p Number, stores, and a missing `else`
  /// keeps it; std::nullopt if \p If is something else. Returns false after an
  /// error.
  std::optional<bool> readArrayIf(const nest::If &If, Recurrence &Array,
                                  unsigned Number, Update &U) const;
  /// `y[f] = y[g]; combination`, where \p Combination is the combiner of a
  /// declared operator with y[f] in place of omp_out; std::nullopt if the two
  /// are something else. Returns false after an error.
  std::optional<bool> readCopyAndCombine(const nest::Statement &Copy,
                                         const nest::Statement &Combination,
                                         Recurrence &Array, unsigned Number,
                                         Update &U) const;

  /// Reports \p E if it cannot be an accumulator of its list.
  bool checkListed(const clang::Expr *E, unsigned Number) const;

private:
  /// The number of the member of the scalar item \p Number that \p E is;
  /// std::nullopt if it is none that the operator combines by itself.
  std::optional<unsigned> memberOf(const clang::Expr *E, unsigned Number) const;
  /// The value that \p If gives to \p Place where \p Holds says whether its
  /// condition does; null if the branch does more than choose that value.
  const clang::Expr *valueBehind(const nest::If &If, bool Holds,
                                 const clang::Expr *Place) const;
  /// Reads an update of the member \p Member of the item \p Number by \p Read,
  /// which is given a reader for that member. \p Shown is what an error names.
  bool readMember(unsigned Number, unsigned Member, const clang::Expr *Shown,
                  llvm::function_ref<bool(CombinationReader &, Update &)> Read,
                  Update &U) const;

  ScanLoop &Loop;
  const AccessCollector *Accesses;
  const ItemLookup Items;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_UPDATEREADER_H

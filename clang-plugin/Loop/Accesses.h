//===- Accesses.h - Arrays and scalars of a loop -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_ACCESSES_H
#define OMPSCAN_LOOP_ACCESSES_H

#include "Loop/Clauses.h"
#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan {

/// Fills Arrays and Scalars of a loop with what its expressions use.
class AccessCollector {
public:
  AccessCollector(ScanLoop &Loop, const Clauses &Said,
                  const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Said(Said), Context(Context), Diags(Diags) {}

  /// Makes \p Base, a pointer or an array, the first array of the loop.
  void addItem(const clang::Expr *Base);

  /// Records the element \p E of an array; false, with an error, if the
  /// subscript cannot be used.
  bool addElement(const clang::Expr *E, AccessKind Kind, bool Guarded = false);

  /// Records all that the input \p E reads. \p Guarded: not in every
  /// iteration.
  bool addInput(const clang::Expr *E, bool Guarded = false);

  /// Compares the recorded accesses with the `map` clauses.
  bool checkMaps() const;

private:
  unsigned arrayFor(const clang::Expr *Base, clang::QualType Element);
  bool addScalar(const clang::Expr *Key, const clang::Expr *Value);
  bool addChildren(const clang::Expr *E, bool Guarded);
  bool checkSeed(const ArrayUse &Item, const MapItem &Map) const;
  const MapItem *mapOf(const clang::Expr *Base) const;

  ScanLoop &Loop;
  const Clauses &Said;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
};

} // namespace ompscan

#endif // OMPSCAN_LOOP_ACCESSES_H

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
#include <functional>

namespace ompscan {

/// Fills Arrays and Scalars of a loop with what its expressions use.
class AccessCollector {
public:
  AccessCollector(ScanLoop &Loop, const Clauses &Said,
                  const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Said(Said), Context(Context), Diags(Diags) {}

  /// Asked for every expression that addInput comes to: true or false, if all
  /// has been done about it, as the answer of addInput; std::nullopt to go on.
  using Interceptor =
      std::function<std::optional<bool>(const clang::Expr *E, bool Guarded)>;
  void setInterceptor(Interceptor New) { Intercept = std::move(New); }

  /// Whether a variable may change from one iteration to the next, or while one
  /// runs: no formula may use it.
  using VarPredicate = std::function<bool(const clang::VarDecl *)>;
  void setChanging(VarPredicate New) { IsChanging = std::move(New); }

  /// Makes \p Base, a pointer or an array, the first array of the loop.
  void addItem(const clang::Expr *Base);

  /// Records the element \p E of an array; false, with an error, if the
  /// subscript cannot be used. A Guarded element is not used in every
  /// iteration.
  bool addElement(const clang::Expr *E, AccessKind Kind, bool Guarded = false);

  /// Records all that the input \p E reads. \p Guarded: not in every
  /// iteration.
  bool addInput(const clang::Expr *E, bool Guarded = false);

  /// Records that \p E is stored at the value of the scalar item number
  /// \p Counter, which counts up by \p Most in an iteration at most.
  bool addCounted(const clang::Expr *E, unsigned Counter, int64_t Most);

  /// Whether addInput is inside of an operand of `&&`, `||` or `?:` that is not
  /// always evaluated.
  bool isInOperand() const { return InOperand; }

  /// Compares the recorded accesses with the `map` clauses.
  bool checkMaps() const;

private:
  bool addOperand(const clang::Expr *E);
  bool changes(const clang::Expr *E) const;
  unsigned arrayFor(const clang::Expr *Base, clang::QualType Element);
  bool addScalar(const clang::Expr *Key, const clang::Expr *Value);
  bool addChildren(const clang::Expr *E, bool Guarded);
  bool checkSeed(const ArrayUse &Item, const MapItem &Map,
                 const clang::Expr *Seed) const;
  void record(unsigned Array, Access New);
  const MapItem *mapOf(const clang::Expr *Base) const;

  ScanLoop &Loop;
  const Clauses &Said;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  Interceptor Intercept;
  VarPredicate IsChanging;
  bool InOperand = false;
};

} // namespace ompscan

#endif // OMPSCAN_LOOP_ACCESSES_H

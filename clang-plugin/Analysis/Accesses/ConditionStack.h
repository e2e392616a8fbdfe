//===- ConditionStack.h - Conditions around an access --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_CONDITIONSTACK_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_CONDITIONSTACK_H

#include "Model/ScanLoop.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace ompscan::plugin {

/// The conditions under which the current place in a loop is reached: as guards
/// that compare formulas of the induction variable, and as they are written.
class ConditionStack {
public:
  ConditionStack(const ScanLoop &Loop, const clang::ASTContext &Context)
      : Loop(Loop), Context(Context) {}

  /// Enters a place that is reached only if \p Condition is \p Value. A guard
  /// may not depend on expressions that \p Changes. Returns the reads of those
  /// operands of guards that need not be defined.
  llvm::SmallVector<GuardedRead, 0>
  push(const clang::Expr *Condition, bool Value,
       llvm::function_ref<bool(const clang::Expr *)> Changes);
  /// Enters a place that is reached under a condition which is no guard.
  void pushUnknown() {
    Conditions.push_back({{}, {{nullptr, true}}, {}, false});
  }
  void pop() { Conditions.pop_back(); }

  bool isEmpty() const { return Conditions.empty(); }
  /// Whether the guards say all about the conditions.
  bool isComplete() const {
    return llvm::all_of(Conditions,
                        [](const GuardSet &Set) { return Set.IsComplete; });
  }
  /// Adds the guards of all conditions to \p Guards.
  void collect(llvm::SmallVectorImpl<Guard> &Guards) const {
    for (const GuardSet &Set : Conditions)
      Guards.append(Set.Guards.begin(), Set.Guards.end());
  }

  /// A read of \p Value in the current place. \p Guarded: that is not reached
  /// in every iteration, for other reasons than the conditions.
  GuardedRead readOf(const clang::Expr *Value, bool Guarded) const;

private:
  using Predicate = llvm::function_ref<bool(const clang::Expr *)>;
  /// The guards that follow from one condition.
  struct GuardSet {
    llvm::SmallVector<Guard, 2> Guards;
    /// The operands that must hold, or fail, in their order. Value is null if
    /// the host cannot evaluate one in front of the loop.
    llvm::SmallVector<GuardedRead::Condition, 2> Written;
    llvm::SmallVector<GuardedRead, 0> Operands;
    /// The condition says no more than the guards.
    bool IsComplete = true;
  };

  void collectGuards(const clang::Expr *E, bool Value, Predicate Changes,
                     GuardSet &Set) const;
  static void addTo(GuardedRead &Read, const GuardSet &Set,
                    const clang::ASTContext &Context);
  void addWritten(const clang::Expr *E, bool Value, Predicate Changes,
                  GuardSet &Set) const;
  std::optional<Guard> compare(const clang::Expr *Left,
                               const clang::Expr *Right, Relation Rel,
                               Predicate Changes) const;

  const ScanLoop &Loop;
  const clang::ASTContext &Context;
  std::vector<GuardSet> Conditions;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_CONDITIONSTACK_H

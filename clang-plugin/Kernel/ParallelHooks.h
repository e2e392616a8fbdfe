//===- ParallelHooks.h - The hooks of a parallel loop --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PARALLELHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_PARALLELHOOKS_H

#include "Kernel/AtomicCode.h"
#include "Kernel/IterationVariables.h"
#include "Kernel/KernelHooks.h"

namespace ompscan::plugin {

/// Adds the iteration of a loop without a scan and the initial values of its
/// reductions.
class ParallelHooks {
public:
  explicit ParallelHooks(KernelHooks &S)
      : S(S), Loop(S.Loop), Mode(Loop.parallel()), Vars(S),
        Atomics(S.Lower, S.Context) {}

  /// \p OnHost gives what a program for the host has in the place of some
  /// statements, if it differs from others.
  void add(Lowering::StatementSubstitution OnHost = nullptr);
  /// The statements of an iteration, with what \p Special says in the place of
  /// some.
  std::string iteration(Lowering::StatementSubstitution Special);
  /// The statements behind them (IterationVariables::lastValues()).
  std::string lastValues(llvm::StringRef Condition = "") {
    return Vars.lastValues(Condition);
  }
  /// Whether the device needs atomic operations of 64 bits.
  bool usesLongAtomics() const { return Atomics.usesLong(); }

private:
  std::optional<std::string> substitute(const clang::Expr *E);
  std::string lowered(const clang::Expr *E);
  std::string accumulator(llvm::StringRef Lists, unsigned Item,
                          const clang::Expr *Index);
  std::string put(const HistogramUpdate &P);
  void addElements();
  void addNeutral();
  std::string neutral(unsigned Number);
  std::string inductions() const;

  KernelHooks &S;
  const ScanLoop &Loop;
  /// Null for a loop of another kind; then nothing is added.
  const ParallelLoop *Mode;
  IterationVariables Vars;
  AtomicCode Atomics;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PARALLELHOOKS_H

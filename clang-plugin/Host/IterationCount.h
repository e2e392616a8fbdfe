//===- IterationCount.h - How many iterations a loop has ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_ITERATIONCOUNT_H
#define OMPSCAN_PLUGIN_HOST_ITERATIONCOUNT_H

#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Host code for the number of iterations of a loop, of which any bounds are
/// known. Results are null if they cannot be built.
class IterationCount {
public:
  IterationCount(const Induction &IV, const Rebase &Move, RuntimeCalls &Calls)
      : IV(IV), Move(Move), Calls(Calls) {}

  /// Whether there is an iteration.
  clang::Expr *isPositive();
  /// The number, or one less; below 1 if there are none and the difference of
  /// the bounds does not overflow.
  clang::Expr *estimate();
  /// The number in 64 bits.
  clang::Expr *exact();

private:
  clang::Expr *compared(const clang::Expr *E);
  /// The step without its sign.
  int64_t width() const { return IV.Step > 0 ? IV.Step : -IV.Step; }
  clang::Expr *distance(clang::Expr *Lower, clang::Expr *Bound);

  const Induction &IV;
  const Rebase &Move;
  RuntimeCalls &Calls;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_ITERATIONCOUNT_H

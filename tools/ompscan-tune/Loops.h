//===- Loops.h - The loops that shapes are tuned with --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_LOOPS_H
#define OMPSCAN_TUNE_LOOPS_H

#include "plan/ProgramTraits.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt::tune {

/// `y[k + 1] = combine(y[k], f(x[k]))`
struct TuneLoop {
  const char *Name;
  uint64_t ItemSize;  ///< of y, in bytes
  uint64_t InputSize; ///< of x, in bytes
  bool NeedsFp64;
  /// Whether it stands for all loops on items of its size where time is short.
  bool IsTypical;
  const char *Type; ///< of y
  /// The bodies of combine(a, b) and of a function that makes an element of x
  /// from the random number h. Results are exact.
  const char *Combine, *Random;
  /// Defines f and the type of x (templates/plain-hooks.cl) if that is not y's.
  const char *Inputs = "";
};

const std::vector<TuneLoop> &allLoops();

/// The program of \p L as the plugin would make it.
std::string programOf(const TuneLoop &L);

/// The traits of that program, for its plan.
ProgramTraits traitsOf(const TuneLoop &L);

/// A program with the kernels ompscan_tune_fill(x, n) and
/// ompscan_tune_check(y, first, x, n, errors) for \p L.
std::string helpersTextOf(const TuneLoop &L);

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_LOOPS_H

//===- Loops.h - The loops that shapes are tuned with --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_LOOPS_H
#define OMPSCAN_TUNE_LOOPS_H

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
  /// The types ompscan_T and E (of x), combine, `ompscan_T of(E)`, and
  /// `E random(uint)`, such that results are exact.
  const char *Code;
};

const std::vector<TuneLoop> &allLoops();

/// The program of \p L as the plugin would make it, with two kernels for the
/// tuner: ompscan_tune_fill(x, n), ompscan_tune_check(y, first, x, n,
/// errors).
std::string programOf(const TuneLoop &L);

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_LOOPS_H

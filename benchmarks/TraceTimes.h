//===- TraceTimes.h - Sums of a trace ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_TRACETIMES_H
#define OMPSCAN_BENCH_TRACETIMES_H

#include <string>

namespace ompscan::bench {

/// What a trace of OMPSCAN_PROFILE has of a stretch of time.
struct TraceTimes {
  double Kernels = 0, Transfers = 0; ///< in milliseconds
  unsigned Launches = 0;             ///< of loops
};

/// Adds up what began from \p Begin to \p End, in nanoseconds of the monotonic
/// clock.
TraceTimes timesOfTrace(const std::string &File, double Begin, double End);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_TRACETIMES_H

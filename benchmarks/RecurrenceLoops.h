//===- RecurrenceLoops.h - Recurrences that are measured ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two recurrences h = a h + b: an exponential moving average of one sequence,
/// and a selective scan of a batch of channels, with their data and the check
/// of their results. CUDA reads this, too.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_RECURRENCELOOPS_H
#define OMPSCAN_BENCH_RECURRENCELOOPS_H

#include "Loops.h"
#include <algorithm>
#include <cmath>

namespace ompscan::bench {

constexpr char MovingAverage[] = "EMA";
constexpr char SelectiveScan[] = "selective scan";

/// The weight of a new value in the average.
constexpr float Weight = 0.125f;

/// The iterations of a channel of the selective scan.
constexpr uint64_t LongestRow = 4096;

/// A number from \p Low to \p High that depends on \p I and \p Salt.
OMPSCAN_BENCH_BOTH inline float between(float Low, float High, uint64_t I,
                                        uint64_t Salt) {
  return Low + (High - Low) * float(mix(I + (Salt << 40)) >> 8) / 16777216.0f;
}

/// Inputs of iteration I, counted through all channels.
OMPSCAN_BENCH_BOTH inline float sampleAt(uint64_t I) {
  return between(-1, 1, I, 1);
}
OMPSCAN_BENCH_BOTH inline float decayAt(uint64_t I) {
  return between(0.5f, 0.98f, I, 2);
}
OMPSCAN_BENCH_BOTH inline float inAt(uint64_t I) { return between(0, 1, I, 3); }
OMPSCAN_BENCH_BOTH inline float outAt(uint64_t I) {
  return between(-1, 1, I, 4);
}

/// The bytes that a loop over \p N elements reads and writes.
constexpr uint64_t bytesOfAverage(uint64_t N) { return 2 * N * sizeof(float); }
constexpr uint64_t bytesOfSelective(uint64_t N) {
  return 5 * N * sizeof(float);
}

/// Whether \p Y has the averages of \p N samples. Sums of rounding errors are
/// far below the tolerance.
inline bool isAverage(const float *Y, uint64_t N) {
  double V = 0;
  for (uint64_t I = 0; I != N; ++I) {
    V += double(Weight) * (double(sampleAt(I)) - V);
    if (!(std::fabs(Y[I] - V) <= 1e-5))
      return false;
  }
  return true;
}

/// Whether \p Y has the results of the selective scan of \p N elements in rows
/// of \p Length.
inline bool isSelective(const float *Y, uint64_t N, uint64_t Length) {
  double H = 0;
  for (uint64_t I = 0; I != N; ++I) {
    H = double(decayAt(I)) * (I % Length == 0 ? 0 : H) +
        double(inAt(I)) * sampleAt(I);
    if (!(std::fabs(Y[I] - outAt(I) * H) <= 1e-4))
      return false;
  }
  return true;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_RECURRENCELOOPS_H

//===- HostClock.h - Times by the host's clock --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_HOSTCLOCK_H
#define OMPSCAN_BENCH_HOSTCLOCK_H

#include "Report.h"
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace ompscan::bench {

/// Returns true if OMPSCAN_BENCH_CLOCK=host asks for whole calls by the host's
/// clock. By default, programs that OmpScan has compiled report the times of
/// kernels by the device's clock.
inline bool usesHostClock() {
  const char *Clock = std::getenv("OMPSCAN_BENCH_CLOCK");
  return Clock && std::strcmp(Clock, "host") == 0;
}

/// Returns the nanoseconds that each of \p Count calls of \p Call takes.
template <typename Function> double timeOf(Function Call, uint64_t Count = 1) {
  const auto Begin = std::chrono::steady_clock::now();
  for (uint64_t I = 0; I != Count; ++I) {
    Call();
    asm volatile("" ::: "memory"); // No call is left out.
  }
  const auto End = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(End - Begin).count() /
         static_cast<double>(Count);
}

/// Returns the times of several runs, each of \p Count calls, without the first
/// run. \p Prepare is called before each run and is not timed.
template <typename Preparation, typename Function>
std::vector<double> timesOf(Preparation Prepare, Function Call,
                            uint64_t Count = 1) {
  std::vector<double> Times;
  for (Patience Runs; Runs.hasAnother();) {
    Prepare();
    Times.push_back(timeOf(Call, Count));
  }
  Times.erase(Times.begin());
  return Times;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_HOSTCLOCK_H

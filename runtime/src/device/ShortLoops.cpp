//===- ShortLoops.cpp - Loops too short for a device ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/ShortLoops.h"
#include "device/MappedCount.h"
#include "ompscan/abi.h"
#include "support/Export.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>

extern "C" OMPSCAN_EXPORT int64_t __ompscan_short_loop = 0;

namespace ompscan::rt {

int64_t shortLoopLimit(const Environment &E) {
  // On two cores of an AMD EPYC a prefix sum of 30,000 integers takes 1.2 times
  // as long on two threads as on one, and one of 100,000 takes 0.85 of the
  // time.
  constexpr int64_t Usual = 40000;
  // Every loop runs in the calling thread, see isForbidden() in Abi.cpp.
  if (E.Policy == Offload::Disabled && !E.Device.empty())
    return std::numeric_limits<int64_t>::max();
  const bool NamesOther = !E.Device.empty() && toLower(E.Device) != "host";
  if (E.Policy == Offload::Mandatory || NamesOther || E.DefaultDevice ||
      E.Repeat || E.Verify != Verifying::Off)
    return 0;
  return E.ShortLoop.value_or(Usual);
}

std::chrono::nanoseconds timeAlone(const Environment &E) {
  // As long as a team that has run before takes to begin: on 16 cores of a
  // Xeon, nests that one core runs in 15 us take 20 us with this time, and 32
  // with that of the longest short loop, which a core of an AMD EPYC computes
  // by two elements of a prefix sum in a nanosecond.
  constexpr int64_t Most = 1000000, Part = 4;
  return std::chrono::nanoseconds(std::min(shortLoopLimit(E), Most) / 2 / Part);
}

bool isOnePassFaster(const Environment &E, unsigned Passes, unsigned Threads) {
  // Sums of sums of 4 million integers take 1.9 times as long in two passes on
  // two threads of an AMD EPYC. On four of a Xeon it is 0.9 to 1.1 times, for
  // 1 to 33 million.
  return Threads < 2 * Passes && shortLoopLimit(E) != 0;
}

int64_t firstShortLoopLimit(const Variables &Set) {
  std::vector<std::string> Warnings;
  const Environment E = parseEnvironment(Set, Warnings);
  return Warnings.empty() && !E.Display && !E.takesTimes() ? shortLoopLimit(E)
                                                           : 0;
}

/// Spares programs whose loops are all short the start of the runtime, which
/// takes 0.2 ms. Nothing is on a device yet.
[[gnu::constructor]] static void publishFirstLimit() noexcept {
  try {
    __ompscan_short_loop = firstShortLoopLimit(processVariables());
  } catch (const std::bad_alloc &) {
    // Every loop calls the runtime.
  }
}

static std::atomic<unsigned> Suspensions{0};

void suspendShortLoops() noexcept {
  ++Suspensions;
  publishShortLoopLimit();
}

void resumeShortLoops() noexcept {
  --Suspensions;
  publishShortLoopLimit();
}

void publishShortLoopLimit() noexcept {
  // The count and the limit that is set for it change together.
  static std::mutex Lock;
  std::lock_guard<std::mutex> Guard(Lock);
  const Environment &E = environment();
  const bool NeedsCall = E.takesTimes() || isAnythingOnDevice();
  // Of a loop without iterations, the computed length may be negative.
  const int64_t Limit = Suspensions != 0 ? std::numeric_limits<int64_t>::min()
                        : NeedsCall      ? 0
                                         : shortLoopLimit(E);
  __atomic_store_n(&__ompscan_short_loop, Limit, __ATOMIC_RELAXED);
}

} // namespace ompscan::rt

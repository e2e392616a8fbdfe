//===- TestTeam.h - The OpenMP runtime of the tests ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_TESTTEAM_H
#define OMPSCAN_TEST_TESTTEAM_H

#include <atomic>

namespace ompscan::rt {

/// The answer of omp_get_max_threads(): OMPSCAN_TEST_THREADS, or 1.
extern std::atomic<int> MaxThreads;
extern std::atomic<int> ThreadLimit;
/// The number of active regions around the caller, of which there may be one.
extern std::atomic<int> ActiveLevel;
/// Threads that a team lacks, as where the system has no more.
extern std::atomic<unsigned> MissingThreads;
/// Threads that the last team was asked for.
extern std::atomic<unsigned> LastTeam;
/// The omp_proc_bind_t that it was asked for.
extern std::atomic<unsigned> LastBinding;

/// The most threads until the end of the scope.
class Threads {
public:
  explicit Threads(int Most) : Before(MaxThreads) { MaxThreads = Most; }
  Threads(const Threads &) = delete;
  ~Threads() {
    MaxThreads = Before;
    ThreadLimit = 1 << 30;
    MissingThreads = 0;
    ActiveLevel = 0;
  }

private:
  const int Before;
};

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_TESTTEAM_H

//===- TestTeam.cpp - The OpenMP runtime of the tests ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime finds it by name. The linker exports it.
//
//===----------------------------------------------------------------------===//

#include "TestTeam.h"
#include <cstdlib>
#include <thread>
#include <vector>

namespace ompscan::rt {

static int defaultThreads() {
  const char *const Text = std::getenv("OMPSCAN_TEST_THREADS");
  return Text ? std::atoi(Text) : 1;
}

std::atomic<int> MaxThreads{defaultThreads()}, ThreadLimit{1 << 30},
    ActiveLevel{0};
std::atomic<unsigned> MissingThreads{0}, LastTeam{0}, LastBinding{0};

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" {
[[gnu::visibility("default")]] int omp_get_max_threads() { return MaxThreads; }
[[gnu::visibility("default")]] int omp_get_thread_limit() {
  return ThreadLimit;
}
[[gnu::visibility("default")]] int omp_get_active_level() {
  return ActiveLevel;
}
[[gnu::visibility("default")]] int omp_get_max_active_levels() { return 1; }
[[gnu::visibility("default")]] void GOMP_parallel(void (*Work)(void *),
                                                  void *Data, unsigned Threads,
                                                  unsigned Flags) {
  LastTeam = Threads;
  LastBinding = Flags;
  std::vector<std::thread> Others;
  for (unsigned I = 1 + MissingThreads; I < Threads; ++I)
    Others.emplace_back(Work, Data);
  Work(Data);
  for (std::thread &Each : Others)
    Each.join();
}
}

//===- HostThreads.cpp - Work that several threads share ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/HostThreads.h"
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ompscan::rt {

namespace {

/// Of the process, besides those of the program.
std::atomic<unsigned> Running{0};

struct Job {
  Job(uint64_t Count, const std::function<void(uint64_t)> &F)
      : Count(Count), F(F) {}

  const uint64_t Count;
  const std::function<void(uint64_t)> &F;
  std::atomic<uint64_t> Next{0};
  std::atomic<bool> Stopped{false};
  std::mutex Lock; ///< of what follows
  std::exception_ptr First = nullptr;

  void work() noexcept {
    while (!Stopped) {
      const uint64_t Mine = Next++;
      if (Mine >= Count)
        return;
      try {
        F(Mine);
      } catch (...) {
        std::lock_guard<std::mutex> Guard(Lock);
        if (!First)
          First = std::current_exception();
        Stopped = true;
      }
    }
  }
};

/// Takes one of the threads that there may be.
bool reserve() {
  if (++Running <= MaxHostThreads)
    return true;
  --Running;
  return false;
}

} // namespace

void forEach(uint64_t Count, unsigned Threads,
             const std::function<void(uint64_t)> &F) {
  Job J(Count, F);
  std::vector<std::thread> Others;
  const uint64_t Most = std::min<uint64_t>(Threads, Count);
  Others.reserve(Most);
  while (Others.size() + 1 < Most && reserve())
    try {
      Others.emplace_back([&J] { J.work(); });
    } catch (const std::exception &) { // No thread, or no memory for one.
      --Running;
      break;
    }
  J.work();
  for (std::thread &T : Others) {
    T.join();
    --Running;
  }
  if (J.First)
    std::rethrow_exception(J.First);
}

} // namespace ompscan::rt

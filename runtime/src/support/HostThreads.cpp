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

/// Takes one of the threads that there may be.
bool reserve() {
  if (++Running <= MaxHostThreads)
    return true;
  --Running;
  return false;
}

} // namespace

void onThreads(unsigned Threads, const std::function<void(unsigned)> &F) {
  std::mutex Lock; // of what follows
  std::exception_ptr First = nullptr;
  const auto Work = [&](unsigned Number) noexcept {
    try {
      F(Number);
    } catch (...) {
      std::lock_guard<std::mutex> Guard(Lock);
      if (!First)
        First = std::current_exception();
    }
  };
  std::vector<std::thread> Others;
  Others.reserve(Threads);
  while (Others.size() + 1 < Threads && reserve())
    try {
      Others.emplace_back(Work, static_cast<unsigned>(Others.size() + 1));
    } catch (const std::exception &) { // No thread, or no memory for one.
      --Running;
      break;
    }
  Work(0);
  for (std::thread &T : Others) {
    T.join();
    --Running;
  }
  if (First)
    std::rethrow_exception(First);
}

void forEach(uint64_t Count, unsigned Threads,
             const std::function<void(uint64_t)> &F) {
  std::atomic<uint64_t> Next{0};
  std::atomic<bool> Stopped{false};
  onThreads(static_cast<unsigned>(std::min<uint64_t>(Threads, Count)),
            [&](unsigned) {
              for (uint64_t Mine; !Stopped && (Mine = Next++) < Count;)
                try {
                  F(Mine);
                } catch (...) {
                  Stopped = true;
                  throw;
                }
            });
}

} // namespace ompscan::rt

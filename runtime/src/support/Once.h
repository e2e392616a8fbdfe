//===- Once.h - What is done once ----------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_ONCE_H
#define OMPSCAN_RT_SUPPORT_ONCE_H

#include <atomic>
#include <mutex>

namespace ompscan::rt {

/// Calls a function once, whichever threads ask for it; again if it has thrown.
/// std::call_once() is no use for that: where the C library's pthread_once()
/// knows no exceptions, and under ThreadSanitizer, the next call never returns.
class Once {
public:
  template <typename Function> void operator()(Function F) {
    if (Done.load(std::memory_order_acquire))
      return;
    const std::lock_guard<std::mutex> Guard(Lock);
    if (Done.load(std::memory_order_relaxed))
      return;
    F();
    Done.store(true, std::memory_order_release);
  }

private:
  std::mutex Lock;
  std::atomic<bool> Done{false};
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_ONCE_H

//===- SharedStep.h - A step that others wait for ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_SHAREDSTEP_H
#define OMPSCAN_RT_SUPPORT_SHAREDSTEP_H

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace ompscan::rt {

/// A step whose parts are done by several threads, and that others wait for.
class SharedStep {
public:
  /// A step of no parts is over.
  explicit SharedStep(size_t Parts) : Missing(Parts) {}

  /// Does \p Part and, after the last part of all, \p Rest. An exception of
  /// either ends the step for all.
  template <typename Function, typename Last>
  void work(Function Part, Last Rest) {
    try {
      Part();
      const std::lock_guard<std::mutex> Guard(Lock);
      if (Missing > 1 || HasFailed) {
        --Missing;
        return;
      }
      Rest();
      Missing = 0;
    } catch (...) {
      {
        const std::lock_guard<std::mutex> Guard(Lock);
        HasFailed = true;
      }
      Ended.notify_all();
      throw;
    }
    Ended.notify_all();
  }

  /// Waits until the step is over. \return whether all of it has been done.
  bool wait() {
    std::unique_lock<std::mutex> Guard(Lock);
    Ended.wait(Guard, [&] { return Missing == 0 || HasFailed; });
    return !HasFailed;
  }

private:
  std::condition_variable Ended;
  std::mutex Lock; ///< of what follows
  size_t Missing;
  bool HasFailed = false;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_SHAREDSTEP_H

//===- Jobs.h - Functions that run side by side --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_JOBS_H
#define OMPSCAN_PLUGIN_SUPPORT_JOBS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

namespace ompscan::plugin {

/// Functions that run side by side on the cores that the process may use, in
/// threads of their own and in the one that waits for them. They begin in the
/// order in which they were added.
class Jobs {
public:
  Jobs() = default;
  Jobs(const Jobs &) = delete;
  Jobs &operator=(const Jobs &) = delete;
  /// Waits for the jobs that have begun, and leaves out the others.
  ~Jobs();

  /// To be called before start().
  void add(std::function<void()> Job) { All.push_back(std::move(Job)); }

  /// Makes one thread less than there are cores. To be called once.
  /// \param TraceGranularity as in -ftime-trace-granularity: if that option's
  ///        profiler runs in the calling thread, it runs in the others, too.
  void start(unsigned TraceGranularity);

  /// Runs the jobs that no thread has begun, and waits for the others.
  void finish();

private:
  void run();
  void join();

  std::vector<std::function<void()>> All;
  std::atomic<size_t> Next{0};
  std::vector<llvm::thread> Threads;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_JOBS_H

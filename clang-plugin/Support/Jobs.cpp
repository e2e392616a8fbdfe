//===- Jobs.cpp - Functions that run side by side -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Jobs.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/TimeProfiler.h"
#include <malloc.h>
#include <type_traits>

using namespace ompscan::plugin;

/// Of a thread: what Clang expects, whatever `ulimit -s` is.
static const std::remove_const_t<decltype(llvm::thread::DefaultStackSize)>
    StackSize(8u << 20);

/// Has the memory that a job frees stay for the next one. By default the arena
/// of a thread gives it back at once, and every job begins with page faults.
static void keepFreedMemory() {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  // Setting the former alone would also map and unmap each large block.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

Jobs::~Jobs() {
  Next = All.size();
  join();
}

void Jobs::start(unsigned TraceGranularity) {
  if (All.empty())
    return;
  keepFreedMemory();
  const size_t Cores = llvm::hardware_concurrency().compute_thread_count();
  const bool IsTraced = llvm::timeTraceProfilerEnabled();
  // The calling thread helps when it has nothing else to do.
  for (size_t I = 0; I + 1 < Cores && I != All.size(); ++I)
    Threads.emplace_back(StackSize, [this, IsTraced, TraceGranularity] {
      if (IsTraced)
        llvm::timeTraceProfilerInitialize(TraceGranularity, "ompscan");
      run();
      if (IsTraced)
        llvm::timeTraceProfilerFinishThread();
    });
}

void Jobs::run() {
  for (size_t I; (I = Next++) < All.size();)
    All[I]();
}

void Jobs::join() {
  for (llvm::thread &Each : Threads)
    Each.join();
  Threads.clear();
}

void Jobs::finish() {
  run();
  join();
}

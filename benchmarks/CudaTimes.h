//===- CudaTimes.h - The times of calls of CUDA --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_CUDATIMES_H
#define OMPSCAN_BENCH_CUDATIMES_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace ompscan::bench {

/// Ends the program if \p Error is one, of \p What.
inline void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "ompscan-bench: %s: %s\n", What,
               cudaGetErrorString(Error));
  std::exit(1);
}

/// The time of \p Call in nanoseconds, by events around it.
template <typename Function> double timeOf(Function Call) {
  cudaEvent_t Begin, End;
  check(cudaEventCreate(&Begin), "cudaEventCreate");
  check(cudaEventCreate(&End), "cudaEventCreate");
  check(cudaEventRecord(Begin), "cudaEventRecord");
  Call();
  check(cudaEventRecord(End), "cudaEventRecord");
  check(cudaEventSynchronize(End), "a peer");
  float Milliseconds = 0;
  check(cudaEventElapsedTime(&Milliseconds, Begin, End), "times");
  cudaEventDestroy(Begin);
  cudaEventDestroy(End);
  return Milliseconds * 1e6;
}

/// The times of nine runs of \p Call after a first one, which does not count.
template <typename Function> std::vector<double> timesOf(Function Call) {
  Call();
  check(cudaDeviceSynchronize(), "warm-up");
  std::vector<double> Times;
  for (unsigned I = 0; I != 9; ++I)
    Times.push_back(timeOf(Call));
  return Times;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_CUDATIMES_H

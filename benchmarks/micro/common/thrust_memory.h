//===- thrust_memory.h - Memory for calls of Thrust ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thrust asks for temporary memory in every call. Here it gets what earlier
/// calls have given back: `policy()` is what to pass to an algorithm.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MICRO_THRUST_MEMORY_H
#define OMPSCAN_MICRO_THRUST_MEMORY_H

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <thrust/execution_policy.h>

namespace {

class Cache {
public:
  using value_type = char;
  char *allocate(std::ptrdiff_t Size) {
    const auto Found = Free.lower_bound(Size);
    char *Memory = nullptr;
    if (Found != Free.end() && Found->first <= 2 * Size) {
      Memory = Found->second;
      Sizes[Memory] = Found->first;
      Free.erase(Found);
    } else if (cudaMalloc(&Memory, Size) != cudaSuccess) {
      throw std::bad_alloc();
    } else {
      Sizes[Memory] = Size;
    }
    return Memory;
  }
  void deallocate(char *Memory, std::size_t) {
    Free.emplace(Sizes[Memory], Memory);
  }

private:
  std::multimap<std::ptrdiff_t, char *> Free;
  std::map<char *, std::ptrdiff_t> Sizes;
};

Cache Memory;

[[maybe_unused]] auto policy() { return thrust::cuda::par_nosync(Memory); }

/// Waits for the device, and ends the program after an error.
[[maybe_unused]] void finish() {
  const cudaError_t Error = cudaDeviceSynchronize();
  if (Error != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(Error));
    std::exit(1);
  }
}

} // namespace

#endif // OMPSCAN_MICRO_THRUST_MEMORY_H

// The part of runs.cpp that nvcc compiles.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runs_device.h"
#include <cstdio>
#include <cstdlib>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

static void require(cudaError_t Code) {
  if (Code == cudaSuccess)
    return;
  std::fprintf(stderr, "runs: %s\n", cudaGetErrorString(Code));
  std::exit(1);
}

static auto in(void *Stream) {
  return thrust::cuda::par.on(static_cast<cudaStream_t>(Stream));
}

void *make_stream() {
  cudaStream_t Stream;
  return cudaStreamCreate(&Stream) == cudaSuccess ? Stream : nullptr;
}

void *device_memory(size_t Bytes) {
  void *Begin;
  require(cudaMalloc(&Begin, Bytes));
  return Begin;
}

void sort_pairs(void *Stream, uint32_t *Keys, uint32_t *Values, size_t Count) {
  const thrust::device_ptr<uint32_t> First(Keys);
  thrust::sort_by_key(in(Stream), First, First + Count,
                      thrust::device_ptr<uint32_t>(Values));
}

namespace {

/// From the number of a run to its total.
struct TotalOf {
  const uint64_t *Sum;
  const uint32_t *Begin;
  size_t Runs, Count;

  __device__ uint64_t operator()(size_t Run) const {
    const size_t First = Begin[Run],
                 End = Run + 1 == Runs ? Count : Begin[Run + 1];
    return Sum[End - 1] - (First == 0 ? 0 : Sum[First - 1]);
  }
};

} // namespace

uint64_t largest_total(void *Stream, const uint64_t *Sum, const uint32_t *Begin,
                       size_t Runs, size_t Count) {
  const thrust::counting_iterator<size_t> First(0);
  return thrust::transform_reduce(in(Stream), First, First + Runs,
                                  TotalOf{Sum, Begin, Runs, Count}, uint64_t(0),
                                  thrust::maximum<uint64_t>());
}

// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>

namespace {

struct CountRange {
  const uint32_t *Low, *High;
  int *Change;
  __device__ void operator()(size_t I) const {
    atomicAdd(&Change[Low[I]], 1);
    atomicSub(&Change[High[I] + 1], 1);
  }
};

thrust::device_vector<uint32_t> Low, High;
thrust::device_vector<int> Change, Count;

} // namespace

void load(const uint32_t *low, const uint32_t *high, size_t n, uint32_t m) {
  needDevice();
  Low.assign(low, low + n);
  High.assign(high, high + n);
  Change.resize(size_t(m) + 1);
  Count.resize(m);
}

Most most_frequent(const uint32_t *, const uint32_t *, size_t n, uint32_t m) {
  thrust::fill(policy(), Change.begin(), Change.end(), 0);
  thrust::for_each_n(
      policy(), thrust::counting_iterator<size_t>(0), n,
      CountRange{Low.data().get(), High.data().get(), Change.data().get()});
  thrust::inclusive_scan(policy(), Change.begin(), Change.begin() + m,
                         Count.begin());
  const auto Largest =
      thrust::max_element(policy(), Count.begin(), Count.end());
  finish();
  return {uint32_t(Largest - Count.begin()), *Largest};
}

void unload(const uint32_t *, const uint32_t *, size_t, uint32_t) {
  release(Low, High, Change, Count);
}

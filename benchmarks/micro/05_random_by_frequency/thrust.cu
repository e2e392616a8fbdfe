// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/binary_search.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>

namespace {

struct Place {
  const uint32_t *Total;
  __host__ __device__ uint32_t operator()(uint32_t I) const {
    return uint32_t(uint64_t(draw(I)) * *Total >> 32);
  }
};

thrust::device_vector<uint32_t> Frequency, Sums, Out;

} // namespace

void load(const uint32_t *frequency, uint32_t *, uint32_t n) {
  needDevice();
  Frequency.assign(frequency, frequency + n);
  Sums.resize(n);
  Out.resize(n);
}

void draw_all(const uint32_t *, uint32_t *, uint32_t n) {
  thrust::inclusive_scan(policy(), Frequency.begin(), Frequency.end(),
                         Sums.begin());
  const auto Places = thrust::make_transform_iterator(
      thrust::counting_iterator<uint32_t>(0),
      Place{Sums.data().get() + n - 1});
  thrust::upper_bound(policy(), Sums.begin(), Sums.end(), Places, Places + n,
                      Out.begin());
  finish();
}

void unload(const uint32_t *, uint32_t *out, uint32_t) {
  thrust::copy(Out.begin(), Out.end(), out);
  release(Frequency, Sums, Out);
}

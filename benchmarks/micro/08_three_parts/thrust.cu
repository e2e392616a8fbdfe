// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

struct IsThird {
  const int *Sums;
  int Third;
  __host__ __device__ uint32_t operator()(size_t I) const {
    return Sums[I] == Third;
  }
};
/// The pairs whose second cut is behind element I.
struct Pairs {
  const int *Sums;
  const uint32_t *Thirds; ///< those before each place
  int Third;
  __host__ __device__ uint64_t operator()(size_t I) const {
    return Sums[I] == 2 * Third ? Thirds[I] : 0;
  }
};

thrust::device_vector<int> X, Sums;
thrust::device_vector<uint32_t> Thirds;

} // namespace

void load(const int *x, size_t n) {
  needDevice();
  X.assign(x, x + n);
  Sums.resize(n);
  Thirds.resize(n);
}

uint64_t ways(const int *, size_t n) {
  thrust::inclusive_scan(policy(), X.begin(), X.end(), Sums.begin());
  finish();
  const int Total = Sums.back();
  if (Total % 3 != 0)
    return 0;
  const thrust::counting_iterator<size_t> Zero(0);
  const int *PSums = Sums.data().get();
  const auto Flags =
      thrust::make_transform_iterator(Zero, IsThird{PSums, Total / 3});
  thrust::exclusive_scan(policy(), Flags, Flags + n, Thirds.begin(),
                         uint32_t(0));
  const uint64_t Count = thrust::transform_reduce(
      policy(), Zero, Zero + (n - 1),
      Pairs{PSums, Thirds.data().get(), Total / 3}, uint64_t(0),
      thrust::plus<uint64_t>());
  finish();
  return Count;
}

void unload(const int *, size_t) {
  release(X, Sums, Thirds);
}

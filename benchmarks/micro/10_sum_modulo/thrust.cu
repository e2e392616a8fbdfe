// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <climits>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

struct Occur {
  const uint64_t *Sums;
  int *First, *Last;
  uint32_t M;
  __device__ void operator()(int I) const {
    atomicMin(&First[Sums[I] % M], I);
    atomicMax(&Last[Sums[I] % M], I);
  }
};
struct Occurs {
  const int *Last;
  __host__ __device__ int operator()(int V) const {
    return Last[V] < 0 ? -1 : V;
  }
};
/// The largest sum that ends with prefix sum V.
struct Best {
  const int *First, *Last, *Below; ///< Below: the next lower value that occurs
  int M;
  __host__ __device__ int operator()(int V) const {
    if (Last[V] < 0)
      return 0;
    return Below[V] >= 0 && First[V] < Last[Below[V]] && M - (V - Below[V]) > V
               ? M - (V - Below[V])
               : V;
  }
};

thrust::device_vector<uint32_t> X;
thrust::device_vector<uint64_t> Sums;
thrust::device_vector<int> First, Last, Below;

} // namespace

void load(const uint32_t *x, size_t n, uint32_t m) {
  needDevice();
  X.assign(x, x + n);
  Sums.resize(n);
  First.resize(m);
  Last.resize(m);
  Below.resize(m);
}

uint32_t largest(const uint32_t *, size_t n, uint32_t m) {
  const thrust::counting_iterator<int> Zero(0);
  int *PFirst = First.data().get(), *PLast = Last.data().get();
  thrust::fill(policy(), First.begin(), First.end(), INT_MAX);
  thrust::fill(policy(), Last.begin(), Last.end(), -1);
  thrust::inclusive_scan(policy(), X.begin(), X.end(), Sums.begin(),
                         uint64_t(0), thrust::plus<uint64_t>());
  thrust::for_each_n(policy(), Zero, n,
                     Occur{Sums.data().get(), PFirst, PLast, m});
  const auto In = thrust::make_transform_iterator(Zero, Occurs{PLast});
  thrust::exclusive_scan(policy(), In, In + m, Below.begin(), -1,
                         thrust::maximum<int>());
  const uint32_t Result = thrust::transform_reduce(
      policy(), Zero, Zero + m,
      Best{PFirst, PLast, Below.data().get(), int(m)}, 0,
      thrust::maximum<int>());
  finish();
  return Result;
}

void unload(const uint32_t *, size_t, uint32_t) {
  release(X, Sums, First, Last, Below);
}

// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <climits>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

/// The sum of X[I..I + K).
struct Window {
  const int *Sums; ///< Sums[I]: of X[0..I)
  size_t K;
  __host__ __device__ int operator()(size_t I) const {
    return Sums[I + K] - Sums[I];
  }
};
/// The best pair whose second window begins at I + K.
struct Pair {
  Window W;
  const int *Best; ///< of the windows that begin up to each place
  __host__ __device__ int operator()(size_t I) const {
    return Best[I] + W(I + W.K);
  }
};

thrust::device_vector<int> X, Sums, Best;

} // namespace

void load(const int *x, size_t n) {
  needDevice();
  X.assign(x, x + n);
  Sums.assign(n + 1, 0);
  Best.resize(n);
}

int largest_pair(const int *, size_t n, size_t k) {
  if (n < 2 * k)
    return INT_MIN;
  const size_t Places = n - 2 * k + 1;
  const thrust::counting_iterator<size_t> Zero(0);
  const Window W{Sums.data().get(), k};
  thrust::inclusive_scan(policy(), X.begin(), X.end(), Sums.begin() + 1);
  const auto Windows = thrust::make_transform_iterator(Zero, W);
  thrust::inclusive_scan(policy(), Windows, Windows + Places, Best.begin(),
                         thrust::maximum<int>());
  const int Largest = thrust::transform_reduce(
      policy(), Zero, Zero + Places, Pair{W, Best.data().get()}, INT_MIN,
      thrust::maximum<int>());
  finish();
  return Largest;
}

void unload(const int *, size_t) {
  release(X, Sums, Best);
}

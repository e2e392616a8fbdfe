// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

// Of a stretch of d: how far it goes, and the highest and lowest on its way.
struct Walk {
  int Sum, High, Low;
};

struct Join {
  __host__ __device__ Walk operator()(Walk A, Walk B) const {
    const int High = A.Sum + B.High, Low = A.Sum + B.Low;
    return {A.Sum + B.Sum, A.High > High ? A.High : High,
            A.Low < Low ? A.Low : Low};
  }
};
struct Step {
  const uint8_t *A, *B;
  __host__ __device__ Walk operator()(int I) const {
    const int D = A[I] - B[I];
    return {D, D > 0 ? D : 0, D < 0 ? D : 0};
  }
};
/// First[N + d] becomes the place where d comes first.
struct Mark {
  const Walk *Walks;
  int *First, N;
  __device__ void operator()(int I) const {
    const Walk Before = I > 0 ? Walks[I - 1] : Walk{0, 0, 0};
    const int D = Walks[I].Sum;
    if (D > Before.High || D < Before.Low)
      First[N + D] = I + 1;
  }
};
struct Length {
  const Walk *Walks;
  const int *First;
  int N;
  __host__ __device__ int operator()(int I) const {
    const int D = Walks[I].Sum;
    return I + 1 - (D == 0 ? 0 : First[N + D]);
  }
};

thrust::device_vector<uint8_t> A, B;
thrust::device_vector<Walk> Walks;
thrust::device_vector<int> First;

} // namespace

void load(const uint8_t *a, const uint8_t *b, int n) {
  needDevice();
  A.assign(a, a + n);
  B.assign(b, b + n);
  Walks.resize(n);
  First.resize(2 * size_t(n) + 1);
}

int longest_span(const uint8_t *, const uint8_t *, int n) {
  const thrust::counting_iterator<int> Zero(0);
  const auto Steps = thrust::make_transform_iterator(
      Zero, Step{A.data().get(), B.data().get()});
  const Walk *PWalks = Walks.data().get();
  int *PFirst = First.data().get();
  thrust::inclusive_scan(policy(), Steps, Steps + n, Walks.begin(), Join());
  thrust::for_each_n(policy(), Zero, n, Mark{PWalks, PFirst, n});
  const int Longest = thrust::transform_reduce(policy(), Zero, Zero + n,
                                               Length{PWalks, PFirst, n}, 0,
                                               thrust::maximum<int>());
  finish();
  return Longest;
}

void unload(const uint8_t *, const uint8_t *, int) {
  release(A, B, Walks, First);
}

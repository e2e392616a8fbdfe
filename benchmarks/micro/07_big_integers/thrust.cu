// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform.h>

namespace {

// What a row of digits does with a carry: drops it, makes one, or hands it on.
enum : uint8_t { Kill, Generate, Propagate };

struct CarryOf {
  const uint32_t *A, *B;
  __host__ __device__ uint8_t operator()(size_t I) const {
    const uint32_t S = A[I] + B[I];
    return S >= BASE ? Generate : S == BASE - 1 ? Propagate : Kill;
  }
};
struct Ahead {
  __host__ __device__ uint8_t operator()(uint8_t Low, uint8_t High) const {
    return High == Propagate ? Low : High;
  }
};
struct Digit {
  const uint32_t *A, *B;
  const uint8_t *Carries; ///< out of each digit
  __host__ __device__ uint32_t operator()(size_t I) const {
    const uint32_t S = A[I] + B[I] + (I > 0 && Carries[I - 1] == Generate);
    return S >= BASE ? S - BASE : S;
  }
};

thrust::device_vector<uint32_t> A, B, Sum;
thrust::device_vector<uint8_t> Carries;

} // namespace

void load(const uint32_t *a, const uint32_t *b, uint32_t *, size_t n) {
  needDevice();
  A.assign(a, a + n);
  B.assign(b, b + n);
  Sum.resize(n);
  Carries.resize(n);
}

bool add(const uint32_t *, const uint32_t *, uint32_t *, size_t n) {
  const uint32_t *PA = A.data().get(), *PB = B.data().get();
  const thrust::counting_iterator<size_t> First(0);
  const auto In = thrust::make_transform_iterator(First, CarryOf{PA, PB});
  thrust::inclusive_scan(policy(), In, In + n, Carries.begin(), Ahead());
  thrust::transform(policy(), First, First + n, Sum.begin(),
                    Digit{PA, PB, Carries.data().get()});
  finish();
  return Carries.back() == Generate;
}

void unload(const uint32_t *, const uint32_t *, uint32_t *sum, size_t) {
  thrust::copy(Sum.begin(), Sum.end(), sum);
  release(A, B, Sum, Carries);
}

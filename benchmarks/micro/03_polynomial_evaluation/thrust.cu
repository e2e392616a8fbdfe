// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "modular.h"
#include "problem.h"
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/transform_scan.h>

namespace {

template <typename Number> struct Map {
  Number P, Y;
};

struct Then {
  __host__ __device__ Map<double> operator()(Map<double> A,
                                             Map<double> B) const {
    return {A.P * B.Y + B.P, A.Y * B.Y};
  }
  __host__ __device__ Map<uint32_t> operator()(Map<uint32_t> A,
                                               Map<uint32_t> B) const {
    return {plus(times(A.P, B.Y), B.P), times(A.Y, B.Y)};
  }
};
template <typename Number> struct Make {
  Number X;
  __host__ __device__ Map<Number> operator()(Number A) const { return {A, X}; }
};
template <typename Number> struct Value {
  __host__ __device__ Number operator()(Map<Number> M) const { return M.P; }
};

thrust::device_vector<double> A, Values;
thrust::device_vector<uint32_t> B, Residues;

template <typename Number>
void scan(const thrust::device_vector<Number> &In, Number X,
          thrust::device_vector<Number> &Out) {
  thrust::transform_inclusive_scan(
      policy(), In.begin(), In.end(),
      thrust::make_transform_output_iterator(Out.begin(), Value<Number>()),
      Make<Number>{X}, Then());
  finish();
}

} // namespace

void load(const double *a, double *, const uint32_t *b, uint32_t *, size_t n) {
  needDevice();
  A.assign(a, a + n);
  Values.resize(n);
  B.assign(b, b + n);
  Residues.resize(n);
}

void evaluate(const double *, double x, double *, size_t) {
  scan(A, x, Values);
}

void evaluate_modular(const uint32_t *, uint32_t x, uint32_t *, size_t) {
  scan(B, x, Residues);
}

void unload(const double *, double *values, const uint32_t *,
            uint32_t *residues, size_t) {
  thrust::copy(Values.begin(), Values.end(), values);
  thrust::copy(Residues.begin(), Residues.end(), residues);
  release(A, Values, B, Residues);
}

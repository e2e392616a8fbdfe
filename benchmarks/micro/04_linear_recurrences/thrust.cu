// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "modular.h"
#include "problem.h"
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform_scan.h>

namespace {

// One step multiplies the vector of the last values by a matrix, from the left.
template <int K> struct Matrix {
  uint32_t M[K][K];
};
// v -> M v + C.
struct Affine {
  double M[2][2], C[2];
};

template <int K> struct Multiply {
  __host__ __device__ Matrix<K> operator()(Matrix<K> B, Matrix<K> A) const {
    Matrix<K> R;
    for (int I = 0; I < K; I++)
      for (int J = 0; J < K; J++) {
        R.M[I][J] = times(A.M[I][0], B.M[0][J]);
        for (int L = 1; L < K; L++)
          R.M[I][J] = plus(R.M[I][J], times(A.M[I][L], B.M[L][J]));
      }
    return R;
  }
};
struct Apply {
  __host__ __device__ Affine operator()(Affine B, Affine A) const {
    Affine R;
    for (int I = 0; I < 2; I++) {
      for (int J = 0; J < 2; J++)
        R.M[I][J] = A.M[I][0] * B.M[0][J] + A.M[I][1] * B.M[1][J];
      R.C[I] = A.M[I][0] * B.C[0] + A.M[I][1] * B.C[1] + A.C[I];
    }
    return R;
  }
};
using Pair = thrust::tuple<uint32_t, uint32_t>;
struct Step2 {
  __host__ __device__ Matrix<2> operator()(Pair P) const {
    return {{{thrust::get<0>(P), thrust::get<1>(P)}, {1, 0}}};
  }
};
struct Step4 {
  __host__ __device__ Matrix<4> operator()(Pair P) const {
    return {{{thrust::get<0>(P), thrust::get<1>(P), 3, 5},
             {1, 0, 0, 0},
             {0, 1, 0, 0},
             {0, 0, 1, 0}}};
  }
};
struct Tap {
  __host__ __device__ Affine operator()(double X) const {
    return {{{FEEDBACK1, FEEDBACK2}, {1, 0}}, {X, 0}};
  }
};
struct Corner {
  template <int K> __host__ __device__ uint32_t operator()(Matrix<K> M) const {
    return M.M[0][0];
  }
  __host__ __device__ double operator()(Affine A) const { return A.C[0]; }
};

thrust::device_vector<uint32_t> A, B, F, G;
thrust::device_vector<double> X, Y;

template <typename In, typename Out, typename Step, typename Operator>
void scan(In Begin, size_t N, Out To, Step S, Operator Op) {
  thrust::transform_inclusive_scan(
      policy(), Begin, Begin + N,
      thrust::make_transform_output_iterator(To, Corner()), S, Op);
  finish();
}

} // namespace

void load(const Arrays *P) {
  needDevice();
  A.assign(P->a, P->a + P->n);
  B.assign(P->b, P->b + P->n);
  F.resize(P->n);
  G.resize(P->n);
  X.assign(P->x, P->x + P->n);
  Y.resize(P->n);
}

void order2(const uint32_t *, const uint32_t *, uint32_t *, size_t n) {
  scan(thrust::make_zip_iterator(A.begin(), B.begin()), n, F.begin(), Step2(),
       Multiply<2>());
}

void order4(const uint32_t *, const uint32_t *, uint32_t *, size_t n) {
  scan(thrust::make_zip_iterator(A.begin(), B.begin()), n, G.begin(), Step4(),
       Multiply<4>());
}

void filter(const double *, double *, size_t n) {
  scan(X.begin(), n, Y.begin(), Tap(), Apply());
}

void unload(const Arrays *P) {
  thrust::copy(F.begin(), F.end(), P->f);
  thrust::copy(G.begin(), G.end(), P->g);
  thrust::copy(Y.begin(), Y.end(), P->y);
  release(A, B, F, G, X, Y);
}

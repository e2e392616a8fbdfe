// tridiagonal.c with Thrust.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/scan.h>

namespace {

struct Fraction {
  double Top[2], Bottom[2];
};
struct Affine {
  double Factor, Offset;
};

struct ThenFraction {
  __host__ __device__ Fraction operator()(Fraction A, Fraction B) const {
    Fraction R;
    double Largest = 0;
    for (int J = 0; J < 2; ++J) {
      R.Top[J] = B.Top[0] * A.Top[J] + B.Top[1] * A.Bottom[J];
      R.Bottom[J] = B.Bottom[0] * A.Top[J] + B.Bottom[1] * A.Bottom[J];
      Largest = fmax(Largest, fmax(fabs(R.Top[J]), fabs(R.Bottom[J])));
    }
    for (int J = 0; J < 2; ++J) {
      R.Top[J] /= Largest;
      R.Bottom[J] /= Largest;
    }
    return R;
  }
};
struct ThenAffine {
  __host__ __device__ Affine operator()(Affine A, Affine B) const {
    return {B.Factor * A.Factor, B.Factor * A.Offset + B.Offset};
  }
};

// The maps of equation I, and their results.
struct Eliminate {
  const double *A, *B, *C;
  __host__ __device__ Fraction operator()(size_t I) const {
    return {{0, C[I]}, {-A[I], B[I]}};
  }
};
struct Quotient {
  __host__ __device__ double operator()(Fraction F) const {
    return F.Top[1] / F.Bottom[1];
  }
};
struct Forward {
  const double *A, *B, *D, *P;
  __host__ __device__ Affine operator()(size_t I) const {
    const double Pivot = B[I] - (I > 0 ? A[I] * P[I - 1] : 0);
    return {-A[I] / Pivot, D[I] / Pivot};
  }
};
struct Backward {
  const double *P, *Q;
  size_t N;
  __host__ __device__ Affine operator()(size_t K) const {
    return {-P[N - 1 - K], Q[N - 1 - K]};
  }
};
struct Offset {
  __host__ __device__ double operator()(Affine F) const { return F.Offset; }
};

// Stores Result of the scanned Map(0), Map(1), ... at Out.
template <typename Map, typename Then, typename Output, typename Result>
void scan(size_t N, Map M, Then Operator, Output Out, Result R) {
  const auto In = thrust::make_transform_iterator(count<size_t>(), M);
  thrust::inclusive_scan(policy(), In, In + N,
                         thrust::make_transform_output_iterator(Out, R),
                         Operator);
}

times onDevice(const equations &S, double *HostX) {
  const size_t N = S.count;
  times Times;
  const double Start = seconds();
  const Array<double> A(S.a, N), B(S.b, N), C(S.c, N), D(S.d, N);
  const Array<double> P(N), Q(N), X(N);
  const double Inside = seconds();
  scan(N, Eliminate{A.get(), B.get(), C.get()}, ThenFraction(), P.begin(),
       Quotient());
  scan(N, Forward{A.get(), B.get(), D.get(), P.get()}, ThenAffine(), Q.begin(),
       Offset());
  scan(N, Backward{P.get(), Q.get(), N}, ThenAffine(),
       thrust::make_reverse_iterator(X.begin() + N), Offset());
  Times.resident = finishedSince(Inside);
  X.copyTo(HostX, N);
  Times.whole = seconds() - Start;
  return Times;
}

} // namespace

int main(int argc, char **argv) {
  needDevice();
  size_t N = 1000000;
  if (argc > 1 && !is_size(argv[1], size_t(1) << 40, &N))
    return 2;
  equations System = make_equations(N);
  double *X = static_cast<double *>(allocate(N, sizeof *X));
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(System, X));
  double Sum = 0;
  for (size_t I = 0; I < N; ++I)
    Sum += X[I];
  std::printf("tridiagonal: %zu equations, sum %.6f", N, Sum);
  print_times(Best, -1);
  free(X);
  free_equations(&System);
}

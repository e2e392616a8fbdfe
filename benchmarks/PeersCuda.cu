//===- PeersCuda.cu - CUB, Thrust and copies on a CUDA device -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-cuda LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// Reports device-to-device copies, and CUB's and Thrust's scans of the loops
/// of Loops.h, measured by events around each call.
///
//===----------------------------------------------------------------------===//

#include "CudaTimes.h"
#include "Loops.h"
#include "Report.h"
#include <algorithm>
#include <cstdlib>
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

using namespace ompscan::bench;

namespace {

struct Add {
  template <typename T> OMPSCAN_BENCH_BOTH T operator()(T A, T B) const {
    return A + B;
  }
};
struct Max {
  template <typename T> OMPSCAN_BENCH_BOTH T operator()(T A, T B) const {
    return B > A ? B : A;
  }
};
struct Compose {
  OMPSCAN_BENCH_BOTH Affine operator()(Affine A, Affine B) const {
    return compose(A, B);
  }
};
struct Multiply {
  OMPSCAN_BENCH_BOTH Matrix operator()(Matrix A, Matrix B) const {
    return multiply(A, B);
  }
};

template <typename T> __global__ void fill(T *X, uint64_t N) {
  for (uint64_t I = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; I < N;
       I += uint64_t(gridDim.x) * blockDim.x)
    make(X[I], I);
}

struct Request {
  unsigned Log2;
  std::string Loop;
};

/// Device memory for one loop.
template <typename T> struct Data {
  T *X, *Y;
  void *Scratch = nullptr;
  size_t ScratchSize = 0;
  uint64_t N;

  explicit Data(uint64_t N) : N(N) {
    check(cudaMalloc(&X, N * sizeof(T)), "cudaMalloc");
    check(cudaMalloc(&Y, N * sizeof(T)), "cudaMalloc");
    fill<<<1024, 256>>>(X, N);
    check(cudaMemset(Y, 0xCB, N * sizeof(T)), "cudaMemset");
  }
  ~Data() {
    cudaFree(X);
    cudaFree(Y);
    cudaFree(Scratch);
  }
  /// Runs a CUB algorithm, which first says what it needs.
  template <typename Function>
  void measure(const char *Loop, const char *Who, Function Call) {
    cudaFree(Scratch);
    Scratch = nullptr;
    check(Call(nullptr, ScratchSize), Who);
    check(cudaMalloc(&Scratch, ScratchSize), "cudaMalloc");
    report(Loop, Who, N, 2 * N * sizeof(T),
           timesOf([&] { check(Call(Scratch, ScratchSize), Who); }));
  }
};

template <typename T, typename Op>
void measureOperator(const Request &R, const char *Loop, Op Operator) {
  if (std::string(Loop).find(R.Loop) == std::string::npos)
    return;
  Data<T> D(uint64_t(1) << R.Log2);
  D.measure(Loop, "CUB InclusiveScan", [&](void *Scratch, size_t &Size) {
    return cub::DeviceScan::InclusiveScan(Scratch, Size, D.X, D.Y, Operator,
                                          D.N);
  });
  report(Loop, "Thrust inclusive_scan", D.N, 2 * D.N * sizeof(T), timesOf([&] {
           thrust::inclusive_scan(thrust::device, D.X, D.X + D.N, D.Y,
                                  Operator);
         }));
}

template <typename T> void measureSum(const Request &R, const char *Loop) {
  if (std::string(Loop).find(R.Loop) == std::string::npos)
    return;
  measureOperator<T>(R, Loop, Add());
  Data<T> D(uint64_t(1) << R.Log2);
  D.measure(Loop, "CUB ExclusiveSum", [&](void *Scratch, size_t &Size) {
    return cub::DeviceScan::ExclusiveSum(Scratch, Size, D.X, D.Y, D.N);
  });
  D.measure(Loop, "CUB InclusiveSum", [&](void *Scratch, size_t &Size) {
    return cub::DeviceScan::InclusiveSum(Scratch, Size, D.X, D.Y, D.N);
  });
  report(Loop, "Thrust exclusive_scan", D.N, 2 * D.N * sizeof(T), timesOf([&] {
           thrust::exclusive_scan(thrust::device, D.X, D.X + D.N, D.Y);
         }));
}

void measureCopy() {
  Data<int32_t> D(uint64_t(1) << 30);
  report("copy", "cudaMemcpy", D.N, 2 * D.N * sizeof(int32_t), timesOf([&] {
           check(cudaMemcpyAsync(D.Y, D.X, D.N * sizeof(int32_t),
                                 cudaMemcpyDeviceToDevice),
                 "cudaMemcpy");
         }));
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: ompscan-bench-cuda LOG2 [LOOP]\n");
    return 2;
  }
  const Request R{static_cast<unsigned>(std::atoi(Values[1])),
                  Count > 2 ? Values[2] : ""};
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "no CUDA device");
  int Driver = 0;
  check(cudaDriverGetVersion(&Driver), "cudaDriverGetVersion");
  inform("CUDA device", Properties.name);
  inform("CUDA driver", std::to_string(Driver));
  inform("CUDA runtime", std::to_string(CUDART_VERSION));
  inform("CUB", std::to_string(CUB_VERSION));
  measureCopy();
  measureOperator<uint8_t>(R, UcharMax, Max());
  measureSum<uint16_t>(R, UshortSum);
  measureSum<int32_t>(R, IntSum);
  measureSum<float>(R, FloatSum);
  measureSum<int64_t>(R, LongSum);
  measureSum<double>(R, DoubleSum);
  measureOperator<Affine>(R, AffinePair, Compose());
  measureOperator<Matrix>(R, MatrixProduct, Multiply());
  return 0;
}

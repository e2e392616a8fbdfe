//===- RowsCuda.cu - Scans of rows and columns written in CUDA ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-rows-cuda LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// Reports loops of Rows.cpp by CUB and as kernels written by hand, measured by
/// events around each call.
///
//===----------------------------------------------------------------------===//

#include "CudaTimes.h"
#include "Report.h"
#include <cmath>
#include <cstdlib>
#include <cub/cub.cuh>
#include <string>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <vector>

using namespace ompscan::bench;

namespace {

constexpr int Threads = 256, Items = 16, Tile = Threads * Items;

/// The input. All sums are exact.
__host__ __device__ float inputAt(uint64_t I) {
  return float(int((I * 2654435761u >> 16) % 5) - 2);
}

__global__ void fill(float *X, uint64_t N) {
  for (uint64_t I = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; I < N;
       I += uint64_t(gridDim.x) * blockDim.x)
    X[I] = inputAt(I);
}

struct RowOf {
  uint64_t Length;
  __host__ __device__ unsigned operator()(uint64_t I) const {
    return unsigned(I / Length);
  }
};

using Load =
    cub::BlockLoad<float, Threads, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Store =
    cub::BlockStore<float, Threads, Items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
using Scan = cub::BlockScan<float, Threads, cub::BLOCK_SCAN_WARP_SCANS>;
using Reduce = cub::BlockReduce<float, Threads>;
union Shared {
  Load::TempStorage Loading;
  Store::TempStorage Storing;
  Scan::TempStorage Scanning;
  Reduce::TempStorage Reducing;
};

/// A block for each row, whose length is a multiple of Tile.
__global__ void __launch_bounds__(Threads)
    longRows(const float *X, float *Y, uint64_t Length) {
  __shared__ Shared Temp;
  const uint64_t Row = blockIdx.x * Length;
  float Carry = 0;
  for (uint64_t At = 0; At < Length; At += Tile) {
    float Values[Items], Total;
    Load(Temp.Loading).Load(X + Row + At, Values);
    __syncthreads();
    Scan(Temp.Scanning).InclusiveSum(Values, Values, Total);
    __syncthreads();
    for (float &Each : Values)
      Each += Carry;
    Carry += Total;
    Store(Temp.Storing).Store(Y + Row + At, Values);
    __syncthreads();
  }
}

/// A warp for each row of \p Length, a multiple of 32.
__global__ void __launch_bounds__(Threads)
    shortRows(const float *X, float *Y, uint64_t Rows, unsigned Length) {
  const uint64_t Row =
      (blockIdx.x * uint64_t(Threads) + threadIdx.x) / warpSize;
  const unsigned Lane = threadIdx.x % warpSize;
  if (Row >= Rows)
    return;
  float Carry = 0;
  for (unsigned At = Lane; At < Length; At += warpSize) {
    float Sum = X[Row * Length + At];
    for (int D = 1; D < warpSize; D *= 2) {
      const float Left = __shfl_up_sync(~0u, Sum, D);
      Sum += int(Lane) >= D ? Left : 0;
    }
    Sum += Carry;
    Y[Row * Length + At] = Sum;
    Carry = __shfl_sync(~0u, Sum, warpSize - 1);
  }
}

/// A thread for each column.
__global__ void __launch_bounds__(Threads)
    columns(const float *X, float *Y, uint64_t Rows, uint64_t Width) {
  const uint64_t C = blockIdx.x * uint64_t(Threads) + threadIdx.x;
  if (C >= Width)
    return;
  float Sum = 0;
#pragma unroll 8
  for (uint64_t R = 0; R < Rows; ++R)
    Y[R * Width + C] = Sum += X[R * Width + C];
}

/// A block for each row of Tile elements, which it keeps in registers.
__global__ void __launch_bounds__(Threads) softmax(const float *X, float *Y) {
  __shared__ Shared Temp;
  __shared__ float Shown;
  const uint64_t Row = blockIdx.x * uint64_t(Tile);
  float Values[Items];
  Load(Temp.Loading).Load(X + Row, Values);
  __syncthreads();
  float Most = Values[0];
  for (const float Each : Values)
    Most = fmaxf(Most, Each);
  Most = Reduce(Temp.Reducing).Reduce(Most, [](float A, float B) {
    return fmaxf(A, B);
  });
  if (threadIdx.x == 0)
    Shown = Most;
  __syncthreads();
  Most = Shown;
  float Sum = 0;
  for (float &Each : Values)
    Sum += Each = expf(Each - Most);
  Sum = Reduce(Temp.Reducing).Sum(Sum);
  __syncthreads();
  if (threadIdx.x == 0)
    Shown = Sum;
  __syncthreads();
  for (float &Each : Values)
    Each /= Shown;
  Store(Temp.Storing).Store(Y + Row, Values);
}

class Peers {
public:
  Peers(uint64_t N, std::string Loop) : N(N), Loop(std::move(Loop)) {
    check(cudaMalloc(&X, N * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&Y, N * sizeof(float)), "cudaMalloc");
    fill<<<1024, Threads>>>(X, N);
  }
  Peers(const Peers &) = delete;
  ~Peers() {
    cudaFree(X);
    cudaFree(Y);
  }

  /// Measures \p Call, whose results \p IsRight checks.
  template <typename Function, typename Check>
  bool measure(const std::string &Name, const char *Who, Function Call,
               Check IsRight) {
    if (Name.find(Loop) == std::string::npos)
      return true;
    check(cudaMemset(Y, 0xFF, N * sizeof(float)), "cudaMemset");
    Call();
    check(cudaDeviceSynchronize(), Who);
    std::vector<float> Results(N);
    check(cudaMemcpy(Results.data(), Y, N * sizeof(float),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    if (!IsRight(Results)) {
      std::fprintf(stderr, "ompscan-bench: %s, %s: WRONG RESULT\n",
                   Name.c_str(), Who);
      return false;
    }
    report(Name.c_str(), Who, N, 8 * N, timesOf(Call));
    return true;
  }

  /// Measures sums of sequences of \p Length elements, \p Stride apart.
  template <typename Function>
  bool measureSums(const std::string &Name, const char *Who, Function Call,
                   uint64_t Length, uint64_t Stride = 1) {
    return measure(Name, Who, Call, [=](const std::vector<float> &Results) {
      std::vector<double> Sums(Stride);
      for (uint64_t I = 0; I != N; ++I) {
        double &Sum = Sums[I % Stride];
        if (I / Stride % Length == 0)
          Sum = 0;
        Sum += inputAt(I);
        if (Results[I] != float(Sum))
          return false;
      }
      return true;
    });
  }

  /// Measures a scan of CUB; \p Call gets the scratch memory and its size.
  template <typename Function>
  bool measureCub(const std::string &Name, const char *Who, Function Call,
                  uint64_t Length) {
    void *Scratch = nullptr;
    size_t Size = 0;
    check(Call(Scratch, Size), Who);
    check(cudaMalloc(&Scratch, Size), "cudaMalloc");
    const bool IsRight = measureSums(
        Name, Who, [&] { check(Call(Scratch, Size), Who); }, Length);
    cudaFree(Scratch);
    return IsRight;
  }

  bool measureRows(uint64_t Length) {
    const std::string Name = "rows of " + std::to_string(Length);
    const uint64_t Rows = N / Length;
    const auto Keys = thrust::make_transform_iterator(
        thrust::make_counting_iterator(uint64_t(0)), RowOf{Length});
    return measureCub(
               Name, "CUB InclusiveSumByKey",
               [&](void *Scratch, size_t &Size) {
                 return cub::DeviceScan::InclusiveSumByKey(Scratch, Size, Keys,
                                                           X, Y, N);
               },
               Length) &
           measureSums(
               Name, "CUDA by hand",
               [&] {
                 if (Length % Tile == 0)
                   longRows<<<unsigned(Rows), Threads>>>(X, Y, Length);
                 else
                   shortRows<<<unsigned((Rows * 32 + Threads - 1) / Threads),
                               Threads>>>(X, Y, Rows, unsigned(Length));
               },
               Length);
  }

  bool measureColumns(uint64_t Width) {
    return measureSums(
        std::to_string(Width) + " columns", "CUDA by hand",
        [&] {
          columns<<<unsigned((Width + Threads - 1) / Threads), Threads>>>(
              X, Y, N / Width, Width);
        },
        N / Width, Width);
  }

  bool measureSoftmax() {
    return measure(
        "softmax, rows of " + std::to_string(Tile), "CUDA by hand",
        [&] { softmax<<<unsigned(N / Tile), Threads>>>(X, Y); },
        [&](const std::vector<float> &Results) {
          for (uint64_t Row = 0; Row != N; Row += Tile) {
            // The largest element is 2.
            double Sum = 0;
            for (int I = 0; I != Tile; ++I)
              Sum += std::exp(inputAt(Row + I) - 2.0);
            for (int I = 0; I != Tile; ++I) {
              const double Exact = std::exp(inputAt(Row + I) - 2.0) / Sum;
              if (!(std::fabs(Results[Row + I] - Exact) <= 1e-5 * Exact))
                return false;
            }
          }
          return true;
        });
  }

  bool measureAll() {
    bool AreRight = measure(
        "copy", "cudaMemcpy",
        [&] {
          check(cudaMemcpyAsync(Y, X, N * sizeof(float),
                                cudaMemcpyDeviceToDevice),
                "cudaMemcpyAsync");
        },
        [&](const std::vector<float> &Results) {
          for (uint64_t I = 0; I != N; ++I)
            if (Results[I] != inputAt(I))
              return false;
          return true;
        });
    AreRight &= measureCub(
        "flat sum", "CUB InclusiveSum",
        [&](void *Scratch, size_t &Size) {
          return cub::DeviceScan::InclusiveSum(Scratch, Size, X, Y, N);
        },
        N);
    for (const uint64_t Length : {32, 64, 4096, 1 << 20})
      if (Length <= N)
        AreRight &= measureRows(Length);
    for (const uint64_t Width : {64, 4096, 1 << 20})
      if (Width <= N)
        AreRight &= measureColumns(Width);
    return AreRight & measureSoftmax();
  }

private:
  const uint64_t N;
  const std::string Loop;
  float *X = nullptr, *Y = nullptr;
};

} // namespace

int main(int Count, char **Values) {
  if (Count < 2 || std::atoi(Values[1]) < 12) {
    std::fprintf(stderr, "usage: ompscan-bench-rows-cuda LOG2 [LOOP], with at "
                         "least 2^12 elements\n");
    return 2;
  }
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "no CUDA device");
  inform("CUDA device", Properties.name);
  Peers P(uint64_t(1) << std::atoi(Values[1]), Count > 2 ? Values[2] : "");
  return P.measureAll() ? 0 : 1;
}

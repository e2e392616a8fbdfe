//===- RecurrencesCuda.cu - Recurrences written in CUDA -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-recurrences-cuda LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// Reports the loops of RecurrenceLoops.h as kernels written by hand, measured
/// by events around each call, and the average by CUB's DeviceScan, which
/// composes functions as OmpScan does.
///
//===----------------------------------------------------------------------===//

#include "CudaTimes.h"
#include "RecurrenceLoops.h"
#include "Report.h"
#include <cstdlib>
#include <cub/cub.cuh>
#include <string>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <vector>

using namespace ompscan::bench;

namespace {

constexpr int Threads = 256, Items = 8, Tile = Threads * Items;

struct Compose {
  OMPSCAN_BENCH_BOTH Affine operator()(Affine A, Affine B) const {
    return compose(A, B);
  }
};
struct ToFunction {
  OMPSCAN_BENCH_BOTH Affine operator()(float X) const {
    return Affine{Weight * X, 1 - Weight};
  }
};
struct ToValue {
  OMPSCAN_BENCH_BOTH float operator()(Affine F) const { return F.p; }
};

using Load =
    cub::BlockLoad<float, Threads, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Store =
    cub::BlockStore<float, Threads, Items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
using Scan = cub::BlockScan<Affine, Threads, cub::BLOCK_SCAN_WARP_SCANS>;
union Shared {
  Load::TempStorage Loading;
  Store::TempStorage Storing;
  Scan::TempStorage Scanning;
};

/// Loads \p Count elements at \p From; the others are 0.
__device__ void load(Shared &Temp, const float *From, int Count,
                     float (&To)[Items]) {
  __syncthreads();
  if (Count == Tile)
    Load(Temp.Loading).Load(From, To);
  else
    Load(Temp.Loading).Load(From, To, Count, 0.0f);
}

__device__ void store(Shared &Temp, float *To, int Count,
                      float (&From)[Items]) {
  __syncthreads();
  if (Count == Tile)
    Store(Temp.Storing).Store(To, From);
  else
    Store(Temp.Storing).Store(To, From, Count);
}

/// Composes the functions of a tile, and continues with \p Carry.
__device__ void scan(Shared &Temp, Affine (&F)[Items], Affine &Carry) {
  __syncthreads();
  Affine Total;
  Scan(Temp.Scanning).InclusiveScan(F, F, Compose(), Total);
  for (Affine &Each : F)
    Each = compose(Carry, Each);
  Carry = compose(Carry, Total);
}

/// A block for each of the rows of \p Length elements.
__global__ void __launch_bounds__(Threads)
    selectiveScan(const float *A, const float *B, const float *C,
                  const float *X, float *Y, uint64_t Length) {
  __shared__ Shared Temp;
  const uint64_t Row = blockIdx.x * Length;
  Affine Carry = {0, 1};
  for (uint64_t At = 0; At < Length; At += Tile) {
    const int Count = Length - At < Tile ? int(Length - At) : Tile;
    float a[Items], b[Items], c[Items], x[Items];
    load(Temp, A + Row + At, Count, a);
    load(Temp, B + Row + At, Count, b);
    load(Temp, X + Row + At, Count, x);
    load(Temp, C + Row + At, Count, c);
    Affine F[Items];
    for (int I = 0; I != Items; ++I)
      F[I] = {b[I] * x[I], a[I]};
    scan(Temp, F, Carry);
    for (int I = 0; I != Items; ++I)
      c[I] *= F[I].p;
    store(Temp, Y + Row + At, Count, c);
  }
}

/// The functions of the tile at \p From; without effect behind \p Count.
__device__ void functions(Shared &Temp, const float *From, int Count,
                          Affine (&F)[Items]) {
  float x[Items];
  load(Temp, From, Count, x);
  for (int I = 0; I != Items; ++I)
    F[I] = int(threadIdx.x) * Items + I < Count ? ToFunction()(x[I])
                                                : Affine{0, 1};
}

/// The average by three kernels: each block composes the functions of its part,
/// one block composes the totals, each block scans its part.
template <bool IsLast>
__global__ void __launch_bounds__(Threads)
    averageParts(const float *X, float *Y, Affine *Totals, uint64_t N,
                 uint64_t Part) {
  __shared__ Shared Temp;
  const uint64_t Begin = blockIdx.x * Part;
  const uint64_t End = N - Begin < Part ? N : Begin + Part;
  Affine Carry = {0, 1};
  if (IsLast && blockIdx.x != 0)
    Carry = Totals[blockIdx.x - 1];
  for (uint64_t At = Begin; At < End; At += Tile) {
    const int Count = End - At < Tile ? int(End - At) : Tile;
    Affine F[Items];
    functions(Temp, X + At, Count, F);
    scan(Temp, F, Carry);
    if constexpr (IsLast) {
      float y[Items];
      for (int I = 0; I != Items; ++I)
        y[I] = F[I].p;
      store(Temp, Y + At, Count, y);
    }
  }
  if (!IsLast && threadIdx.x == 0)
    Totals[blockIdx.x] = Carry;
}

/// Replaces the totals of \p Count parts by those of all parts up to each.
__global__ void __launch_bounds__(Threads)
    composeTotals(Affine *Totals, int Count) {
  __shared__ Shared Temp;
  Affine Carry = {0, 1};
  for (int At = 0; At < Count; At += Tile) {
    Affine F[Items];
    for (int I = 0; I != Items; ++I) {
      const int Each = At + int(threadIdx.x) * Items + I;
      F[I] = Each < Count ? Totals[Each] : Affine{0, 1};
    }
    scan(Temp, F, Carry);
    for (int I = 0; I != Items; ++I)
      if (const int Each = At + int(threadIdx.x) * Items + I; Each < Count)
        Totals[Each] = F[I];
  }
}

enum class Input { Sample, Decay, In, Out };
__global__ void fill(float *X, uint64_t N, Input Which) {
  for (uint64_t I = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; I < N;
       I += uint64_t(gridDim.x) * blockDim.x)
    X[I] = Which == Input::Sample  ? sampleAt(I)
           : Which == Input::Decay ? decayAt(I)
           : Which == Input::In    ? inAt(I)
                                   : outAt(I);
}

/// Numbers on the device.
struct Array {
  float *P = nullptr;
  Array(uint64_t N, Input Which) {
    check(cudaMalloc(&P, N * sizeof(float)), "cudaMalloc");
    fill<<<1024, 256>>>(P, N, Which);
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(P); }
};

/// Measures \p Call, which stores \p N results to \p Y that \p IsRight checks.
template <typename Function, typename Check>
bool measure(const char *Loop, const char *Who, uint64_t N, uint64_t Bytes,
             const Array &Y, Function Call, Check IsRight) {
  check(cudaMemset(Y.P, 0xFF, N * sizeof(float)), "cudaMemset");
  Call();
  check(cudaDeviceSynchronize(), Who);
  std::vector<float> Results(N);
  check(cudaMemcpy(Results.data(), Y.P, N * sizeof(float),
                   cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  if (!IsRight(Results.data())) {
    std::fprintf(stderr, "ompscan-bench: %s, %s: WRONG RESULT\n", Loop, Who);
    return false;
  }
  report(Loop, Who, N, Bytes, timesOf(Call));
  return true;
}

bool measureAverage(uint64_t N) {
  const Array X(N, Input::Sample), Y(N, Input::Sample);
  const auto IsRight = [=](const float *Results) {
    return isAverage(Results, N);
  };
  // As many blocks as the device can run at a time, a whole number of tiles
  // each.
  int Processors = 0, PerProcessor = 0;
  check(cudaDeviceGetAttribute(&Processors, cudaDevAttrMultiProcessorCount, 0),
        "cudaDeviceGetAttribute");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &PerProcessor, averageParts<true>, Threads, 0),
        "occupancy");
  const uint64_t Tiles = (N + Tile - 1) / Tile;
  const uint64_t Most = uint64_t(Processors) * PerProcessor;
  const uint64_t Part = (Tiles + Most - 1) / Most * Tile;
  const unsigned Blocks = unsigned((N + Part - 1) / Part);
  Affine *Totals;
  check(cudaMalloc(&Totals, Blocks * sizeof(Affine)), "cudaMalloc");
  bool AllRight = measure(
      MovingAverage, "CUDA by hand", N, bytesOfAverage(N), Y,
      [&] {
        averageParts<false><<<Blocks, Threads>>>(X.P, Y.P, Totals, N, Part);
        composeTotals<<<1, Threads>>>(Totals, int(Blocks));
        averageParts<true><<<Blocks, Threads>>>(X.P, Y.P, Totals, N, Part);
      },
      IsRight);
  cudaFree(Totals);
  const auto In = thrust::make_transform_iterator(X.P, ToFunction());
  const auto Out = thrust::make_transform_output_iterator(Y.P, ToValue());
  void *Scratch = nullptr;
  size_t Size = 0;
  const auto Call = [&] {
    check(cub::DeviceScan::InclusiveScan(Scratch, Size, In, Out, Compose(), N),
          "CUB");
  };
  Call();
  check(cudaMalloc(&Scratch, Size), "cudaMalloc");
  AllRight &= measure(MovingAverage, "CUB InclusiveScan", N, bytesOfAverage(N),
                      Y, Call, IsRight);
  cudaFree(Scratch);
  return AllRight;
}

bool measureSelective(uint64_t N) {
  const uint64_t Length = std::min(N, LongestRow);
  const Array A(N, Input::Decay), B(N, Input::In), C(N, Input::Out),
      X(N, Input::Sample), Y(N, Input::Sample);
  return measure(
      SelectiveScan, "CUDA by hand", N, bytesOfSelective(N), Y,
      [&] {
        selectiveScan<<<unsigned(N / Length), Threads>>>(A.P, B.P, C.P, X.P,
                                                         Y.P, Length);
      },
      [=](const float *Results) { return isSelective(Results, N, Length); });
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: ompscan-bench-recurrences-cuda LOG2 [LOOP]\n");
    return 2;
  }
  const uint64_t N = uint64_t(1) << std::atoi(Values[1]);
  const std::string Loop = Count > 2 ? Values[2] : "";
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "no CUDA device");
  inform("CUDA device", Properties.name);
  bool AllRight = true;
  const auto Wants = [&](const char *Name) {
    return std::string(Name).find(Loop) != std::string::npos;
  };
  if (Wants(MovingAverage))
    AllRight &= measureAverage(N);
  if (Wants(SelectiveScan))
    AllRight &= measureSelective(N);
  return AllRight ? 0 : 1;
}

//===- SlidesCuda.cu - CUB's and Thrust's primitives ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-slides-cuda LOG2 [PART-OF-A-NAME]
///
/// Reports what CUB and Thrust do in the place of the primitives of Slides.cpp,
/// measured by events around each call, and device-to-device copies.
///
//===----------------------------------------------------------------------===//

#include "SlidesCuda.h"
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

using namespace ompscan::bench;

namespace {

struct Below {
  uint32_t Limit;
  __host__ __device__ bool operator()(uint32_t X) const { return X < Limit; }
};
struct NotBelow {
  uint32_t Limit;
  __host__ __device__ bool operator()(uint32_t X) const { return X >= Limit; }
};
struct Even {
  __host__ __device__ bool operator()(uint32_t X) const { return !(X & 1); }
};

void select(CudaBench &B) {
  for (const Fraction &F : Fractions) {
    const uint64_t Bytes = 4 * (B.N + B.N / 100 * F.Percent);
    B.measure(keptName(SelectInPlace, F), "CUB Select::If in place", Bytes,
              Contents::Elements, [&](void *S, size_t &Size) {
                return cub::DeviceSelect::If(S, Size, B.X, B.Count, B.N,
                                             Below{F.Limit});
              });
    B.measure(keptName(SelectInPlace, F), "Thrust remove_if", Bytes,
              Contents::Elements, plain([&] {
                thrust::remove_if(thrust::device, B.X, B.X + B.N,
                                  NotBelow{F.Limit});
              }));
    B.measure(keptName(SelectCopy, F), "CUB Select::If", Bytes,
              Contents::Elements, [&](void *S, size_t &Size) {
                return cub::DeviceSelect::If(S, Size, B.X, B.Y, B.Count, B.N,
                                             Below{F.Limit});
              });
  }
}

void others(CudaBench &B) {
  const uint64_t N = B.N;
  B.measure("copy", "cudaMemcpy", 8 * N, Contents::Elements, plain([&] {
              cudaMemcpyAsync(B.Y, B.X, 4 * N, cudaMemcpyDeviceToDevice);
            }));
  B.measure(UniqueInPlace, "CUB Select::Unique", 6 * N, Contents::Bits,
            [&](void *S, size_t &Size) {
              return cub::DeviceSelect::Unique(S, Size, B.X, B.Y, B.Count, N);
            });
  B.measure(UniqueInPlace, "Thrust unique in place", 6 * N, Contents::Bits,
            plain([&] { thrust::unique(thrust::device, B.X, B.X + N); }));
  B.measure(UniqueByKey, "CUB Select::UniqueByKey", 12 * N, Contents::Bits,
            [&](void *S, size_t &Size) {
              return cub::DeviceSelect::UniqueByKey(S, Size, B.X, B.Z, B.Y, B.W,
                                                    B.Count, N);
            });
  B.measure(
      UniqueByKey, "Thrust unique_by_key in place", 12 * N, Contents::Bits,
      plain([&] { thrust::unique_by_key(thrust::device, B.X, B.X + N, B.Z); }));
  const Below Holds{Half.Limit};
  B.measure(PartitionCopy, "CUB Partition::If", 8 * N, Contents::Elements,
            [&](void *S, size_t &Size) {
              return cub::DevicePartition::If(S, Size, B.X, B.Y, B.Count, N,
                                              Holds);
            });
  B.measure(PartitionInPlace, "Thrust stable_partition", 8 * N,
            Contents::Elements, plain([&] {
              thrust::stable_partition(thrust::device, B.X, B.X + N, Holds);
            }));
  const uint64_t Rows = N / PadPitch ? N / PadPitch : 1;
  for (const uint64_t Size : {4, 8})
    B.measure(
        Size == 4 ? PadFloat : PadDouble, "cudaMemcpy2D out of place",
        Rows * (PadColumns + PadPitch) * Size, Contents::Elements, plain([&] {
          cudaMemcpy2DAsync(B.Y, PadPitch * Size, B.X, PadColumns * Size,
                            PadColumns * Size, Rows, cudaMemcpyDeviceToDevice);
        }));
  // A sort by one bit is a stable split.
  B.measure(SplitInPlace, "CUB RadixSort by a bit, out of place", 8 * N,
            Contents::Elements, [&](void *S, size_t &Size) {
              return cub::DeviceRadixSort::SortKeys(S, Size, B.X, B.Y, N, 0, 1);
            });
  B.measure(SplitInPlace, "Thrust stable_partition", 8 * N, Contents::Elements,
            plain([&] {
              thrust::stable_partition(thrust::device, B.X, B.X + N, Even{});
            }));
  B.measure(SortKeys, "CUB RadixSort", 8 * N, Contents::Keys,
            [&](void *S, size_t &Size) {
              cub::DoubleBuffer<uint32_t> Keys(B.X, B.Y);
              return cub::DeviceRadixSort::SortKeys(S, Size, Keys, N);
            });
  B.measure(SortPairs, "CUB RadixSort", 16 * N, Contents::Keys,
            [&](void *S, size_t &Size) {
              cub::DoubleBuffer<uint32_t> Keys(B.X, B.Y), Values(B.Z, B.W);
              return cub::DeviceRadixSort::SortPairs(S, Size, Keys, Values, N);
            });
  B.measure(SortLongKeys, "CUB RadixSort", 16 * N, Contents::LongKeys,
            [&](void *S, size_t &Size) {
              cub::DoubleBuffer<uint64_t> Keys(
                  reinterpret_cast<uint64_t *>(B.X),
                  reinterpret_cast<uint64_t *>(B.Y));
              return cub::DeviceRadixSort::SortKeys(S, Size, Keys, N);
            });
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: ompscan-bench-slides-cuda LOG2 [NAME]\n");
    return 2;
  }
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "no CUDA device");
  inform("CUDA device", Properties.name);
  inform("CUB", std::to_string(CUB_VERSION));
  CudaBench B(uint64_t(1) << std::atoi(Values[1]), Count > 2 ? Values[2] : "");
  select(B);
  others(B);
  measureSegments(B);
  return 0;
}

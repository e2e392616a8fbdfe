//===- SlidesCudaSegments.cu - CUDA's reductions and segments -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlidesCuda.h"
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

using namespace ompscan::bench;

namespace {

/// Where segments of a length begin.
struct Offset {
  uint64_t Length, N;
  __host__ __device__ uint64_t operator()(uint64_t Segment) const {
    return Segment * Length < N ? Segment * Length : N;
  }
};

void reductions(CudaBench &B) {
  const uint64_t N = B.N;
  const auto Sum = reinterpret_cast<uint32_t *>(B.Count);
  B.measure(ReduceSum, "CUB Reduce::Sum", 4 * N, Contents::Elements,
            [=](void *S, size_t &Size) {
              return cub::DeviceReduce::Sum(S, Size, B.X, Sum, N);
            });
  for (const bool IsShort : {true, false}) {
    const uint64_t Length = IsShort ? RunLength : longSegment(N),
                   Segments = (N + Length - 1) / Length;
    const auto Begins = thrust::make_transform_iterator(
        thrust::make_counting_iterator(uint64_t(0)), Offset{Length, N});
    B.measure(IsShort ? SegmentedReduceShort : SegmentedReduceLong,
              "CUB SegmentedReduce::Sum", segmentedReduceBytes(N, Segments),
              Contents::Elements, [=](void *S, size_t &Size) {
                return cub::DeviceSegmentedReduce::Sum(
                    S, Size, B.X, B.Y, Segments, Begins, Begins + 1);
              });
  }
  B.measure(ReduceByKey, "CUB Reduce::ReduceByKey", reduceByKeyBytes(N),
            Contents::Elements, [=](void *S, size_t &Size) {
              return cub::DeviceReduce::ReduceByKey(
                  S, Size, B.Z, B.W, B.X, B.Y, B.Count, cuda::std::plus<>{}, N);
            });
  B.measure(ReduceByKey, "Thrust reduce_by_key", reduceByKeyBytes(N),
            Contents::Elements, plain([=] {
              thrust::reduce_by_key(thrust::device, B.Z, B.Z + N, B.X, B.W,
                                    B.Y);
            }));
}

void scans(CudaBench &B) {
  const uint64_t N = B.N;
  B.measure(ScanSum, "CUB InclusiveSum", 8 * N, Contents::Elements,
            [=](void *S, size_t &Size) {
              return cub::DeviceScan::InclusiveSum(S, Size, B.X, B.Y, N);
            });
  B.measure(SegmentedScanKeys, "CUB InclusiveSumByKey", 12 * N,
            Contents::Elements, [=](void *S, size_t &Size) {
              return cub::DeviceScan::InclusiveSumByKey(S, Size, B.Z, B.X, B.Y,
                                                        N);
            });
  B.measure(SegmentedScanKeys, "Thrust inclusive_scan_by_key", 12 * N,
            Contents::Elements, plain([=] {
              thrust::inclusive_scan_by_key(thrust::device, B.Z, B.Z + N, B.X,
                                            B.Y);
            }));
}

void runs(CudaBench &B) {
  const uint64_t N = B.N;
  B.measure(RunLengths, "CUB RunLengthEncode", runLengthBytes(N),
            Contents::Runs, [=](void *S, size_t &Size) {
              return cub::DeviceRunLengthEncode::Encode(
                  S, Size, B.X, B.Y, reinterpret_cast<uint64_t *>(B.W), B.Count,
                  static_cast<int>(N));
            });
  const auto Counts = reinterpret_cast<unsigned long long *>(B.Count);
  B.measure(Histogram, "CUB Histogram::HistogramEven", 4 * N,
            Contents::Elements, [=](void *S, size_t &Size) {
              return cub::DeviceHistogram::HistogramEven(
                  S, Size, B.X, Counts, static_cast<int>(Bins + 1), 0u,
                  HistogramEnd, static_cast<int64_t>(N));
            });
}

template <unsigned Size>
__global__ void reduceBlock(const uint32_t *X, uint32_t *Sum, unsigned N) {
  using Reduce = cub::BlockReduce<uint32_t, Size>;
  __shared__ typename Reduce::TempStorage Storage;
  const uint32_t Total =
      Reduce(Storage).Sum(threadIdx.x < N ? X[threadIdx.x] : 0);
  if (threadIdx.x == 0)
    *Sum = Total;
}

template <unsigned Size> void reduceBlockOf(CudaBench &B) {
  if (B.N == Size)
    B.measure(ReduceSum, "CUB BlockReduce, one block", 4 * B.N,
              Contents::Elements, plain([&] {
                reduceBlock<Size><<<1, Size>>>(
                    B.X, reinterpret_cast<uint32_t *>(B.Count), Size);
              }));
}

} // namespace

void ompscan::bench::measureSegments(CudaBench &B) {
  B.makeKeys();
  reductions(B);
  scans(B);
  runs(B);
  // As many elements as a block has threads.
  reduceBlockOf<32>(B);
  reduceBlockOf<64>(B);
  reduceBlockOf<128>(B);
  reduceBlockOf<256>(B);
  reduceBlockOf<512>(B);
  reduceBlockOf<1024>(B);
}

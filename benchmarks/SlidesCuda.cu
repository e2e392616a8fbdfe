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

#include "Report.h"
#include "Slides.h"
#include <cstdlib>
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

using namespace ompscan::bench;

namespace {

constexpr unsigned Runs = 9;

void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "ompscan-bench-slides-cuda: %s: %s\n", What,
               cudaGetErrorString(Error));
  std::exit(1);
}

struct Below {
  uint32_t Limit;
  __host__ __device__ bool operator()(uint32_t X) const { return X < Limit; }
};
struct NotBelow {
  uint32_t Limit;
  __host__ __device__ bool operator()(uint32_t X) const { return X >= Limit; }
};

enum class Contents { Elements, Bits, Keys };

__global__ void fill(uint32_t *X, uint64_t N, Contents C) {
  for (uint64_t I = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; I < N;
       I += uint64_t(gridDim.x) * blockDim.x) {
    const uint32_t E = slideElement(I);
    X[I] = C == Contents::Elements ? E
           : C == Contents::Bits   ? E & 1
                                   : E * 2654435761u;
  }
}

class Bench {
public:
  Bench(uint64_t N, std::string Part) : N(N), Part(std::move(Part)) {
    // Room for the padded doubles, too.
    for (uint32_t **P : {&X, &Y, &Z, &W})
      check(cudaMalloc(P, 8 * N + 8 * PadPitch), "cudaMalloc");
    check(cudaMalloc(&Count, 16), "cudaMalloc");
  }

  /// Measures \p Call(scratch, size), which first says what it needs of scratch
  /// memory. Before each call X is set anew.
  template <typename Function>
  void measure(const std::string &Name, const char *Who, uint64_t Bytes,
               Contents C, Function Call) {
    if (Name.find(Part) == std::string::npos)
      return;
    void *Scratch = nullptr;
    size_t Size = 0;
    check(Call(nullptr, Size), Who);
    if (Size)
      check(cudaMalloc(&Scratch, Size), "cudaMalloc");
    cudaEvent_t Begin, End;
    check(cudaEventCreate(&Begin), "cudaEventCreate");
    check(cudaEventCreate(&End), "cudaEventCreate");
    std::vector<double> Times;
    for (unsigned I = 0; I <= Runs; ++I) {
      fill<<<1024, 256>>>(X, N, C);
      check(cudaDeviceSynchronize(), "fill");
      check(cudaEventRecord(Begin), "cudaEventRecord");
      check(Call(Scratch ? Scratch : X, Size), Who);
      check(cudaEventRecord(End), "cudaEventRecord");
      check(cudaEventSynchronize(End), Who);
      float Milliseconds = 0;
      check(cudaEventElapsedTime(&Milliseconds, Begin, End), "times");
      if (I > 0)
        Times.push_back(Milliseconds * 1e6);
    }
    cudaEventDestroy(Begin);
    cudaEventDestroy(End);
    cudaFree(Scratch);
    report(Name.c_str(), Who, N, Bytes, Times);
  }

  const uint64_t N;
  uint32_t *X, *Y, *Z, *W;
  uint64_t *Count;

private:
  std::string Part;
};

/// A call that needs no scratch memory of ours.
template <typename Function> auto plain(Function F) {
  return [F](void *Scratch, size_t &) {
    if (Scratch)
      F();
    return cudaGetLastError();
  };
}

void select(Bench &B) {
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

void others(Bench &B) {
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
  B.measure(ReduceSum, "CUB Reduce::Sum", 4 * N, Contents::Elements,
            [&](void *S, size_t &Size) {
              return cub::DeviceReduce::Sum(
                  S, Size, B.X, reinterpret_cast<uint32_t *>(B.Count), N);
            });
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
  Bench B(uint64_t(1) << std::atoi(Values[1]), Count > 2 ? Values[2] : "");
  select(B);
  others(B);
  return 0;
}

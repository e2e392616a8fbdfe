//===- SlidesCuda.h - The times of CUDA's primitives ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SLIDESCUDA_H
#define OMPSCAN_BENCH_SLIDESCUDA_H

#include "CudaTimes.h"
#include "Report.h"
#include "Slides.h"
#include <utility>

namespace ompscan::bench {

/// The contents of an array: elements, bits of them, keys to sort, of 4 or 8
/// bytes, or keys in runs.
enum class Contents { Elements, Bits, Keys, LongKeys, Runs };

static __global__ void fill(uint32_t *X, uint64_t N, Contents C) {
  for (uint64_t I = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; I < N;
       I += uint64_t(gridDim.x) * blockDim.x) {
    const uint32_t E = slideElement(I);
    if (C == Contents::LongKeys) {
      reinterpret_cast<uint64_t *>(X)[I] = longSortKey(E);
      continue;
    }
    X[I] = C == Contents::Elements ? E
           : C == Contents::Bits   ? E & 1
           : C == Contents::Keys   ? sortKey(E)
                                   : slideKey(I);
  }
}

/// Arrays on the device, and calls measured by events around them.
class CudaBench {
public:
  CudaBench(uint64_t N, std::string Part) : N(N), Part(std::move(Part)) {
    // Room for the padded doubles, too.
    for (uint32_t **P : {&X, &Y, &Z, &W})
      check(cudaMalloc(P, 8 * N + 8 * PadPitch), "cudaMalloc");
    check(cudaMalloc(&Count, 8 * Bins), "cudaMalloc");
  }

  /// Puts keys in runs into z.
  void makeKeys() { fill<<<1024, 256>>>(Z, N, Contents::Runs); }

  /// Measures \p Call(scratch, size), which first says what it needs of scratch
  /// memory. Before each call x is set anew.
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
    std::vector<double> Times;
    Patience Runs;
    for (unsigned I = 0; Runs.hasAnother(); ++I) {
      fill<<<1024, 256>>>(X, N, C);
      check(cudaDeviceSynchronize(), "fill");
      const double Time =
          timeOf([&] { check(Call(Scratch ? Scratch : X, Size), Who); });
      if (I > 0)
        Times.push_back(Time);
    }
    cudaFree(Scratch);
    report(Name.c_str(), Who, N, Bytes, Times);
  }

  const uint64_t N;
  uint32_t *X, *Y, *Z, *W;
  uint64_t *Count; ///< room for a histogram

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

/// Reductions, scans, segments, runs and histograms.
void measureSegments(CudaBench &B);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDESCUDA_H

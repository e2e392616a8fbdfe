// The largest total of values with one key: loops and calls of Thrust alternate
// on the same arrays of the device, in one stream.
//
// A loop makes keys and values, Thrust sorts them by their keys, a loop
// computes the prefix sums of the values, another one finds where the runs of
// equal keys begin, and Thrust finds the run with the largest total. Only the
// number of runs and the total come to the host. The arrays are memory of
// cudaMalloc, which loops use by its own address.
//
// Build: nvcc -O2 -c runs_device.cu
//        ompscan-clang++ -O2 runs.cpp \
//          runs_device.o -L/usr/local/cuda/lib64 -lcudart -o runs
// Run:   ./runs [PAIRS]
//
// The exit status is 77 if there is no CUDA device.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runs_device.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ompscan/cuda.h>
#include <ompscan/ompscan.h>
#include <vector>

static uint32_t mixed(uint32_t X) {
  X = (X ^ X >> 16) * 0x7feb352du;
  X = (X ^ X >> 15) * 0x846ca68bu;
  return X ^ X >> 16;
}
static uint32_t key_of(uint32_t I, uint32_t Keys) { return mixed(I) % Keys; }
static uint32_t value_of(uint32_t I) { return mixed(~I) % 1000; }

/// An array of the device \p Number.
template <typename T> static T *array(int Number, size_t Count) {
  T *Data = static_cast<T *>(device_memory(Count * sizeof(T)));
  if (ompscan_cuda_associate(Number, Data, Count * sizeof(T), Data) ==
      OMPSCAN_SUCCESS)
    return Data;
  std::fprintf(stderr, "runs: %s\n", ompscan_last_error());
  std::exit(1);
}

static uint64_t on_device(int Number, void *Stream, uint32_t N, uint32_t Keys,
                          uint32_t &Runs) {
  uint32_t *Key = array<uint32_t>(Number, N);
  uint32_t *Value = array<uint32_t>(Number, N);
  uint32_t *Begin = array<uint32_t>(Number, N);
  uint64_t *Sum = array<uint64_t>(Number, N);

#pragma omp target parallel for device(Number) is_device_ptr(Key, Value)
  for (uint32_t I = 0; I < N; I++) {
    Key[I] = key_of(I, Keys);
    Value[I] = value_of(I);
  }

  sort_pairs(Stream, Key, Value, N);

  uint64_t All = 0;
#pragma omp target parallel for scan(+ : All) device(Number)                   \
    is_device_ptr(Value, Sum)
  for (uint32_t I = 0; I < N; I++) {
    All += Value[I];
    Sum[I] = All;
  }

  uint32_t Count = 0;
#pragma omp target parallel for scan(+ : Count) device(Number)                 \
    is_device_ptr(Key, Begin)
  for (uint32_t I = 0; I < N; I++)
    if (I == 0 || Key[I] != Key[I - 1])
      Begin[Count++] = I;

  Runs = Count;
  const uint64_t Largest = largest_total(Stream, Sum, Begin, Count, N);
  for (const void *Each :
       {static_cast<const void *>(Key), static_cast<const void *>(Value),
        static_cast<const void *>(Begin), static_cast<const void *>(Sum)})
    ompscan_disassociate(Number, Each);
  return Largest;
}

static uint64_t on_host(uint32_t N, uint32_t Keys, uint32_t &Runs) {
  std::vector<uint64_t> Totals(Keys);
  std::vector<char> IsThere(Keys);
  for (uint32_t I = 0; I < N; I++) {
    Totals[key_of(I, Keys)] += value_of(I);
    IsThere[key_of(I, Keys)] = 1;
  }
  Runs = uint32_t(std::count(IsThere.begin(), IsThere.end(), 1));
  return *std::max_element(Totals.begin(), Totals.end());
}

int main(int argc, char **argv) {
  const long Pairs = argc > 1 ? std::atol(argv[1]) : 1000000;
  if (Pairs < 1 || Pairs > 1000000000) {
    std::fputs("runs: the number of pairs must be from 1 to 1000000000\n",
               stderr);
    return 2;
  }
  void *Stream = make_stream();
  if (!Stream) {
    std::fputs("there is no CUDA device\n", stderr);
    return 77;
  }
  const int Number = ompscan_cuda_attach_stream(Stream);
  if (Number < 0) {
    std::fprintf(stderr, "runs: %s\n", ompscan_last_error());
    return 1;
  }
  const uint32_t N = uint32_t(Pairs), Keys = N / 100 + 1;
  uint32_t Runs = 0, HostRuns = 0;
  const uint64_t Largest = on_device(Number, Stream, N, Keys, Runs);
  ompscan_detach_queue(Number);
  const uint64_t Expected = on_host(N, Keys, HostRuns);
  std::printf("runs: %u pairs, %u runs, the largest total is %llu\n", N, Runs,
              static_cast<unsigned long long>(Largest));
  if (Largest == Expected && Runs == HostRuns)
    return 0;
  std::printf("runs: wrong; expected %u runs and %llu\n", HostRuns,
              static_cast<unsigned long long>(Expected));
  return 1;
}

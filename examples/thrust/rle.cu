// rle.c with Thrust.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/copy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>

enum { LongestRun = 256 };

static times onDevice(const unsigned char *HostIn, size_t Size,
                      unsigned char *HostPairs, size_t &Runs,
                      unsigned char *HostOut) {
  times Times;
  const double Start = seconds();
  const Array<unsigned char> Bytes(HostIn, Size), Packed(2 * Size),
      Unpacked(Size);
  const Array<size_t> Ends(Size), Begins(Size);
  const unsigned char *In = Bytes.get();
  unsigned char *Pairs = Packed.get(), *Out = Unpacked.get();
  const size_t *End = Ends.get(), *Begin = Begins.get();

  const double Inside = seconds();
  const auto Last = thrust::copy_if(
      policy(), count<size_t>(), count<size_t>() + Size, Ends.begin(),
      [=] __device__(size_t I) {
        return I + 1 == Size || (I + 1) % LongestRun == 0 || In[I] != In[I + 1];
      });
  Runs = Last - Ends.begin();
  thrust::for_each_n(policy(), count<size_t>(), Runs, [=] __device__(size_t R) {
    Pairs[2 * R] = End[R] - (R > 0 ? End[R - 1] + 1 : 0);
    Pairs[2 * R + 1] = In[End[R]];
  });

  const auto Lengths = thrust::make_transform_iterator(
      count<size_t>(),
      cuda::proclaim_return_type<size_t>(
          [=] __device__(size_t R) -> size_t { return Pairs[2 * R] + 1u; }));
  thrust::exclusive_scan(policy(), Lengths, Lengths + Runs, Begins.begin(),
                         size_t(0));
  thrust::for_each_n(policy(), count<size_t>(), Runs, [=] __device__(size_t R) {
    for (unsigned K = 0; K <= Pairs[2 * R]; ++K)
      Out[Begin[R] + K] = Pairs[2 * R + 1];
  });
  Times.resident = finishedSince(Inside);
  Packed.copyTo(HostPairs, 2 * Runs);
  Unpacked.copyTo(HostOut, Size);
  Times.whole = seconds() - Start;
  return Times;
}

int main(int argc, char **argv) {
  needDevice();
  size_t Size, RunCount = 0;
  unsigned char *In =
      bytes_of(argc > 1 ? argv[1] : "10000000", make_drawing, &Size);
  auto *Pairs = static_cast<unsigned char *>(allocate(Size, 2));
  auto *Out = static_cast<unsigned char *>(allocate(Size, 1));
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(In, Size, Pairs, RunCount, Out));
  std::printf("rle: %zu bytes, %zu packed, hash %016" PRIx64, Size,
              2 * RunCount, hash_of(Pairs, 2 * RunCount));
  print_times(Best, -1);
  const bool IsSame = std::memcmp(In, Out, Size) == 0;
  free(In);
  free(Pairs);
  free(Out);
  return IsSame ? 0 : 1;
}

// box_filter.c with Thrust.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/for_each.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>

namespace {

times onDevice(const image &Image, size_t Radius, uint16_t *HostOut) {
  const size_t Width = Image.width, Height = Image.height, Pitch = Width + 1;
  const size_t Size = Width * Height, All = Pitch * (Height + 1);
  times Times;
  const double Start = seconds();
  const Array<uint16_t> Pixels(Image.pixels, Size), Filtered(Size);
  const Array<uint32_t> Table(All);
  const uint16_t *In = Pixels.get();
  uint16_t *Out = Filtered.get();
  const uint32_t *Sums = Table.get();

  const double Inside = seconds();
  // Rows, with the border of zeros.
  const auto Values = thrust::make_transform_iterator(
      count<size_t>(),
      cuda::proclaim_return_type<uint32_t>([=] __device__(size_t K) {
        const size_t Y = K / Pitch, X = K % Pitch;
        return X == 0 || Y == 0 ? 0u : uint32_t(In[(Y - 1) * Width + X - 1]);
      }));
  const auto Rows = thrust::make_transform_iterator(
      count<size_t>(), cuda::proclaim_return_type<size_t>(
                           [=] __device__(size_t K) { return K / Pitch; }));
  thrust::inclusive_scan_by_key(policy(), Rows, Rows + All, Values,
                                Table.begin());
  // Columns, in place.
  const auto Columns = thrust::make_transform_iterator(
      count<size_t>(),
      cuda::proclaim_return_type<size_t>(
          [=] __device__(size_t K) { return K / (Height + 1); }));
  const auto Places = thrust::make_transform_iterator(
      count<size_t>(),
      cuda::proclaim_return_type<size_t>([=] __device__(size_t K) {
        return K % (Height + 1) * Pitch + K / (Height + 1);
      }));
  const auto Down = thrust::make_permutation_iterator(Table.begin(), Places);
  thrust::inclusive_scan_by_key(policy(), Columns, Columns + All, Down, Down);
  thrust::for_each_n(policy(), count<size_t>(), Size, [=] __device__(size_t K) {
    const size_t X = K % Width, Y = K / Width;
    const size_t Left = X < Radius ? 0 : X - Radius,
                 Right = Width - X > Radius ? X + Radius + 1 : Width,
                 Top = Y < Radius ? 0 : Y - Radius,
                 Bottom = Height - Y > Radius ? Y + Radius + 1 : Height;
    const uint32_t Sum = Sums[Bottom * Pitch + Right] -
                         Sums[Bottom * Pitch + Left] -
                         Sums[Top * Pitch + Right] + Sums[Top * Pitch + Left];
    const uint32_t Area = (Right - Left) * (Bottom - Top);
    Out[K] = (Sum + Area / 2) / Area;
  });
  Times.resident = finishedSince(Inside);
  Filtered.copyTo(HostOut, Size);
  Times.whole = seconds() - Start;
  return Times;
}

} // namespace

int main(int argc, char **argv) {
  needDevice();
  size_t Radius = 10;
  if (argc > 2 && !is_size(argv[2], INT16_MAX, &Radius))
    return 2;
  const image Image = image_of(argc > 1 ? argv[1] : "1000");
  const size_t Bytes = Image.width * Image.height * sizeof(uint16_t);
  uint16_t *Out = static_cast<uint16_t *>(allocate(Bytes, 1));
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(Image, Radius, Out));
  std::printf("box_filter: %zu x %zu pixels, radius %zu, hash %016" PRIx64,
              Image.width, Image.height, Radius, hash_of(Out, Bytes));
  print_times(Best, -1);
  free(Image.pixels);
  free(Out);
}

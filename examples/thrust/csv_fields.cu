// csv_fields.c with Thrust: the state of every byte, and then the fields.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

namespace {

struct Table {
  uint32_t Fields, Records, Columns;
  uint32_t *End, *Column;
};

times onDevice(const unsigned char *HostText, uint32_t Size, Table &T) {
  times Times;
  const double Start = seconds();
  const Array<unsigned char> Bytes(HostText, Size), States(Size);
  const Array<uint32_t> Ends(Size), Columns(Size);
  const unsigned char *Text = Bytes.get(), *Quoted = States.get();
  const uint32_t *End = Ends.get();
  uint32_t *Column = Columns.get();

  const double Inside = seconds();
  const auto Quotes = thrust::make_transform_iterator(
      count<uint32_t>(), cuda::proclaim_return_type<unsigned char>(
                             [=] __device__(uint32_t I) -> unsigned char {
                               return Text[I] == '"';
                             }));
  thrust::inclusive_scan(policy(), Quotes, Quotes + Size, States.begin(),
                         thrust::bit_xor<unsigned char>());
  T.Fields = thrust::copy_if(policy(), count<uint32_t>(),
                             count<uint32_t>() + Size, Ends.begin(),
                             [=] __device__(uint32_t I) {
                               return !Quoted[I] &&
                                      (Text[I] == ',' || Text[I] == '\n');
                             }) -
             Ends.begin();
  const auto Begins = thrust::make_transform_iterator(
      count<uint32_t>(), cuda::proclaim_return_type<uint32_t>(
                             [=] __device__(uint32_t F) -> uint32_t {
                               return F > 0 && Text[End[F - 1]] == '\n' ? F : 0;
                             }));
  thrust::inclusive_scan(policy(), Begins, Begins + T.Fields, Columns.begin(),
                         thrust::maximum<uint32_t>());
  thrust::for_each_n(policy(), count<uint32_t>(), T.Fields,
                     [=] __device__(uint32_t F) { Column[F] = F - Column[F]; });
  T.Records = thrust::count_if(
      policy(), Ends.begin(), Ends.begin() + T.Fields,
      [=] __device__(uint32_t At) { return Text[At] == '\n'; });
  T.Columns = T.Fields == 0 ? 0
                            : thrust::reduce(policy(), Columns.begin(),
                                             Columns.begin() + T.Fields, 0u,
                                             thrust::maximum<uint32_t>()) +
                                  1;
  Times.resident = finishedSince(Inside);
  Ends.copyTo(T.End, T.Fields);
  Columns.copyTo(T.Column, T.Fields);
  Times.whole = seconds() - Start;
  return Times;
}

} // namespace

int main(int argc, char **argv) {
  needDevice();
  size_t Size;
  unsigned char *Text =
      bytes_of(argc > 1 ? argv[1] : "10000000", make_csv, &Size);
  if (Size > 0 && Text[Size - 1] != '\n')
    Text[Size++] = '\n'; // There is room for it.
  Table T = {0, 0, 0, static_cast<uint32_t *>(allocate(Size, sizeof(uint32_t))),
             static_cast<uint32_t *>(allocate(Size, sizeof(uint32_t)))};
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(Text, uint32_t(Size), T));
  const size_t Bytes = T.Fields * sizeof(uint32_t);
  std::printf("csv_fields: %zu bytes, %" PRIu32 " fields, %" PRIu32
              " records, %" PRIu32 " columns, hash %016" PRIx64,
              Size, T.Fields, T.Records, T.Columns,
              hash_of(T.End, Bytes) ^ hash_of(T.Column, Bytes));
  print_times(Best, -1);
  free(Text);
  free(T.End);
  free(T.Column);
}

// utf8_decode.c with Thrust, for text that is UTF-8.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/copy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

struct Text {
  size_t Points, Units;
  size_t *Place;
  uint32_t *Point;
  uint16_t *Unit;
};

constexpr uint32_t Malformed = 0xFFFFFFFF;

__device__ bool continues(unsigned char Byte) { return (Byte & 0xC0) == 0x80; }

// See utf8_decode.c.
__device__ uint32_t codePoint(unsigned char A, unsigned char B, unsigned char C,
                              unsigned char D, unsigned char E) {
  const bool BContinues = continues(B), CContinues = BContinues && continues(C),
             DContinues = CContinues && continues(D);
  const int Length = 1 + BContinues + CContinues + DContinues;
  uint32_t Point = Malformed, Least = 0;
  if (A < 0x80 && Length == 1) {
    Point = A;
  } else if (A >> 5 == 6 && Length == 2) {
    Point = (A & 31u) << 6 | (B & 63u);
    Least = 0x80;
  } else if (A >> 4 == 14 && Length == 3) {
    Point = (A & 15u) << 12 | (B & 63u) << 6 | (C & 63u);
    Least = 0x800;
  } else if (A >> 3 == 30 && Length == 4 && !continues(E)) {
    Point = (A & 7u) << 18 | (B & 63u) << 12 | (C & 63u) << 6 | (D & 63u);
    Least = 0x10000;
  }
  const bool IsSurrogate = Point >= 0xD800 && Point < 0xE000;
  return Point < Least || Point > 0x10FFFF || IsSurrogate ? Malformed : Point;
}

times onDevice(const unsigned char *HostIn, size_t Size, Text &T,
               size_t &Valid) {
  times Times;
  const double Start = seconds();
  const Array<unsigned char> Bytes(HostIn, Size);
  const Array<size_t> Places(Size), Begins(Size);
  const Array<uint32_t> Points(Size);
  const Array<uint16_t> Units(Size);
  const unsigned char *In = Bytes.get();
  const size_t *Place = Places.get(), *Begin = Begins.get();
  uint32_t *Point = Points.get();
  uint16_t *Unit = Units.get();

  const double Inside = seconds();
  T.Points =
      thrust::copy_if(
          policy(), count<size_t>(), count<size_t>() + Size, Places.begin(),
          [=] __device__(size_t I) { return I == 0 || !continues(In[I]); }) -
      Places.begin();
  Valid = thrust::transform_reduce(
      policy(), count<size_t>(), count<size_t>() + T.Points,
      cuda::proclaim_return_type<size_t>([=] __device__(size_t K) {
        const size_t I = Place[K];
        Point[K] = codePoint(
            In[I], I + 1 < Size ? In[I + 1] : 0, I + 2 < Size ? In[I + 2] : 0,
            I + 3 < Size ? In[I + 3] : 0, I + 4 < Size ? In[I + 4] : 0);
        return Point[K] == Malformed ? I : Size;
      }),
      Size, thrust::minimum<size_t>());
  T.Units = 0;
  if (Valid == Size && T.Points > 0) {
    const auto Lengths = thrust::make_transform_iterator(
        count<size_t>(),
        cuda::proclaim_return_type<size_t>([=] __device__(size_t K) -> size_t {
          return Point[K] < 0x10000 ? 1 : 2;
        }));
    thrust::exclusive_scan(policy(), Lengths, Lengths + T.Points,
                           Begins.begin(), size_t(0));
    thrust::for_each_n(policy(), count<size_t>(), T.Points,
                       [=] __device__(size_t K) {
                         const uint32_t P = Point[K];
                         if (P < 0x10000) {
                           Unit[Begin[K]] = P;
                         } else {
                           Unit[Begin[K]] = 0xD7C0 + (P >> 10);
                           Unit[Begin[K] + 1] = 0xDC00 | (P & 0x3FF);
                         }
                       });
    uint32_t LastPoint;
    size_t LastBegin;
    finish();
    cudaMemcpy(&LastPoint, &Point[T.Points - 1], sizeof LastPoint,
               cudaMemcpyDeviceToHost);
    cudaMemcpy(&LastBegin, &Begin[T.Points - 1], sizeof LastBegin,
               cudaMemcpyDeviceToHost);
    T.Units = LastBegin + (LastPoint < 0x10000 ? 1 : 2);
  }
  Times.resident = finishedSince(Inside);
  Places.copyTo(T.Place, T.Points);
  Points.copyTo(T.Point, T.Points);
  Units.copyTo(T.Unit, T.Units);
  Times.whole = seconds() - Start;
  return Times;
}

} // namespace

int main(int argc, char **argv) {
  needDevice();
  const char *Name = argc > 1 ? argv[1] : "10000000";
  size_t Size, Valid = 0;
  unsigned char *In = bytes_of(Name, make_utf8, &Size);
  Text T = {0, 0, static_cast<size_t *>(allocate(Size, sizeof(size_t))),
            static_cast<uint32_t *>(allocate(Size, sizeof(uint32_t))),
            static_cast<uint16_t *>(allocate(Size, sizeof(uint16_t)))};
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(In, Size, T, Valid));
  if (Valid < Size)
    fail(Name, "no UTF-8");
  std::printf("utf8_decode: %zu bytes, %zu code points, %zu units, "
              "hash %016" PRIx64,
              Size, T.Points, T.Units,
              hash_of(T.Point, T.Points * sizeof(uint32_t)) ^
                  hash_of(T.Unit, T.Units * sizeof(uint16_t)));
  print_times(Best, -1);
  free(In);
  free(T.Place);
  free(T.Point);
  free(T.Unit);
}

//===- RadixSort.cpp - Radix sort -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "Templates.h"
#include "Tuning.h"
#include "ompscan/primitives.h"
#include "primitives/Call.h"
#include "primitives/NumberType.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include <array>
#include <cstring>
#include <utility>

namespace ompscan {

namespace {

constexpr uint64_t Digits = 256;

struct Sorting {
  const char *Function;
  void *Keys;
  uint64_t N;
  NumberType Type;
  void *Values;
  uint64_t ValueSize; ///< 0: there are none
  bool IsDescending;
};

/// A pair of buffers between which the elements go to and fro.
struct Side {
  cl::Buffer Now, Next;
};

void sortOnDevice(const Sorting &S) {
  Call C(S.Function, S.N);
  const bool IsChained = C.method() == Algorithm::SinglePass;
  const uint64_t CountSize = countSize(S.N);
  const std::string Text =
      templates::Prelude + opaqueType("ompscan_E", S.Type.Size) +
      opaqueType("ompscan_C", S.ValueSize ? S.ValueSize : 1) +
      definition("OMPSCAN_HAS_COMPANION", S.ValueSize != 0) +
      definition("OMPSCAN_KEY_BITS", 8 * S.Type.Size) +
      definition("OMPSCAN_KEY_KIND", uint64_t(S.Type.Kind)) +
      countText(CountSize) + templates::LookBack + templates::Radix;
  Plan Wanted = slidePlan(C.device(), C.method(), sizeof(uint32_t));
  Wanted.Tile = radixShape(C.device().limits());
  const KernelLease Kernels = C.kernels(
      Text, Wanted, CountSize,
      {"ompscan_radix_count", "ompscan_radix_scan", "ompscan_radix_place"});
  cl::Kernel &Count = Kernels->Named[0];
  cl::Kernel &Scan = Kernels->Named[1];
  cl::Kernel &Place = Kernels->Named[2];
  const Shape Tile = Kernels.plan().Tile;
  const uint64_t Tiles = (S.N - 1) / Tile.tile() + 1;
  const uint64_t Sums = Tiles * Digits;

  Side Keys, Values;
  const uint64_t KeyBytes = S.N * S.Type.Size, ValueBytes = S.N * S.ValueSize;
  Keys = {C.operand("keys", S.Keys, KeyBytes, Use::InOut, 0, true),
          C.scratch(KeyBytes)};
  if (S.ValueSize)
    Values = {C.operand("companion", S.Values, ValueBytes, Use::InOut, 0, true),
              C.scratch(ValueBytes)};
  const cl::Buffer Counts = C.scratch(Sums * CountSize);
  for (uint32_t Shift = 0; Shift < 8 * S.Type.Size; Shift += 8) {
    for (cl::Kernel *K : {&Count, &Place})
      ArgumentSetter(*K)
          .add(Keys.Now)
          .add(Keys.Next)
          .add(Values.Now)
          .add(Values.Next)
          .add(S.N)
          .add(Shift)
          .add(uint32_t(S.IsDescending ? Digits - 1 : 0))
          .add(Counts);
    C.run(Count, Tiles, Tile.Group);
    ArgumentSetter ScanArguments(Scan);
    ScanArguments.add(Counts).add(Sums);
    if (IsChained)
      C.runChained(Scan, ScanArguments, (Sums - 1) / Tile.tile() + 1,
                   CountSize / 4, Tile.Group);
    else
      C.run(Scan, 1, Tile.Group);
    C.run(Place, Tiles, Tile.Group);
    std::swap(Keys.Now, Keys.Next);
    std::swap(Values.Now, Values.Next);
  }
  C.fetch("keys", Keys.Now, S.Keys, KeyBytes);
  C.fetch("companion", Values.Now, S.Values, ValueBytes);
  C.end();
}

/// Byte \p Byte of a key, from the least significant one, so that bytes order
/// keys as unsigned integers.
unsigned digitOf(const unsigned char *Key, uint64_t Byte, const Sorting &S) {
  const bool IsTop = Byte + 1 == S.Type.Size;
  unsigned Digit = Key[Byte]; // Little-endian, as OpenCL's devices are.
  if (S.Type.Kind == NumberKind::Signed && IsTop)
    Digit ^= 0x80;
  if (S.Type.Kind == NumberKind::Floating)
    Digit ^= Key[S.Type.Size - 1] & 0x80 ? 0xff : IsTop ? 0x80 : 0;
  return S.IsDescending ? Digit ^ 0xff : Digit;
}

void sortOnHost(const Sorting &S) {
  using Bytes = std::vector<unsigned char>;
  const auto Load = [&](const void *From, uint64_t Size) {
    const auto *B = static_cast<const unsigned char *>(From);
    return Size ? Bytes(B, B + S.N * Size) : Bytes();
  };
  Bytes Keys = Load(S.Keys, S.Type.Size), NextKeys(Keys.size());
  Bytes Values = Load(S.Values, S.ValueSize), NextValues(Values.size());
  for (uint64_t Byte = 0; Byte != S.Type.Size; ++Byte) {
    std::array<uint64_t, Digits + 1> Begin{};
    for (uint64_t K = 0; K != S.N; ++K)
      ++Begin[digitOf(&Keys[K * S.Type.Size], Byte, S) + 1];
    for (uint64_t D = 0; D != Digits; ++D)
      Begin[D + 1] += Begin[D];
    for (uint64_t K = 0; K != S.N; ++K) {
      const uint64_t To = Begin[digitOf(&Keys[K * S.Type.Size], Byte, S)]++;
      std::memcpy(&NextKeys[To * S.Type.Size], &Keys[K * S.Type.Size],
                  S.Type.Size);
      if (S.ValueSize)
        std::memcpy(&NextValues[To * S.ValueSize], &Values[K * S.ValueSize],
                    S.ValueSize);
    }
    Keys.swap(NextKeys);
    Values.swap(NextValues);
  }
  std::memcpy(S.Keys, Keys.data(), Keys.size());
  if (S.ValueSize)
    std::memcpy(S.Values, Values.data(), Values.size());
}

} // namespace

} // namespace ompscan

extern "C" OMPSCAN_EXPORT int
ompscan_radix_sort(void *keys, size_t n, const char *key_type, int descending,
                   const ompscan_companion *companion) {
  using namespace ompscan;
  Sorting S{__func__,
            keys,
            n,
            {},
            companion ? companion->data : nullptr,
            companion ? companion->element_size : 0,
            descending != 0};
  return perform(
      __func__,
      [&] {
        S.Type = numberType(key_type, "keys", "sorted");
        OperandCheck Check;
        Check.addArray("keys", keys, n, S.Type.Size, true);
        if (companion)
          Check.addArray("companion->data", S.Values, n, S.ValueSize, true);
        return true;
      },
      [&] {
        if (n)
          sortOnDevice(S);
      },
      [&] {
        if (n)
          sortOnHost(S);
      });
}

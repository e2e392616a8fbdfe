//===- SlidesMoves.cpp - Moves by a formula measured ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlidesGroups.h"
#include <algorithm>
#include <ompscan/primitives.hpp>

using namespace ompscan::bench;

namespace {

template <typename T>
void pads(const Bench &B, const char *Name, const char *BackName) {
  if (!B.wants(Name) && !(BackName && B.wants(BackName)))
    return;
  const uint64_t Rows = std::max<uint64_t>(B.N / PadPitch, 1);
  std::vector<T> HostFlat(Rows * PadColumns), HostWide(Rows * PadPitch, T(-1));
  for (uint64_t R = 0; R != Rows; ++R)
    for (uint64_t C = 0; C != PadColumns; ++C) {
      const uint64_t I = R * PadColumns + C;
      HostFlat[I] = HostWide[R * PadPitch + C] =
          static_cast<T>(slideElement(I));
    }
  const uint64_t Size = HostFlat.size();
  Resident<T> Flat(HostFlat), Wide(HostWide), Data(HostWide.size());
  if (B.wants(Name))
    B.measure(
        Name, Size, (Size + HostWide.size()) * sizeof(T),
        [&] { Data.take(Flat); },
        [&] { ompscan::pad(Data.data(), Rows, PadColumns, PadPitch, T(-1)); },
        [&] { return beginsWith(Data, HostWide); });
  if (BackName && B.wants(BackName))
    B.measure(
        BackName, Size, 2 * Size * sizeof(T), [&] { Data.take(Wide); },
        [&] { ompscan::unpad(Data.data(), Rows, PadColumns, PadPitch); },
        [&] { return beginsWith(Data, HostFlat); });
}

/// Moves of all elements of an array by some places.
void shifts(const Bench &B) {
  if (!B.wants(ShiftInPlace) && !B.wants(InsertGap) && !B.wants(EraseRange))
    return;
  const std::vector<uint32_t> Host = elements(B.N);
  Resident<uint32_t> X(Host), Data(B.N + GapLength);
  const auto IsMoved = [&](uint64_t From, uint64_t To, uint64_t Count) {
    return std::memcmp(Data.fetch().data() + To, Host.data() + From,
                       4 * Count) == 0;
  };
  if (B.wants(ShiftInPlace))
    B.measure(
        ShiftInPlace, B.N, 8 * B.N, [&] { Data.take(X); },
        [&] { ompscan::shift(Data.data(), B.N, 1); },
        [&] { return IsMoved(0, 1, B.N - 1) && Data.fetch()[0] == 0; });
  if (B.wants(InsertGap))
    B.measure(
        InsertGap, B.N, 8 * B.N, [&] { Data.take(X); },
        [&] { ompscan::insert_gap(Data.data(), B.N, 0, GapLength); },
        [&] { return IsMoved(0, GapLength, B.N) && Data.fetch()[0] == 0; });
  if (B.wants(EraseRange) && B.N > GapLength)
    B.measure(
        EraseRange, B.N, 8 * (B.N - GapLength), [&] { Data.take(X); },
        [&] { ompscan::erase_range(Data.data(), B.N, 0, GapLength); },
        [&] { return IsMoved(GapLength, 0, B.N - GapLength); });
}

} // namespace

void ompscan::bench::measureMoves(const Bench &B) {
  pads<float>(B, PadFloat, UnpadFloat);
  pads<double>(B, PadDouble, nullptr);
  shifts(B);
}

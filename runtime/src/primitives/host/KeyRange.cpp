//===- KeyRange.cpp - Ranges of the order of keys -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/host/KeyRange.h"
#include <algorithm>
#include <cmath>

namespace ompscan::rt {

namespace {

constexpr KeyPlace Lowest{0, 0};
constexpr KeyPlace Highest{~UInt128(0), UINT64_MAX};

/// The size of a sample. Its square root tells how much of the array a pass
/// keeps, and each key costs a line of memory.
uint64_t sampleSize(uint64_t N, const Ranks &Wanted) {
  constexpr uint64_t Most = 4096, Least = 16;
  // The first keys need a smaller sample than those in the middle.
  const bool AreFirst = Wanted.First == 0 && Wanted.Count <= N / 64;
  return std::min(std::clamp(N / (AreFirst ? 128 : 32), Least, Most), N);
}

/// Four times the standard deviation of the number of keys of a random sample
/// of \p Size that are in front of one at \p Position.
double marginOf(double Position, double Size) {
  return 4 * std::sqrt(std::min(Position, Size - Position)) + 4;
}

} // namespace

Sampling::Sampling(uint64_t N, const Ranks &Wanted, uint32_t Attempt)
    : N(N), Wanted(Wanted), Attempt(Attempt),
      Number(static_cast<uint32_t>(sampleSize(N, Wanted))) {}

uint64_t Sampling::place(uint32_t I) const {
  const uint64_t Step = N / Number;
  // The finalizer of MurmurHash3.
  uint32_t H = I * 0x9E3779B9u + seed();
  H = (H ^ H >> 16) * 0x85EBCA6Bu;
  H = (H ^ H >> 13) * 0xC2B2AE35u;
  H ^= H >> 16;
  return I * Step + (H * Step >> 32);
}

double Sampling::first() const {
  const double Position =
      static_cast<double>(Wanted.First) / static_cast<double>(N) * Number;
  return std::floor(Position - marginOf(Position, Number) * (Attempt + 1));
}

double Sampling::last() const {
  const double Position = static_cast<double>(Wanted.First + Wanted.Count) /
                          static_cast<double>(N) * Number;
  return std::ceil(Position + marginOf(Position, Number) * (Attempt + 1));
}

uint64_t Sampling::expected(uint64_t Part) const {
  const double Share =
      std::min((last() - std::max(first(), 0.0)) / Number, 1.0);
  const double Keys = Share * static_cast<double>(Part);
  return static_cast<uint64_t>(2 * Keys + 8 * std::sqrt(Keys)) + 16;
}

KeyRange Sampling::rangeOf(std::vector<KeyPlace> &Sample) const {
  KeyRange R{Lowest, Highest};
  auto End = Sample.end(); // of the keys in front of R.Last
  if (const double Last = last(); Last < Number) {
    End = Sample.begin() + static_cast<ptrdiff_t>(Last);
    // A heap of few keys is compared with each other key once.
    if (Last < 64)
      std::partial_sort(Sample.begin(), End + 1, Sample.end());
    else
      std::nth_element(Sample.begin(), End, Sample.end());
    R.Last = *End;
  }
  if (const double First = first(); First > 0) {
    const auto Begin = Sample.begin() + static_cast<ptrdiff_t>(First);
    std::nth_element(Sample.begin(), Begin, End);
    R.First = *Begin;
  }
  return R;
}

} // namespace ompscan::rt

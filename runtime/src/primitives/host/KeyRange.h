//===- KeyRange.h - Ranges of the order of keys --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first keys of an array, or the one at a position of its order, without a
// sort of all keys: a sample tells between which two keys of it they lie, all
// but surely, and one pass keeps the keys between these two (Floyd and Rivest,
// "Expected Time Bounds for Selection", 1975). Equal keys are ordered by their
// places, so no two are equal, and arrays with many equal keys are no
// exception.
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_KEYRANGE_H
#define OMPSCAN_RT_PRIMITIVES_HOST_KEYRANGE_H

#include "primitives/host/KeyOrder.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace ompscan::rt {

/// A key in the order of an array.
struct KeyPlace {
  UInt128 Key;    ///< the integer that stands for it (OrderedBits)
  uint64_t Place; ///< its index

  bool operator<(const KeyPlace &O) const {
    return Key != O.Key ? Key < O.Key : Place < O.Place;
  }
};

/// The keys from one to before another one.
struct KeyRange {
  KeyPlace First, Last;
};

/// The keys of a range, and those in front of it.
struct RangeCounts {
  uint64_t Within, Before;
};

/// Ranks in the order of an array, from 0: from First to before First + Count.
struct Ranks {
  uint64_t First, Count;

  /// Whether the keys with these ranks are among those of a range.
  bool areWithin(const RangeCounts &C) const {
    return First >= C.Before && First + Count <= C.Before + C.Within;
  }
};

/// A sample of an array: one of each N / Number neighbours. The kernel
/// ompscan_range_sample takes the same.
class Sampling {
public:
  /// \param N at least 1.
  /// \param Attempt 0, or how many samples have failed.
  Sampling(uint64_t N, const Ranks &Wanted, uint32_t Attempt);

  uint32_t number() const { return Number; }
  uint32_t seed() const { return Attempt * 0x51ED270Bu; }
  /// The index of key \p I of the sample.
  uint64_t place(uint32_t I) const;

  /// A range that all but surely has the keys with the wanted ranks, and few
  /// others. \p Sample has the keys of the sample, and changes.
  KeyRange rangeOf(std::vector<KeyPlace> &Sample) const;
  /// Keys that the range has of \p Part neighbours, in an array without order,
  /// with a margin.
  uint64_t expected(uint64_t Part) const;

private:
  /// The keys of a sorted sample between which the wanted ranks are.
  double first() const;
  double last() const;

  const uint64_t N;
  const Ranks Wanted;
  const uint32_t Attempt, Number;
};

/// Whether an array of \p N keys, of which those with the ranks \p R are to be
/// found, is worth a pass that leaves fewer; if not, it is sorted. \p Enough is
/// a number of keys that are sorted as fast.
inline bool isWorthNarrowing(uint64_t N, const Ranks &R, uint64_t Enough) {
  return N > Enough && R.Count <= N / 4;
}

/// Narrows \p Keys down to few, among which those with the ranks \p Wanted are.
/// `Keys.keep(Sampling, Ranks)` keeps a range and returns the number of the
/// keys in front of it, or keeps all keys and returns nothing if the range does
/// not have the keys with these ranks, or has more than half of all keys.
/// \returns their ranks among the keys that are left.
template <typename KeyArray>
Ranks narrow(KeyArray &Keys, Ranks Wanted, uint64_t Enough) {
  constexpr uint32_t MaxFailures = 3;
  for (uint32_t Failures = 0; Failures != MaxFailures;) {
    if (!isWorthNarrowing(Keys.size(), Wanted, Enough))
      break;
    const Sampling By(Keys.size(), Wanted, Failures);
    if (const std::optional<uint64_t> Before = Keys.keep(By, Wanted))
      Wanted.First -= *Before;
    else
      ++Failures;
  }
  return Wanted;
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_KEYRANGE_H

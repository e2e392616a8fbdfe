//===- KeptKeys.h - The keys of a range on the host ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_KEPTKEYS_H
#define OMPSCAN_RT_PRIMITIVES_HOST_KEPTKEYS_H

#include "primitives/host/Elements.h"
#include "primitives/host/KeyRange.h"
#include "primitives/host/ParallelFor.h"
#include "primitives/host/Sort.h"
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Keys whose integers are from First to First + Span.
template <typename U> struct KeyInterval {
  OrderedBits<U> Bits;
  U First, Span;

  bool has(U Key) const { return static_cast<U>(Bits(Key) - First) <= Span; }

  /// Adds the number of those among \p Count keys to \p Found, and if \p
  /// SomeAreBefore that of keys with integers less than First to \p Before, in
  /// 32 bits so that compilers make vectors of it.
  template <typename Flag>
  __attribute__((always_inline)) void
  count(const unsigned char *Array, uint64_t Count, Flag SomeAreBefore,
        uint32_t &Before, uint32_t &Found) const {
    uint32_t LessThanFirst = 0, Within = 0;
    for (uint64_t J = 0; J != Count; ++J) {
      const U Key = loadElement<U>(Array, J);
      if (SomeAreBefore)
        LessThanFirst += Bits(Key) < First;
      Within += has(Key);
    }
    Before += LessThanFirst;
    Found += Within;
  }

  /// Does what count() does, by instructions that compare 64-bit integers in
  /// vectors.
  template <typename Flag>
#ifdef __x86_64__
  __attribute__((target("avx2")))
#endif
  void countByAvx2(const unsigned char *Array, uint64_t Count,
                   Flag SomeAreBefore, uint32_t &Before,
                   uint32_t &Found) const {
    count(Array, Count, SomeAreBefore, Before, Found);
  }
};

/// Keys of the unsigned integer type U, all of an array at first, with indices
/// of type I.
template <typename U, typename I> class HostKeys {
public:
  HostKeys(unsigned Threads, const void *Array, uint64_t N, KeyOrder Order,
           bool HasIndices)
      : Threads(Threads), Order(Order), Bits(Order), HasIndices(HasIndices),
        Keys(Array), N(N) {}

  uint64_t size() const { return N; }

  /// See narrow(). Threads mark blocks, and copy what they keep when the blocks
  /// in front have told how much they keep.
  std::optional<uint64_t> keep(const Sampling &By, const Ranks &Wanted) {
    const KeyRange Range = rangeOf(By);
    const Blocks All = Blocks::ofBytes(N, sizeof(U));
    const uint64_t Room = N / 2;
    Buffers Kept(1, Room * sizeof(U)),
        KeptIndices(1, HasIndices ? Room * sizeof(I) : 0);
    const Buffers Places(Threads, (All.items() + Chunk) * sizeof(uint32_t));
    Turns InOrder;
    RangeCounts Found{0, 0};
    parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
      auto *const Own = reinterpret_cast<uint32_t *>(Places.of(Slot));
      const uint64_t Begin = All.begin(Block);
      const RangeCounts C = mark(Range, Begin, All.count(Block), Own);
      uint64_t To = 0;
      InOrder.take(Block, [&] {
        To = Found.Within;
        Found.Within += C.Within;
        Found.Before += C.Before;
      });
      if (To + C.Within > Room)
        return;
      for (uint64_t J = 0; J != C.Within; ++J) {
        const uint64_t Place = Begin + Own[J];
        storeElement(Kept.of(0), To + J, loadElement<U>(Keys, Place));
        if (HasIndices)
          storeElement(KeptIndices.of(0), To + J, indexAt(Place));
      }
    });
    if (!Wanted.areWithin(Found) || Found.Within > Room)
      return std::nullopt;
    own(std::move(Kept), std::move(KeptIndices));
    N = Found.Within;
    return Found.Before;
  }

  /// Sorts the keys, and stores those with the ranks \p Wanted, and their
  /// indices, where these pointers are not null.
  void deliver(const Ranks &Wanted, void *Out, void *IndicesOut) {
    if (N <= HostSortedKeys && Wanted.Count <= N / 8)
      return deliverFew(Wanted, Out, IndicesOut);
    const unsigned Team = std::min(Threads, threadsFor(N * sizeof(U)));
    if (!OwnKeys) {
      Buffers Copy(1, N * sizeof(U)),
          Numbers(1, HasIndices ? N * sizeof(I) : 0);
      copyOnHost(Team, Keys, Copy.of(0), N * sizeof(U));
      if (HasIndices)
        number(Team, Numbers.of(0));
      own(std::move(Copy), std::move(Numbers));
    }
    radixSort(Team,
              {OwnKeys->of(0), N, sizeof(U), OwnIndices->of(0),
               HasIndices ? sizeof(I) : 0},
              Order, {0, 8 * sizeof(U)});
    if (Out)
      copyOnHost(Team, elementAt(OwnKeys->of(0), Wanted.First, sizeof(U)), Out,
                 Wanted.Count * sizeof(U));
    if (HasIndices)
      copyOnHost(Team, elementAt(OwnIndices->of(0), Wanted.First, sizeof(I)),
                 IndicesOut, Wanted.Count * sizeof(I));
  }

private:
  /// Keys that are counted in a loop of their own, before the places are stored
  /// of those that are kept: mostly none.
  static constexpr uint64_t Chunk = 128;

  /// Does what deliver() does by comparisons, for few of few keys.
  void deliverFew(const Ranks &Wanted, void *Out, void *IndicesOut) const {
    struct Numbered {
      U Ordered;
      uint32_t Place;
      bool operator<(const Numbered &O) const {
        return Ordered != O.Ordered ? Ordered < O.Ordered : Place < O.Place;
      }
    };
    std::vector<Numbered> All(N);
    for (uint32_t J = 0; J != N; ++J)
      All[J] = {Bits(loadElement<U>(Keys, J)), J};
    const auto First = All.begin() + static_cast<ptrdiff_t>(Wanted.First);
    if (Wanted.First)
      std::nth_element(All.begin(), First, All.end());
    std::partial_sort(First, First + static_cast<ptrdiff_t>(Wanted.Count),
                      All.end());
    for (uint64_t J = 0; J != Wanted.Count; ++J) {
      const uint32_t Place = First[static_cast<ptrdiff_t>(J)].Place;
      if (Out)
        storeElement(Out, J, loadElement<U>(Keys, Place));
      if (HasIndices)
        storeElement(IndicesOut, J, indexAt(Place));
    }
  }

  void own(Buffers NewKeys, Buffers NewIndices) {
    OwnKeys.emplace(std::move(NewKeys));
    OwnIndices.emplace(std::move(NewIndices));
    Keys = OwnKeys->of(0);
  }

  I indexAt(uint64_t Place) const {
    return OwnIndices ? loadElement<I>(OwnIndices->of(0), Place)
                      : static_cast<I>(Place);
  }

  void number(unsigned Team, unsigned char *To) const {
    const Blocks All = Blocks::ofBytes(N, sizeof(I));
    parallelFor(Team, All.number(), [&](uint64_t Block, unsigned) {
      auto *const First = reinterpret_cast<I *>(To) + All.begin(Block);
      std::iota(First, First + All.count(Block),
                static_cast<I>(All.begin(Block)));
    });
  }

  KeyRange rangeOf(const Sampling &By) const {
    std::vector<KeyPlace> Sample(By.number());
    for (uint32_t J = 0; J != By.number(); ++J)
      Sample[J] = {Bits(loadElement<U>(Keys, By.place(J))), By.place(J)};
    return By.rangeOf(Sample);
  }

  /// The integers from First to Last, which includes it, that stand for the
  /// keys of a range; none if IsEmpty. Those of keys in front of it are less
  /// than First, or all if AreAllBefore.
  struct Interval {
    U First, Last;
    bool IsEmpty, AreAllBefore;
  };

  /// \returns the integers of keys with places from \p Begin on, up to the
  /// place of the next end of the range.
  static Interval intervalAt(const KeyRange &Range, uint64_t Begin) {
    Interval R{static_cast<U>(Range.First.Key), static_cast<U>(Range.Last.Key),
               false, false};
    if (Begin < Range.First.Place)
      R.AreAllBefore = ++R.First == 0;
    if (Begin >= Range.Last.Place)
      R.IsEmpty = R.Last-- == 0;
    R.IsEmpty |= R.First > R.Last;
    return R;
  }

  /// Stores the places of the keys of \p Range among \p Count ones from \p
  /// Begin on, counted from there.
  RangeCounts mark(const KeyRange &Range, uint64_t Begin, uint64_t Count,
                   uint32_t *To) const {
    RangeCounts C{0, 0};
    const uint64_t End = Begin + Count;
    for (uint64_t From = Begin; From != End;) {
      uint64_t Until = End;
      for (const uint64_t Place : {Range.First.Place, Range.Last.Place})
        if (Place > From)
          Until = std::min(Until, Place);
      const Interval Of = intervalAt(Range, From);
      for (uint64_t Some; From != Until; From += Some) {
        Some = std::min(Chunk, Until - From);
        if (Of.AreAllBefore)
          C.Before += Some;
        else if (Of.First != 0)
          C.Before += markChunk(Of, From, Some, From - Begin, To, C.Within,
                                std::true_type());
        else
          markChunk(Of, From, Some, From - Begin, To, C.Within,
                    std::false_type());
      }
    }
    return C;
  }

  /// Adds the keys of \p Of among \p Count ones from \p From on to the \p
  /// Within places that have been stored; the first one has place \p First.
  /// \returns how many are in front of the range, if \p SomeAreBefore.
  template <typename Flag>
  uint32_t markChunk(const Interval &Of, uint64_t From, uint64_t Count,
                     uint64_t First, uint32_t *To, uint64_t &Within,
                     Flag SomeAreBefore) const {
    const unsigned char *const Array = elementAt(Keys, From, sizeof(U));
    const KeyInterval<U> In{Bits, Of.First, static_cast<U>(Of.Last - Of.First)};
    uint32_t Before = 0, Found = 0;
    if (HasAvx2)
      In.countByAvx2(Array, Count, SomeAreBefore, Before, Found);
    else
      In.count(Array, Count, SomeAreBefore, Before, Found);
    if (Found == 0 || Of.IsEmpty)
      return Before;
    // A copy, which no store could change.
    const KeyInterval<U> Own = In;
    uint32_t *Next = To + Within;
    for (uint64_t J = 0; J != Count; ++J) {
      *Next = static_cast<uint32_t>(First + J);
      Next += Own.has(loadElement<U>(Array, J));
    }
    Within += Found;
    return Before;
  }

#ifdef __x86_64__
  const bool HasAvx2 = __builtin_cpu_supports("avx2");
#else
  static constexpr bool HasAvx2 = false;
#endif
  const unsigned Threads;
  const KeyOrder Order;
  const OrderedBits<U> Bits;
  const bool HasIndices;
  const void *Keys;
  uint64_t N;
  /// Copies; none: the keys are those of the call, and their indices their
  /// places.
  std::optional<Buffers> OwnKeys, OwnIndices;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_KEPTKEYS_H

//===- Sort.cpp - Radix sort on the host ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digits of 8 bits, from the least significant one of the range of bits. One
// pass counts all digits; a digit that all keys have in common is passed over.
// The array is cut into parts: a part's elements with a digit follow those of
// the parts in front.
//
//===----------------------------------------------------------------------===//

#include "primitives/host/Sort.h"
#include "primitives/host/Elements.h"
#include "primitives/host/ParallelFor.h"
#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ompscan::rt {

namespace {

constexpr uint64_t Digits = 256;

constexpr uint64_t LineBytes = 64;

/// The memory of CombinedLines, which is too large for the stack of a thread.
struct LineRoom {
  uint64_t Stored[Digits];
  alignas(LineBytes) unsigned char Lines[Digits][LineBytes];
};

/// Elements on the way to their places, a cache line for each digit: a line is
/// stored as a whole, and without being read before.
template <uint64_t Size> class CombinedLines {
public:
  /// Elements of digit D go to \p Places[D] of \p To and behind it.
  CombinedLines(unsigned char *To, const uint64_t *Places, LineRoom &Room)
      : To(To), Phase(reinterpret_cast<uintptr_t>(To) / Size % Number),
        Stored(Room.Stored), Lines(Room.Lines) {
    std::copy_n(Places, Digits, Stored);
  }

  void put(unsigned Digit, uint64_t Place, const void *Element) {
    const uint64_t At = (Place + Phase) % Number;
    std::memcpy(Lines[Digit] + At * Size, Element, Size);
    if (At == Number - 1)
      store(Digit, Place + 1);
  }

  /// Stores the elements in front of \p Places.
  void end(const uint64_t *Places) {
    for (unsigned D = 0; D != Digits; ++D)
      store(D, Places[D]);
#ifdef __SSE2__
    _mm_sfence();
#endif
  }

private:
  static constexpr uint64_t Bytes = LineBytes, Number = Bytes / Size;

  void store(unsigned Digit, uint64_t End) {
    const uint64_t Begin = std::exchange(Stored[Digit], End);
    unsigned char *const Place = elementAt(To, Begin, Size);
    const unsigned char *const Line = Lines[Digit];
#ifdef __SSE2__
    if (End - Begin == Number && Bytes % Size == 0 &&
        reinterpret_cast<uintptr_t>(Place) % 16 == 0) {
      for (uint64_t I = 0; I != Bytes; I += 16)
        _mm_stream_si128(reinterpret_cast<__m128i *>(Place + I),
                         loadElement<__m128i>(Line + I));
      return;
    }
#endif
    std::memcpy(Place, Line + (Begin + Phase) % Number * Size,
                (End - Begin) * Size);
  }

  unsigned char *const To;
  const uint64_t Phase;
  uint64_t *const Stored;
  unsigned char (*const Lines)[Bytes];
};

/// One sort of keys with the size of U.
template <typename U> class Sorter {
public:
  Sorter(unsigned Threads, const KeyArrays &A, KeyOrder Order, BitRange Range)
      : Threads(Threads), A(A), Bits(Order), Range(Range),
        Number(Range.digits()), Parts(A.N, partSize(Threads, A.N)),
        OtherKeys(1, A.N * sizeof(U)), OtherValues(1, A.N * A.ValueSize),
        Rooms(Threads, (A.ValueSize ? 2 : 1) * sizeof(LineRoom)),
        Counts(Parts.number() * Number * Digits) {}

  void run() {
    Side Now{static_cast<unsigned char *>(A.Keys),
             static_cast<unsigned char *>(A.Values)};
    Side Next{OtherKeys.of(0), OtherValues.of(0)};
    bool HasMoved = false;
    forParts([&](uint64_t Part, unsigned) {
      if (Number == sizeof(U))
        countAll(Part, std::integral_constant<uint32_t, sizeof(U)>());
      else
        countAll(Part, Number);
    });
    for (unsigned Digit = 0; Digit != Number; ++Digit) {
      if (isTrivial(Digit))
        continue;
      if (HasMoved)
        forParts([&](uint64_t Part, unsigned) { count(Now, Part, Digit); });
      sumCounts(Digit);
      forParts([&](uint64_t Part, unsigned Slot) {
        place(Now, Next, Part, Digit, Slot);
      });
      std::swap(Now, Next);
      HasMoved = true;
    }
    if (Now.Keys == A.Keys)
      return;
    copyOnHost(Threads, Now.Keys, A.Keys, A.N * sizeof(U));
    copyOnHost(Threads, Now.Values, A.Values, A.N * A.ValueSize);
  }

private:
  /// One of the arrays between which elements go to and fro.
  struct Side {
    unsigned char *Keys, *Values;
  };

  /// Some parts for each thread, since others may have its core for a while.
  static uint64_t partSize(unsigned Threads, uint64_t N) {
    const uint64_t Wanted = Threads == 1 ? 1 : 4 * Threads;
    return (N - 1) / Wanted + 1;
  }

  template <typename Function> void forParts(Function F) const {
    parallelFor(Threads, Parts.number(), F);
  }

  uint64_t *countsOf(uint64_t Part, unsigned Digit) {
    return &Counts[(Part * Number + Digit) * Digits];
  }

  /// Digit \p Digit as a function of keys of the program.
  auto digit(unsigned Digit) const {
    return [Bits = Bits, Shift = Range.shift(Digit),
            Mask = Range.mask(Digit)](U Key) {
      return static_cast<unsigned>(Bits(Key) >> Shift) & Mask;
    };
  }

  /// Counts all digits. \p Number is a constant if keys are sorted as a whole.
  template <typename Integer> void countAll(uint64_t Part, Integer Number) {
    uint64_t *const To = countsOf(Part, 0);
    const unsigned char *const From =
        elementAt(A.Keys, Parts.begin(Part), sizeof(U));
    const uint32_t Begin = Range.Begin;
    const auto Mask = static_cast<U>(
        static_cast<U>(~U(0)) >> (8 * sizeof(U) - (Range.End - Range.Begin)));
    for (uint64_t I = 0, N = Parts.count(Part); I != N; ++I) {
      const auto Key =
          static_cast<U>(Bits(loadElement<U>(From, I)) >> Begin & Mask);
      for (unsigned Digit = 0; Digit != Number; ++Digit)
        ++To[Digit * Digits + static_cast<unsigned char>(Key >> 8 * Digit)];
    }
  }

  void count(const Side &Now, uint64_t Part, unsigned Digit) {
    uint64_t *const To = countsOf(Part, Digit);
    std::fill(To, To + Digits, 0);
    const unsigned char *const From =
        elementAt(Now.Keys, Parts.begin(Part), sizeof(U));
    const auto DigitOf = digit(Digit);
    for (uint64_t I = 0, N = Parts.count(Part); I != N; ++I)
      ++To[DigitOf(loadElement<U>(From, I))];
  }

  /// Whether all keys have the same digit.
  bool isTrivial(unsigned Digit) {
    const unsigned First = digit(Digit)(loadElement<U>(A.Keys));
    uint64_t Equal = 0;
    for (uint64_t Part = 0; Part != Parts.number(); ++Part)
      Equal += countsOf(Part, Digit)[First];
    return Equal == A.N;
  }

  /// Turns counts into the places of the first elements.
  void sumCounts(unsigned Digit) {
    uint64_t Sum = 0;
    for (uint64_t D = 0; D != Digits; ++D)
      for (uint64_t Part = 0; Part != Parts.number(); ++Part)
        Sum += std::exchange(countsOf(Part, Digit)[D], Sum);
  }

  void place(const Side &Now, const Side &Next, uint64_t Part, unsigned Digit,
             unsigned Slot) {
    auto *const Room = reinterpret_cast<LineRoom *>(Rooms.of(Slot));
    uint64_t *const Places = countsOf(Part, Digit);
    const uint64_t Begin = Parts.begin(Part), N = Parts.count(Part);
    const unsigned char *const Keys = elementAt(Now.Keys, Begin, sizeof(U));
    const auto DigitOf = digit(Digit);
    const auto ForKeys = [&](auto F) {
      for (uint64_t I = 0; I != N; ++I) {
        const U Key = loadElement<U>(Keys, I);
        const unsigned D = DigitOf(Key);
        F(I, Key, D, Places[D]++);
      }
    };
    CombinedLines<sizeof(U)> KeyLines(Next.Keys, Places, Room[0]);
    const auto PutKey = [&](U Key, unsigned D, uint64_t To) {
      KeyLines.put(D, To, &Key);
    };
    if (A.ValueSize == 0)
      ForKeys([&](uint64_t, U Key, unsigned D, uint64_t To) {
        PutKey(Key, D, To);
      });
    else
      withSize(A.ValueSize, [&](auto Size) {
        const unsigned char *const Values = elementAt(Now.Values, Begin, Size);
        if constexpr (std::is_same_v<decltype(Size), uint64_t>) {
          ForKeys([&](uint64_t I, U Key, unsigned D, uint64_t To) {
            PutKey(Key, D, To);
            std::memcpy(elementAt(Next.Values, To, Size),
                        elementAt(Values, I, Size), Size);
          });
        } else {
          CombinedLines<Size()> ValueLines(Next.Values, Places, Room[1]);
          ForKeys([&](uint64_t I, U Key, unsigned D, uint64_t To) {
            PutKey(Key, D, To);
            ValueLines.put(D, To, elementAt(Values, I, Size));
          });
          ValueLines.end(Places);
        }
      });
    KeyLines.end(Places);
  }

  const unsigned Threads;
  const KeyArrays &A;
  const OrderedBits<U> Bits;
  const BitRange Range;
  const uint32_t Number; ///< of digits
  const Blocks Parts;
  const Buffers OtherKeys, OtherValues;
  /// For the lines of keys and of values.
  const Buffers Rooms;
  /// By parts, digits, and values of digits.
  std::vector<uint64_t> Counts;
};

} // namespace

void radixSort(unsigned Threads, const KeyArrays &A, KeyOrder Order,
               BitRange Bits) {
  withKeyType(A.KeySize, [&](auto Key) {
    Sorter<decltype(Key)>(Threads, A, Order, Bits).run();
  });
}

} // namespace ompscan::rt

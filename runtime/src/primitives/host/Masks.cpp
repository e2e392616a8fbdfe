//===- Masks.cpp - Which elements of a block ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/host/Masks.h"
#include "primitives/host/Elements.h"
#include <algorithm>
#include <cstring>

namespace ompscan::rt {

namespace {

/// The bytes of an element.
template <typename SizeType> struct Bytes {
  SizeType Size;
  bool differ(const unsigned char *A, const unsigned char *B) const {
    return std::memcmp(A, B, Size) != 0;
  }
};

/// A number.
template <typename T> struct Number {
  static constexpr uint64_t Size = sizeof(T);
  static bool differ(const unsigned char *A, const unsigned char *B) {
    return loadElement<T>(A) != loadElement<T>(B);
  }
};

template <typename Equality>
void markChanges(const Equality &E, const void *Array, uint64_t Begin,
                 uint64_t Count, unsigned char *Mask) {
  const unsigned char *const First = elementAt(Array, Begin, E.Size);
  Mask[0] = Begin == 0 || E.differ(First - E.Size, First);
  for (uint64_t I = 1; I < Count; ++I)
    Mask[I] = E.differ(First + (I - 1) * E.Size, First + I * E.Size);
}

template <typename Equality>
void markOthers(const Equality &E, const void *Value, const void *Array,
                uint64_t Begin, uint64_t Count, unsigned char *Mask) {
  const unsigned char *const First = elementAt(Array, Begin, E.Size);
  for (uint64_t I = 0; I != Count; ++I)
    Mask[I] =
        E.differ(static_cast<const unsigned char *>(Value), First + I * E.Size);
}

template <typename T> constexpr HostEquality equalityOfNumbers() {
  return {[](const void *Array, uint64_t Begin, uint64_t Count, uint64_t,
             unsigned char *Mask) {
            markChanges(Number<T>(), Array, Begin, Count, Mask);
          },
          [](const void *Value, const void *Array, uint64_t Begin,
             uint64_t Count, uint64_t, unsigned char *Mask) {
            markOthers(Number<T>(), Value, Array, Begin, Count, Mask);
          }};
}

constexpr HostEquality EqualityOfBytes = {
    [](const void *Array, uint64_t Begin, uint64_t Count, uint64_t Size,
       unsigned char *Mask) {
      withSize(Size, [&](auto S) {
        markChanges(Bytes<decltype(S)>{S}, Array, Begin, Count, Mask);
      });
    },
    [](const void *Value, const void *Array, uint64_t Begin, uint64_t Count,
       uint64_t Size, unsigned char *Mask) {
      withSize(Size, [&](auto S) {
        markOthers(Bytes<decltype(S)>{S}, Value, Array, Begin, Count, Mask);
      });
    }};

HostEquality equalityOfIntegers(uint64_t Size) {
  switch (Size) {
  case 1:
    return equalityOfNumbers<uint8_t>();
  case 2:
    return equalityOfNumbers<uint16_t>();
  case 4:
    return equalityOfNumbers<uint32_t>();
  case 8:
    return equalityOfNumbers<uint64_t>();
  default:
    return EqualityOfBytes;
  }
}

struct IntegerName {
  const char *Name;
  uint64_t Size;
};

constexpr IntegerName Integers[] = {
    {"char", 1},           {"uchar", 1},         {"signed char", 1},
    {"unsigned char", 1},  {"short", 2},         {"ushort", 2},
    {"unsigned short", 2}, {"int", 4},           {"uint", 4},
    {"unsigned int", 4},   {"unsigned", 4},      {"long", 8},
    {"ulong", 8},          {"unsigned long", 8},
};

} // namespace

bool isIntegerType(const char *Type, uint64_t Size) {
  return std::any_of(std::begin(Integers), std::end(Integers),
                     [&](const IntegerName &I) {
                       return std::strcmp(Type, I.Name) == 0 && Size == I.Size;
                     });
}

HostEquality hostEquality(const char *Type, uint64_t Size) {
  if (!Type)
    return equalityOfIntegers(Size);
  if (std::strcmp(Type, "float") == 0 && Size == sizeof(float))
    return equalityOfNumbers<float>();
  if (std::strcmp(Type, "double") == 0 && Size == sizeof(double))
    return equalityOfNumbers<double>();
  if (isIntegerType(Type, Size))
    return equalityOfIntegers(Size);
  return {};
}

void markFlagged(const unsigned char *Flags, uint64_t Count,
                 unsigned char *Mask) {
  for (uint64_t I = 0; I != Count; ++I)
    Mask[I] = Flags[I] != 0;
}

void markZeroBits(const void *Array, uint64_t Begin, uint64_t Count,
                  uint64_t Size, unsigned Bit, unsigned char *Mask) {
  // The bit is in one byte of the element, which is little-endian.
  const unsigned char *const First = elementAt(Array, Begin, Size) + Bit / 8;
  withSize(Size, [&](auto S) {
    for (uint64_t I = 0; I != Count; ++I)
      Mask[I] = ~First[I * S] >> Bit % 8 & 1;
  });
}

uint64_t countMarked(const unsigned char *Mask, uint64_t Count) {
  uint64_t Marked = 0, I = 0;
  while (Count - I >= 8) {
    // Sums of bytes, in as many words as a byte can count.
    uint64_t Sums = 0;
    for (const uint64_t End = std::min(I + 255 * 8, Count / 8 * 8); I != End;
         I += 8)
      Sums += loadElement<uint64_t>(Mask + I);
    constexpr uint64_t EvenBytes = 0x00ff00ff00ff00ff;
    Marked +=
        ((Sums & EvenBytes) + (Sums >> 8 & EvenBytes)) * 0x0001000100010001 >>
        48;
  }
  for (; I != Count; ++I)
    Marked += Mask[I];
  return Marked;
}

void compact(const void *From, const unsigned char *Mask, uint64_t Count,
             uint64_t Marked, uint64_t Size, void *To) {
  withSize(Size, [&](auto S) {
    uint64_t K = 0;
    forMarked(
        Mask, Count,
        [&](uint64_t I, uint64_t Number) {
          std::memcpy(elementAt(To, K, S), elementAt(From, I, S), Number * S);
          K += Number;
        },
        [&](uint64_t I) {
          // An element that is not marked is overwritten by the next one:
          // branches would often be mispredicted. Nothing is stored behind the
          // last one that is marked.
          if (K == Marked)
            return;
          std::memcpy(elementAt(To, K, S), elementAt(From, I, S), S);
          K += Mask[I];
        });
  });
}

void listMarked(const unsigned char *Mask, uint64_t Count, uint64_t Marked,
                uint64_t First, uint64_t *To) {
  uint64_t K = 0;
  forMarked(
      Mask, Count,
      [&](uint64_t I, uint64_t Number) {
        for (uint64_t J = 0; J != Number; ++J)
          To[K++] = First + I + J;
      },
      [&](uint64_t I) {
        if (K == Marked)
          return;
        To[K] = First + I;
        K += Mask[I];
      });
}

} // namespace ompscan::rt

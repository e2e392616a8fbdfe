//===- Operations.h - Operators on elements of a type --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_OPERATIONS_H
#define OMPSCAN_RT_PRIMITIVES_HOST_OPERATIONS_H

#include "primitives/host/Elements.h"
#include <cstdint>
#include <type_traits>

namespace ompscan::rt {

enum class Sign { Add, Multiply, Min, Max, And, Or, Xor };

/// An operator on elements of a type. Null functions: the type has no such
/// operator.
struct HostOperator {
  /// Combines two elements into the left one.
  void (*Combine)(void *Left, const void *Right) = nullptr;
  /// Combines \p Count elements, at least one, to \p Result.
  void (*Reduce)(const void *In, uint64_t Count, void *Result) = nullptr;
  /// Scans elements, of which \p Heads marks those that begin segments, from
  /// \p Value on: exclusively from \p Initial, inclusively if it is null.
  void (*Scan)(const void *In, const unsigned char *Heads, uint64_t Count,
               const void *Initial, const void *Value, void *Out) = nullptr;
  /// Combines each segment, from \p Initial on if it is not null. The first
  /// element begins one.
  void (*ReduceSegments)(const void *In, const unsigned char *Heads,
                         uint64_t Count, const void *Initial,
                         void *Out) = nullptr;
};

/// Signed sums and products wrap around, as they do on devices.
template <typename T, Sign S> T operate(T X, T Y) {
  if constexpr (S == Sign::Min) {
    return Y < X ? Y : X;
  } else if constexpr (S == Sign::Max) {
    return X < Y ? Y : X;
  } else if constexpr (std::is_floating_point_v<T>) {
    return S == Sign::Add ? X + Y : X * Y;
  } else {
    const auto A = static_cast<uint64_t>(X), B = static_cast<uint64_t>(Y);
    return static_cast<T>(S == Sign::Add        ? A + B
                          : S == Sign::Multiply ? A * B
                          : S == Sign::And      ? (A & B)
                          : S == Sign::Or       ? (A | B)
                                                : (A ^ B));
  }
}

/// The functions of a HostOperator.
template <typename T, Sign S> struct Operations {
  static void combine(void *Left, const void *Right) {
    storeElement(Left, 0,
                 operate<T, S>(loadElement<T>(Left), loadElement<T>(Right)));
  }

  static void reduce(const void *In, uint64_t Count, void *Result) {
    // Enough independent chains for two of the widest vectors. All signs are
    // commutative.
    constexpr uint64_t Lanes = 128 / sizeof(T);
    uint64_t I = 1;
    T Value = loadElement<T>(In);
    if (Count >= 2 * Lanes) {
      T Lane[Lanes];
      for (uint64_t L = 0; L != Lanes; ++L)
        Lane[L] = loadElement<T>(In, L);
      for (I = Lanes; Count - I >= Lanes; I += Lanes)
        for (uint64_t L = 0; L != Lanes; ++L)
          Lane[L] = operate<T, S>(Lane[L], loadElement<T>(In, I + L));
      Value = Lane[0];
      for (uint64_t L = 1; L != Lanes; ++L)
        Value = operate<T, S>(Value, Lane[L]);
    }
    for (; I < Count; ++I)
      Value = operate<T, S>(Value, loadElement<T>(In, I));
    storeElement(Result, 0, Value);
  }

  static void scan(const void *In, const unsigned char *Heads, uint64_t Count,
                   const void *Initial, const void *Before, void *Out) {
    T Value = loadElement<T>(Before);
    if (!Initial) {
      for (uint64_t I = 0; I != Count; ++I) {
        const T X = loadElement<T>(In, I), Next = operate<T, S>(Value, X);
        Value = Heads[I] ? X : Next;
        storeElement(Out, I, Value);
      }
      return;
    }
    const T First = loadElement<T>(Initial);
    for (uint64_t I = 0; I != Count; ++I) {
      const T X = loadElement<T>(In, I);
      Value = Heads[I] ? First : Value;
      storeElement(Out, I, Value);
      Value = operate<T, S>(Value, X);
    }
  }

  static void reduceSegments(const void *In, const unsigned char *Heads,
                             uint64_t Count, const void *Initial, void *Out) {
    const T First = Initial ? loadElement<T>(Initial) : T();
    T Value = T();
    // Every element stores, since branches would often be mispredicted.
    for (uint64_t I = 0, K = 0; I != Count; ++I) {
      const T X = loadElement<T>(In, I), Next = operate<T, S>(Value, X);
      K += I && Heads[I];
      Value = !Heads[I] ? Next : Initial ? operate<T, S>(First, X) : X;
      storeElement(Out, K, Value);
    }
  }

  static constexpr HostOperator Functions = {combine, reduce, scan,
                                             reduceSegments};
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_OPERATIONS_H

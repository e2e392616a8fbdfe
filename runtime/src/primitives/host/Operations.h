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
#include <limits>
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
  /// Stores the value that changes no element it is combined with, NaN and -0
  /// neither; null if there is none.
  void (*Identity)(void *To) = nullptr;
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

/// Some elements of a type, which are combined at a time. Integers other than
/// those that are compared are unsigned, since vectors have no conversions.
template <typename T, Sign S> struct SimdVector {
  static constexpr bool IsCompared = S == Sign::Min || S == Sign::Max;
  using Element =
      typename std::conditional_t<std::is_floating_point_v<T> || IsCompared,
                                  std::enable_if<true, T>,
                                  std::make_unsigned<T>>::type;
  static constexpr uint64_t Number = 16 / sizeof(T);
  typedef Element Vector __attribute__((vector_size(16)));

  static void combine(Vector &X, const void *Right) {
    const auto Y = loadElement<Vector>(Right);
    if constexpr (S == Sign::Min)
      X = Y < X ? Y : X;
    else if constexpr (S == Sign::Max)
      X = X < Y ? Y : X;
    else if constexpr (S == Sign::Add)
      X += Y;
    else if constexpr (S == Sign::Multiply)
      X *= Y;
    else if constexpr (S == Sign::And)
      X &= Y;
    else if constexpr (S == Sign::Or)
      X |= Y;
    else
      X ^= Y;
  }
};

/// Whether T has an identity of S. A minimum of NaN and any number is the left
/// one of them.
template <typename T, Sign S>
constexpr bool HasIdentity =
    std::is_integral_v<T> || (S != Sign::Min && S != Sign::Max);

template <typename T, Sign S> constexpr T identity() {
  if constexpr (S == Sign::Min)
    return std::numeric_limits<T>::max();
  else if constexpr (S == Sign::Max)
    return std::numeric_limits<T>::lowest();
  else if constexpr (S == Sign::Multiply)
    return 1;
  else if constexpr (S == Sign::And)
    return static_cast<T>(-1);
  else if constexpr (std::is_floating_point_v<T>)
    return -T(0); // 0 would change -0.
  else
    return 0;
}

/// The functions of a HostOperator.
template <typename T, Sign S> struct Operations {
  static void combine(void *Left, const void *Right) {
    storeElement(Left, 0,
                 operate<T, S>(loadElement<T>(Left), loadElement<T>(Right)));
  }

  static void reduce(const void *In, uint64_t Count, void *Result) {
    // Independent chains of vectors. All signs are commutative.
    using Simd = SimdVector<T, S>;
    constexpr uint64_t Chains = 8, Step = Chains * Simd::Number;
    uint64_t I = 1;
    T Value = loadElement<T>(In);
    if (Count >= 2 * Step) {
      typename Simd::Vector Chain[Chains];
      std::memcpy(Chain, In, sizeof Chain);
      for (I = Step; Count - I >= Step; I += Step)
        for (uint64_t C = 0; C != Chains; ++C)
          Simd::combine(Chain[C],
                        elementAt(In, I + C * Simd::Number, sizeof(T)));
      Value = loadElement<T>(Chain);
      for (uint64_t L = 1; L != Step; ++L)
        Value = operate<T, S>(Value, loadElement<T>(Chain, L));
    }
    for (; I < Count; ++I)
      Value = operate<T, S>(Value, loadElement<T>(In, I));
    storeElement(Result, 0, Value);
  }

  static void scan(const void *In, const unsigned char *Heads, uint64_t Count,
                   const void *Initial, const void *Before, void *Out) {
    const T First = Initial ? loadElement<T>(Initial) : T();
    const T Value = loadElement<T>(Before);
    if (Initial)
      forSegments(Heads, Count, Value, [=](uint64_t I, bool IsHead, T Value) {
        const T X = loadElement<T>(In, I); // Out may be In.
        const T Current = IsHead ? First : Value;
        storeElement(Out, I, Current);
        return operate<T, S>(Current, X);
      });
    else
      forSegments(Heads, Count, Value, [=](uint64_t I, bool IsHead, T Value) {
        const T X = loadElement<T>(In, I), Next = operate<T, S>(Value, X);
        const T Current = IsHead ? X : Next;
        storeElement(Out, I, Current);
        return Current;
      });
  }

  static void reduceSegments(const void *In, const unsigned char *Heads,
                             uint64_t Count, const void *Initial, void *Out) {
    const T First = Initial ? loadElement<T>(Initial) : T();
    const bool HasInitial = Initial != nullptr;
    auto *To = static_cast<unsigned char *>(Out);
    const T Last = forSegments(Heads, Count, T(),
                               [=, &To](uint64_t I, bool IsHead, T Value) {
                                 const T X = loadElement<T>(In, I);
                                 if (IsHead && I) {
                                   storeElement(To, 0, Value);
                                   To += sizeof(T);
                                 }
                                 return !IsHead      ? operate<T, S>(Value, X)
                                        : HasInitial ? operate<T, S>(First, X)
                                                     : X;
                               });
    storeElement(To, 0, Last);
  }

  static void storeIdentity(void *To) { storeElement(To, 0, identity<T, S>()); }

private:
  /// Calls \p F with each element, whether it begins a segment, and the value
  /// that it has returned for the one before; \p Value for the first one. Most
  /// words of \p Heads mark none.
  template <typename Function>
  static T forSegments(const unsigned char *Heads, uint64_t Count, T Value,
                       Function F) {
    constexpr uint64_t Word = 8;
    uint64_t I = 0;
    for (; Count - I >= Word; I += Word)
      if (loadElement<uint64_t>(Heads + I) == 0)
        for (uint64_t J = 0; J != Word; ++J)
          Value = F(I + J, false, Value);
      else
        for (uint64_t J = 0; J != Word; ++J)
          Value = F(I + J, Heads[I + J] != 0, Value);
    for (; I != Count; ++I)
      Value = F(I, Heads[I] != 0, Value);
    return Value;
  }

public:
  static constexpr HostOperator Functions = {
      combine, reduce, scan, reduceSegments,
      HasIdentity<T, S> ? storeIdentity : nullptr};
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_OPERATIONS_H

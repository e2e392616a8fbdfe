//===- KeyOrder.h - The order of keys on the host ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_KEYORDER_H
#define OMPSCAN_RT_PRIMITIVES_HOST_KEYORDER_H

#include <cstdint>

namespace ompscan::rt {

__extension__ typedef unsigned __int128 UInt128;

/// The order of keys.
struct KeyOrder {
  bool IsSigned, IsFloating, IsDescending;
};

/// Maps keys to unsigned integers of the same order.
template <typename U> class OrderedBits {
public:
  explicit OrderedBits(KeyOrder O)
      : Flip(static_cast<U>((O.IsSigned || O.IsFloating ? Top : 0) ^
                            (O.IsDescending ? All : 0))),
        NegativeFlip(O.IsFloating ? static_cast<U>(~Top) : 0) {}
  U operator()(U Key) const {
    const auto Sign = static_cast<U>(0 - (Key >> (8 * sizeof(U) - 1)));
    return static_cast<U>(Key ^ Flip ^ (Sign & NegativeFlip));
  }

private:
  static constexpr U All = static_cast<U>(~U(0));
  static constexpr U Top = static_cast<U>(All / 2 + 1);
  const U Flip, NegativeFlip;
};

/// Calls \p F with a value of the unsigned integer type of \p Size bytes: 1, 2,
/// 4, 8 or 16.
template <typename Function>
decltype(auto) withKeyType(uint64_t Size, Function F) {
  switch (Size) {
  case 1:
    return F(uint8_t());
  case 2:
    return F(uint16_t());
  case 4:
    return F(uint32_t());
  case 8:
    return F(uint64_t());
  default:
    return F(UInt128());
  }
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_KEYORDER_H

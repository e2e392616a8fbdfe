//===- Elements.h - Elements of a number of bytes ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOST_ELEMENTS_H
#define OMPSCAN_RT_PRIMITIVES_HOST_ELEMENTS_H

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ompscan::rt {

/// Element \p K, of \p Size bytes, of \p Array. Elements in front of it have
/// numbers modulo 2^64.
inline const unsigned char *elementAt(const void *Array, uint64_t K,
                                      uint64_t Size) {
  return static_cast<const unsigned char *>(Array) +
         static_cast<int64_t>(K * Size);
}
inline unsigned char *elementAt(void *Array, uint64_t K, uint64_t Size) {
  return static_cast<unsigned char *>(Array) + static_cast<int64_t>(K * Size);
}

/// Element \p K of an array of T, which need not be aligned.
template <typename T> T loadElement(const void *Array, uint64_t K = 0) {
  T X;
  std::memcpy(&X, elementAt(Array, K, sizeof X), sizeof X);
  return X;
}
template <typename T> void storeElement(void *Array, uint64_t K, T X) {
  std::memcpy(elementAt(Array, K, sizeof X), &X, sizeof X);
}

/// Calls \p F with \p Size: as a constant if it is the size of numbers, or of
/// usual structures.
template <typename Function>
decltype(auto) withSize(uint64_t Size, Function F) {
  switch (Size) {
  case 1:
    return F(std::integral_constant<uint64_t, 1>());
  case 2:
    return F(std::integral_constant<uint64_t, 2>());
  case 4:
    return F(std::integral_constant<uint64_t, 4>());
  case 8:
    return F(std::integral_constant<uint64_t, 8>());
  case 12:
    return F(std::integral_constant<uint64_t, 12>());
  case 16:
    return F(std::integral_constant<uint64_t, 16>());
  default:
    return F(Size);
  }
}

/// The unsigned integer of \p Size bytes.
template <uint64_t Size>
using UnsignedOf = std::conditional_t<
    Size == 1, uint8_t,
    std::conditional_t<Size == 2, uint16_t,
                       std::conditional_t<Size == 4, uint32_t, uint64_t>>>;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOST_ELEMENTS_H

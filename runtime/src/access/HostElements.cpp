//===- HostElements.cpp - Elements in host memory -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/HostElements.h"
#include <cstring>
#include <new>
#include <type_traits>

namespace ompscan::rt {

Staging makeStaging(const ArraySection &A, const Interval &Span) {
  Staging S{Span, nullptr};
  S.Bytes.reset(static_cast<unsigned char *>(std::calloc(A.bytesOf(Span), 1)));
  if (!S.Bytes)
    throw std::bad_alloc();
  return S;
}

namespace {

/// Copies \p Count blocks of \p BlockSize bytes, a constant for the usual
/// sizes, which lie \p Stride bytes apart on both sides.
template <typename Size>
void copyStrided(unsigned char *To, const unsigned char *From, int64_t Stride,
                 uint64_t Count, Size BlockSize) {
  for (uint64_t K = 0; K != Count; ++K) {
    std::memcpy(To, From, BlockSize);
    if (K + 1 != Count) {
      To += Stride;
      From += Stride;
    }
  }
}

} // namespace

void copyRange(unsigned char *To, const unsigned char *From, const Range &R,
               uint64_t Size) {
  if (R.Lines > 1) {
    const Range Line = R.line(0);
    const uint64_t Distance = static_cast<uint64_t>(R.LineStride) * Size;
    for (uint64_t I = 0; I != R.Lines; ++I)
      copyRange(To + I * Distance, From + I * Distance, Line, Size);
    return;
  }
  if (R.isContiguous()) {
    // Both addresses are those of the first iteration's element.
    const uint64_t Back = R.Stride < 0 ? (R.Count - 1) * Size : 0;
    std::memcpy(To - Back, From - Back, R.Count * Size);
    return;
  }
  const int64_t Stride = R.Stride * static_cast<int64_t>(Size);
  switch (Size) {
  case 4:
    return copyStrided(To, From, Stride, R.Count,
                       std::integral_constant<size_t, 4>());
  case 8:
    return copyStrided(To, From, Stride, R.Count,
                       std::integral_constant<size_t, 8>());
  default:
    return copyStrided(To, From, Stride, R.Count, static_cast<size_t>(Size));
  }
}

} // namespace ompscan::rt

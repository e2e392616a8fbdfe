//===- HostElements.h - Elements in host memory --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_HOSTELEMENTS_H
#define OMPSCAN_RT_ACCESS_HOSTELEMENTS_H

#include "access/Access.h"
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace ompscan::rt {

/// Host memory laid out as the elements [Span.Low, Span.High] of an array.
struct Staging {
  struct Free {
    void operator()(void *P) const { std::free(P); }
  };
  Interval Span;
  std::unique_ptr<unsigned char, Free> Bytes;

  /// Where an element of \p Size bytes lies.
  unsigned char *at(int64_t Element, uint64_t Size) const {
    return Bytes.get() +
           (static_cast<uint64_t>(Element) - static_cast<uint64_t>(Span.Low)) *
               Size;
  }
};

/// Zeroed memory for the elements of \p Span.
Staging makeStaging(const ArraySection &A, const Interval &Span);

/// Copies the elements of \p R, from and to the addresses of the first
/// iteration's element; \p Size is that of an element.
void copyRange(unsigned char *To, const unsigned char *From, const Range &R,
               uint64_t Size);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_HOSTELEMENTS_H

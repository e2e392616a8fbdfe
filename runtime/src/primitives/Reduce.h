//===- Reduce.h - Reduction ----------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_REDUCE_H
#define OMPSCAN_RT_PRIMITIVES_REDUCE_H

#include "device/Device.h"
#include "primitives/Operator.h"
#include <cstdint>
#include <memory>

namespace ompscan::rt {

/// A combination of all elements of an array.
struct Reduction {
  const char *Function; ///< that the program has called
  const void *In;
  uint64_t N;
  uint64_t Size;       ///< bytes of an element
  const void *Initial; ///< may be null
  void *Result;
  Operator Op;
};

/// Does \p R, of at least one element, on \p D.
///
/// \throws Failure, TextFailure, Refusal
void reduceOnDevice(const Reduction &R, const std::shared_ptr<Device> &D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_REDUCE_H

//===- Move.h - Regular sliding ------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_MOVE_H
#define OMPSCAN_RT_PRIMITIVES_MOVE_H

#include "device/Device.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan::rt {

/// Elements that move by a formula in one array (see
/// runtime/src/primitives/kernels/move.cl): `Before` elements become `After`,
/// which is at least 1. Where `To` is not 0, rows of `Width` elements lie
/// `From` apart and get to lie `To` apart. Else every element moves by `From`,
/// modulo 2^64.
struct Movement {
  const char *Function = nullptr; ///< that the program has called
  void *Data = nullptr;
  uint64_t Size = 0; ///< bytes of an element
  uint64_t Before = 0, After = 0;
  uint64_t Width = 0, From = 0, To = 0;
  /// Whether elements move to the end.
  bool IsMirrored = false;
  std::vector<unsigned char> Fill; ///< an element
};

/// Do \p M.
/// \throws Refusal, Failure; nothing has changed then.
void moveOnDevice(const Movement &M, const std::shared_ptr<Device> &D);
void moveOnHost(const Movement &M);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_MOVE_H

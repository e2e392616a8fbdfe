//===- Poison.h - Patterns in unused memory, for tests -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A build for tests (OMPSCAN_POISON_BUFFERS) fills device memory with a
/// pattern before it is used, so that a kernel which reads uninitialized memory
/// gives a wrong result.
///
/// Every buffer is then written as a whole. Oclgrind needs that: it looks at a
/// buffer that the host has written in part, or that has taken the place of a
/// smaller one, as uninitialised for ever.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_POISON_H
#define OMPSCAN_RT_DEVICE_POISON_H

#include "device/backend/Queue.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Whether this is such a build.
extern const bool PoisonBuffers;

constexpr unsigned char PoisonByte = 0xCB;

/// Fills the first \p Size bytes of \p To, in a build for tests.
inline void poison(Queue &Commands, const Memory &To, uint64_t Size) {
  if (PoisonBuffers)
    Commands.write(To, 0, Size,
                   std::vector<unsigned char>(Size, PoisonByte).data(),
                   Blocking::Yes, nullptr);
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_POISON_H

//===- TransferRules.h - How data is transferred -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_TRANSFERRULES_H
#define OMPSCAN_RT_DEVICE_TRANSFERRULES_H

#include "device/backend/DeviceProperties.h"
#include <cstdint>

namespace ompscan::rt {

/// How data is transferred between ordinary memory of the host and a device.
struct TransferRules {
  bool Stages;      ///< by way of pinned blocks
  uint64_t Least;   ///< bytes from which that pays
  uint64_t Block;   ///< bytes of a pinned block
  unsigned Threads; ///< that move data side by side, one loop at a time
  uint64_t Chunk;   ///< bytes, each way, of the chunks of a loop that overlap
  uint64_t Overlap; ///< bytes that a loop moves, from which that pays
  uint64_t Chunks;  ///< how many chunks there are at most
  /// Bytes that have to move in all before blocks are made.
  uint64_t Worth = 0;
  /// Bytes up to which the driver reads sooner while its caller waits.
  uint64_t AtOnce = UINT64_MAX;
};

/// The rules for a device with the properties \p P. A simulator gets no pinned
/// blocks and no threads: Oclgrind takes what is written through mapped memory
/// for uninitialised, and crashes where several threads call it.
TransferRules transferRules(const DeviceProperties &P);

/// Blocks that a thread uses in turn.
constexpr unsigned BlocksOfThread = 2;

/// Bytes of results of a loop in place that go to ordinary memory first if they
/// have no pinned block, so that a failed transfer leaves the input intact. On
/// PoCL, loops of this size took as long as without: 40 to 130 us.
constexpr uint64_t MaxBytesWaiting = 64 * 1024;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_TRANSFERRULES_H

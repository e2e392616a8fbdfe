//===- NativeScan.h - Scans by the threads of the host -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_NATIVESCAN_H
#define OMPSCAN_RT_DEVICE_NATIVE_NATIVESCAN_H

#include "ompscan/abi.h"
#include <cstdint>
#include <memory>

namespace ompscan::rt {

/// Runs one group of a kernel of the host.
class NativeGroup {
public:
  virtual ~NativeGroup() = default;

  /// \p Arguments has the address of each of the kernel's arguments. May change
  /// the members of \p Task that belong to the group. \p IsAlone: no other
  /// thread runs a group meanwhile.
  virtual void run(ompscan_native_task &Task, const void *const *Arguments,
                   bool IsAlone) const = 0;
};

/// Groups that \p Function of the object code runs by itself.
std::unique_ptr<const NativeGroup> wholeGroup(ompscan_native_kernel Function);

/// Groups of a single pass (templates/single-pass.cl), in which a group scans a
/// tile, by the functions of \p Code. A loop without an operator in its code
/// selects, and scans counts. Values have \p ValueSize bytes, and what an
/// iteration of a selection stores has \p MovedSize.
///
/// The arguments behind those of the loop: the number of iterations, the memory
/// of the statuses, the number on the ticket of tile 0, the epoch of the
/// launch, and, of a scan, the address of the value that it starts from, or
/// null for the loop's own.
std::unique_ptr<const NativeGroup> scanGroup(const ompscan_native_version &Code,
                                             uint64_t ValueSize,
                                             uint64_t MovedSize);

/// The same for a scan in the fixed order of docs/floating-point.md, where
/// blocks have \p TilesOfBlock tiles, a power of 2.
std::unique_ptr<const NativeGroup>
orderedScanGroup(const ompscan_native_version &Code, uint64_t ValueSize,
                 uint32_t TilesOfBlock);

/// Groups that store the total of a tile each, by the functions of \p Code, the
/// code of a scan.
///
/// The arguments behind those of the loop: the number of iterations, the
/// address of all totals, and whether that of tile 0 includes the value that
/// the scan starts from.
std::unique_ptr<const NativeGroup>
totalGroup(const ompscan_native_version &Code, uint64_t ValueSize);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_NATIVESCAN_H

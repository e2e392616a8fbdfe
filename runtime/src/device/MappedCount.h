//===- MappedCount.h - Whether anything is mapped --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_MAPPEDCOUNT_H
#define OMPSCAN_RT_DEVICE_MAPPEDCOUNT_H

#include <atomic>
#include <cstddef>

namespace ompscan::rt {

/// The entries in the data environments of all devices, which keep the count.
inline std::atomic<size_t> MappedEntries{0};
/// The entries of devices with memory of their own, which are among them.
inline std::atomic<size_t> EntriesOnDevices{0};

/// Returns true if data is mapped on any device.
inline bool isAnythingPresent() { return MappedEntries != 0; }

/// Returns true if data is mapped on a device with memory of its own.
inline bool isAnythingOnDevice() { return EntriesOnDevices != 0; }

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_MAPPEDCOUNT_H

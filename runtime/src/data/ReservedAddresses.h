//===- ReservedAddresses.h - Addresses of device memory ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_RESERVEDADDRESSES_H
#define OMPSCAN_RT_DATA_RESERVEDADDRESSES_H

#include <cstdint>

namespace ompscan::rt {

// Memory that is on a device only (ompscan_device_alloc) has addresses on the
// host which nothing else has, and which nobody can read or write, unless they
// are open.

/// \throws std::bad_alloc
void *reserveAddresses(uint64_t Bytes);

/// \param Begin what reserveAddresses() has answered.
void unreserveAddresses(uintptr_t Begin);

/// Whether \p Address is one of these, of whatever device.
bool isReserved(const void *Address);

/// Puts memory of zeros at the addresses from \p Begin, which
/// reserveAddresses() has answered, until closeAddresses(): the host does in
/// the device's place what uses them.
///
/// \throws std::bad_alloc
void openAddresses(uintptr_t Begin);
void closeAddresses(uintptr_t Begin) noexcept;

/// Says that a file with `requires unified_shared_memory` has asked for memory
/// of a device and got the host's, as \ref hasSharedAllocations() returns then.
/// From now on every address may be used as memory of a device.
void noteSharedAllocation() noexcept;
bool hasSharedAllocations() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_RESERVEDADDRESSES_H

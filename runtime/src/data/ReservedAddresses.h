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
// host which nothing else has, and which nobody can read or write.

/// \throws std::bad_alloc
void *reserveAddresses(uint64_t Bytes);

/// \param Begin what reserveAddresses() has answered.
void unreserveAddresses(uintptr_t Begin);

/// Whether \p Address is one of these, of whatever device.
bool isReserved(const void *Address);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_RESERVEDADDRESSES_H

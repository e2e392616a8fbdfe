//===- Abi.h - Entry points for object code ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_ABI_H
#define OMPSCAN_RT_API_ABI_H

#include <cstdint>

namespace ompscan::rt {

/// Leaves the loop at \p Location to the host, as OMP_TARGET_OFFLOAD asks: its
/// object is of version \p Abi of the interface without descriptors.
void refuseOldLoop(const char *Location, uint32_t Abi) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_ABI_H

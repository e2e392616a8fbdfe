//===- Abi.h - Entry points for object code -------------------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_ABI_H
#define OMPSCAN_RT_API_ABI_H

#include <string>

namespace ompscan::rt {

/// Leaves the loop at \p Location to the host because of \p Cause, as
/// OMP_TARGET_OFFLOAD asks.
void refuseLoop(const char *Location, const std::string &Cause) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_ABI_H

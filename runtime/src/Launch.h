//===- Launch.h - A loop on a device -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LAUNCH_H
#define OMPSCAN_LAUNCH_H

#include "Device.h"
#include "Loop.h"
#include "Plan.h"
#include "Verification.h"
#include <cstdint>
#include <memory>

namespace ompscan {

/// Does \p L on the device that it asks for.
///
/// \return null where all results are in host memory. Under OMPSCAN_VERIFY they
///         are in the object that is returned, nothing on the host has changed,
///         and the host has to do the loop as well.
/// \throws Failure, cl::Error or std::bad_alloc, and host memory is as it was
///         or can be computed again by the loop itself; LostResults if it
///         cannot.
std::unique_ptr<Verification> offload(const Loop &L, const Bounds &B);

/// Does the \p Trips >= 1 iterations of \p L, the first one with the induction
/// variable \p Lower, on \p D as \p Wanted or in smaller tiles. Throws and
/// returns as offload() does.
std::unique_ptr<Verification> runOn(Device &D, const Plan &Wanted,
                                    const Loop &L, uint64_t Trips,
                                    int64_t Lower);

} // namespace ompscan

#endif // OMPSCAN_LAUNCH_H

//===- Offload.h - From a loop to its launch ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_OFFLOAD_H
#define OMPSCAN_RT_LAUNCH_OFFLOAD_H

#include "access/Loop.h"
#include "launch/Launch.h"

namespace ompscan::rt {

/// Does \p L on the device that it asks for, and notes there which device that
/// is and which arrays are present.
///
/// \throws Failure, cl::Error or std::bad_alloc, and memory is as it was or can
///         be computed again by the loop itself; PartlyDone; Unrecoverable if
///         it cannot.
Offloaded offload(Loop &L, const Bounds &B);

/// The same for a loop that does what several launches may do as well: it is
/// done as a whole or not at all.
///
/// \returns false if these have to do it; memory is as it was, or can be
///          computed again by them.
/// \throws Unrecoverable
bool attempt(Loop &L, const Bounds &B);

/// Says why several launches do what \p L would have done at once.
void noteDeclined(const Loop &L, const char *Cause) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_OFFLOAD_H

//===- Offload.h - From a loop to its launch ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_OFFLOAD_H
#define OMPSCAN_OFFLOAD_H

#include "Launch.h"
#include "Loop.h"

namespace ompscan {

/// Does \p L on the device that it asks for, and notes there which device that
/// is and which arrays are present.
///
/// \throws Failure, cl::Error or std::bad_alloc, and memory is as it was or can
///         be computed again by the loop itself; Unrecoverable if it cannot.
Offloaded offload(Loop &L, const Bounds &B);

/// The same for a loop with rows, which is done as a whole or not at all.
///
/// \returns false if its rows have to be done one by one; memory is as it was.
/// \throws Unrecoverable
bool offloadRows(Loop &L, const Bounds &B);

} // namespace ompscan

#endif // OMPSCAN_OFFLOAD_H

//===- AssemblyAhead.h - Machine code before it is needed ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A driver takes a tenth of a second to assemble the PTX of a loop. From the
/// first use of a device on, a thread has it assemble one loop of the program
/// after the other, each in the version that it is likely to run in, and the
/// loops of libraries that are loaded later. A launch waits for a loop that is
/// being assembled, and assembles one whose turn has not come itself.
///
/// `exit` waits for the end of the thread, and so for the loop that it has the
/// driver assemble, since a driver cannot be torn down meanwhile.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_ASSEMBLYAHEAD_H
#define OMPSCAN_RT_LAUNCH_ASSEMBLYAHEAD_H

#include "ompscan/abi.h"
#include <cstdint>

namespace ompscan::rt {

/// The \p Count loops with PTX of an object that is being loaded.
void addLoops(const ompscan_loop_descriptor *const *Loops,
              uint64_t Count) noexcept;
/// Forgets them, as the object is being unloaded.
void removeLoops(const ompscan_loop_descriptor *const *Loops,
                 uint64_t Count) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_ASSEMBLYAHEAD_H

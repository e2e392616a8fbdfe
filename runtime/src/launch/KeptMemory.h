//===- KeptMemory.h - Memory between the passes of a loop ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_KEPTMEMORY_H
#define OMPSCAN_RT_LAUNCH_KEPTMEMORY_H

#include <cstddef>

namespace ompscan::rt {

/// Memory for \p Bytes, aligned to 64 of them, with any contents. A block that
/// was given back is used again: the system takes longer to provide new pages
/// than a loop to fill them.
///
/// \throws std::bad_alloc
void *allocateKept(size_t Bytes);

/// Gives back what allocateKept() has returned, or null. One block of up to a
/// 16th of the machine's memory stays for the next call.
void freeKept(void *Kept) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_KEPTMEMORY_H

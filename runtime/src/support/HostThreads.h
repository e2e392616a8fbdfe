//===- HostThreads.h - Work that several threads share -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_HOSTTHREADS_H
#define OMPSCAN_RT_SUPPORT_HOSTTHREADS_H

#include <cstdint>
#include <functional>

namespace ompscan::rt {

/// Maximum number of threads of the runtime, besides those of the program.
constexpr unsigned MaxHostThreads = 16;

/// Calls \p F on this thread, with 0, and on up to \p Threads - 1 others, which
/// live as long as the call, with 1 and up. There are never more than
/// MaxHostThreads of the others in the process: where all are in use, or none
/// can be made, there are fewer calls.
///
/// \throws what the first call to fail throws, when all are over.
void onThreads(unsigned Threads, const std::function<void(unsigned)> &F);

/// Calls \p F with 0 to \p Count - 1, in ascending order of their beginnings,
/// on this thread and up to \p Threads - 1 others, as onThreads() does. A call
/// may wait for those with smaller numbers.
///
/// \throws what the first call to fail throws, when all that have begun are
///         over; no more begin then.
void forEach(uint64_t Count, unsigned Threads,
             const std::function<void(uint64_t)> &F);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_HOSTTHREADS_H

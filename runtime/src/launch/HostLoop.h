//===- HostLoop.h - Loops left to the host -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_HOSTLOOP_H
#define OMPSCAN_RT_LAUNCH_HOSTLOOP_H

#include "launch/HostLoopMirror.h"
#include "launch/Verification.h"
#include <cstdint>
#include <memory>

namespace ompscan::rt {

// A loop that the runtime does not do runs in the same thread, right after the
// call that has refused it; __ompscan_end says that it is over.

/// Notes that this thread is about to run the loop at \p Location.
/// \param Results what a device made of it; null where it did not run there.
/// \param Data    what the loop finds on the device; null where that is
/// nothing.
void beginHostLoop(const char *Location,
                   std::unique_ptr<Verification> Results = nullptr,
                   std::unique_ptr<HostLoopMirror> Data = nullptr);

/// Has the loop that this thread is about to run begin with \p Next.
void resumeAt(int64_t Next) noexcept;
/// Where it begins: \p First if resumeAt() has not been called for it.
int64_t takeResume(int64_t First) noexcept;

/// Notes that the loop is over: reports its time, compares its results, and
/// sends to the device what belongs there.
void endHostLoop() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_HOSTLOOP_H

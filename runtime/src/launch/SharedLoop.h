//===- SharedLoop.h - Loops that processes share -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several processes share the iterations of a loop. Each process computes the
/// total of its own iterations, the exchange combines the totals of the
/// preceding processes, and the scan of the process starts from the result.
/// Each process runs its part where the loop would run alone.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_SHAREDLOOP_H
#define OMPSCAN_RT_LAUNCH_SHAREDLOOP_H

#include "access/LaunchDescriptor.h"
#include "ompscan/exchange.h"
#include <functional>

namespace ompscan::rt {

/// Shares the loops of the calling thread from now on.
void beginExchange(const ompscan_exchange &Exchange);
void endExchange() noexcept;

/// The exchange of the calling thread; null if its loops are its own.
const ompscan_exchange *currentExchange() noexcept;

/// Runs the part that this process has of the loop of \p D, a scan. \p Read
/// returns its launch, or throws what is wrong with it. Every failure ends all
/// processes.
void runShared(const ompscan_exchange &Exchange,
               const ompscan_loop_descriptor &D,
               const std::function<LaunchDescriptor()> &Read) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_SHAREDLOOP_H

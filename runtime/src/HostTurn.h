//===- HostTurn.h - One thread's turn ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_HOSTTURN_H
#define OMPSCAN_HOSTTURN_H

#include <mutex>

namespace ompscan {

/// Held by the thread that has values of a device in host memory, in place of
/// the host's own: one thread of the process at a time, since others may want
/// the same arrays. What a thread does within its turn belongs to it.
using HostTurn = std::unique_lock<std::recursive_mutex>;

/// Waits for the turn.
HostTurn takeHostTurn();

} // namespace ompscan

#endif // OMPSCAN_HOSTTURN_H

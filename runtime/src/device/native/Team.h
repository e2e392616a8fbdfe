//===- Team.h - The threads of OpenMP ------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_TEAM_H
#define OMPSCAN_RT_DEVICE_NATIVE_TEAM_H

#include <cstdint>

namespace ompscan::rt {

/// The most threads that a parallel region here would have, by the rules of the
/// program's OpenMP runtime (OMP_NUM_THREADS, nesting, limits); 1 if the
/// program has none. \p Asked, if it is not 0, is the number that a
/// `num_threads` clause asks for.
unsigned maxTeamSize(unsigned Asked = 0) noexcept;

/// Whether a parallel region here would have one thread. In an active region,
/// that is so unless regions may be nested. \p Asked as above.
bool isOneThread(unsigned Asked = 0) noexcept;

/// Calls \p Work with \p Data on at most \p Threads threads of one team,
/// which the program's OpenMP runtime forms, and waits for all of them. There
/// may be less: \p Work shares the work by itself. \p Binding is an
/// omp_proc_bind_t that a `proc_bind` clause names, or 0.
void runTeam(unsigned Threads, void (*Work)(void *Data), void *Data,
             unsigned Binding = 0) noexcept;

/// The number of the calling thread in its team.
unsigned threadInTeam() noexcept;

/// Begins a loop that all threads of the calling team reach, and that one of
/// them runs. \return true in that thread, where teams are made of these
/// threads until endForTeam(). The others work for it and return false when the
/// loop is over.
bool beginForTeam() noexcept;
/// Follows the loop in all threads, which have waited for it in beginForTeam().
/// \p IsRunner is what that has returned.
void endForTeam(bool IsRunner) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_TEAM_H

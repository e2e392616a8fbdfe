//===- OpenMPRuntime.h - The OpenMP runtime ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_OPENMPRUNTIME_H
#define OMPSCAN_RT_DEVICE_NATIVE_OPENMPRUNTIME_H

#include <cstdint>

namespace ompscan::rt {

/// Functions of the OpenMP runtime that the program has loaded. This library
/// links none: a second one in the process would have threads of its own.
/// GOMP_parallel is the entry of a parallel region in GCC's libgomp, and LLVM's
/// libomp has it for code of GCC, as the other functions with this prefix.
///
/// Members are null where there is no such runtime, or where it lacks them.
struct OpenMPRuntime {
  OpenMPRuntime() noexcept;

  void (*Parallel)(void (*Work)(void *), void *Data, unsigned Threads,
                   unsigned Flags) = nullptr;
  int (*MaxThreads)() = nullptr;
  int (*ThreadLimit)() = nullptr;
  int (*ActiveLevel)() = nullptr;
  int (*MaxActiveLevels)() = nullptr;
  int (*NumThreads)() = nullptr;
  int (*NumberInTeam)() = nullptr;
  /// Null in one thread of a team. In the others, what that thread passes to
  /// SingleEnd.
  void *(*SingleBegin)() = nullptr;
  void (*SingleEnd)(void *) = nullptr;
  int (*GetDefaultDevice)() = nullptr;
  void (*SetDefaultDevice)(int) = nullptr;
  // Of libomp only:
  int32_t (*ThreadNumber)(void *Location) = nullptr;
  void (*WaitForDependences)(void *Location, int32_t Thread, int32_t Count,
                             void *List, int32_t CountNoAlias,
                             void *ListNoAlias) = nullptr;
};

const OpenMPRuntime &openMP() noexcept;

/// Waits for the earlier tasks that \p Count objects of omp_depend_t depend on.
void waitForDependences(int Count, void *const *Objects) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_OPENMPRUNTIME_H

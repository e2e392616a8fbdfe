//===- OpenMPRuntime.cpp - The program's OpenMP runtime -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/OpenMPRuntime.h"
#include "support/ProgramSymbols.h"
#include <cstddef>

namespace ompscan::rt {

OpenMPRuntime::OpenMPRuntime() noexcept {
  findInProgram(Parallel, "GOMP_parallel");
  findInProgram(MaxThreads, "omp_get_max_threads");
  findInProgram(ThreadLimit, "omp_get_thread_limit");
  findInProgram(ActiveLevel, "omp_get_active_level");
  findInProgram(MaxActiveLevels, "omp_get_max_active_levels");
  findInProgram(NumThreads, "omp_get_num_threads");
  findInProgram(NumberInTeam, "omp_get_thread_num");
  findInProgram(SingleBegin, "GOMP_single_copy_start");
  findInProgram(SingleEnd, "GOMP_single_copy_end");
  findInProgram(GetDefaultDevice, "omp_get_default_device");
  findInProgram(SetDefaultDevice, "omp_set_default_device");
  findInProgram(ThreadNumber, "__kmpc_global_thread_num");
  findInProgram(WaitForDependences, "__kmpc_omp_wait_deps");
}

const OpenMPRuntime &openMP() noexcept {
  static const OpenMPRuntime Runtime;
  return Runtime;
}

/// A dependence as libomp and the code of Clang have it (kmp_depend_info). An
/// omp_depend_t is the address of the first one of a list, in front of which
/// an element has the length of the list as its address.
struct Dependence {
  intptr_t Address;
  size_t Length;
  uint8_t Flags;
};

void waitForDependences(int Count, void *const *Objects) noexcept {
  const OpenMPRuntime &R = openMP();
  if (!R.ThreadNumber || !R.WaitForDependences)
    return;
  for (int I = 0; I < Count; ++I)
    if (auto *const List = static_cast<Dependence *>(Objects[I]))
      R.WaitForDependences(nullptr, R.ThreadNumber(nullptr),
                           static_cast<int32_t>(List[-1].Address), List, 0,
                           nullptr);
}

} // namespace ompscan::rt

//===- OpenMPRuntime.cpp - The program's OpenMP runtime -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/OpenMPRuntime.h"
#include <cstddef>
#include <dlfcn.h>

namespace ompscan::rt {

template <typename Function>
static void find(Function &F, const char *Name) noexcept {
  F = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, Name));
}

OpenMPRuntime::OpenMPRuntime() noexcept {
  find(Parallel, "GOMP_parallel");
  find(MaxThreads, "omp_get_max_threads");
  find(ThreadLimit, "omp_get_thread_limit");
  find(ActiveLevel, "omp_get_active_level");
  find(MaxActiveLevels, "omp_get_max_active_levels");
  find(NumThreads, "omp_get_num_threads");
  find(SingleBegin, "GOMP_single_copy_start");
  find(SingleEnd, "GOMP_single_copy_end");
  find(GetDefaultDevice, "omp_get_default_device");
  find(SetDefaultDevice, "omp_set_default_device");
  find(ThreadNumber, "__kmpc_global_thread_num");
  find(WaitForDependences, "__kmpc_omp_wait_deps");
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

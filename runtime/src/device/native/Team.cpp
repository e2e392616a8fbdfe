//===- Team.cpp - The threads of OpenMP -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/Team.h"
#include <algorithm>
#include <climits>
#include <dlfcn.h>

namespace ompscan::rt {

namespace {

/// Functions of the OpenMP runtime that the program has loaded. This library
/// links none: a second one in the process would have threads of its own.
/// GOMP_parallel is the entry of a parallel region in GCC's libgomp, and LLVM's
/// libomp has it for code of GCC.
class OpenMPRuntime {
public:
  OpenMPRuntime() noexcept {
    find(Parallel, "GOMP_parallel");
    find(MaxThreads, "omp_get_max_threads");
    find(ThreadLimit, "omp_get_thread_limit");
    find(ActiveLevel, "omp_get_active_level");
    find(MaxActiveLevels, "omp_get_max_active_levels");
  }

  void (*Parallel)(void (*Work)(void *), void *Data, unsigned Threads,
                   unsigned Flags) = nullptr;
  int (*MaxThreads)() = nullptr;
  // Null in a runtime for OpenMP 2.5.
  int (*ThreadLimit)() = nullptr;
  int (*ActiveLevel)() = nullptr;
  int (*MaxActiveLevels)() = nullptr;

private:
  template <typename Function>
  static void find(Function &F, const char *Name) noexcept {
    F = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, Name));
  }
};

const OpenMPRuntime &openMP() noexcept {
  static const OpenMPRuntime Runtime;
  return Runtime;
}

} // namespace

unsigned maxTeamSize(unsigned Asked) noexcept {
  const OpenMPRuntime &R = openMP();
  if (!R.Parallel || !R.MaxThreads)
    return 1;
  // libomp warns of a team that is larger than the limit allows.
  const int Limit = R.ThreadLimit ? R.ThreadLimit() : INT_MAX;
  const int Wanted = Asked ? static_cast<int>(Asked) : R.MaxThreads();
  return static_cast<unsigned>(std::max(std::min(Wanted, Limit), 1));
}

bool isOneThread(unsigned Asked) noexcept {
  const OpenMPRuntime &R = openMP();
  return maxTeamSize(Asked) == 1 || (R.ActiveLevel && R.MaxActiveLevels &&
                                     R.ActiveLevel() >= R.MaxActiveLevels());
}

void runTeam(unsigned Threads, void (*Work)(void *), void *Data,
             unsigned Binding) noexcept {
  if (Threads > 1 && openMP().Parallel)
    openMP().Parallel(Work, Data, Threads, /*Flags=*/Binding);
  else
    Work(Data);
}

} // namespace ompscan::rt

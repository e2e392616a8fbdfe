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
  }

  void (*Parallel)(void (*Work)(void *), void *Data, unsigned Threads,
                   unsigned Flags) = nullptr;
  int (*MaxThreads)() = nullptr;
  int (*ThreadLimit)() = nullptr; ///< null in a runtime for OpenMP 2.5

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

void runTeam(unsigned Threads, void (*Work)(void *), void *Data,
             unsigned Binding) noexcept {
  if (Threads > 1 && openMP().Parallel)
    openMP().Parallel(Work, Data, Threads, /*Flags=*/Binding);
  else
    Work(Data);
}

} // namespace ompscan::rt

//===- PtxAssembly.cpp - Machine code of PTX ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/PtxAssembly.h"
#include "device/backend/DriverUse.h"
#include "device/backend/KeptPrograms.h"
#include <cstdlib>
#include <exception>

namespace ompscan::rt {

/// The key of a file in the program cache that says that the driver has the
/// machine code of \p Ptx.
Digest PtxAssembly::keyOf(const std::string &Ptx) const {
  return keyOfProgram(Makers, Ptx, /*Options=*/"assembled by the driver");
}

void PtxAssembly::await(const std::string &Ptx) {
  const Digest Key = keyOf(Ptx);
  std::unique_lock<std::mutex> Guard(Lock);
  const auto At = Jobs.try_emplace(Key, /*IsDone=*/true).first;
  Ended.wait(Guard, [&] { return At->second; });
}

void PtxAssembly::assemble(const std::string &Ptx,
                           const std::function<cuda::Context()> &Context) {
  if (!cuda::driver().cuLibraryLoadData || !cuda::driver().cuLibraryUnload)
    return; // A driver before CUDA 12.
  if (const char *Off = std::getenv("CUDA_CACHE_DISABLE"); Off && *Off == '1')
    return; // The driver keeps nothing.
  const Digest Key = keyOf(Ptx);
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    if (!Jobs.try_emplace(Key, /*IsDone=*/false).second)
      return;
  }
  assemble(Key, Ptx, Context);
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    Jobs[Key] = true;
  }
  Ended.notify_all();
}

/// A library of the driver is not loaded into a context. So this keeps no other
/// thread from using one, as the loader of modules would.
void PtxAssembly::assemble(
    const Digest &Key, const std::string &Ptx,
    const std::function<cuda::Context()> &Context) noexcept {
  try {
    if (loadProgram(Key))
      return;
    const cuda::ContextUse Use(Context());
    static const bool AfterLoading =
        (cuda::loadPtxCompiler(), waitForDriverUsersAtExit(), true);
    (void)AfterLoading;
    cuda::Library Made;
    OMPSCAN_CUDA(cuLibraryLoadData, &Made, Ptx.c_str(), nullptr, nullptr,
                 /*JitOptions=*/0, nullptr, nullptr, /*Options=*/0);
    cuda::driver().cuLibraryUnload(Made);
    keepProgram(Key, {1});
  } catch (const std::exception &) {
    // The driver fails again where the PTX is loaded, and that is reported.
  }
}

} // namespace ompscan::rt

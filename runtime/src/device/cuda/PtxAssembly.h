//===- PtxAssembly.h - Machine code of PTX -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_PTXASSEMBLY_H
#define OMPSCAN_RT_DEVICE_CUDA_PTXASSEMBLY_H

#include "device/cuda/CudaDriver.h"
#include "support/Sha256.h"
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Has the driver assemble PTX for one kind of GPU ahead, which takes a tenth
/// of a second a loop. The driver keeps the machine code for whoever loads the
/// PTX later. Each text is assembled by one thread only, and ahead by one
/// process only while the program cache is there. Safe to use from many
/// threads.
class PtxAssembly {
public:
  /// \p Makers: everything but the text that machine code depends on.
  explicit PtxAssembly(std::vector<std::string> Makers)
      : Makers(std::move(Makers)) {}

  /// To be called before \p Ptx is loaded. Waits for the thread that is
  /// assembling it; none begins to later.
  void await(const std::string &Ptx);

  /// Assembles \p Ptx, unless a thread has begun to or await() has been called.
  /// \param Context returns where the driver works. Called if that is needed.
  void assemble(const std::string &Ptx,
                const std::function<cuda::Context()> &Context);

private:
  Digest keyOf(const std::string &Ptx) const;
  void assemble(const Digest &Key, const std::string &Ptx,
                const std::function<cuda::Context()> &Context) noexcept;

  const std::vector<std::string> Makers;
  std::mutex Lock; ///< of the jobs
  std::condition_variable Ended;
  std::map<Digest, bool> Jobs; ///< whether they are done; never removed
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_PTXASSEMBLY_H

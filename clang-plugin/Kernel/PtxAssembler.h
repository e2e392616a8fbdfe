//===- PtxAssembler.h - Machine code of PTX ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PTXASSEMBLER_H
#define OMPSCAN_PLUGIN_KERNEL_PTXASSEMBLER_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace ompscan::plugin {

/// NVIDIA's ptxas, a program of the CUDA toolkit.
class PtxAssembler {
public:
  /// \p Program is its path.
  explicit PtxAssembler(llvm::StringRef Program) : Program(Program) {}

  /// Machine code of \p Ptx for devices of \p Architecture, ten times the
  /// compute capability; empty, with an \p Error, if ptxas does not make it.
  std::string assemble(llvm::StringRef Ptx, unsigned Architecture,
                       std::string &Error) const;

private:
  const std::string Program;
};

/// Ten times the compute capabilities of the GPUs that this machine has, as
/// NVIDIA's program `nvidia-smi` tells them, each once; empty, with an \p
/// Error, if it tells none.
std::vector<unsigned> findNativeArchitectures(std::string &Error);

/// The path of ptxas: in PATH, in the toolkits that CUDA_PATH and CUDA_HOME
/// name, or in /usr/local/cuda; empty if it is nowhere there.
std::string findPtxas();

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PTXASSEMBLER_H

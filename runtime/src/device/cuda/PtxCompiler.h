//===- PtxCompiler.h - PTX that is made at run time ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's driver compiles no OpenCL C. Primitives that PtxLibrary lacks, such
/// as those with text of the caller, are compiled by a Clang of the machine
/// with a module of OmpScan (clang-plugin/Driver/ProgramCompiler), in a process
/// of its own.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_PTXCOMPILER_H
#define OMPSCAN_RT_DEVICE_CUDA_PTXCOMPILER_H

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Ten times the least compute capability of any PTX.
constexpr uint32_t LeastCapability = 70;

/// A Clang and the module for its release.
class PtxCompiler {
public:
  PtxCompiler(unsigned Release, std::string Clang, std::string Module);

  /// "Clang 22 (/usr/bin/clang-22)"
  std::string name() const;

  /// PTX of the program of \p Text and \p Options, from the cache on disk if it
  /// is there.
  ///
  /// \throws BuildError if the program does not compile, DeviceError if Clang
  ///         cannot be run.
  std::string compile(const std::string &Text,
                      const std::string &Options) const;

private:
  const unsigned Release;
  const std::string Clang, Module;
  const std::vector<std::string> Makers; ///< keyOfProgram()
};

/// Where a PtxCompiler may be.
struct PtxCompilerPlaces {
  std::string Named;   ///< OMPSCAN_CLANG
  std::string Folders; ///< PATH
  std::string Modules; ///< the folder of the modules
  /// The releases that there are modules for, the preferred one first, and
  /// where each Clang was when OmpScan was built.
  std::vector<std::pair<unsigned, std::string>> Releases;
};

/// Looks for the files of a compiler, and runs nothing.
/// \returns null if there is none; \p Problem says why.
std::unique_ptr<const PtxCompiler>
findPtxCompiler(const PtxCompilerPlaces &Places, std::string &Problem);

/// The compiler of this process, which looks for it once; null if there is
/// none.
const PtxCompiler *ptxCompiler();
/// Why there is none, and what to do about it; empty if there is one.
const std::string &whyNoPtxCompiler();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_PTXCOMPILER_H

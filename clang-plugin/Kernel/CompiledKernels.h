//===- CompiledKernels.h - Kernels in the object code --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_COMPILEDKERNELS_H
#define OMPSCAN_PLUGIN_KERNEL_COMPILEDKERNELS_H

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

/// The forms of kernels that object code has besides their hooks.
struct KernelForms {
  bool Native = true; ///< machine code of the host (NativeCode.h)
  /// On x86-64, its versions for newer processors.
  bool NativeV3 = true;
  bool NativeV4 = true;
  bool Ptx = false; ///< PTX for CUDA (KernelFormat.h)
  /// Whether an option asks for PTX, which every loop then has to have. Without
  /// one, modules have PTX whose loops may run on a device by themselves.
  bool PtxIsAsked = false;
  bool Compresses = true; ///< PTX, if LLVM can
  bool Spirv = false;     ///< SPIR-V for OpenCL
  /// The bitcode of libclc to link with PTX; empty: that of the machine.
  std::string PtxLibrary;
  /// Ten times the compute capabilities that PTX is assembled for.
  std::vector<unsigned> CudaArchitectures;
  /// The path of ptxas (PtxAssembler.h), which assembles it.
  std::string PtxAssembler;
};

/// Adds the kernels of all loops, which are optimized already, to the module
/// that \p CI emits when that has been optimized. Ends with the life of the
/// object that it returns.
///
/// A pass finds each ompscan_loop_descriptor of the module. So a loop from a
/// precompiled header or a module is treated as any other, and a loop that is
/// not emitted costs nothing. The pass runs at -O0, too.
std::shared_ptr<void> addCompiledKernels(clang::CompilerInstance &CI,
                                         const KernelForms &Forms);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_COMPILEDKERNELS_H

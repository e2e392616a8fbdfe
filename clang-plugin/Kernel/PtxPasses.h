//===- PtxPasses.h - Passes over kernels that become PTX ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PTXPASSES_H
#define OMPSCAN_PLUGIN_KERNEL_PTXPASSES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
}

namespace ompscan::plugin {

/// The bitcode of those functions of libclc for nvptx64 that loops call, which
/// the build has put beside this library, or an empty string.
std::string ownPtxLibrary();

/// The bitcode of all of libclc for nvptx64 on this machine, or an empty
/// string.
/// \p ResourceDirectory is that of Clang.
std::string findPtxLibrary(llvm::StringRef ResourceDirectory);

/// Makes \p M, kernels as Clang's front end makes them for NVPTX, whole: the
/// bodies of kernels will be inlined, nothing else is visible outside, and \p
/// Library, a file of bitcode, is linked if the kernels call functions that
/// they do not define; an empty name stands for none.
/// \returns the name of a function that cannot be linked, and why, or an empty
///          string.
std::string completeKernels(llvm::Module &M, llvm::StringRef Library);

/// The PTX of \p M, which is whole, for the processor \p Cpu. Short loops over
/// local arrays are unrolled, and copies made such that LLVM's NVPTX back end
/// compiles them right. Empty if LLVM has no such back end.
std::string generatePtx(llvm::Module &M, llvm::StringRef Cpu);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PTXPASSES_H

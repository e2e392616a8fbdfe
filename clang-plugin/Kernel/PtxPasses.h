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

namespace clang {
class CodeGenOptions;
}

namespace ompscan::plugin {

/// The bitcode of libclc for nvptx64 on this machine, or an empty string.
/// \p ResourceDirectory is that of Clang.
std::string findPtxLibrary(llvm::StringRef ResourceDirectory);

/// Adds passes to a compilation of kernels to PTX by \p Options:
/// - the bodies of kernels are inlined, and nothing else is visible outside;
/// - \p Library, a file of bitcode, is linked if the kernels call functions
///   that they do not define; an empty name stands for none;
/// - short loops over local arrays are unrolled;
/// - copies are made such that LLVM's NVPTX back end compiles them right.
///
/// \p Error, which has to live until the compilation is over, receives the
/// name of a function that cannot be linked, and why.
void addPtxPasses(clang::CodeGenOptions &Options, llvm::StringRef Library,
                  std::string &Error);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PTXPASSES_H

//===- PtxCode.h - Loops as PTX ------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PTXCODE_H
#define OMPSCAN_PLUGIN_KERNEL_PTXCODE_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Module;
}

namespace ompscan::plugin {

/// Compiles the kernels of each loop of \p M to PTX for each plan of
/// plan/PtxPlans.h, by Clang's own back end, and sets the member `ptx` of the
/// descriptor. Returns true if \p M has changed. \p Library is the bitcode of
/// libclc for nvptx64; an empty name stands for that of the machine. A loop
/// that calls a function which cannot be linked has no PTX: -Rpass-missed tells
/// why.
bool addPtxCode(llvm::Module &M, clang::CompilerInstance &CI,
                llvm::StringRef Library);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PTXCODE_H

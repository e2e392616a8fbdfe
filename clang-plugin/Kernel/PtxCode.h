//===- PtxCode.h - Loops as PTX ------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PTXCODE_H
#define OMPSCAN_PLUGIN_KERNEL_PTXCODE_H

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Module;
}

namespace ompscan::plugin {

/// Compiles the kernels of each loop of \p M to PTX for each plan of
/// plan/PtxPlans.h, by Clang's own back end, and sets the member `ptx` of the
/// descriptor. Returns true if \p M has changed. A loop that calls a function
/// which cannot be linked (PtxPasses.h) has no PTX, with a warning.
bool addPtxCode(llvm::Module &M, clang::CompilerInstance &CI);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PTXCODE_H

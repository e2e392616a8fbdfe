//===- KernelVersions.h - Kernels for drivers ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H

#include "Kernel/KernelFormat.h"
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Module;
}

namespace ompscan::plugin {

/// Compiles the kernels of each loop of \p M in each of \p Formats, for each
/// plan of plan/CompiledPlans.h, and sets the member `versions` of the
/// descriptor. Returns true if \p M has changed. -Rpass-missed tells why a loop
/// lacks a format.
bool addKernelVersions(
    llvm::Module &M, clang::CompilerInstance &CI,
    const std::vector<std::unique_ptr<KernelFormat>> &Formats);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H

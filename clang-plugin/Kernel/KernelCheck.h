//===- KernelCheck.h - Compiling kernels on the host ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

/// Compiles \p Source as OpenCL C 1.2 by a second Clang in this process, for a
/// generic 64-bit device; no OpenCL implementation is needed. Returns the first
/// error, or an empty string.
std::string checkKernel(llvm::StringRef Source,
                        const clang::CompilerInstance &Host);

/// Whether a check is running on this thread. The second Clang loads the plugin
/// as well, which must do nothing there.
bool isCheckingKernel();

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H

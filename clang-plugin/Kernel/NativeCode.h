//===- NativeCode.h - Loops as machine code of the host ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H
#define OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Module;
}

namespace ompscan::plugin {

struct KernelForms;

/// Keeps where the program launches each loop of \p M, as its debug information
/// tells it, for addNativeCode(): optimization loses it. Returns true if \p M
/// has changed.
bool notePlaces(llvm::Module &M);

/// Compiles the hooks of each loop of \p M with templates::composeNative(),
/// links the result and sets the member `native` of the descriptor. The
/// functions are optimized at -O0, too. \p Forms has the versions. Returns true
/// if \p M has changed.
///
/// `native` stays null, and nothing is reported, on targets that are not hosts
/// of 64 bits, and under a sanitizer that has to see every store of the
/// program.
bool addNativeCode(llvm::Module &M, clang::CompilerInstance &CI,
                   const KernelForms &Forms);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

//===- NativeCode.h - Loops as machine code of the host ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H
#define OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

/// Adds the kernels of all loops to the module that \p CI emits, as functions
/// of the host, before the module is optimized. Ends with the life of the
/// object that it returns.
///
/// A pass finds each ompscan_loop_descriptor of the module, compiles its hooks
/// with templates::composeNative(), links the result and sets the member
/// `native`. So a loop from a precompiled header or a module is treated as any
/// other, and a loop that is not emitted costs nothing. The pass runs at -O0,
/// too; the functions are always optimized.
///
/// `native` stays null, and nothing is reported, on targets that are not hosts
/// of 64 bits, and under a sanitizer that has to see every store of the
/// program.
std::shared_ptr<void> addNativeCode(clang::CompilerInstance &CI);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

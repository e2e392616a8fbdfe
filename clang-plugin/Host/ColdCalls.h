//===- ColdCalls.h - Calls that short loops save nothing for -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_COLDCALLS_H
#define OMPSCAN_PLUGIN_HOST_COLDCALLS_H

namespace clang {
class CodeGenOptions;
}

namespace ompscan::plugin {

/// Adds a pass to the optimizations of \p Options that puts each function of
/// the runtime that launches a loop behind a function of the module, which
/// preserves nearly all registers. A function with a loop that may be short
/// then saves no register in front of it: values that the launch leaves alone
/// stay in the registers that calls may change. For x86-64 and AArch64; not at
/// -O0.
void addColdCalls(clang::CodeGenOptions &Options);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_COLDCALLS_H

//===- HostClang.h - The Clang that loads the plugin ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_SUPPORT_HOSTCLANG_H
#define OMPSCAN_PLUGIN_SUPPORT_HOSTCLANG_H

namespace ompscan::plugin {

/// Ends the program with an error if the Clang that loads the plugin is not of
/// the release that the plugin was built for.
void requireHostClang();

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_SUPPORT_HOSTCLANG_H

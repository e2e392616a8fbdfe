//===- LinkMessage.h - What a linker says without the runtime - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_LINKMESSAGE_H
#define OMPSCAN_PLUGIN_HOST_LINKMESSAGE_H

namespace clang {
class CodeGenOptions;
}

namespace ompscan::plugin {

/// Adds a pass to the optimizations of \p Options that has each module that
/// calls the runtime refer to OMPSCAN_LINK_MESSAGE, whose name tells what a
/// program that is linked without the runtime needs. Clang's driver, which
/// knows the libraries, loads no plugin, and a linker reports only names.
void addLinkMessage(clang::CodeGenOptions &Options);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_LINKMESSAGE_H

//===- CombineHooks.h - The operator and the seed of a loop --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_COMBINEHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_COMBINEHOOKS_H

#include "Kernel/KernelHooks.h"

namespace ompscan::plugin {

/// Adds `ompscan_combine` and `ompscan_seed` of a loop with items.
void addCombineHooks(KernelHooks &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_COMBINEHOOKS_H

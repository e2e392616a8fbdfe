//===- RowExtents.h - What a scan inside of a row uses -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_ROWEXTENTS_H
#define OMPSCAN_PLUGIN_KERNEL_ROWEXTENTS_H

#include "Kernel/KernelHooks.h"
#include <string>

namespace ompscan::plugin {

/// The definition of `ompscan_is_row_apart(P, n)` for \p S, the hooks of a loop
/// that a thread of the host runs inside of a row: whether the elements that
/// n >= 1 iterations store to an array are none that they use of other arrays,
/// but for one that the same iteration has read. Empty where subscripts do not
/// tell.
///
/// The analysis has told arrays apart by their names; that stores and loads of
/// one array do not meet is known when the loop is compiled.
std::string rowExtents(KernelHooks &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ROWEXTENTS_H

//===- TargetQueries.h - Where a target construct runs -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_TARGETQUERIES_H
#define OMPSCAN_PLUGIN_HOST_TARGETQUERIES_H

#include "clang/AST/StmtOpenMP.h"

namespace ompscan::plugin {

class RuntimeCalls;

/// Replaces calls of omp_is_initial_device and omp_get_device_num in \p D, a
/// `target` construct, by calls of the runtime. Clang knows that the host runs
/// its code; but where the host takes the place of a device, the construct has
/// the data and the number of that device.
void redirectTargetQueries(clang::OMPExecutableDirective &D,
                           RuntimeCalls &Calls);

/// Whether \p D has calls that redirectTargetQueries() has made.
bool hasTargetQueries(const clang::OMPExecutableDirective &D);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_TARGETQUERIES_H

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
#include "llvm/ADT/StringRef.h"

namespace clang {
class Sema;
} // namespace clang

namespace ompscan::plugin {

class RuntimeCalls;

/// The function of the runtime that stands for omp_is_initial_device.
inline constexpr llvm::StringLiteral IsInitialDevice =
    "__ompscan_target_is_initial_device";

/// Replaces calls of omp_is_initial_device and omp_get_device_num in \p D, a
/// `target` construct, by calls of the runtime. Clang knows that the host runs
/// its code; but where the host takes the place of a device, the construct has
/// the data and the number of that device. Calls of functions with variants for
/// a device become a choice that depends on it.
void redirectTargetQueries(clang::OMPExecutableDirective &D, clang::Sema &S,
                           RuntimeCalls &Calls);

/// Whether \p D has calls that redirectTargetQueries() has made.
bool hasTargetQueries(const clang::OMPExecutableDirective &D);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_TARGETQUERIES_H

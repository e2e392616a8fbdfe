//===- InnerLoops.h - Loops in an iteration ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_INNERLOOPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_INNERLOOPS_H

#include "Nest/Statement.h"

namespace ompscan::plugin {

/// Whether the whole body of \p Inner runs at least once: its bounds are
/// constant, and nothing leaves it.
bool runsAtLeastOnce(const nest::InnerLoop &Inner,
                     const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_INNERLOOPS_H

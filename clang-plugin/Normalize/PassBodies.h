//===- PassBodies.h - Passes in functions of their own ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_PASSBODIES_H
#define OMPSCAN_PLUGIN_NORMALIZE_PASSBODIES_H

#include "Analysis/Scan/RegionSteps.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// What \p St of \p DC does, if it calls a function of the program with a loop,
/// and does no more than to store or to return the value of the call:
///
///     totals[t] = sum(x, lo, hi);    double result;
///                                    double s = 0;
///                                    for (int i = lo; i < hi; i++)
///                                      s += x[i];
///                                    result = s;
///                                    totals[t] = result;
///
/// A function with directives, such as barriers, is not copied: then this is
/// its own body. Nothing if the body cannot be copied. For analysis only: an
/// argument may be evaluated several times.
std::optional<CalledSteps> calledSteps(const clang::Stmt &St,
                                       clang::DeclContext &DC, clang::Sema &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_PASSBODIES_H

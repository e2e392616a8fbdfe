//===- InlinedBodies.h - Functions of pointers in a loop ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INLINEDBODIES_H
#define OMPSCAN_PLUGIN_NORMALIZE_INLINEDBODIES_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "Model/ScanLoop.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p For, the loop of \p D, with the bodies of functions in place of their
/// calls, if an argument is a pointer into an array that the iteration does not
/// declare, or of methods that store to elements of a member of their object,
/// or whose object has members that are items. A body that is one value
/// replaces the call:
///
///     s += norm(x + 2 * i);      s += sqrt((x + 2 * i)[0] * (x + 2 * i)[0] +
///                                          (x + 2 * i)[1] * (x + 2 * i)[1]);
///
/// Any other one becomes a block in front of the statement of the call, unless
/// that evaluates the call under a condition:
///
///     s += dot(x + 3 * i, w);    float result;
///                                {
///                                  const float *a = x + 3 * i, *b = w;
///                                  float sum = 0;
///                                  for (int j = 0; j < 3; j++)
///                                    sum += a[j] * b[j];
///                                  result = sum;
///                                }
///                                s += result;
///
/// Calls with an item stay: they may be its combiner. Those that do not stay
/// are added to \p Inlined.
clang::ForStmt *withInlinedBodies(clang::ForStmt &For, const ScanDirective &D,
                                  clang::Sema &S, TreeRewriter &Rewriter,
                                  std::vector<InlinedCall> &Inlined);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INLINEDBODIES_H

//===- Fusion.h - A loop that fills the input of a scan ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two constructs, one behind the other, of which the first one fills arrays
/// that the second one reads:
///
///   #pragma omp target parallel for             #pragma omp target
///   for (int i = 0; i < n; i++)                 #pragma omp parallel for
///   scan(+ : y)
///     t[i] = x[i] > 0;                          for (int i = 1; i < n; i++)
///                                                 y[i] = y[i - 1] + t[i - 1];
///
/// are one scan, y[i] = y[i - 1] + (x[i - 1] > 0), that stores t[i - 1] as
/// well, or leaves t alone where nothing else reads it.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSION_H
#define OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSION_H

#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan::plugin {

/// A scan with the effect of \p First, a `target` loop without a scan, followed
/// by
/// \p Second, a scan, if that can be proven; else reports the first reason
/// against it. The result is valid if its Conditions hold. \p IsCandidate
/// becomes true if the first loop fills an array that the scan reads. Both
/// directives are in
/// \p Function, and nothing between them has an effect.
std::optional<ScanLoop> fuse(const ScanDirective &First,
                             const ScanDirective &Second,
                             const clang::DeclContext &Function,
                             clang::ASTContext &Context,
                             const Diagnostics &Diags, bool &IsCandidate);

/// Whether the statement \p S between two constructs is a declaration that can
/// be moved in front of both.
bool mayStandBefore(const clang::Stmt *S, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_FUSION_FUSION_H

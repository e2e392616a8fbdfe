//===- PartLoops.h - Loops over the parts of a region --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTLOOPS_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTLOOPS_H

#include "Analysis/Scan/LoopAnalysis.h"
#include "Analysis/Scan/RegionSteps.h"

namespace ompscan::plugin {

/// Reads the loops of a region as if they had a directive with a scan.
class PartLoops {
public:
  PartLoops(const RegionSteps &Region, const clang::DeclContext &Function,
            const clang::ASTContext &Context, const Diagnostics &Quiet)
      : Region(Region), Function(Function), Context(Context), Quiet(Quiet) {}

  /// The variable of the loop \p Step, its bounds and its step.
  std::optional<Induction> inductionOf(const RegionStep &Step) const;
  /// Whether the parts divide the iterations of the loop \p Step in their
  /// order.
  bool isDivided(const RegionStep &Step) const;
  /// The loop \p Step as a scan.
  std::optional<ScanLoop> scanOf(const RegionStep &Step) const;
  /// The loop \p Step as a reduction to \p Of.
  std::optional<ScanLoop> sumOf(const RegionStep &Step,
                                const clang::Expr *Of) const;

private:
  const clang::DeclContext &contextOf(const RegionStep &Step) const;
  std::optional<DirectiveLoop> loopOf(const RegionStep &Step) const;

  const RegionSteps &Region;
  const clang::DeclContext &Function;
  const clang::ASTContext &Context;
  const Diagnostics &Quiet;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_PARTLOOPS_H

//===- InspectorHooks.h - Reads at unknown subscripts --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_INSPECTORHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_INSPECTORHOOKS_H

#include "Kernel/IterationVariables.h"
#include "Kernel/KernelHooks.h"

namespace ompscan::plugin {

/// Adds the inspector of a scan or selection: a function that runs an iteration
/// without its stores and updates, and returns whether the iteration reads
/// inspected elements (ArrayUse::isInspected()) where the loop may store.
///
/// It evaluates subscripts and conditions only. Each inspected element is
/// compared before it is read, so that no value is read that an iteration may
/// have changed.
class InspectorHooks {
public:
  InspectorHooks(KernelHooks &S, const Diagnostics &Diags)
      : S(S), Loop(S.Loop), Diags(Diags), Vars(S) {}

  /// Whether \p Loop has inspected elements.
  static bool areNeeded(const ScanLoop &Loop);

  /// Adds the function, or reports an inspected element that depends, or whose
  /// read depends, on the value of an item.
  void add();

private:
  bool isInspected(const clang::Expr *E) const;
  bool hasInspected(const clang::Expr *E) const;
  bool hasInspected(const nest::Statement &S) const;
  bool isUnknown(const clang::Expr *E) const;
  bool isKnown(const clang::Expr *E) const;
  std::optional<std::string> substitute(const clang::Expr *E);
  std::string lowered(const clang::Expr *E) {
    return S.Lower.expression(
        E, [this](const clang::Expr *Sub) { return substitute(Sub); });
  }
  std::string reads(const Update &U, Lowering::Here Lowered);
  std::string reads(const clang::Expr *St, Lowering::Here Lowered);
  std::string outputReads(const nest::Statement &St, Lowering::Here Lowered);
  std::string statements();
  void refuse(const clang::Expr *Node) const;
  void addOutputVariables(const nest::Statement &St);
  void addOutputVariables(const clang::Expr &E, bool IsRead);

  KernelHooks &S;
  const ScanLoop &Loop;
  const Diagnostics &Diags;
  const IterationVariables Vars;
  /// Variables whose values only the output knows.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> OutputVariables;
  /// The inspected element at work, and the first one that cannot be inspected.
  const clang::Expr *Current = nullptr;
  const clang::Expr *Failed = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_INSPECTORHOOKS_H

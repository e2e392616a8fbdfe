//===- SelectionHooks.h - The hooks of a selection ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_SELECTIONHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_SELECTIONHOOKS_H

#include "Kernel/IterationVariables.h"

namespace ompscan::plugin {

/// Adds the functions of a loop that keeps some of its iterations. One function
/// runs the body without its stores and returns whether the iteration is kept;
/// another one stores the values of a kept iteration.
class SelectionHooks {
public:
  SelectionHooks(KernelHooks &S, const Selection &Mode)
      : S(S), Loop(S.Loop), Mode(Mode), Vars(S) {}

  void add();
  /// Bytes that an iteration stores; known after add().
  uint64_t movedSize() const { return MovedSize; }

private:
  struct Moved;
  std::vector<Moved> moved() const;
  std::optional<std::string> substitute(const clang::Expr *E);
  std::string lowered(const clang::Expr *E) {
    return S.Lower.expression(
        E, [this](const clang::Expr *Sub) { return substitute(Sub); });
  }
  std::string lastKept(const LastKeptElement &Element);
  void addMoved();
  void addCounts();
  void addPut(unsigned Item);
  void addStays();
  std::optional<std::string> place(const Selection::Move &M,
                                   const clang::Expr *E);
  std::optional<std::string> moves(const nest::Statement &St,
                                   Lowering::Here Lowered) const;

  KernelHooks &S;
  const ScanLoop &Loop;
  const Selection &Mode;
  IterationVariables Vars;
  uint64_t MovedSize = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_SELECTIONHOOKS_H

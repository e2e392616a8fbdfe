//===- LoopCarriedHooks.h - Loop-carried scalars -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOOPCARRIEDHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_LOOPCARRIEDHOOKS_H

#include "Kernel/IterationVariables.h"
#include "llvm/ADT/SmallSet.h"

namespace ompscan::plugin {

/// Adds functions that compute the value that an iteration leaves in a
/// loop-carried scalar, so that the next iteration can begin with it.
class LoopCarriedHooks {
public:
  LoopCarriedHooks(KernelHooks &S, const Scan &Mode)
      : S(S), Mode(Mode), Vars(S) {}

  /// Adds `ompscan_carry_N` for every loop-carried scalar.
  void add();
  /// Assigns the values that an iteration begins with.
  std::string assignments() const;
  /// Adds the input of a loop that ReadsAhead: that of iteration k + 1.
  void addInputAhead();

private:
  std::optional<std::string> substitute(const clang::Expr *E);
  /// \p E with the definitions of the iteration's variables substituted.
  std::string expanded(const clang::Expr *E) {
    return S.Lower.expression(
        E, [this](const clang::Expr *Sub) { return substitute(Sub); });
  }
  std::string valueBefore(unsigned Number) const;
  void addFunction(unsigned Number);

  KernelHooks &S;
  const Scan &Mode;
  IterationVariables Vars;
  llvm::SmallSet<unsigned, 4> Added;
  /// The statement that contains the expression being lowered, while a function
  /// is added.
  std::optional<size_t> Place;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOOPCARRIEDHOOKS_H

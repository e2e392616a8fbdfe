//===- RecurrenceHooks.h - The hooks of one recurrence -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_RECURRENCEHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_RECURRENCEHOOKS_H

#include "Kernel/VectorHooks.h"

namespace ompscan::plugin {

/// Adds the input and the output of a loop that consists of one recurrence.
class RecurrenceHooks {
public:
  RecurrenceHooks(KernelHooks &S, VectorHooks &Vectors)
      : S(S), Vectors(Vectors) {}

  void add();

private:
  void addResults();

  KernelHooks &S;
  VectorHooks &Vectors;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_RECURRENCEHOOKS_H

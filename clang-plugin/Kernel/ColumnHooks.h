//===- ColumnHooks.h - Columns side by side ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_COLUMNHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_COLUMNHOOKS_H

#include "Kernel/ParallelHooks.h"

namespace ompscan::plugin {

class TeamHooks;

/// The hooks of a nest whose iterations the host runs side by side
/// (templates/native-columns.cl). An iteration is a column: what precedes its
/// only inner loop, a scan, can run again (RowTraits::AreColumns), so that each
/// hook begins with it, and the values of the scan are all that a column keeps.
class ColumnHooks {
public:
  ColumnHooks(ParallelHooks &Parallel, const TeamHooks &Rows)
      : Parallel(Parallel), Rows(Rows) {}

  std::string text() const;

private:
  /// Text that takes the place of the inner loop.
  using InLoop = llvm::function_ref<std::string(Lowering::Here)>;
  std::string hook(llvm::StringRef Signature, InLoop AtScan,
                   bool RunsRest = false) const;
  std::string handOn(llvm::StringRef Value) const;
  std::string received() const;

  ParallelHooks &Parallel;
  const TeamHooks &Rows;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_COLUMNHOOKS_H

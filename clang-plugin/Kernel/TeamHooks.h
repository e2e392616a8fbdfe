//===- TeamHooks.h - An iteration by a team of work-items ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_TEAMHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_TEAMHOOKS_H

#include "Analysis/Parallel/RowTraits.h"
#include "Kernel/ParallelHooks.h"

namespace ompscan::plugin {

/// Adds `ompscan_row`, an iteration of a parallel loop by a team of work-items
/// (templates/team.cl). Each work-item runs the statements of the iteration,
/// with variables of its own; one of them stores. The team shares the inner
/// loops, which have hooks of their own, with their names ending in a number.
class TeamHooks {
public:
  TeamHooks(KernelHooks &S, ParallelHooks &Parallel, const RowTraits &Rows)
      : S(S), Parallel(Parallel), Team(S.Loop.parallel()->Team), Rows(Rows) {}

  /// Adds nothing where there is no team.
  void add();
  /// The bytes of the largest value that an inner loop scans or reduces; 0
  /// without a team.
  uint64_t valueSize() const;

  /// The end of the names of the hooks of the team's loop \p Number.
  static std::string suffixOf(unsigned Number);
  const KernelHooks &hooksOf(unsigned Number) const { return *Loops[Number]; }
  std::optional<unsigned> numberOf(const nest::Statement &St) const;
  std::string bounds(unsigned Number, Lowering::Here Lowered) const;
  std::string arguments(unsigned Number, Lowering::Here Lowered) const;

private:
  std::string ownValues(unsigned Number) const;
  void addLoop(unsigned Number);
  std::optional<std::string> statement(const nest::Statement &St,
                                       Lowering::Here Lowered);
  std::string call(unsigned Number, Lowering::Here Lowered);
  void addLength();

  KernelHooks &S;
  ParallelHooks &Parallel;
  llvm::ArrayRef<TeamLoop> Team;
  const RowTraits Rows;
  std::vector<std::unique_ptr<KernelHooks>> Loops;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_TEAMHOOKS_H

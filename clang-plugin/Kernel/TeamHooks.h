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

/// Adds the iteration of a parallel loop with inner loops that have hooks of
/// their own, whose names end in a number. `ompscan_row` is an iteration by a
/// team of work-items (templates/team.cl): each runs the statements, with
/// variables of its own; one of them stores; the team shares the inner loops.
/// On the host, `ompscan_iteration` calls functions for some scans
/// (templates/native-rows.cl).
class TeamHooks {
public:
  TeamHooks(KernelHooks &S, ParallelHooks &Parallel, const RowTraits &Rows)
      : S(S), Parallel(Parallel), Team(S.Loop.parallel()->Team), Rows(Rows) {}

  void add();
  /// The bytes of the largest value that an inner loop scans or reduces.
  uint64_t valueSize() const;
  /// Whether the host calls a function for an inner loop.
  bool scansAhead() const;

  /// The end of the names of the hooks of the team's loop \p Number.
  static std::string suffixOf(unsigned Number);
  const KernelHooks &hooksOf(unsigned Number) const { return *Loops[Number]; }
  std::optional<unsigned> numberOf(const nest::Statement &St) const;
  std::string bounds(unsigned Number, Lowering::Here Lowered) const;
  std::string arguments(unsigned Number, Lowering::Here Lowered) const;

private:
  std::string ownValues(unsigned Number) const;
  void nameLoops();
  std::pair<unsigned, unsigned> passesOf(unsigned Number) const;
  /// Whether the loop \p Number is one of several passes.
  bool isPass(unsigned Number) const;
  uint64_t passSize(unsigned Number) const;
  std::string keptName(const ArrayUse &Kept, unsigned First) const;
  std::string passFunction(unsigned Number) const;
  void addLoop(unsigned Number);
  bool scansAhead(unsigned Number) const;
  std::string hostFunction(unsigned Number) const;
  std::optional<std::string> statement(const nest::Statement &St,
                                       Lowering::Here Lowered);
  void addRow();
  std::string results(unsigned Number, Lowering::Here Lowered) const;
  std::string callPasses(unsigned First, Lowering::Here Lowered);
  std::string call(unsigned Number, Lowering::Here Lowered);
  void addLength();

  /// The value of the row, one of the loop's Scalars, that every use of the
  /// variable of an inner loop is added to; the hooks count iterations from
  /// there. std::nullopt if there is none.
  std::optional<unsigned> addedTo(KernelHooks &Own) const;

  KernelHooks &S;
  ParallelHooks &Parallel;
  llvm::ArrayRef<TeamLoop> Team;
  const RowTraits Rows;
  std::vector<std::unique_ptr<KernelHooks>> Loops;
  std::vector<std::optional<unsigned>> Added; ///< addedTo() of each
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_TEAMHOOKS_H

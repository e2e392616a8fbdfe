//===- Rows.h - What runs a row ------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_ROWS_H
#define OMPSCAN_RT_PLAN_ROWS_H

#include "plan/Plan.h"
#include <cstdint>

namespace ompscan::rt {

/// The rows of a launch.
struct RowSizes {
  uint64_t Rows;
  /// Their mean length; 0 if it is not known.
  uint64_t Length;
  uint32_t Units; ///< compute units of the device
};

/// Whether the kernels of \p R are there for \p Team.
bool hasKernels(const PlanRequest &R, RowTeam Team);

/// Chooses the team that runs a row of the loop of \p R. A single work-item
/// does on CPUs, without hooks for teams, and where neighbouring rows access
/// neighbouring elements if there are enough rows.
RowTeam chooseTeam(const PlanRequest &R, const RowSizes &S);

/// The rows of a launch that groups share (templates/team-shares.cl).
struct SharedRows {
  uint64_t Longest; ///< iterations of a row that is not shared
  uint64_t Words;   ///< of the list, where statuses have some words
};

/// Which rows groups share, with statuses of \p StatusWords words.
SharedRows sharedRows(const RowSizes &S, uint64_t StatusWords);

/// Whether a launch for each row, which all of the device shares, takes less
/// time than teams do: few rows, which are long.
bool favorsSingleRows(const RowSizes &S);

/// Whether a launch for each row takes less time on the cores of the host,
/// whose threads are the units.
bool favorsSingleRowsOnHost(const RowSizes &S);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_ROWS_H

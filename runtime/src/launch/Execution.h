//===- Execution.h - The kernels of a loop -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_EXECUTION_H
#define OMPSCAN_RT_LAUNCH_EXECUTION_H

#include "access/LaunchDescriptor.h"
#include "device/BufferPool.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "device/TileStateBuffer.h"
#include "launch/ProgramCache.h"
#include "launch/Transfer.h"
#include "plan/Rows.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Elements, cut into tiles: the loop itself is level 0, the totals of its
/// tiles are level 1, and so on up to a level of one tile.
struct Level {
  uint64_t Count;
  uint64_t Tiles;
  PooledBuffer Totals; ///< one for each tile; none in a single pass
  /// Of level 0: what waits of so many tiles before it is stored
  /// (Plan::StageSize).
  PooledBuffer Stage = {};
  uint64_t StageTiles = 0;
  /// Of level 0, with Plan::SharesRows.
  SharedRows Shared = {};
  /// Elements in front of the first tile, which it has as well: of level 0,
  /// with Plan::HasHead.
  uint32_t Head = 0;
};

/// \param RowLength of the rows of Algorithm::RowParts.
/// \param Head iterations in front of the first tile, with Plan::HasHead.
/// \throws Failure if the totals do not fit on \p D.
std::vector<Level> makeLevels(Device &D, uint64_t Trips, const Plan &P,
                              uint64_t ItemSize, uint64_t RowLength = 0,
                              uint32_t Head = 0);

/// The kernels of one execution of a loop.
struct Execution {
  Device &D;
  Stream &Commands;
  const KernelLease &Kernels;
  const LaunchDescriptor &L;
  const std::vector<ArrayTransfer> &Arrays;
  /// Where the values of the accumulators end up; null if there are none.
  const PooledBuffer &Total;
  const std::vector<Level> &Levels;

  /// Puts the kernels into the queue \p Times times. Where they are timed, it
  /// waits for them.
  ///
  /// \throws Failure
  void run(uint32_t Times) const;

  /// The totals of the parts of a scan, in order: those of the tiles on the
  /// host's cores, or a single one on a device, by reduce-then-scan. With
  /// \p HasSeed the first one includes the value that the scan starts from.
  ///
  /// \throws Failure
  std::vector<unsigned char> totals(bool HasSeed) const;

  /// Puts the kernels that follow totals() into the queue. The scan starts from
  /// \p Start, which is used until they have ended, or from its own value if
  /// that is empty.
  ///
  /// \throws Failure
  void runBehindTotals(std::vector<unsigned char> &Start) const;

  /// Runs the inspector of a loop that evaluates subscripts which are not
  /// affine (OMPSCAN_ACCESS_INSPECTED), on a device that uses the host's
  /// memory.
  ///
  /// \throws Failure if the loop may store to one of them.
  void inspect() const;

private:
  class Runner;
  void enqueueSinglePass(Runner &To, uint32_t Times, const Memory &Start) const;
  void enqueueLevels(Runner &To) const;
  void enqueueTotals(Runner &To, uint32_t Shared) const;
  void enqueueScans(Runner &To, uint32_t Shared) const;
  template <typename... Types>
  void enqueueForEach(Runner &To, const Types &...Rest) const;
  void enqueueSharedRows(Runner &To, uint32_t Times) const;
  void enqueueColumns(Runner &To) const;
  void enqueueParts(Runner &To, uint32_t Times) const;
  void enqueueReduction(Runner &To) const;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_EXECUTION_H

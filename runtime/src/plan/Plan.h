//===- Plan.h - How a loop is done on a device ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_PLAN_H
#define OMPSCAN_RT_PLAN_PLAN_H

#include "device/backend/DeviceProperties.h"
#include "plan/ProgramTraits.h"
#include "plan/Shape.h"
#include "plan/Tuning.h"
#include "support/Algorithm.h"
#include <cstdint>
#include <string>

namespace ompscan::rt {

class TunedShapes;

/// What a program is built for.
struct Plan {
  Algorithm Method = Algorithm::ThreeKernel;
  Shape Tile{1, 1};
  /// Elements of a work-item in the kernels that scan the tiles' totals, where
  /// they are others than those of the loop.
  uint32_t SumItems = 0;
  /// Elements that a lane of a warp takes at once; of parts of rows, those that
  /// a work-item has of a part.
  uint32_t Vector = 1;
  /// Tiles of a block. Only the last one publishes its prefix, so that values
  /// are always combined in the same order; 0: every tile publishes it.
  /// For the host, 1 if that order is to be the same.
  uint32_t Block = 0;
  /// Whether the order of a scan is that of docs/floating-point.md. A tile is a
  /// power of 2, and Block the tiles of a block, in a single pass.
  bool IsOrdered = false;
  /// Whether arrays lie on borders of vectors.
  bool IsAligned = false;
  /// Whether tiles begin behind some first iterations, from which on what the
  /// loop stores does: see ResolvedLaunch::head().
  bool HasHead = false;
  /// Runs of neighbours that a work-item has in a tile: a work-item of its own
  /// computes them side by side, a warp one after the other, as pieces.
  uint32_t Chains = 1;
  /// Ten times the compute capability that NVIDIA's own instructions are
  /// written for; 0: there are none.
  uint32_t Ptx = 0;
  /// Whether tiles are loaded by asynchronous copies.
  bool CopiesAsync = false;
  /// 64-bit words from the status of a tile to that of the next one in a single
  /// pass, where they are more than a value takes; 0 otherwise. Of
  /// reduce-then-scan: those of the single pass that is the same kernel.
  uint32_t StatusWords = 0;
  /// Bytes of an iteration that wait in memory of their own before they are
  /// stored, or 0: where a selection is done in place without a look-back.
  uint64_t StageSize = 0;
  /// Whether the host stores past its caches.
  bool Streams = false;
  /// Whether arrays of a loop with rows on the host overlap no stored one.
  bool IsApart = false;
  /// Whether groups share rows that are much longer than others.
  bool SharesRows = false;
  DriverKind Kind = DriverKind::Other;

  bool operator==(const Plan &P) const;
  /// The build options that stand for it (see docs/kernel-contract.md).
  std::string options(uint64_t ItemSize) const;
  /// The build options for a driver: with a limit of registers, where NVIDIA's
  /// OpenCL compiler needs one.
  std::string driverOptions(uint64_t ItemSize) const;
  /// Groups that a unit of an NVIDIA device is to run at once, for which the
  /// registers of a work-item have to be few enough; 0: any number.
  uint32_t groupsOfUnit(uint64_t ItemSize) const {
    return Method == Algorithm::RowParts
               ? groupsOfParts(ItemSize, hasColumnParts())
           : SharesRows ? groupsOfRows(Tile, ItemSize)
                        : 0;
  }
  /// The words of a tile's status, of a value of \p ItemSize bytes.
  uint64_t statusWords(uint64_t ItemSize) const {
    return StatusWords ? StatusWords : (ItemSize + 3) / 4;
  }
  /// Whether the kernel of a single pass runs all of reduce-then-scan but the
  /// sums (OMPSCAN_ALSO_REDUCES).
  bool isByOneKernel() const {
    return Method == Algorithm::ReduceThenScan && StatusWords != 0;
  }
  /// Whether its kernel divides columns among the host's threads by itself.
  bool dividesColumns() const {
    return Method == Algorithm::Columns && Kind == DriverKind::Native;
  }
  /// Whether a group runs parts of neighbouring columns.
  bool hasColumnParts() const {
    return Method == Algorithm::RowParts && Tile.Items > 1;
  }
  /// Work-items of the team that runs a row; 0 of bundles, of parts of columns,
  /// and of other loops.
  uint32_t team() const {
    return isByTeams(Method) && Method != Algorithm::Bundles &&
                   !hasColumnParts()
               ? Tile.Group / Tile.Items
               : 0;
  }
  /// The groups that run parts of \p Rows rows: of each one, or of neighbouring
  /// columns.
  uint64_t rowGroups(uint64_t Rows) const {
    return (Rows - 1) / Tile.Items + 1;
  }
  /// Iterations of a part of \p Rows rows. Fewer columns have longer parts.
  uint64_t part(uint64_t Rows) const {
    return Tile.Group / ((Rows - 1) / rowGroups(Rows) + 1) * Vector;
  }
  /// The blocks of \p Tiles tiles of a scan in the fixed order.
  uint64_t blocks(uint64_t Tiles) const {
    return (Tiles - 1) / (OrderBlock / Tile.tile()) + 1;
  }
  /// The shape of the kernels that scan totals.
  Shape sums() const { return {Tile.Group, SumItems ? SumItems : Tile.Items}; }
  /// A plan for a kernel that this one is too large for. Must not be asked of a
  /// group of one.
  Plan smaller(uint64_t ItemSize) const;
};

/// What the choice of a plan looks at.
struct PlanRequest {
  DriverKind Kind;
  GroupLimits Limits;
  ProgramTraits Traits;
  uint64_t ItemSize;
  /// Whether arrays lie on borders of vectors: see isAligned().
  bool IsAligned;
  /// What an iteration reads of arrays whose neighbours neighbouring iterations
  /// read.
  uint64_t InputSize;
  /// Ten times the compute capability of an NVIDIA device, 0 of others.
  uint32_t ComputeCapability;
  /// Whether floating-point results have to be the same at every run.
  bool IsReproducible = false;
  /// Shapes that come before those of the table; may be null.
  const TunedShapes *Tuned = nullptr;
  /// Whether the loop stores more than the caches of the host hold.
  bool ExceedsCaches = false;
  /// The iterations of a loop on the host.
  HostWork Work = {};
  /// Whether tiles are to be loaded by asynchronous copies, from a
  /// ComputeCapability of 80 on.
  bool CopiesAsync = false;
  /// The team that runs a row.
  RowTeam Team = RowTeam::WorkItem;
  /// What an iteration stores to arrays whose neighbours neighbouring
  /// iterations store.
  uint64_t OutputSize = 0;
  /// Whether the plan is for PTX.
  bool IsPtx = false;
  /// Whether there is a ResolvedLaunch::head().
  bool CanAlign = false;
};

/// Whether a single pass can give what \p R asks for. Its order is fixed, where
/// it has to be, by blocks of tiles; tiles of one work-item have none, and for
/// large items reduce-then-scan is faster.
bool allowsLookback(const PlanRequest &R);

/// Whether a single pass, if it is possible, is what a loop of \p Trips
/// iterations is done by best. The cores of a CPU would wait for each other,
/// and lose more by that than by reading twice, above all where other programs
/// run. The prefix of large items is handed on too slowly. Long loops of which
/// only the end counts store nothing, and have no second time to read.
/// Selections need a single pass to work in place.
bool lookbackPays(const PlanRequest &R, uint64_t Trips);

/// Whether the lanes of a warp exchange values in the plan for \p R.
bool worksByWarps(const PlanRequest &R);

/// Whether groups share rows of a loop with the traits \p T in PTX of \p A that
/// works by warps. NVIDIA's OpenCL compiler makes shuffles of it that first
/// gather their lanes: ragged rows of mean length 33 take 0.54 ms on an H200,
/// and 0.40 without that.
bool sharesRows(Algorithm A, const ProgramTraits &T);

/// Whether tiles of a loop with the traits \p T may begin behind its first
/// iterations: see Plan::HasHead.
bool mayHaveHead(Algorithm A, const ProgramTraits &T);

/// The algorithm for a loop without a scan; \p Team runs a row.
Algorithm parallelAlgorithm(const ProgramTraits &Traits,
                            RowTeam Team = RowTeam::WorkItem);

/// The table that a scan, on another device than the host, has its shape from.
ShapeTable tableFor(const PlanRequest &R);

/// The plan for a loop by the algorithm \p A, in the shape that Tuning.h
/// recommends.
Plan makePlan(Algorithm A, const PlanRequest &R);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_PLAN_H

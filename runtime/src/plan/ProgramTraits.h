//===- ProgramTraits.h - What plans depend on ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_PROGRAMTRAITS_H
#define OMPSCAN_RT_PLAN_PROGRAMTRAITS_H

#include <cstdint>

namespace ompscan::rt {

/// The properties of a loop's hooks that decide how it is planned.
struct ProgramTraits {
  bool HasVectors = false;
  bool IsPlain = false;
  /// Tiles hold what iterations read and store (templates/result-tile.cl).
  bool HasResults = false;
  bool CanReload = true;
  bool Reduces = false;
  bool ByElement = false;
  bool Counts = false; ///< OMPSCAN_TEMPLATE_HISTOGRAM
  bool IsStaged = false;
  bool IsFold = false;
  /// Iterations are rows that teams can run, and neighbouring iterations of the
  /// loops inside access neighbouring elements.
  bool HasTeam = false;
  bool PrefersTeam = false;
  /// All rows run the same loops, equally long.
  bool HasEqualRows = false;
  /// Rows are columns, which the host can run side by side.
  bool HasColumns = false;
  /// The host's kernels pay on one thread, too.
  bool IsFastAlone = false;
  /// The host's kernels pay on three threads.
  bool NeedsThreads = false;
  /// Work-items of a team may have a row each (templates/team-bundle.cl).
  bool HasBundles = false;
  /// Several groups can share a row.
  bool HasParts = false;
  /// Several loops of a row read the same elements, which a team can keep.
  bool Rereads = false;
  /// The order of all operations is that of docs/floating-point.md.
  bool IsOrdered = false;
  /// Bytes that an iteration of a selection stores; 0 of other loops.
  uint64_t MovedSize = 0;
  /// ompscan_loop_descriptor::streamed_size
  uint64_t StreamedSize = 0;
  /// Elements of a tile of one work-item; 0 where the item's size decides.
  uint64_t SerialItems = 0;
  /// Bytes of an element where segments of numbers are scanned, and whether
  /// keys tell the segments; 0 of other loops.
  uint64_t SegmentSize = 0;
  bool HasKeys = false;

  /// The traits of a loop with this ompscan_template and these members of its
  /// descriptor.
  static ProgramTraits of(uint32_t Template, uint32_t Traits,
                          uint32_t MovedSize, uint32_t StreamedSize);

  bool operator==(const ProgramTraits &T) const;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_PROGRAMTRAITS_H

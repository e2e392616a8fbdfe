//===- ChunkPlace.h - A chunk among the others ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHUNKPLACE_H
#define OMPSCAN_RT_LAUNCH_CHUNKPLACE_H

#include "access/ResolvedArray.h"
#include "launch/ChunkPipeline.h"
#include "launch/Transfer.h"
#include "launch/Verification.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

class Stream;

/// A chunk of a loop, and its place among the others.
struct ChunkPlace {
  ChunkPipeline &Others;
  uint64_t Number;
  bool IsLast;
  bool InOrder; ///< results come behind those of the chunks before only
  LaunchDescriptor &Slice; ///< Its scalars get the values of accumulators.
  const ResolvedLaunch &Whole;
  Verification *Kept = nullptr; ///< takes the results, if they are verified
  bool Overlaps = false;        ///< others are under way at the same time
  const std::string &Device;    ///< the name of its device in reports

  /// Waits for the chunk before this one, and has the slice start from its
  /// accumulators. \return what that chunk has handed on; null for the first.
  ///
  /// \throws Failure if a chunk has failed.
  const ChunkState *receive() const;

  /// Gives the next chunk what it starts from: \p Values, and what this one has
  /// stored in \p Arrays where scans go on.
  void handOn(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
              const std::vector<unsigned char> &Values) const;
};

/// Sends the elements of \p Before that the scans of \p Arrays start from.
void sendSeeds(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
               const ChunkState &Before);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHUNKPLACE_H

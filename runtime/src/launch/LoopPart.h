//===- LoopPart.h - A part of a loop -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_LOOPPART_H
#define OMPSCAN_RT_LAUNCH_LOOPPART_H

#include "access/ResolvedArray.h"
#include "launch/Transfer.h"
#include "launch/Verification.h"
#include "report/EventLog.h"
#include <vector>

namespace ompscan::rt {

struct Execution;
class Stream;

/// One of the parts that a loop runs in: a chunk (ChunkPart.h), or what one of
/// several processes has of it (SharedLoop.cpp). A part starts from a carry of
/// the parts before it, and hands one on.
class LoopPart {
public:
  virtual ~LoopPart() = default;

  /// Waits for the carry, and puts it into the launch.
  ///
  /// \throws Failure if there will be none.
  virtual void receive() {}
  /// Sends the elements of the carry that the scans of \p Arrays start from.
  virtual void sendSeeds(Stream & /*Commands*/,
                         std::vector<ArrayTransfer> & /*Arrays*/) const {}

  /// Whether the carry is made of totals that kernels compute first.
  virtual bool exchangesTotals() const { return false; }
  /// In that case, \returns the value that the scan starts from; empty for the
  /// loop's own.
  virtual std::vector<unsigned char> exchange(const Execution & /*Loop*/) {
    return {};
  }

  /// Hands on what the next part starts from: \p Values of accumulators, and
  /// what this one has stored in \p Arrays. All kernels have ended.
  virtual void handOn(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                      const std::vector<unsigned char> &Values) = 0;

  /// To be called before the part changes anything that stays; with \p InOrder
  /// it waits until the parts before have ended that.
  virtual void beginStoring(bool /*InOrder*/) {}
  /// To be called when all that is to change has changed, or will for certain;
  /// or, if not \p HasStored, when nothing has, and nothing will.
  virtual void endStoring(bool /*HasStored*/) {}

  virtual void note(const LaunchRecord &Record) const { noteLaunch(Record); }

  /// The loop that the launch is a slice of, and is resolved by when it runs;
  /// null if it is resolved already.
  const ResolvedLaunch *Whole = nullptr;
  /// Whether scans start from elements that are there before the loop.
  bool HasSeeds = true;
  /// Takes the results, if they are verified.
  Verification *Kept = nullptr;
  /// Whether other parts are under way on this device at the same time.
  bool Overlaps = false;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_LOOPPART_H

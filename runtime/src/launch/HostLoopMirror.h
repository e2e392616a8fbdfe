//===- HostLoopMirror.h - Present data on the host ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_HOSTLOOPMIRROR_H
#define OMPSCAN_RT_LAUNCH_HOSTLOOPMIRROR_H

#include "access/HostElements.h"
#include "access/ResolvedArray.h"
#include "data/HostMirrorLock.h"
#include <memory>
#include <vector>

namespace ompscan::rt {

/// Lets the host do a loop whose arrays are present on a device. The elements
/// that the loop uses come to the host in place of the host's own, which are
/// kept aside; when the loop is over its results go back to the device, and the
/// host has its own again. So the loop finds and leaves what it would find and
/// leave on the device. One loop of the process stays at a time: others may use
/// the same arrays. (HostRegionMirror does the same for constructs of which
/// less is known.)
class HostLoopMirror {
public:
  /// Reads what \p L, resolved as \p R, uses of its present arrays. Nothing on
  /// the host changes.
  ///
  /// \throws Unrecoverable naming the arrays if they cannot be read.
  HostLoopMirror(const LaunchDescriptor &L, const ResolvedLaunch &R);

  /// Puts it into its place on the host.
  void begin();
  /// Sends the results, and gives the host its own back.
  ///
  /// \throws Unrecoverable if that cannot be.
  void end();

private:
  struct Stay {
    ResolvedArray Where; ///< Its ranges are what is present.
    /// Of the device; none where `always` has it take the host's.
    Staging Bytes;
    Staging Own; ///< of the host
  };
  std::vector<Range> storesOf(const Stay &S) const;

  HostMirrorLock Turn; ///< from begin() to end()
  const std::shared_ptr<Device> On;
  const std::vector<Result> Results;
  std::vector<Stay> Stays;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_HOSTLOOPMIRROR_H

//===- HeadFlags.h - Flags that the device makes of offsets --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_HEADFLAGS_H
#define OMPSCAN_RT_LAUNCH_HEADFLAGS_H

#include "access/LaunchDescriptor.h"
#include "device/BufferPool.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "launch/ProgramCache.h"
#include <cstdint>

namespace ompscan::rt {

/// The array of a loop that is a byte for each of its elements, 1 where a
/// segment begins and 0 elsewhere. A device makes it of what is less to send.
///
/// It has to outlive the commands that its calls put into a queue.
class HeadFlags {
public:
  /// Flags of \p N elements, from the first one on. \p Begins outlives the
  /// object.
  /// \throws Failure if \p D does not take the kernels
  HeadFlags(Device &D, const SegmentBegins &Begins, uint64_t N);

  /// Sends what they are made of, under the name of their array.
  void send(Stream &Commands, const char *Name) const;
  /// Makes them in \p To.
  void make(Stream &Commands, const Memory &To) const;

  uint64_t bytesSent() const { return Bytes; }
  /// Lets the memory be used for something else, when all is over.
  void giveBack() { Source.giveBack(); }

private:
  const SegmentBegins &Begins;
  const uint64_t N;
  const uint64_t Bytes; ///< that are sent
  KernelLease Kernels;
  PooledBuffer Source; ///< for these
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_HEADFLAGS_H

//===- TargetDevice.h - The device of a construct ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_TARGETDEVICE_H
#define OMPSCAN_RT_API_TARGETDEVICE_H

#include "ompscan/abi.h"

namespace ompscan::rt {

/// What this thread's calls of omp_is_initial_device in a `target` construct
/// are about.
struct TargetDevice {
  /// Of __ompscan_target_begin.
  int64_t OfConstruct = OMPSCAN_DEVICE_DEFAULT;
  /// The thread runs a loop that an `if` clause has left to the host.
  bool IsLeftToHost = false;

  int64_t request() const {
    return IsLeftToHost ? int64_t(OMPSCAN_DEVICE_INITIAL) : OfConstruct;
  }
};

inline TargetDevice &targetDevice() noexcept {
  thread_local TargetDevice Own;
  return Own;
}

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_TARGETDEVICE_H

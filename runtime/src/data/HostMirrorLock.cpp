//===- HostMirrorLock.cpp - One thread's turn -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/HostMirrorLock.h"

namespace ompscan::rt {

HostMirrorLock takeHostMirrorLock() {
  static auto &OneAtATime = *new std::recursive_mutex; // Never destroyed.
  return HostMirrorLock(OneAtATime);
}

} // namespace ompscan::rt

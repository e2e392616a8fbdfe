//===- Memory.cpp - Memory of a device ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/Memory.h"
#include <atomic>

namespace ompscan::rt {

uint64_t MemoryObject::newNumber() {
  static std::atomic<uint64_t> Last{0};
  return ++Last;
}

} // namespace ompscan::rt

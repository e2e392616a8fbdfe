//===- Profile.cpp - Kernel times -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Profile.h"

namespace ompscan::rt {

KernelTime timeOf(const Event &First, const Event &Last) {
  return {First.times().Begin, Last.times().End};
}

std::vector<KernelTime> &lastKernelTimes() {
  static thread_local std::vector<KernelTime> Times;
  return Times;
}

} // namespace ompscan::rt

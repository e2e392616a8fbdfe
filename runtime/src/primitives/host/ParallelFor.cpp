//===- ParallelFor.cpp - Blocks that threads share ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/host/ParallelFor.h"

namespace ompscan::rt {

#if OMPSCAN_TINY_TILES
const uint64_t HostBlockBytes = 256;
const uint64_t HostShareBytes = 512;
const uint64_t HostSortedKeys = 256;
#else
const uint64_t HostBlockBytes = uint64_t(1) << 16;
const uint64_t HostShareBytes = uint64_t(1) << 17;
const uint64_t HostSortedKeys = uint64_t(1) << 13;
#endif

} // namespace ompscan::rt

//===- TransferRules.cpp - How data is transferred ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/TransferRules.h"
#include <algorithm>
#include <thread>

namespace ompscan::rt {

TransferRules transferRules(const DeviceProperties &P) {
  if (P.Kind == DriverKind::Oclgrind)
    return {false, 0, 1, 1, 1, UINT64_MAX, 1};
#if OMPSCAN_TINY_TILES
  // Everything that there is, on little data.
  return {true, 2048, 16384, 3, 16384, 65536, 16};
#else
  // Chunks of 8 to 32 MiB reach 98 % of what an H200's bus carries both ways.
  // There the driver takes 0.7 ms for 10 MiB of ordinary memory and 4.3 ms for
  // 64 MiB, one thread's copy to a block as long, and four's or eight's a third
  // of it; but a block of 4 MiB takes 2 ms to make. A read of 1 byte takes 8 us
  // while the caller waits and 15 with clFinish, of 1 MiB 104 and 132, of 10
  // MiB 950 and 700.
  constexpr uint64_t MiB = 1 << 20;
  const unsigned Cores = std::max(std::thread::hardware_concurrency(), 1u);
  return {!P.UsesHostMemory,   8 * MiB,   4 * MiB,
          std::min(Cores, 8u), 16 * MiB,  64 * MiB,
          UINT64_MAX,          512 * MiB, 4 * MiB};
#endif
}

} // namespace ompscan::rt

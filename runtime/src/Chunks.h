//===- Chunks.h - Loops larger than the device ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop whose arrays do not fit on the device runs in chunks of iterations,
/// one after the other. What a chunk has stored is in host memory before the
/// next one begins, which finds the value that it starts from there.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_CHUNKS_H
#define OMPSCAN_CHUNKS_H

#include "Device.h"
#include "Environment.h"
#include "Loop.h"
#include <cstdint>

namespace ompscan {

/// Bytes that a loop may take on a device.
struct MemoryLimits {
  uint64_t Buffer; ///< for one array
  uint64_t Whole;  ///< for all arrays together
};

/// What \p D has, or what OMPSCAN_MEMORY_LIMIT leaves of it.
MemoryLimits memoryLimits(const Device &D, const Environment &E);

/// The iterations of \p L from number \p First on, as a loop of its own.
Loop sliceFrom(const Loop &L, uint64_t First);

/// How many of the \p Trips >= 1 iterations of \p L can be done at once, from
/// the first one on: all, or a multiple of a number that suits all tiles. A
/// loop with accumulators is done as a whole only.
///
/// \throws Failure as rangesOf() does, or where there is no such number.
uint64_t firstChunk(const Loop &L, uint64_t Trips, const MemoryLimits &M);

/// Does the \p Trips >= 1 iterations of \p L, bounded by \p B, on \p D in
/// chunks that \p M allows.
///
/// \throws Failure, cl::Error or std::bad_alloc, and the host can do the whole
///         loop; LostResults if it cannot, since chunks have overwritten what
///         they have read.
void runInChunks(Device &D, const Loop &L, uint64_t Trips, const Bounds &B,
                 const MemoryLimits &M);

} // namespace ompscan

#endif // OMPSCAN_CHUNKS_H

//===- Chunks.h - Loops that run in chunks -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop whose arrays do not fit on the device runs in chunks of iterations.
/// So does a loop that moves much data: while the kernels of one chunk run, the
/// data of later ones is sent and the results of earlier ones come back. What a
/// chunk starts from, the one before it hands on (ChunkPipeline.h). Chunks may
/// be dealt out over several devices (ChunkDealer.h).
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHUNKS_H
#define OMPSCAN_RT_LAUNCH_CHUNKS_H

#include "access/ResolvedArray.h"
#include "device/Device.h"
#include "launch/Launch.h"
#include "support/Environment.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Bytes that a loop may take on a device.
struct MemoryLimits {
  uint64_t Buffer; ///< for one array
  uint64_t Whole;  ///< for all arrays together
};

/// What \p D has, or what OMPSCAN_MEMORY_LIMIT leaves of it.
MemoryLimits memoryLimits(const Device &D, const Environment &E);

/// Whether the arrays of \p R that are not there yet fit into \p M together.
bool fits(const ResolvedLaunch &R, const MemoryLimits &M);

/// The store of \p A that the scan which begins with \p Seed starts one stride
/// before; null if it starts from several elements.
const Access *storeAfter(const Array &A, const Access &Seed);

/// The \p Trips iterations of \p L from number \p First on, as a loop of their
/// own.
LaunchDescriptor sliceFrom(const LaunchDescriptor &L, uint64_t First,
                           uint64_t Trips);

/// How many of the iterations of \p L, resolved as \p R, can be done at once,
/// from the first one on: all, or a multiple of a number that suits all tiles.
///
/// \throws Failure where there is no such number.
uint64_t firstChunk(const LaunchDescriptor &L, const ResolvedLaunch &R,
                    const MemoryLimits &M);

/// How a loop is cut.
struct Cut {
  uint64_t Chunk;   ///< iterations of a chunk, the last one perhaps fewer
  unsigned Threads; ///< chunks that are under way at once
};

/// How \p L, resolved as \p R, is best done: as a whole (a chunk of all
/// iterations), or in chunks.
///
/// \throws Failure as firstChunk() does, or where the loop has to be cut and
///         cannot be.
Cut cutFor(const LaunchDescriptor &L, const ResolvedLaunch &R,
           const MemoryLimits &M);

/// Why chunks of \p L cannot be under way at once; null if they can: nothing
/// but what a ChunkPipeline hands on goes from one to the next.
const char *whyNoOverlap(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// The part of one device in a loop.
struct Share {
  ResolvedLaunch R; ///< the whole loop on that device
  Cut C;            ///< its chunks
  std::string Name; ///< of the device, in reports
};

/// How \p L, resolved as \p R, is dealt out over the devices that
/// OMPSCAN_DEVICE names; nothing if it runs on that of \p R alone, which is
/// noted with the cause.
std::vector<Share> sharesOf(const LaunchDescriptor &L, const ResolvedLaunch &R);

/// Does \p L in chunks on the devices of \p Shares. Returns what offload()
/// does.
/// \p Failed, if it is not null, gets the device on which it fails.
///
/// \throws Failure or std::bad_alloc, and the host can do the whole
///         loop; PartlyDone if it can do the rest, and the accumulators are
///         what they are then; LostResults if it cannot, since chunks have
///         overwritten what they have read.
Offloaded runInChunks(const LaunchDescriptor &L,
                      const std::vector<Share> &Shares,
                      std::shared_ptr<Device> *Failed = nullptr);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHUNKS_H

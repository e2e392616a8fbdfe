//===- ChunkDealer.h - Which device gets which chunk ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHUNKDEALER_H
#define OMPSCAN_RT_LAUNCH_CHUNKDEALER_H

#include "report/LaunchRecord.h"
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace ompscan::rt {

/// Chunks are multiples of this, so that arrays lie on the same borders of
/// vectors in all of them and one program does.
constexpr uint64_t ChunkGranule = 4096;

/// Iterations of a loop.
struct Chunk {
  uint64_t Number; ///< chunks before it
  uint64_t First;
  uint64_t Trips;
};

/// Deals the iterations of a loop out in chunks, in ascending order. A thread
/// takes the next one when it has done its last, so that faster devices get
/// more of them; and so that no device delays the others, which wait for the
/// chunk before theirs, the sizes are such that all take about the same time.
/// They differ by powers of two, since memory of the same size is used again.
class ChunkDealer {
public:
  /// A device, or the only one.
  struct Device {
    uint64_t Most;    ///< iterations of a chunk
    unsigned Threads; ///< which take chunks for it
    /// It moves no data, and takes one chunk of any length in the time in which
    /// the others take theirs.
    bool Follows = false;
    /// Iterations in a second of one of its threads, waiting not counted; 0 if
    /// that is not known.
    double Speed = 0;
  };

  ChunkDealer(uint64_t Trips, std::vector<Device> Devices)
      : Trips(Trips), Devices(std::move(Devices)), Dealt(this->Devices.size()),
        Measured(this->Devices.size()) {}

  /// The next chunk, for device \p Of; nothing when all are dealt.
  std::optional<Chunk> next(size_t Of);
  /// Notes that a thread of device \p Of was at work on \p Trips iterations for
  /// \p Busy.
  void measure(size_t Of, uint64_t Trips, Duration Busy);

  /// The iterations of the first \p Chunks chunks.
  uint64_t endOf(uint64_t Chunks) const;
  /// The chunks so far.
  uint64_t count() const;
  /// The iterations that device \p Of has got.
  uint64_t dealtTo(size_t Of) const;
  double speedOf(size_t Of) const;

private:
  uint64_t sizeFor(const Device &D) const;

  struct Work {
    uint64_t Trips = 0;
    Duration Busy{0};
  };

  const uint64_t Trips;
  mutable std::mutex Lock; ///< of what follows
  std::vector<Device> Devices;
  std::vector<uint64_t> Dealt; ///< iterations, of each device
  std::vector<Work> Measured;  ///< of each device
  std::vector<uint64_t> Ends;  ///< of the chunks
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHUNKDEALER_H

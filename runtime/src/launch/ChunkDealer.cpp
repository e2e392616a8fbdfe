//===- ChunkDealer.cpp - Which device gets which chunk --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ChunkDealer.h"
#include <algorithm>
#include <limits>

namespace ompscan::rt {

/// The iterations that suit \p D now; the lock is held.
uint64_t ChunkDealer::sizeFor(const Device &D) const {
  if (Devices.size() == 1)
    return D.Most;
  uint64_t Least = D.Most; // of those that are the measure
  double Time = std::numeric_limits<double>::infinity(), All = 0;
  bool AreKnown = true;
  for (const Device &Each : Devices) {
    All += Each.Threads * Each.Speed;
    AreKnown &= Each.Speed > 0;
    if (Each.Follows)
      continue;
    Least = std::min(Least, Each.Most);
    if (Each.Speed > 0)
      Time = std::min(Time, static_cast<double>(Each.Most) / Each.Speed);
  }
  if (!AreKnown)
    return Least;
  double Wanted = Time * D.Speed;
  if (D.Follows) {
    // Near the end, no more than its part of the rest, but no crumbs.
    const uint64_t Left = Trips - (Ends.empty() ? 0 : Ends.back());
    Wanted =
        std::max(std::min(Wanted, static_cast<double>(Left) * D.Speed / All),
                 static_cast<double>(Least / 4));
  }
  const auto Granules = static_cast<uint64_t>(
      std::min(Wanted, static_cast<double>(D.Most)) / ChunkGranule);
  return std::max<uint64_t>(Granules, 1) * ChunkGranule;
}

std::optional<Chunk> ChunkDealer::next(size_t Of) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const uint64_t First = Ends.empty() ? 0 : Ends.back();
  if (First == Trips)
    return std::nullopt;
  const uint64_t Size = std::min(sizeFor(Devices[Of]), Trips - First);
  Dealt[Of] += Size;
  Ends.push_back(First + Size);
  return Chunk{Ends.size() - 1, First, Size};
}

void ChunkDealer::measure(size_t Of, uint64_t Trips, Duration Busy) {
  const double Seconds = std::chrono::duration<double>(Busy).count();
  if (Seconds <= 0)
    return;
  const double Now = static_cast<double>(Trips) / Seconds;
  const std::lock_guard<std::mutex> Guard(Lock);
  double &Speed = Devices[Of].Speed;
  Speed = Speed > 0 ? (Speed + Now) / 2 : Now;
}

uint64_t ChunkDealer::endOf(uint64_t Chunks) const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Chunks ? Ends[Chunks - 1] : 0;
}

uint64_t ChunkDealer::count() const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Ends.size();
}

uint64_t ChunkDealer::dealtTo(size_t Of) const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Dealt[Of];
}

double ChunkDealer::speedOf(size_t Of) const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Devices[Of].Speed;
}

} // namespace ompscan::rt

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

namespace {

/// \p Trips without what is no whole granule, but at least one.
uint64_t wholeGranules(uint64_t Trips) {
  return std::max<uint64_t>(Trips / ChunkGranule, 1) * ChunkGranule;
}

} // namespace

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
  const double Wanted = Time * D.Speed;
  if (!D.Follows) {
    uint64_t Size = D.Most;
    while (static_cast<double>(Size) > 1.5 * Wanted && Size > ChunkGranule)
      Size = wholeGranules(Size / 2);
    return Size;
  }
  // Near the end, no more than its part of the rest, but no crumbs.
  const uint64_t Left = Trips - (Ends.empty() ? 0 : Ends.back());
  return wholeGranules(static_cast<uint64_t>(
      std::max(std::min({Wanted, static_cast<double>(Left) * D.Speed / All,
                         static_cast<double>(D.Most)}),
               static_cast<double>(Least / 4))));
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
  const std::lock_guard<std::mutex> Guard(Lock);
  Work &Done = Measured[Of];
  Done.Trips += Trips;
  Done.Busy += Busy;
  if (const double Seconds = std::chrono::duration<double>(Done.Busy).count();
      Seconds > 0)
    Devices[Of].Speed = static_cast<double>(Done.Trips) / Seconds;
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

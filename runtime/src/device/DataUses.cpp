//===- DataUses.cpp - Who uses data on a device ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DataUses.h"
#include <algorithm>

namespace ompscan::rt {

void DataUses::collect(uint64_t QueueNumber, bool Stores,
                       std::vector<Event> &Events,
                       std::vector<uint64_t> &Launches) const {
  for (const Use &U : Uses)
    if ((Stores || U.Stores) && U.QueueNumber != QueueNumber) {
      if (U.Last)
        Events.push_back(U.Last);
      else
        Launches.push_back(U.Launch);
    }
}

bool DataUses::orders(bool Stores) const {
  return std::any_of(Uses.begin(), Uses.end(),
                     [=](const Use &U) { return Stores || U.Stores; });
}

void DataUses::makeRoom() {
  if (Uses.size() == Uses.capacity())
    Uses.reserve(std::max<size_t>(4, 2 * Uses.size()));
}

void DataUses::note(uint64_t QueueNumber, bool Stores, uint64_t Launch,
                    uint64_t Seen, const Event &Last) noexcept {
  if (Stores) // Who waits for this one waits for them.
    Uses.erase(std::remove_if(Uses.begin(), Uses.end(),
                              [=](const Use &U) { return U.Launch < Seen; }),
               Uses.end());
  Uses.push_back({QueueNumber, Launch, Stores, Last});
}

void DataUses::forget(uint64_t Launch) {
  Uses.erase(std::remove_if(Uses.begin(), Uses.end(),
                            [=](const Use &U) { return U.Launch == Launch; }),
             Uses.end());
}

} // namespace ompscan::rt

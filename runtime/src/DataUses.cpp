//===- DataUses.cpp - Who uses data on a device ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataUses.h"
#include <algorithm>

namespace ompscan {

void DataUses::collect(uint64_t Channel, bool Stores,
                       std::vector<cl::Event> &Events) const {
  if (HasStore && Store.Channel != Channel)
    Events.push_back(Store.Last);
  if (!Stores)
    return;
  for (const Use &U : Reads)
    if (U.Channel != Channel)
      Events.push_back(U.Last);
}

void DataUses::note(uint64_t Channel, bool Stores, uint64_t Launch,
                    const cl::Event &Last) {
  if (Stores) {
    HasStore = true;
    Store = {Channel, Launch, Last};
    Reads.clear();
    return;
  }
  const auto Earlier =
      std::find_if(Reads.begin(), Reads.end(),
                   [&](const Use &U) { return U.Channel == Channel; });
  if (Earlier == Reads.end())
    Reads.push_back({Channel, Launch, Last});
  else
    *Earlier = {Channel, Launch, Last};
}

void DataUses::forget(uint64_t Launch) {
  if (HasStore && Store.Launch == Launch) {
    HasStore = false;
    Store.Last = cl::Event();
  }
  Reads.erase(std::remove_if(Reads.begin(), Reads.end(),
                             [&](const Use &U) { return U.Launch == Launch; }),
              Reads.end());
}

} // namespace ompscan

//===- LaunchCache.cpp - What is known of loops launched before -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/LaunchCache.h"
#include "device/Device.h"
#include "support/Environment.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace ompscan::rt {

namespace {

/// Launches of one loop: its arrays may take turns.
constexpr size_t MostAlike = 4;
/// Maximum number of launches that are kept without one being found. A loop
/// that changes with every launch is not worth the copy.
constexpr unsigned MostUseless = 16;

struct Alike {
  std::array<std::shared_ptr<const KnownLoop>, MostAlike> Loops;
  size_t Next = 0;      ///< place for the next one
  unsigned Useless = 0; ///< kept since one was found
};

struct Known {
  std::mutex Lock; ///< of what follows
  std::map<std::array<uint64_t, 2>, Alike> ByDigest;
};

/// Never destroyed: loops may run while static objects are destroyed.
Known &known() {
  static Known &All = *new Known;
  return All;
}

/// The values of the accumulators at whose value \p L stores elements.
std::vector<int64_t> countersOf(const LaunchDescriptor &L) {
  std::vector<int64_t> Counters;
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED)
        Counters.push_back(Use.Counted.Initial);
  return Counters;
}

/// Whether \p L is launched on \p On as \p K was, but for the values of
/// scalars.
bool isSame(const KnownLoop &K, const LaunchDescriptor &L, const Device &On) {
  return K.Resolved.On.get() == &On && K.Values.size() == L.Key->Count &&
         std::memcmp(K.Values.data(), L.Key->Values,
                     L.Key->Count * sizeof(uint64_t)) == 0 &&
         K.Counters == countersOf(L);
}

/// Whether \p L is of the kind that is kept. One with rows, or without a
/// section that it needs, is completed when it is prepared.
bool isPlain(const LaunchDescriptor &L) {
  return L.Key && L.Inner.empty() && !L.isAttempt() && !L.Arrays.empty() &&
         std::none_of(L.Arrays.begin(), L.Arrays.end(), lacksSection);
}

} // namespace

std::shared_ptr<const KnownLoop> findKnown(LaunchDescriptor &L,
                                           const std::shared_ptr<Device> &On,
                                           ResolvedLaunch &R) {
  if (!isPlain(L))
    return nullptr;
  std::shared_ptr<const KnownLoop> Found;
  {
    Known &All = known();
    const std::lock_guard<std::mutex> Guard(All.Lock);
    const auto Place = All.ByDigest.find(L.Key->Digest);
    if (Place == All.ByDigest.end())
      return nullptr;
    for (const std::shared_ptr<const KnownLoop> &Each : Place->second.Loops)
      if (Each && isSame(*Each, L, *On)) {
        Found = Each;
        Place->second.Useless = 0;
        break;
      }
  }
  if (!Found)
    return nullptr;
  const std::unique_lock<std::mutex> Unchanged =
      dataOf(*On).lockUnchanged(Found->Version);
  if (!Unchanged)
    return nullptr;
  R = Found->Resolved;
  for (size_t I = 0; I != R.Arrays.size(); ++I) {
    // The name that was kept may be in a library that is unloaded.
    R.Arrays[I].Name = L.Arrays[I].Name;
    R.Arrays[I].Present = Found->Data[I]->shared_from_this();
  }
  L.Trips = Found->Trips;
  return Found;
}

void keepKnown(const LaunchDescriptor &L, const ResolvedLaunch &R,
               uint64_t Version, const Plan &How) noexcept try {
  if (!isPlain(L) || R.On->hasOwnQueue() ||
      !std::all_of(R.Arrays.begin(), R.Arrays.end(), [](const auto &A) {
        return A.Present && !A.Present->isLent();
      }))
    return;
  Known &All = known();
  {
    const std::lock_guard<std::mutex> Guard(All.Lock);
    if (All.ByDigest[L.Key->Digest].Useless >= MostUseless)
      return;
  }
  auto New = std::make_shared<KnownLoop>(
      KnownLoop{{L.Key->Values, L.Key->Values + L.Key->Count},
                countersOf(L),
                L.Trips,
                R,
                {},
                Version,
                How});
  for (ResolvedArray &A : New->Resolved.Arrays) {
    New->Data.push_back(A.Present.get());
    A.Present = nullptr;
  }
  const std::lock_guard<std::mutex> Guard(All.Lock);
  Alike &Others = All.ByDigest[L.Key->Digest];
  ++Others.Useless;
  const auto Same = std::find_if(
      Others.Loops.begin(), Others.Loops.end(),
      [&](const auto &Each) { return Each && isSame(*Each, L, *R.On); });
  const bool IsNew = Same == Others.Loops.end();
  (IsNew ? Others.Loops[Others.Next] : *Same) = std::move(New);
  if (IsNew)
    Others.Next = (Others.Next + 1) % MostAlike;
} catch (...) {
  // No memory to keep it: the next launch finds out again.
}

} // namespace ompscan::rt

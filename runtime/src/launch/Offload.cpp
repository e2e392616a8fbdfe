//===- Offload.cpp - From a loop to its launch ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Offload.h"
#include "access/Access.h"
#include "access/Overlaps.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/PendingLaunches.h"
#include "launch/Choice.h"
#include "launch/Chunks.h"
#include "launch/LaunchCache.h"
#include "launch/PresentLookup.h"
#include "report/EventLog.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

/// Whether the host may go on while the kernels of \p L run: all of its data is
/// on the device, and nobody asks for anything of it now.
bool mayDefer(const Loop &L) {
  const Environment &E = environment();
  return E.Async && !E.Repeat && (L.Results.empty() || L.isUnread()) &&
         !L.On->hasOwnQueue() && !L.On->runsInCaller() &&
         std::all_of(L.Arrays.begin(), L.Arrays.end(), [](const Array &A) {
           return A.Present && !A.Present->isShared() && !isFetchedAlways(A);
         });
}

/// Runs \p F, after which it is known which arrays of a loop are present. Where
/// it fails otherwise than by saying that none is, the loop may need data of
/// the device.
template <typename Function> auto findingPresent(Function F) -> decltype(F()) {
  const auto Lose = [] {
    if (isAnythingPresent())
      throw Unrecoverable([] {
        return "it cannot be told whether the loop uses data that is mapped on "
               "a device: " +
               describeException();
      });
  };
  try {
    return F();
  } catch (const DeviceError &) {
    Lose();
    throw;
  } catch (const std::bad_alloc &) {
    Lose();
    throw;
  }
}

/// The checks that do not depend on the device, and the device; what is present
/// there of the arrays of \p L. \return the rangesOf() each array.
std::vector<std::vector<Range>> prepare(Loop &L, const Bounds &B) {
  std::vector<std::vector<Range>> Ranges;
  Ranges.reserve(L.Arrays.size());
  try {
    countTrips(L, B);
    if (L.Trips == 0)
      return Ranges;
    const bool IsOnDevice =
        std::any_of(L.Arrays.begin(), L.Arrays.end(), isOnDevice);
    if (IsOnDevice || isAnythingPresent()) {
      L.On = deviceFor(L.DeviceRequest);
      findExtents(L);
    }
    for (const NoWrap &N : L.NoWraps)
      checkNoWrap(N, L.Trips);
    for (const Array &A : L.Arrays)
      Ranges.push_back(rangesOf(A, L.Trips));
  } catch (const Failure &E) {
    // The host can do it if it does not need the device's data; and so can
    // several launches where this one is an attempt.
    if (!isAnythingPresent() || L.isAttempt())
      throw;
    L.On = deviceFor(L.DeviceRequest);
    if (!mayBePresent(L))
      throw;
    throw Unrecoverable(std::string("the loop uses data that is mapped on ") +
                        L.On->info().Name +
                        ", and cannot be offloaded: " + E.what());
  }
  if (!L.On)
    L.On = deviceFor(L.DeviceRequest);
  const bool AsksForPresent =
      std::any_of(L.Arrays.begin(), L.Arrays.end(), [](const Array &A) {
        return (A.Modifiers & OMPSCAN_MAP_PRESENT) != 0 || isOnDevice(A);
      });
  if (AsksForPresent || isAnythingPresent())
    findPresent(L, Ranges);
  return Ranges;
}

/// Does the loop, which is prepared, on its device. \p Version, if it is known,
/// is that of the data there before.
Offloaded runPrepared(Loop &L, const Bounds &B,
                      std::vector<std::vector<Range>> Ranges,
                      std::optional<uint64_t> Version = std::nullopt) {
  Device &D = *L.On;
  if ((L.Features & OMPSCAN_FEATURE_FP64) && !D.hasFp64())
    throw Failure("the loop computes in double, which " + D.info().Name +
                  " cannot (it lacks cl_khr_fp64)");
  const MemoryLimits M = memoryLimits(D, environment());
  const Cut C = cutFor(D, L, L.Trips, M);
  if (C.Chunk == L.Trips) {
    const Plan P = choosePlan(D, L, L.Trips);
    auto Checked = std::make_shared<const CheckedLoop>(
        check(L, L.Trips, std::move(Ranges)));
    Offloaded Results = runOn(D, P, L, L.Trips, B.Lower, mayDefer(L), Checked);
    if (Version)
      keepKnown(L, *Version, P, std::move(Checked));
    return Results;
  }
  if (hasPresent(L))
    D.pending().settle();
  return runInChunks(D, L, L.Trips, B, C);
}

/// Says why all rows of \p L could not be done at once.
void noteDeclined(const Loop &L, const char *Cause) noexcept {
  // Of loops that are fused, each says for itself what becomes of it.
  if (L.hasRows())
    noteRows(L.Location, Cause);
}

} // namespace

bool attempt(Loop &L, const Bounds &B) {
  const auto Decline = [&] {
    withText(describeException,
             [&](const char *Cause) { noteDeclined(L, Cause); });
    return false;
  };
  if (environment().Verify != Verifying::Off) {
    noteDeclined(L, "OMPSCAN_VERIFY compares them so");
    return false;
  }
  std::vector<std::vector<Range>> Ranges;
  try {
    Ranges = prepare(L, B);
    if (L.Trips == 0)
      return true;
  } catch (const std::exception &) {
    return Decline(); // Several launches may find what is needed.
  }
  try {
    sendAlways(L);
    runPrepared(L, B, std::move(Ranges));
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    return Decline();
  }
  fetchAlways(L);
  return true;
}

Offloaded offload(Loop &L, const Bounds &B) {
  const std::shared_ptr<Device> On =
      isAnythingPresent() ? deviceIfAny(L.DeviceRequest) : nullptr;
  std::optional<uint64_t> Version;
  if (On)
    Version = dataOf(*On).version();
  const auto Find = [&] { return On ? findKnown(L, On) : nullptr; };
  if (const auto Known = findingPresent(Find)) {
    sendAlways(L);
    Offloaded Results = runOn(*On, Known->How, L, L.Trips, B.Lower, mayDefer(L),
                              Known->Checked);
    if (!Results.Kept)
      fetchAlways(L);
    return Results;
  }
  std::vector<std::vector<Range>> Ranges =
      findingPresent([&] { return prepare(L, B); });
  if (L.Trips == 0)
    return {};
  sendAlways(L);
  Offloaded Results = runPrepared(L, B, std::move(Ranges), Version);
  if (!Results.Kept)
    fetchAlways(L);
  return Results;
}

} // namespace ompscan::rt

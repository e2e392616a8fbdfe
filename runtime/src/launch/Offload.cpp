//===- Offload.cpp - From a loop to its launch ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Offload.h"
#include "access/Conflicts.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/PendingLaunches.h"
#include "launch/Choice.h"
#include "launch/Chunks.h"
#include "launch/LaunchCache.h"
#include "launch/LoopPart.h"
#include "launch/Verification.h"
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
bool mayDefer(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  const Environment &E = environment();
  return E.Async && !E.Repeat && (L.Results.empty() || L.isUnread()) &&
         !R.On->hasOwnQueue() && !R.On->runsInCaller() &&
         std::all_of(R.Arrays.begin(), R.Arrays.end(), [](const auto &A) {
           return A.Present && !A.Present->isShared() && !A.isFetchedAlways();
         });
}

/// Runs \p F, after which it is known which arrays of \p L are present. Where
/// it fails otherwise than by saying that none is, the loop may need data of
/// the device.
template <typename Function>
auto findingPresent(const LaunchDescriptor &L, Function F) -> decltype(F()) {
  const auto Lose = [&] {
    if (isAnythingPresent() || L.hasBorrowed())
      throw Unrecoverable([] {
        return "it is not known whether the loop uses data that is mapped on "
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

/// Sends the sections that are mapped with `always` of arrays that are present.
///
/// \throws as DataEnvironment::updateTo().
void sendAlways(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  for (const ResolvedArray &A : R.Arrays)
    if (A.isSentAlways())
      dataOf(*R.On).updateTo({A.hostAddress(A.Begin), A.bytesOf(A.section())},
                             L.Location);
}

/// Brings such sections back.
///
/// \throws LostResults if it cannot be.
void fetchAlways(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  for (const ResolvedArray &A : R.Arrays)
    if (A.isFetchedAlways())
      orLose(
          *R.On,
          [&] {
            return "the values of " + std::string(A.Name) +
                   " are on the device, and cannot be read back as 'always' "
                   "asks";
          },
          [&] {
            dataOf(*R.On).updateFrom(
                {A.hostAddress(A.Begin), A.bytesOf(A.section())}, L.Location);
          });
}

/// \throws Failure if \p D cannot compute what \p L does.
void requireAbilities(const LaunchDescriptor &L, const Device &D) {
  if ((L.Features & OMPSCAN_FEATURE_FP64) && !D.hasFp64())
    throw Failure("the loop computes in double, which " + D.info().Name +
                  " does not support (it lacks cl_khr_fp64)");
  if (L.hasWideIntegers() && !D.hasInt128())
    throw Failure(lacksInt128(D) +
                  "; the host's cores do (OMPSCAN_DEVICE=host)");
}

/// Does the loop, which is resolved, on its device. \p Version, if it is known,
/// is that of the data there before.
Offloaded runResolved(const LaunchDescriptor &L, ResolvedLaunch &R,
                      std::optional<uint64_t> Version = std::nullopt) {
  Device &D = *R.On;
  requireAbilities(L, D);
  if (const std::vector<Share> Shares = sharesOf(L, R); !Shares.empty())
    return runInChunks(L, Shares, /*Failed=*/&R.On);
  const Cut C = cutFor(L, R, memoryLimits(D, environment()));
  if (C.Chunk == L.Trips) {
    const Plan P = choosePlan(L, R);
    check(L, R);
    Offloaded Results = runOn(P, L, R, mayDefer(L, R));
    if (Version)
      keepKnown(L, R, *Version, P);
    return Results;
  }
  if (R.hasPresent())
    D.pending().settle();
  return runInChunks(L, {{R, C, D.label()}});
}

/// deviceOf() \p L, or null if there is no such device.
std::shared_ptr<Device> deviceIfAny(const LaunchDescriptor &L) noexcept {
  try {
    return deviceOf(L);
  } catch (...) {
    return nullptr;
  }
}

/// Says why all rows of \p L could not be done at once.
void noteDeclined(const LaunchDescriptor &L, const char *Cause) noexcept {
  // Of loops that are fused, each says for itself what becomes of it.
  if (L.hasRows())
    noteRows(L.Location, Cause);
}

} // namespace

bool attempt(LaunchDescriptor &L, ResolvedLaunch &R) {
  const auto Decline = [&] {
    withText(describeException,
             [&](const char *Cause) { noteDeclined(L, Cause); });
    return false;
  };
  if (isVerified(L)) {
    noteDeclined(L, "OMPSCAN_VERIFY compares each row");
    return false;
  }
  try {
    resolve(L, R);
    if (L.Trips == 0)
      return true;
  } catch (const std::exception &) {
    return Decline(); // Several launches may find what is needed.
  }
  try {
    sendAlways(L, R);
    runResolved(L, R);
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    return Decline();
  }
  fetchAlways(L, R);
  return true;
}

Offloaded offload(LaunchDescriptor &L, ResolvedLaunch &R) {
  const std::shared_ptr<Device> On =
      isAnythingPresent() && !L.borrowsData() ? deviceIfAny(L) : nullptr;
  std::optional<uint64_t> Version;
  if (On)
    Version = dataOf(*On).version();
  const auto Find = [&] { return On ? findKnown(L, On, R) : nullptr; };
  if (const auto Known = findingPresent(L, Find)) {
    sendAlways(L, R);
    Offloaded Results = runOn(Known->How, L, R, mayDefer(L, R));
    if (!Results.Kept)
      fetchAlways(L, R);
    return Results;
  }
  findingPresent(L, [&] { resolve(L, R); });
  if (L.Trips == 0)
    return {};
  if (R.On != On)
    Version.reset();
  sendAlways(L, R);
  Offloaded Results = runResolved(L, R, Version);
  if (!Results.Kept)
    fetchAlways(L, R);
  return Results;
}

void offloadPart(const LaunchDescriptor &L, ResolvedLaunch &R, LoopPart &Part) {
  Device &D = *R.On;
  requireAbilities(L, D);
  if (!D.sharesHostMemory() && !fits(R, memoryLimits(D, environment())))
    throw Failure("the part that this process has does not fit on " +
                  D.info().Name +
                  "; give it fewer iterations, or use the host's cores "
                  "(OMPSCAN_DEVICE=host)");
  const Plan P =
      Part.exchangesTotals() ? choosePlanWithTotals(L, R) : choosePlan(L, R);
  sendAlways(L, R);
  runOn(P, L, R, /*MayDefer=*/false, &Part);
  fetchAlways(L, R);
}

} // namespace ompscan::rt

//===- Abi.cpp - Entry points for object code -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/abi.h. Each turns every exception into a report and
/// an answer, so that none crosses into the caller.
///
//===----------------------------------------------------------------------===//

#include "api/Abi.h"
#include "access/ResolvedArray.h"
#include "api/AbiVersion.h"
#include "api/LaunchReader.h"
#include "api/TargetDevice.h"
#include "device/Device.h"
#include "device/DeviceChoice.h"
#include "device/Devices.h"
#include "device/MappedCount.h"
#include "device/ShortLoops.h"
#include "device/backend/DriverUse.h"
#include "device/native/Team.h"
#include "launch/AssemblyAhead.h"
#include "launch/HostLoop.h"
#include "launch/KeptMemory.h"
#include "launch/Offload.h"
#include "launch/SharedLoop.h"
#include "launch/ShortScan.h"
#include "ompscan/abi.h"
#include "ompscan/exchange.h"
#include "report/EventLog.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

/// Runs \p F and answers whether it has come to its end; if not, the loop has
/// to run on the host, and that has been reported. \p R has the device, where
/// it is known. \p IsTarget: OMP_TARGET_OFFLOAD=MANDATORY concerns the loop.
template <typename Function>
bool guarded(const char *Location, Function F,
             const ResolvedLaunch *R = nullptr, bool IsTarget = true) noexcept {
  const auto OnDevice = [R] {
    return withDevice(describeException(), R ? R->On.get() : nullptr);
  };
  const auto FallBack = [=](const char *Cause) {
    reportFallback(Location, Cause, "the loop", IsTarget);
  };
  try {
    F();
    return true;
  } catch (const ProcessIsEnding &) {
    endWithProcess();
  } catch (const BelongsToHost &E) {
    noteFallback(Location, E.what());
  } catch (const Unrecoverable &) {
    withText(OnDevice,
             [Location](const char *Cause) { reportFatal(Location, Cause); });
  } catch (const PartlyDone &E) {
    withText(OnDevice, [=](const char *Cause) {
      reportFallback(Location, Cause, "the rest of the loop", IsTarget);
    });
    resumeAt(E.Next);
  } catch (const DeviceError &) {
    withText(OnDevice, FallBack);
  } catch (const std::exception &) {
    withText(describeException, FallBack);
  }
  return false;
}

/// Notes that the host does a loop of which nothing is known, unless \p D says
/// that it may use data of another runtime.
void leaveToHost(const char *Location,
                 const ompscan_loop_descriptor *D = nullptr) {
  if (isAnythingPresent() || (D && D->abi == OMPSCAN_ABI_VERSION &&
                              (D->features & OMPSCAN_FEATURE_OMPTARGET) &&
                              environment().Policy != Offload::Disabled))
    reportFatal(
        Location,
        "the host cannot run the loop while data is mapped on a device, "
        "because the loop may use that data");
  beginHostLoop(Location);
}

/// The same for a loop that is known: what it uses on its device comes along.
void leaveToHost(const LaunchDescriptor &L, const ResolvedLaunch &R,
                 Offloaded Results) noexcept {
  try {
    if (!Results.Data && R.hasPresent())
      Results.Data = std::make_unique<HostLoopMirror>(L, R);
    beginHostLoop(L.Location, std::move(Results.Kept), std::move(Results.Data));
  } catch (const std::exception &) {
    withText(describeException,
             [&](const char *Cause) { reportFatal(L.Location, Cause); });
  }
}

/// Whether no loop may run on the device that the environment names. Without
/// that name, DISABLED leaves the host's cores as the only device.
bool isForbidden() {
  const Environment &E = environment();
  return E.Policy == Offload::Disabled && !E.Device.empty();
}

/// Runs \p D, in the place of which the object code has other launches, if all
/// of it can be done.
bool runAttempt(const ompscan_loop_descriptor &D, const uint64_t *Values) {
  if (isForbidden())
    return false;
  std::optional<LaunchDescriptor> L;
  try {
    L = readLaunch(D, Values);
  } catch (const std::exception &E) {
    return false; // The launches in its place will say why.
  }
  ResolvedLaunch R;
  bool AreDone = false;
  guarded(
      D.location,
      [&] {
        const DriverUse Use;
        AreDone = attempt(*L, R);
      },
      &R);
  return AreDone;
}

/// Whether \p L, a pass of a loop, is left out although it could be done.
bool isLeftOut(const LaunchDescriptor &L) {
  const Environment &E = environment();
  if (E.Verify != Verifying::Off) {
    noteFallback(L.Location, "OMPSCAN_VERIFY does not compare several passes");
    return true;
  }
  bool IsOnHost = false;
  guarded(L.Location, [&] { IsOnHost = deviceOf(L)->runsInCaller(); });
  const unsigned Passes = (L.Features & OMPSCAN_FEATURE_PASSES_MASK) >>
                          OMPSCAN_FEATURE_PASSES_SHIFT;
  if (!IsOnHost || E.isReproducible(L.Features) ||
      !isOnePassFaster(E, Passes, maxTeamSize(L.Threads)))
    return false;
  noteFallback(L.Location, "several passes take longer on so few threads");
  return true;
}

/// Runs \p D if it is a scan that processes share. \p IsDone says whether it
/// has been run; if not, launches in its place follow.
bool isShared(const ompscan_loop_descriptor &D, const uint64_t *Values,
              bool &IsDone) {
  const ompscan_exchange *const Exchange = currentExchange();
  // In objects of another version the bits of `features` may mean other things.
  const bool IsKnown = D.abi == OMPSCAN_ABI_VERSION;
  if (!Exchange || (IsKnown && (D.features & OMPSCAN_FEATURE_PARALLEL) &&
                    !(D.features & OMPSCAN_FEATURE_ROWS)))
    return false;
  IsDone = !(IsKnown && (D.features & OMPSCAN_FEATURE_FUSED));
  if (IsDone)
    runShared(*Exchange, D, [&] {
      checkVersion(D.abi, D.plugin);
      LaunchDescriptor L = readLaunch(D, Values);
      if (L.borrowsData())
        throw Failure("it is compiled for Clang's own offload, and processes "
                      "do not share data of libomptarget");
      return L;
    });
  return true;
}

/// Whether \p D is left to the calling thread before it is read: nothing is on
/// a device, the host would run it on one thread, where its kernels do not pay,
/// and results may depend on the number of threads. Of other loops resolve()
/// finds that out.
bool isForCaller(const ompscan_loop_descriptor &D) {
  const Environment &E = environment();
  return D.abi == OMPSCAN_ABI_VERSION &&
         !(D.features & OMPSCAN_FEATURE_THREADS) &&
         !(D.traits & OMPSCAN_TRAIT_IS_FAST_ALONE) &&
         !countsAsTarget(D.features, E) && !E.takesTimes() &&
         !E.isReproducible(D.features) && !isAnythingOnDevice() &&
         shortLoopLimit(E) != 0 && isOneThread();
}

bool run(const ompscan_loop_descriptor &D, const uint64_t *Values) {
  // In objects of another version the bits of `features` may mean other things.
  const bool IsTarget =
      D.abi != OMPSCAN_ABI_VERSION || countsAsTarget(D.features, environment());
  std::optional<LaunchDescriptor> L;
  guarded(
      D.location,
      [&] {
        if (isForbidden()) {
          noteFallback(D.location, "OMP_TARGET_OFFLOAD=DISABLED");
          return;
        }
        checkVersion(D.abi, D.plugin);
        L = readLaunch(D, Values);
      },
      /*R=*/nullptr, IsTarget);
  const bool IsPass = (D.features & OMPSCAN_FEATURE_PASSES_MASK) != 0;
  if (!L) {
    if (!IsPass)
      leaveToHost(D.location, &D);
    return false;
  }
  if (IsPass && isLeftOut(*L))
    return false;
  ResolvedLaunch R;
  Offloaded Results;
  const bool IsDone = guarded(
      D.location,
      [&] {
        const DriverUse Use;
        Results = offload(*L, R);
      },
      &R, IsTarget);
  if (IsDone && !Results.Kept)
    return true;
  if (!IsPass)
    leaveToHost(*L, R, std::move(Results));
  return false;
}

} // namespace

void refuseOldLoop(const char *Location, uint32_t Abi) noexcept {
  guarded(Location, [&] {
    if (environment().Policy == Offload::Disabled)
      noteFallback(Location, "OMP_TARGET_OFFLOAD=DISABLED");
    else
      throw Failure("it was compiled for version " + std::to_string(Abi) +
                    " of the interface to OmpScan's runtime before loops had "
                    "descriptors, and this runtime (" OMPSCAN_VERSION
                    ") serves version " +
                    std::to_string(OMPSCAN_ABI_VERSION) +
                    " with descriptors; compile it again");
  });
  leaveToHost(Location);
}

} // namespace ompscan::rt

extern "C" {

OMPSCAN_EXPORT int32_t __ompscan_run(const ompscan_loop_descriptor *loop,
                                     const uint64_t *values) {
  // The first call reads the environment.
  [[maybe_unused]] static const bool IsPublished =
      (ompscan::rt::publishShortLoopLimit(), true);
  // No loop is short while processes share loops.
  if (const std::optional<bool> IsDone =
          ompscan::rt::runShortScan(*loop, values))
    return *IsDone;
  if (bool IsDone = false; ompscan::rt::isShared(*loop, values, IsDone))
    return IsDone;
  if (ompscan::rt::isForCaller(*loop))
    return 0;
  // In objects of another version the bits of `features` may mean other things.
  const bool IsAttempt = loop->abi == OMPSCAN_ABI_VERSION &&
                         (loop->features & OMPSCAN_FEATURE_ATTEMPT_MASK) != 0;
  return IsAttempt ? ompscan::rt::runAttempt(*loop, values)
                   : ompscan::rt::run(*loop, values);
}

OMPSCAN_EXPORT void OMPSCAN_LINK_MESSAGE(void) {}

OMPSCAN_EXPORT void __ompscan_note_ptx(void) { ompscan::rt::notePtx(); }

OMPSCAN_EXPORT void
__ompscan_add_loops(const ompscan_loop_descriptor *const *loops,
                    uint64_t count) {
  ompscan::rt::notePtx();
  ompscan::rt::addLoops(loops, count);
}

OMPSCAN_EXPORT void
__ompscan_remove_loops(const ompscan_loop_descriptor *const *loops,
                       uint64_t count) {
  ompscan::rt::removeLoops(loops, count);
}

OMPSCAN_EXPORT int32_t __ompscan_team_begin(void) {
  return ompscan::rt::beginForTeam();
}

OMPSCAN_EXPORT void __ompscan_team_end(int32_t runs) {
  ompscan::rt::endForTeam(runs != 0);
}

OMPSCAN_EXPORT int32_t __ompscan_skip(uint32_t abi, const char *location) {
  if (const ompscan_exchange *const Exchange = ompscan::rt::currentExchange())
    Exchange->fail(Exchange, location,
                   "its 'if' clause is false, and a loop that processes share "
                   "cannot be left to one of them");
  if (ompscan::rt::guarded(location, [&] { ompscan::rt::checkVersion(abi); }))
    ompscan::rt::noteFallback(location, "its 'if' clause is false");
  // As OpenMP has it, the host works on its own data then.
  ompscan::rt::beginHostLoop(location);
  ompscan::rt::targetDevice().IsLeftToHost = true;
  return 0;
}

OMPSCAN_EXPORT uint32_t
__ompscan_exchange_begin(const ompscan_exchange *exchange) {
  ompscan::rt::beginExchange(*exchange);
  return ompscan::rt::maxTeamSize();
}

OMPSCAN_EXPORT void __ompscan_exchange_end(void) { ompscan::rt::endExchange(); }

OMPSCAN_EXPORT int64_t __ompscan_resume(int64_t first) {
  return ompscan::rt::takeResume(first);
}

OMPSCAN_EXPORT void *__ompscan_keep(const char *location, uint32_t features,
                                    int64_t elements, uint64_t size) {
  void *Kept = nullptr;
  ompscan::rt::guarded(
      location,
      [&] {
        const auto Count =
            static_cast<uint64_t>(std::max<int64_t>(elements, 1));
        if (Count > SIZE_MAX / size)
          throw std::bad_alloc();
        Kept = ompscan::rt::allocateKept(Count * size);
      },
      /*R=*/nullptr,
      ompscan::rt::countsAsTarget(features, ompscan::rt::environment()));
  return Kept;
}

OMPSCAN_EXPORT void __ompscan_drop(void *kept) { ompscan::rt::freeKept(kept); }

OMPSCAN_EXPORT void __ompscan_end(void) {
  ompscan::rt::targetDevice().IsLeftToHost = false;
  ompscan::rt::endHostLoop();
}

} // extern "C"

//===- Outcome.cpp - How the call of a primitive ends ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Outcome.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/backend/DriverUse.h"
#include "launch/ProgramCache.h"
#include "ompscan/abi.h"
#include "report/EventLog.h"
#include "report/LastError.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <new>
#include <stdexcept>
#include <utility>

namespace ompscan::rt {

void refuse(const std::string &Text) {
  throw Refusal(OMPSCAN_ERROR_ARGUMENT, Text);
}

namespace {

/// Runs \p OnHost, since no device can do the call because of \p Cause.
void doOnHost(const char *Name, const std::string &Cause, bool CanHost,
              const std::function<void()> &OnHost) {
  const Offload Policy = environment().Policy;
  if (!CanHost || Policy == Offload::Mandatory)
    throw Refusal(OMPSCAN_ERROR_DEVICE,
                  Cause + (CanHost ? " (OMP_TARGET_OFFLOAD=MANDATORY)"
                                   : "; text in OpenCL C needs a device"));
  if (Policy == Offload::Disabled)
    noteFallback(Name, Cause.c_str());
  else
    reportFallback(Name, Cause.c_str(), "the call");
  if (isAnythingPresent())
    throw Refusal(OMPSCAN_ERROR_DEVICE,
                  Cause + "; the host cannot do it while data is mapped on a "
                          "device, since it may be its data");
  const TimePoint Begin = Clock::now();
  OnHost();
  noteHostLoop(Name, Begin, Clock::now());
}

int fail(const char *Name, ompscan_status Status, const char *Text) noexcept {
  try {
    setLastError(std::string(Name) + ": " + Text);
  } catch (...) {
    setLastError("");
  }
  return Status;
}

} // namespace

int perform(const char *Name, const std::function<bool()> &Check,
            const std::function<void()> &OnDevice,
            const std::function<void()> &OnHost) noexcept {
  try {
    const DriverUse Using;
    const bool CanHost = Check();
    if (environment().Policy == Offload::Disabled) {
      doOnHost(Name, "OMP_TARGET_OFFLOAD=DISABLED", CanHost, OnHost);
      return OMPSCAN_SUCCESS;
    }
    std::string Cause;
    try {
      OnDevice();
      return OMPSCAN_SUCCESS;
    } catch (const TextFailure &E) {
      throw Refusal(OMPSCAN_ERROR_TEXT, E.what());
    } catch (const Failure &E) {
      Cause = E.what();
    }
    Cause = withDevice(std::move(Cause), compilingDeviceIfAny().get());
    doOnHost(Name, Cause, CanHost, OnHost);
    return OMPSCAN_SUCCESS;
  } catch (const Refusal &E) {
    return fail(Name, E.Status, E.what());
  } catch (const std::bad_alloc &) {
    return fail(Name, OMPSCAN_ERROR_MEMORY, "the program is out of memory");
  } catch (const std::length_error &) {
    return fail(Name, OMPSCAN_ERROR_MEMORY, "no memory is that large");
  } catch (const std::exception &E) {
    return fail(Name, OMPSCAN_ERROR_DEVICE, E.what());
  } catch (...) {
    return fail(Name, OMPSCAN_ERROR_DEVICE, "unknown failure");
  }
}

} // namespace ompscan::rt

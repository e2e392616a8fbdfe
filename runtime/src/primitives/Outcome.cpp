//===- Outcome.cpp - How the call of a primitive ends ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Outcome.h"
#include "device/Devices.h"
#include "device/MappedCount.h"
#include "device/backend/DeviceError.h"
#include "device/backend/DriverUse.h"
#include "launch/ProgramCache.h"
#include "ompscan/abi.h"
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

/// Whether an array of a call is present on a device with memory of its own.
bool isOnDevice(const OperandCheck &Arrays) {
  return isAnythingOnDevice() &&
         firstDevice([&](Device &D) { return Arrays.isAnyPresentOn(D); });
}

/// Whether the host computes calls with \p Arrays before any device is tried:
/// if loops run there by default.
bool belongsToHost(const OperandCheck &Arrays) {
  if (environment().Policy != Offload::Disabled &&
      deviceIfAny(OMPSCAN_DEVICE_DEFAULT) != hostDevice())
    return false;
  return !Arrays.isAnyOutOfReach() && !isOnDevice(Arrays);
}

/// The device for a call with \p Arrays: the one that has some of them, or the
/// default device, or compilingDevice(). \p HasText: the call has text of the
/// caller, of which no PTX comes with the runtime.
std::shared_ptr<Device> deviceOf(const OperandCheck &Arrays, bool HasText) {
  const auto Fits = [&](const Device &D) {
    return D.compilesText() ||
           (D.takesPtx() && (!HasText || D.backend().whyNoCompiler().empty()));
  };
  if (isAnythingOnDevice())
    if (std::shared_ptr<Device> D =
            firstDevice([&](Device &D) { return Arrays.isAnyPresentOn(D); })) {
      if (Fits(*D))
        return D;
      if (!D->sharesHostMemory())
        throw Failure("data of the call is mapped on " + D->info().Name +
                      ", which is used through CUDA, and no Clang compiles its "
                      "text: " +
                      D->backend().whyNoCompiler() +
                      "; unmap the data, or use OpenCL "
                      "(OMPSCAN_DEVICE=opencl)");
    }
  const std::shared_ptr<Device> Default = deviceIfAny(OMPSCAN_DEVICE_DEFAULT);
  if (!Default || !Default->takesPtx())
    return compilingDevice();
  if (Fits(*Default))
    return Default;
  try {
    return compilingDevice();
  } catch (const Failure &E) {
    throw Failure(std::string(E.what()) + ", and no Clang compiles it for " +
                  Default->info().Name + ": " +
                  Default->backend().whyNoCompiler());
  }
}

/// Runs \p OnDevice on \p D. If there is no PTX of the call that \p D takes,
/// and nothing of it is on a device, it runs on the same GPU through a driver
/// that compiles text, which \p D becomes. If the text is the caller's (\p
/// HasText), a compiler that refuses it has the last word.
void runOn(
    std::shared_ptr<Device> &D, const OperandCheck &Arrays, bool HasText,
    const std::function<void(const std::shared_ptr<Device> &)> &OnDevice) {
  if (!D->takesPtx())
    return OnDevice(D);
  const auto FindTwin = [&] {
    return isOnDevice(Arrays) ? nullptr : compilingTwin(*D);
  };
  std::shared_ptr<Device> Twin;
  try {
    return OnDevice(D);
  } catch (const TextFailure &E) {
    if (HasText && E.Why == BuildError::Cause::Text)
      throw;
    if (!(Twin = FindTwin()))
      throw Failure(E.what()); // The caller is not to blame.
  } catch (const DeviceError &E) {
    if (E.kind() != DeviceError::Kind::BuildFailed || !(Twin = FindTwin()))
      throw;
  }
  D = Twin;
  OnDevice(D);
}

/// Runs \p OnHost, since no device can do the call because of \p Cause.
void fallBack(const char *Name, const std::string &Cause,
              const OperandCheck &Arrays, bool CanHost,
              const std::function<void()> &OnHost) {
  const bool IsMandatory = environment().Policy == Offload::Mandatory;
  if (!CanHost || IsMandatory)
    throw Refusal(OMPSCAN_ERROR_DEVICE,
                  Cause + (CanHost ? " (OMP_TARGET_OFFLOAD=MANDATORY)"
                                   : "; text in OpenCL C needs a device"));
  reportFallback(Name, Cause.c_str(), "the call");
  if (Arrays.isAnyOutOfReach() || isOnDevice(Arrays))
    throw Refusal(OMPSCAN_ERROR_DEVICE,
                  Cause +
                      "; the host cannot run it, because data of the call is "
                      "mapped on a device");
  OnHost();
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

int performBy(
    const char *Name, const std::function<bool(OperandCheck &)> &Check,
    const std::function<void(const std::shared_ptr<Device> &)> &OnDevice,
    const std::function<void()> &OnHost) noexcept {
  try {
    const DriverUse Using;
    OperandCheck Arrays;
    const bool CanHost = Check(Arrays);
    if (CanHost && belongsToHost(Arrays)) {
      OnHost();
      return OMPSCAN_SUCCESS;
    }
    if (environment().Policy == Offload::Disabled)
      throw Refusal(OMPSCAN_ERROR_DEVICE,
                    std::string("OMP_TARGET_OFFLOAD=DISABLED; ") +
                        (CanHost ? "data of the call is on a device"
                                 : "text in OpenCL C needs a device"));
    std::string Cause;
    std::shared_ptr<Device> D;
    try {
      D = deviceOf(Arrays, /*HasText=*/!CanHost);
      runOn(D, Arrays, /*HasText=*/!CanHost, OnDevice);
      return OMPSCAN_SUCCESS;
    } catch (const TextFailure &E) {
      throw Refusal(OMPSCAN_ERROR_TEXT, E.what());
    } catch (const Failure &E) {
      Cause = E.what();
    }
    Cause = withDevice(std::move(Cause), D.get());
    fallBack(Name, Cause, Arrays, CanHost, OnHost);
    return OMPSCAN_SUCCESS;
  } catch (const Refusal &E) {
    return fail(Name, E.Status, E.what());
  } catch (const std::bad_alloc &) {
    return fail(Name, OMPSCAN_ERROR_MEMORY, "the program is out of memory");
  } catch (const std::length_error &) {
    return fail(Name, OMPSCAN_ERROR_MEMORY, "the size exceeds the memory");
  } catch (const std::exception &E) {
    return fail(Name, OMPSCAN_ERROR_DEVICE, E.what());
  } catch (...) {
    return fail(Name, OMPSCAN_ERROR_DEVICE, "unknown failure");
  }
}

} // namespace ompscan::rt

//===- Backend.cpp - The device seam --------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/Backend.h"
#include "device/backend/KeptPrograms.h"
#include <atomic>
#include <utility>

namespace ompscan::rt {

/// See BackendDevice::whenUsed().
static std::atomic<void (*)(std::shared_ptr<BackendDevice>) noexcept> BeginUse{
    nullptr};

void BackendDevice::whenUsed(
    void (*Begin)(std::shared_ptr<BackendDevice>) noexcept) {
  BeginUse = Begin;
}

void BackendDevice::noteUse() {
  const auto Begin = BeginUse.load();
  if (std::shared_ptr<BackendDevice> This = weak_from_this().lock();
      This && Begin)
    Begin(std::move(This));
}

Memory BackendDevice::ofHost(void *, uint64_t) {
  throw DeviceError(DeviceError::Kind::Other, [this] {
    return properties().Info.Name + " does not work in the host's memory";
  });
}

Memory BackendDevice::ofAddress(void *, uint64_t) { return {}; }

std::string BackendDevice::whyNoCompiler() const {
  return properties().CompilesText
             ? ""
             : properties().Info.Name + " has no compiler";
}

Digest BackendDevice::cacheKey(const std::string &Text,
                               const std::string &Options) const {
  return keyOfProgram(identity(), Text, Options);
}

} // namespace ompscan::rt

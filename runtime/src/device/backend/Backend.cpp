//===- Backend.cpp - The device seam --------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/Backend.h"

namespace ompscan::rt {

namespace {

/// Goes up whenever the content of the cache, or what it depends on, changes.
constexpr const char *FormatVersion = "1";

} // namespace

Memory BackendDevice::ofHost(void *, uint64_t) {
  throw DeviceError(DeviceError::Kind::Other, [this] {
    return properties().Info.Name + " does not work in the host's memory";
  });
}

Digest BackendDevice::cacheKey(const std::string &Text,
                               const std::string &Options) const {
  Sha256 S;
  S.addField(std::string(FormatVersion));
  S.addField(std::string(OMPSCAN_VERSION));
  for (const std::string &Field : identity())
    S.addField(Field);
  S.addField(Options);
  S.addField(Text);
  return S.finish();
}

} // namespace ompscan::rt

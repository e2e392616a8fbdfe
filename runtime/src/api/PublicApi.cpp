//===- PublicApi.cpp - Functions for programs -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/ompscan.h.
///
//===----------------------------------------------------------------------===//

#include "device/Devices.h"
#include "device/Profile.h"
#include "ompscan/ompscan.h"
#include "support/Environment.h"
#include "support/Export.h"
#include <cstdio>

extern "C" {

OMPSCAN_EXPORT const char *ompscan_version(void) { return OMPSCAN_VERSION; }

OMPSCAN_EXPORT int ompscan_get_num_devices(void) {
  try {
    return static_cast<int>(ompscan::rt::countDevices());
  } catch (...) {
    return 0;
  }
}

OMPSCAN_EXPORT int ompscan_get_device_name(int device, char *buffer,
                                           size_t size) {
  try {
    const auto D = ompscan::rt::deviceNumbered(device);
    return D ? std::snprintf(buffer, buffer ? size : 0, "%s",
                             D->info().Name.c_str())
             : -1;
  } catch (...) {
    return -1;
  }
}

OMPSCAN_EXPORT int ompscan_device_shares_memory(int device) {
  if (ompscan::rt::environment().Policy == ompscan::rt::Offload::Disabled)
    return 1;
  const auto D = ompscan::rt::deviceIfAny(device);
  return D ? D->sharesHostMemory() : -1;
}

OMPSCAN_EXPORT size_t ompscan_get_kernel_times(uint64_t *begin, uint64_t *end,
                                               size_t count) {
  const auto &Times = ompscan::rt::lastKernelTimes();
  for (size_t I = 0; I < count && I < Times.size(); ++I) {
    begin[I] = Times[I].Begin;
    end[I] = Times[I].End;
  }
  return Times.size();
}

} // extern "C"

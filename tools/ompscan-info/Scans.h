//===- Scans.h - Scans to try a device with ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_INFO_SCANS_H
#define OMPSCAN_INFO_SCANS_H

#include "device/Device.h"
#include "plan/Plan.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt::info {

/// A type and an operator.
struct ScanKind {
  const char *Name;
  bool NeedsFp64;
  /// Scans \p N elements on \p D by \p Method, and compares with the host.
  /// \return what is wrong; empty if nothing is.
  std::string (*Check)(Device &D, Algorithm Method, uint64_t N);
};

const std::vector<ScanKind> &allKinds();

} // namespace ompscan::rt::info

#endif // OMPSCAN_INFO_SCANS_H

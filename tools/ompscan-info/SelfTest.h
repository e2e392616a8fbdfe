//===- SelfTest.h - Loops on every device --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each loop of Loops.h runs in a process of its own, which the environment
/// leads to the device and the algorithm, as that of a user would be. A driver
/// that crashes or hangs fails one loop, and a loop that the device cannot run
/// is an error (OMP_TARGET_OFFLOAD=MANDATORY) in place of a fallback.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_INFO_SELFTEST_H
#define OMPSCAN_INFO_SELFTEST_H

#include <cstddef>
#include <string>
#include <vector>

namespace ompscan::rt::info {

/// The outcome of a loop on a device.
struct Trial {
  std::string Loop;
  std::string Algorithm;
  std::string Problem; ///< empty if the results are right
};

/// Returns why loops cannot be led to device \p Number; empty if they can.
std::string whyNotTested(size_t Number);

/// Runs all loops on device \p Number, by each algorithm that it has.
std::vector<Trial> testDevice(size_t Number);

/// Runs loop \p Index on the default device, whose name has to be \p DeviceName,
/// in a process that does nothing else. Prints what is wrong.
///
/// \return the exit status.
int runLoop(const char *Index, const char *DeviceName);

} // namespace ompscan::rt::info

#endif // OMPSCAN_INFO_SELFTEST_H

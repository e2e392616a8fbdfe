//===- Loops.h - The loops of the self-test ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_INFO_LOOPS_H
#define OMPSCAN_INFO_LOOPS_H

#include <cstddef>
#include <string>
#include <vector>

namespace ompscan::info {

/// A loop that the plugin has compiled.
struct TestLoop {
  const char *Name;
  bool NeedsFp64;
  /// Runs the loop on \p N elements, on the device that a `target` construct
  /// of the process runs on, and compares its results with those of plain
  /// sequential code.
  ///
  /// \return what is wrong; empty if nothing is.
  std::string (*Check)(size_t N);
};

const std::vector<TestLoop> &testLoops();

/// "22.1.8": the Clang that has compiled the loops.
const char *compilerOfLoops();

} // namespace ompscan::info

#endif // OMPSCAN_INFO_LOOPS_H

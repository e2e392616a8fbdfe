//===- ChildProcess.h - Running a program --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_CHILDPROCESS_H
#define OMPSCAN_RT_SUPPORT_CHILDPROCESS_H

#include <string>
#include <vector>

namespace ompscan::rt {

/// The output of a program, and how it has ended.
struct ChildResult {
  std::string Output; ///< on its standard output
  std::string Errors; ///< on its standard error stream
  /// "exit status 1", "signal 11", or empty: it has ended well, or the program
  /// that we are in ignores or collects its children itself, and nobody knows.
  std::string Ending;
};

/// Runs the program \p Arguments[0], a path, without a shell, and waits for it.
/// It reads \p Input on its standard input. All three streams are files in
/// memory, so that neither side waits for the other. No other file of this
/// process is open there, and no signal is blocked.
///
/// \throws Failure if it cannot be run.
ChildResult runChild(const std::vector<std::string> &Arguments,
                     const std::string &Input);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_CHILDPROCESS_H

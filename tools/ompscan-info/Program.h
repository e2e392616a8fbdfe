//===- Program.h - The loops of a program --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_INFO_PROGRAM_H
#define OMPSCAN_INFO_PROGRAM_H

#include "Terminal.h"
#include <string>
#include <vector>

namespace ompscan::rt::info {

/// A loop as its descriptor in a program tells it.
struct ProgramLoop {
  std::string Place; ///< "file:line:column (function)"
  std::string Kind;
  /// The forms that it has: "host (base, x86-64-v3)", "OpenCL C", "PTX for 7.0".
  std::vector<std::string> BackEnds;
  bool HasPtx = false;
};

/// The loops of the program or shared library \p Path, by place. No code of it
/// runs.
///
/// \throws std::runtime_error if it cannot be read, or is no such file.
std::vector<ProgramLoop> loopsOfProgram(const std::string &Path);

/// What the tool prints of these \p Loops, and why no loop could use a GPU of
/// this machine.
std::string toText(const std::string &Path,
                   const std::vector<ProgramLoop> &Loops, const Painter &Paint);
std::string toJson(const std::string &Path,
                   const std::vector<ProgramLoop> &Loops);

} // namespace ompscan::rt::info

#endif // OMPSCAN_INFO_PROGRAM_H

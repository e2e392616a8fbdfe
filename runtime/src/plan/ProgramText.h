//===- ProgramText.h - The sources of programs ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PLAN_PROGRAMTEXT_H
#define OMPSCAN_RT_PLAN_PROGRAMTEXT_H

#include "ompscan/abi.h"
#include "plan/ProgramTraits.h"
#include <string>

namespace ompscan::rt {

/// The OpenCL C source of a program. There is one object for each source and
/// its traits, which lives for ever: two of them are equal if their addresses
/// are.
struct ProgramText {
  const std::string Text;
  const ProgramTraits Traits;

  /// The program of \p Loop: its hooks and this runtime's templates. Known
  /// descriptors are found by their digest.
  /// \throws Failure if this runtime lacks the templates.
  static const ProgramText &of(const ompscan_loop_descriptor &Loop);

  /// A program that is no loop of object code.
  static const ProgramText &of(const std::string &Text,
                               const ProgramTraits &Traits = {});

  ProgramText(const ProgramText &) = delete;

private:
  ProgramText(const std::string &Text, const ProgramTraits &Traits)
      : Text(Text), Traits(Traits) {}
};

/// The versions of the plugin of \p Loop and of this runtime, and what to do
/// about them, as the end of a message.
std::string versionsOf(const ompscan_loop_descriptor &Loop);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PLAN_PROGRAMTEXT_H

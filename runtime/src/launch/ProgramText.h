//===- ProgramText.h - The sources of programs ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_PROGRAMTEXT_H
#define OMPSCAN_RT_LAUNCH_PROGRAMTEXT_H

#include "plan/Plan.h"
#include <string>

namespace ompscan::rt {

/// The OpenCL C source of a loop. There is one object for each text that has
/// been seen, and it lives for ever: two texts are equal if the addresses of
/// their objects are.
struct ProgramText {
  const std::string Text;
  const ProgramTraits Traits;

  /// The object for \p Text. Once it is known, that costs one comparison: a
  /// library may have been unloaded, and another one have its text there. Of a
  /// text with a digest (OMPSCAN_DIGEST_MARK) only that is compared.
  static const ProgramText &of(const char *Text);

  /// The same for a text whose address means nothing the next time: nothing is
  /// kept of it if it is known.
  static const ProgramText &ofTemporary(const std::string &Text);

  ProgramText(const ProgramText &) = delete;

private:
  explicit ProgramText(const char *Text);

  /// Characters at the begin that no other text has.
  const size_t Distinct;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_PROGRAMTEXT_H

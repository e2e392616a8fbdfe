//===- Messages.cpp - Lines on stderr -------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Messages.h"
#include <cstdio>

namespace ompscan::rt {

// Every message is one call, so that those of several threads do not mix.

void reportWarning(const char *Text) noexcept {
  std::fprintf(stderr, "ompscan: warning: %s\n", Text);
}

void reportInfo(const std::string &Text) {
  std::fprintf(stderr, "ompscan: info: %s\n", Text.c_str());
}

} // namespace ompscan::rt

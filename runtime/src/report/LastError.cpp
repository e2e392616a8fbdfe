//===- LastError.cpp - What went wrong in a thread ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/LastError.h"
#include "ompscan/status.h"
#include "support/Export.h"

namespace ompscan::rt {

namespace {

std::string &lastError() {
  static thread_local std::string Text;
  return Text;
}

} // namespace

void setLastError(const std::string &Text) noexcept {
  try {
    lastError() = Text;
  } catch (...) {
    lastError().clear();
  }
}

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT const char *ompscan_last_error(void) {
  return ompscan::rt::lastError().c_str();
}

//===- Failure.cpp - The texts of exceptions ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Failure.h"

namespace ompscan::rt {

std::string describeException() { return describe(std::current_exception()); }

std::string describe(const std::exception_ptr &E) {
  try {
    std::rethrow_exception(E);
  } catch (const std::bad_alloc &) {
    return OutOfMemoryText;
  } catch (const std::exception &E) {
    return E.what();
  }
}

} // namespace ompscan::rt

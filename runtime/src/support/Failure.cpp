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

std::string listNames(const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
}

} // namespace ompscan::rt

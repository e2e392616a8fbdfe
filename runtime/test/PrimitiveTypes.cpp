//===- PrimitiveTypes.cpp - Elements for the tests of primitives ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"

using namespace ompscan::rt;

testing::AssertionResult ompscan::rt::sameBytes(const void *Have,
                                                const void *Want, size_t N,
                                                size_t Size) {
  const auto *const HaveBytes = static_cast<const unsigned char *>(Have);
  const auto *const WantBytes = static_cast<const unsigned char *>(Want);
  for (size_t I = 0; I != N; ++I)
    if (std::memcmp(HaveBytes + I * Size, WantBytes + I * Size, Size) != 0)
      return testing::AssertionFailure()
             << "element " << I << " of " << N << " differs";
  return testing::AssertionSuccess();
}

testing::AssertionResult ompscan::rt::isDone(int Status) {
  if (Status == OMPSCAN_SUCCESS)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "status " << Status << ", " << ompscan_last_error();
}

testing::AssertionResult
ompscan::rt::isRefused(int Status, const std::string &Part, int Expected) {
  const std::string Error = ompscan_last_error();
  if (Status == Expected && Error.find(Part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "status " << Status << ", " << Error;
}

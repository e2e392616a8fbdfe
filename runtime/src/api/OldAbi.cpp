//===- OldAbi.cpp - Objects of before the descriptors ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that objects call which were compiled before the ABI began
/// again with descriptors. They are there so that such an object is loaded, and
/// is told what is wrong; its loops run on the host.
///
//===----------------------------------------------------------------------===//

#include "api/Abi.h"
#include "support/Export.h"

// What they take does not matter, and no handle is ever made: the caller passes
// the null handle on. A definition has no parentheses around it.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define OMPSCAN_OLD_CALL(NAME)                                                 \
  OMPSCAN_EXPORT void *NAME(void) { return nullptr; }
// NOLINTEND(bugprone-macro-parentheses)

extern "C" {

OMPSCAN_EXPORT void *__ompscan_begin(uint32_t abi, const char *,
                                     const char *location, uint64_t, uint32_t,
                                     int64_t) {
  ompscan::rt::refuseOldLoop(location, abi);
  return nullptr;
}

OMPSCAN_OLD_CALL(__ompscan_array)
OMPSCAN_OLD_CALL(__ompscan_access)
OMPSCAN_OLD_CALL(__ompscan_counted)
OMPSCAN_OLD_CALL(__ompscan_result)
OMPSCAN_OLD_CALL(__ompscan_result_name)
OMPSCAN_OLD_CALL(__ompscan_no_wrap)
OMPSCAN_OLD_CALL(__ompscan_guard)
OMPSCAN_OLD_CALL(__ompscan_outer)
OMPSCAN_OLD_CALL(__ompscan_scalar)
OMPSCAN_OLD_CALL(__ompscan_reads)
OMPSCAN_OLD_CALL(__ompscan_inner)

OMPSCAN_EXPORT int32_t __ompscan_launch(void) { return 0; }

} // extern "C"

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

/// No handle of these is ever made.
struct ompscan_old_loop;

extern "C" {

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_begin(uint32_t abi, const char *,
                                                 const char *location, uint64_t,
                                                 uint32_t, int64_t) {
  ompscan::rt::refuseOldLoop(location, abi);
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_array(ompscan_old_loop *,
                                                 const char *, const void *,
                                                 uint64_t, uint32_t, int64_t,
                                                 uint64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_access(ompscan_old_loop *, uint32_t,
                                                  int64_t, int64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_counted(ompscan_old_loop *, uint32_t,
                                                   uint32_t, int64_t, int64_t,
                                                   int64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_result(ompscan_old_loop *, void *,
                                                  uint64_t, uint64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_result_name(ompscan_old_loop *,
                                                       const char *, uint32_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_no_wrap(ompscan_old_loop *, uint64_t,
                                                   int64_t, uint32_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_guard(ompscan_old_loop *, uint32_t,
                                                 int64_t, int64_t, int64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_outer(ompscan_old_loop *, uint32_t,
                                                 int64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_scalar(ompscan_old_loop *,
                                                  const void *, uint64_t) {
  return nullptr;
}

OMPSCAN_EXPORT ompscan_old_loop *__ompscan_inner(ompscan_old_loop *, int64_t,
                                                 int64_t, int64_t, uint32_t) {
  return nullptr;
}

OMPSCAN_EXPORT int32_t __ompscan_launch(ompscan_old_loop *, int64_t, int64_t,
                                        int64_t, uint32_t) {
  return 0;
}

} // extern "C"

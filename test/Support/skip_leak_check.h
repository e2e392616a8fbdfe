//===- skip_leak_check.h - Processes without their threads ------ -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child of fork has none of the threads of an OpenCL implementation, but
// LeakSanitizer still looks for them, and takes for leaked what only they point
// to ("Running thread 12 was not suspended. False leaks are possible.").
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_SUPPORT_SKIP_LEAK_CHECK_H
#define OMPSCAN_TEST_SUPPORT_SKIP_LEAK_CHECK_H

#if !defined(__SANITIZE_ADDRESS__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

static int skipsLeakCheck = 0;

/* Called in the child: it is not searched for leaks when it ends. */
static inline void skipLeakCheck(void) { skipsLeakCheck = 1; }

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
int __lsan_is_turned_off(void) { return skipsLeakCheck; }
#endif

#endif // OMPSCAN_TEST_SUPPORT_SKIP_LEAK_CHECK_H

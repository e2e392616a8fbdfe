//===- Export.h - Visibility ---------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_EXPORT_H
#define OMPSCAN_RT_SUPPORT_EXPORT_H

/// Marks the definition of a function that programs call. Everything else in
/// the library is hidden.
#define OMPSCAN_EXPORT __attribute__((visibility("default")))

#endif // OMPSCAN_RT_SUPPORT_EXPORT_H

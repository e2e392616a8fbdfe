//===- LastError.h - What went wrong in a thread -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_LASTERROR_H
#define OMPSCAN_RT_REPORT_LASTERROR_H

#include <string>

namespace ompscan::rt {

/// What ompscan_last_error() returns to the calling thread from now on.
void setLastError(const std::string &Text) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_LASTERROR_H

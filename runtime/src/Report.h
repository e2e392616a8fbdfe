//===- Report.h - Messages to the user ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_REPORT_H
#define OMPSCAN_REPORT_H

#include <string>

namespace ompscan {

/// Prints `ompscan: warning: TEXT` on stderr.
void reportWarning(const char *Text) noexcept;

/// Prints `ompscan: info: TEXT` on stderr.
void reportInfo(const std::string &Text);

/// Says that the loop at \p Location cannot be offloaded because of \p Cause,
/// as OMP_TARGET_OFFLOAD asks: a warning, once for each location and cause, or
/// an error that ends the program with status 1.
/// \param Subject what runs on the host instead, for the warning.
void reportFallback(const char *Location, const char *Cause,
                    const char *Subject = "the loop") noexcept;

/// Prints `ompscan: error: LOCATION: TEXT` on stderr and ends the program with
/// status 1.
[[noreturn]] void reportFatal(const char *Location, const char *Text) noexcept;

} // namespace ompscan

#endif // OMPSCAN_REPORT_H

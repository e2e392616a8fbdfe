//===- Report.h - Messages to the user ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_REPORT_H
#define OMPSCAN_RT_REPORT_REPORT_H

#include "support/Messages.h"

namespace ompscan::rt {

/// Says that the loop at \p Location cannot be offloaded because of \p Cause,
/// as OMP_TARGET_OFFLOAD asks: a warning, once for each location and cause,
/// nothing, or an error that ends the program with status 1.
/// \param Subject what runs on the host instead, for the warning.
/// \param IsTarget false for a loop that MANDATORY does not concern.
void reportFallback(const char *Location, const char *Cause,
                    const char *Subject = "the loop",
                    bool IsTarget = true) noexcept;

/// Says, once for each location and cause, that the host's cores run the loop
/// at \p Location in the place of its device because of \p Cause.
void reportOnHost(const char *Location, const char *Cause) noexcept;

/// Prints `ompscan: error: LOCATION: TEXT` on stderr and ends the program with
/// status 1.
[[noreturn]] void reportFatal(const char *Location, const char *Text) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_REPORT_H

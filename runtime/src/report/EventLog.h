//===- EventLog.h - What became of the loops ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_EVENTLOG_H
#define OMPSCAN_RT_REPORT_EVENTLOG_H

#include "report/LaunchRecord.h"
#include <string>

namespace ompscan::rt {

// What OMPSCAN_INFO and OMPSCAN_PROFILE ask for. Nothing happens in these where
// neither is set; what there is no memory to note is left out.

/// Notes that a device has done a loop.
void noteLaunch(const LaunchRecord &R) noexcept;

/// Notes that data has been transferred for \p R, which this ends, to or from
/// the device with the label \p Device.
void noteTransfer(LaunchRecord &R, const std::string &Device) noexcept;

/// Notes that the loop at \p Location cannot be offloaded because of \p Cause.
void noteFallback(const char *Location, const char *Cause) noexcept;

/// Notes that \p Cause has each row of the loop at \p Location be a launch of
/// its own.
void noteRows(const char *Location, const char *Cause) noexcept;

/// Notes that \p Cause has the loop at \p Location run on the host's cores.
void noteHostCores(const char *Location, const char *Cause) noexcept;

/// Notes that \p Cause has the loop at \p Location run on \p Device alone.
void noteOneDevice(const char *Location, const std::string &Device,
                   const char *Cause) noexcept;

/// Notes that the host has done the loop at \p Location.
void noteHostLoop(const char *Location, TimePoint Begin,
                  TimePoint End) noexcept;

/// Has \p Finish called before the profile is written at exit.
void finishProfileBy(void (*Finish)() noexcept);

/// Writes what is still to be written of the profile. It is called by itself at
/// exit.
void writeProfile() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_EVENTLOG_H

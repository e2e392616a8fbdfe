//===- LaunchRecord.cpp - What a launch did, and when ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/LaunchRecord.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstdio>

namespace ompscan::rt {

LaunchRecord::LaunchRecord(const char *Location)
    : Location(Location),
      Begin(environment().takesTimes() ? Clock::now() : TimePoint()),
      End(Begin) {}

void LaunchRecord::beginPhase(const char *Name) {
  const TimePoint Now = Clock::now();
  if (!Phases.empty())
    Phases.back().End = Now;
  Phases.push_back({Name, Now, Now});
}

void LaunchRecord::end() {
  End = Clock::now();
  if (!Phases.empty())
    Phases.back().End = End;
}

Duration LaunchRecord::kernelTime() const {
  Duration Sum{0};
  for (const DeviceSpan &S : Spans)
    if (S.What == Activity::Kernel)
      Sum += S.End - S.Begin;
  return Sum;
}

Duration LaunchRecord::transferTime() const {
  Duration Sum{0};
  for (const DeviceSpan &S : Spans)
    if (S.What != Activity::Kernel)
      Sum += S.End - S.Begin;
  return Sum;
}

/// How long the device was at work for it in that time.
Duration LaunchRecord::busyBetween(TimePoint From, TimePoint To) const {
  // Transfers and kernels may overlap: their union counts.
  std::vector<DeviceSpan> Sorted = Spans;
  std::sort(Sorted.begin(), Sorted.end(),
            [](const DeviceSpan &A, const DeviceSpan &B) {
              return A.Begin < B.Begin;
            });
  Duration Busy{0};
  TimePoint Seen = From;
  for (const DeviceSpan &S : Sorted) {
    const TimePoint First = std::max(S.Begin, Seen);
    const TimePoint Last = std::min(S.End, To);
    if (Last > First) {
      Busy += Last - First;
      Seen = Last;
    }
  }
  return Busy;
}

Duration LaunchRecord::managementTime() const {
  return End - Begin - busyBetween(Begin, End);
}

Duration LaunchRecord::wholeTime() const {
  return End - Begin +
         (IsDeferred ? busyBetween(End, TimePoint::max()) : Duration{0});
}

std::string milliseconds(Duration D) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3f",
                std::chrono::duration<double, std::milli>(D).count());
  return Text;
}

std::string describe(const LaunchRecord &R) {
  const std::string Work = R.Method.empty() ? "data of " + R.Device
                                            : std::to_string(R.Iterations) +
                                                  " iterations on " + R.Device +
                                                  ", " + R.Method;
  return std::string(R.Location) + ": " + Work + ", " +
         std::to_string(R.BytesSent) + " bytes in, " +
         std::to_string(R.BytesFetched) + " bytes out, " +
         milliseconds(R.wholeTime()) + " ms (kernels " +
         milliseconds(R.kernelTime()) + ", transfers " +
         milliseconds(R.transferTime()) + ", management " +
         milliseconds(R.managementTime()) + ")";
}

} // namespace ompscan::rt

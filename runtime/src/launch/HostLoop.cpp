//===- HostLoop.cpp - Loops left to the host ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/HostLoop.h"
#include "report/EventLog.h"
#include "report/LaunchRecord.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <optional>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

struct HostLoop {
  const char *Location = nullptr; ///< null where no loop is running
  TimePoint Begin;
  std::unique_ptr<Verification> Results;
  std::unique_ptr<HostLoopMirror> Data;
};

// The constructors of <chrono> do not throw, but do not say so.
// NOLINTNEXTLINE(bugprone-throwing-static-initialization)
thread_local HostLoop Current;
thread_local std::optional<int64_t> Resume;

} // namespace

void beginHostLoop(const char *Location, std::unique_ptr<Verification> Results,
                   std::unique_ptr<HostLoopMirror> Data) {
  if (Data)
    Data->begin();
  if (environment().takesTimes() || Results || Data)
    Current = {Location, Clock::now(), std::move(Results), std::move(Data)};
}

void resumeAt(int64_t Next) noexcept { Resume = Next; }

int64_t takeResume(int64_t First) noexcept {
  const int64_t Next = Resume.value_or(First);
  Resume.reset();
  return Next;
}

void endHostLoop() noexcept {
  const HostLoop Ended = std::exchange(Current, HostLoop());
  if (!Ended.Location)
    return;
  try {
    noteHostLoop(Ended.Location, Ended.Begin, Clock::now());
    if (Ended.Results)
      Ended.Results->compare(environment().Verify == Verifying::Exact);
  } catch (const std::exception &) {
    withText(
        [] {
          return "the host's results cannot be compared: " +
                 describeException();
        },
        reportWarning);
  }
  try {
    if (Ended.Data)
      Ended.Data->end();
  } catch (const std::exception &) {
    withText(describeException,
             [&](const char *Cause) { reportFatal(Ended.Location, Cause); });
  }
}

} // namespace ompscan::rt

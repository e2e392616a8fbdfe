//===- HostLoop.cpp - Loops left to the host ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLoop.h"
#include "Environment.h"
#include "Journal.h"
#include "LaunchRecord.h"
#include <utility>

namespace ompscan {

namespace {

struct HostLoop {
  const char *Location = nullptr; ///< null where no loop is running
  TimePoint Begin;
  std::unique_ptr<Verification> Results;
};

thread_local HostLoop Current;

} // namespace

void beginHostLoop(const char *Location,
                   std::unique_ptr<Verification> Results) {
  if (environment().takesTimes() || Results)
    Current = {Location, Clock::now(), std::move(Results)};
}

void endHostLoop() {
  const HostLoop Ended = std::exchange(Current, HostLoop());
  if (!Ended.Location)
    return;
  noteHostLoop(Ended.Location, Ended.Begin, Clock::now());
  if (Ended.Results)
    Ended.Results->compare(environment().Verify == Verifying::Exact);
}

} // namespace ompscan

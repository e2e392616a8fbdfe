//===- ProcessEnd.cpp - Threads that scan when the process ends -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/ProcessEnd.h"
#include "data/DataEnvironment.h"
#include "device/PendingLaunches.h"
#include "report/Report.h"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace ompscan::rt {

namespace {

// Plain values without destructors: they are looked at to the very end.
std::atomic<unsigned> Users{0};
std::atomic<bool> IsEnding{false};
std::atomic<pid_t> Owner{0};
thread_local unsigned OwnUses = 0;
thread_local bool EndsProcess = false;

void waitForUsers() {
  // A forked child has none of the threads that were counted.
  if (Owner != ::getpid())
    return;
  EndsProcess = true;
  IsEnding = true;
  // A loop may end the process itself, with an error.
  while (Users > OwnUses)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  finishPendingLaunches();
}

} // namespace

OpenCLUse::OpenCLUse() {
  ++Users;
  ++OwnUses;
  if (IsEnding && !EndsProcess) {
    --OwnUses;
    --Users;
    throw ProcessIsEnding();
  }
}

OpenCLUse::~OpenCLUse() {
  --OwnUses;
  --Users;
}

void endWithProcess() noexcept {
  if (!isAnythingPresent())
    return;
  constexpr std::chrono::seconds Patience(5);
  std::this_thread::sleep_for(Patience);
  reportFatal("a thread that goes on while the process ends",
              "data is mapped on a device, which cannot be used any more");
}

void waitForUsersAtExit() {
  Owner = ::getpid();
  std::atexit(waitForUsers);
}

} // namespace ompscan::rt

//===- DriverUse.cpp - Threads that use drivers at exit -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/DriverUse.h"
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
std::atomic<void (*)() noexcept> FinishUse{nullptr};
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
  if (const auto Finish = FinishUse.load())
    Finish();
}

} // namespace

DriverUse::DriverUse() {
  ++Users;
  ++OwnUses;
  if (IsEnding && !EndsProcess) {
    --OwnUses;
    --Users;
    throw ProcessIsEnding();
  }
}

DriverUse::~DriverUse() {
  --OwnUses;
  --Users;
}

void waitForDriverUsersAtExit() {
  Owner = ::getpid();
  std::atexit(waitForUsers);
}

void finishDriverUseBy(void (*Finish)() noexcept) { FinishUse = Finish; }

} // namespace ompscan::rt

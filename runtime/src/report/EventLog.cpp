//===- EventLog.cpp - What became of the loops ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/EventLog.h"
#include "report/Report.h"
#include "report/Summary.h"
#include "report/Trace.h"
#include "support/Environment.h"
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace ompscan::rt {

namespace {

std::atomic<void (*)() noexcept> FinishProfile{nullptr};

/// The profile of this process. Only one of its two parts is there.
struct EventLog {
  std::mutex Lock; ///< of everything
  std::unique_ptr<Trace> ToFile;
  std::unique_ptr<Summary> AtExit;

  EventLog() {
    const std::string &Where = environment().Profile;
    if (Where == "summary")
      AtExit = std::make_unique<Summary>();
    else
      ToFile = std::make_unique<Trace>(Where);
    std::atexit([] {
      if (const auto Finish = FinishProfile.load())
        Finish();
      writeProfile();
    });
  }
};

/// Never destroyed: loops may run while static objects are destroyed.
EventLog &eventLog() {
  static EventLog &J = *new EventLog;
  return J;
}

/// Runs \p F. What there is no memory to note is left out.
template <typename Function> void tryToNote(Function F) noexcept {
  try {
    F();
  } catch (const std::exception &) {
    // The event is dropped: the loop is what matters.
  }
}

/// Hands the parts of the profile to \p F, where there is a profile.
template <typename Function> void add(Function F) {
  if (environment().Profile.empty())
    return;
  EventLog &J = eventLog();
  std::lock_guard<std::mutex> Guard(J.Lock);
  if (J.ToFile)
    F(*J.ToFile);
  else if (J.AtExit)
    F(*J.AtExit);
}

} // namespace

void noteLaunch(const LaunchRecord &R) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(describe(R));
    add([&](auto &Part) { Part.addLaunch(R); });
  });
}

void noteTransfer(LaunchRecord &R, const std::string &Device) noexcept {
  if (!environment().takesTimes())
    return;
  tryToNote([&] {
    R.end();
    R.Device = Device;
    noteLaunch(R);
  });
}

void noteFallback(const char *Location, const char *Cause) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(std::string(Location) + ": on the host: " + Cause);
    add([&](auto &Part) { Part.addFallback(Location, Cause); });
  });
}

void noteRows(const char *Location, const char *Cause) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(std::string(Location) + ": row by row: " + Cause);
  });
}

void noteHostCores(const char *Location, const char *Cause) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(std::string(Location) + ": on the host's cores: " + Cause);
  });
}

void noteOneDevice(const char *Location, const std::string &Device,
                   const char *Cause) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(std::string(Location) + ": on " + Device + " alone: " + Cause);
  });
}

void noteHostLoop(const char *Location, TimePoint Begin,
                  TimePoint End) noexcept {
  tryToNote([&] {
    if (environment().Info)
      reportInfo(std::string(Location) + ": the host took " +
                 milliseconds(End - Begin) + " ms");
    add([&](auto &Part) { Part.addHostLoop(Location, Begin, End); });
  });
}

void finishProfileBy(void (*Finish)() noexcept) { FinishProfile = Finish; }

void writeProfile() noexcept {
  if (environment().Profile.empty())
    return;
  try {
    EventLog &J = eventLog();
    std::lock_guard<std::mutex> Guard(J.Lock);
    J.ToFile.reset();
    if (J.AtExit)
      J.AtExit->print();
    J.AtExit.reset();
  } catch (...) {
    // The program ends without its profile.
  }
}

} // namespace ompscan::rt

//===- Report.cpp - Messages to the user ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Report.h"
#include "report/EventLog.h"
#include "support/Environment.h"
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

namespace ompscan::rt {

namespace {

/// Ends the program with status 1. Not std::exit: other threads of the program
/// may be running, and exit handlers and static destructors would pull their
/// objects, or the OpenCL driver that they are in, from under them. Only what
/// the program has printed is saved; flushing all streams could wait for ever
/// for a thread that reads.
[[noreturn]] void endProgram() {
  writeProfile();
  std::fflush(stdout);
  std::_Exit(1);
}

/// Whether the fallback has not been reported before.
bool isNews(const char *Location, const char *Cause) noexcept {
  try {
    // Never destroyed: loops may run while static objects are destroyed.
    static std::mutex &Lock = *new std::mutex;
    static auto &Reported = *new std::set<std::pair<std::string, std::string>>;
    std::lock_guard<std::mutex> Guard(Lock);
    return Reported.emplace(Location, Cause).second;
  } catch (...) {
    return true; // No memory to remember it.
  }
}

} // namespace

void reportFallback(const char *Location, const char *Cause,
                    const char *Subject, bool IsTarget) noexcept {
  noteFallback(Location, Cause);
  const Offload Policy = environment().Policy;
  if (Policy == Offload::Disabled)
    return;
  if (Policy == Offload::Mandatory && IsTarget) {
    std::fprintf(stderr, "ompscan: error: %s: cannot offload: %s\n", Location,
                 Cause);
    endProgram();
  }
  if (isNews(Location, Cause))
    std::fprintf(stderr,
                 "ompscan: warning: %s: %s runs on the host%s: %s\n"
                 "ompscan: note: OMP_TARGET_OFFLOAD=DISABLED silences this%s\n",
                 Location, Subject, IsTarget ? "" : ", sequentially", Cause,
                 IsTarget ? ", OMP_TARGET_OFFLOAD=MANDATORY makes it an error"
                          : "");
}

void reportOnHost(const char *Location, const char *Cause) noexcept {
  if (isNews(Location, Cause))
    std::fprintf(stderr,
                 "ompscan: warning: %s: the loop runs on the host's cores: "
                 "%s\n",
                 Location, Cause);
}

void reportFatal(const char *Location, const char *Text) noexcept {
  std::fprintf(stderr, "ompscan: error: %s: %s\n", Location, Text);
  endProgram();
}

} // namespace ompscan::rt

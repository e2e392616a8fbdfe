//===- Team.cpp - The threads of OpenMP -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/Team.h"
#include "device/native/OpenMPRuntime.h"
#include <algorithm>
#include <atomic>
#include <climits>
#include <condition_variable>
#include <mutex>

namespace ompscan::rt {

namespace {

/// The threads of the calling team, if they can share a loop.
unsigned teamSize(const OpenMPRuntime &R) noexcept {
  const bool Shares = R.NumThreads && R.SingleBegin && R.SingleEnd;
  return Shares ? static_cast<unsigned>(std::max(R.NumThreads(), 1)) : 1;
}

/// The threads of a team while one of them runs a loop. Each of them calls
/// help() or end() once; the last one to leave deletes the object, so that they
/// need no barrier for this.
class TeamLoop {
public:
  explicit TeamLoop(unsigned Threads) : Threads(Threads), Users(Threads) {}

  /// Runs what run() is called with in this thread, until the loop is over.
  void help() {
    std::unique_lock<std::mutex> Guard(Lock);
    for (uint64_t Seen = 0; !IsOver;) {
      if (!Places || Number == Seen) {
        Changed.wait(Guard);
        continue;
      }
      Seen = Number;
      --Places;
      ++Inside;
      const auto Function = Work;
      void *const Argument = Data;
      Guard.unlock();
      Function(Argument);
      Guard.lock();
      if (--Inside == 0)
        Left.notify_one();
    }
    Guard.unlock();
    leave();
  }

  /// Calls \p NewWork in this thread and in those of at most \p Most - 1
  /// others that have come to help until it returns here; waits for these.
  void run(unsigned Most, void (*NewWork)(void *), void *NewData) {
    {
      const std::lock_guard<std::mutex> Guard(Lock);
      Work = NewWork;
      Data = NewData;
      Places = std::min(Most, Threads) - 1;
      ++Number;
    }
    Changed.notify_all();
    NewWork(NewData);
    std::unique_lock<std::mutex> Guard(Lock);
    Places = 0;
    Left.wait(Guard, [this] { return Inside == 0; });
  }

  void end() {
    {
      const std::lock_guard<std::mutex> Guard(Lock);
      IsOver = true;
      Changed.notify_all();
    }
    leave();
  }

  const unsigned Threads;
  /// The loop around this one that the same thread runs.
  TeamLoop *Outer = nullptr;

private:
  void leave() {
    if (--Users == 0)
      delete this;
  }

  std::mutex Lock;
  std::condition_variable Changed, Left;
  void (*Work)(void *) = nullptr;
  void *Data = nullptr;
  uint64_t Number = 0; ///< of calls of run()
  unsigned Places = 0; ///< for threads that may still join the last one
  unsigned Inside = 0; ///< threads that have joined
  bool IsOver = false;
  std::atomic<unsigned> Users;
};

/// The innermost loop that this thread runs for its team.
thread_local TeamLoop *Running = nullptr;

/// The innermost loop that this thread runs, if other threads help; else null.
TeamLoop *helpedLoop() noexcept {
  return Running && Running->Threads > 1 ? Running : nullptr;
}

} // namespace

unsigned maxTeamSize(unsigned Asked) noexcept {
  const OpenMPRuntime &R = openMP();
  if (const TeamLoop *const Team = helpedLoop())
    return Asked ? std::min(Asked, Team->Threads) : Team->Threads;
  if (!R.Parallel || !R.MaxThreads)
    return 1;
  // libomp warns of a team that is larger than the limit allows.
  const int Limit = R.ThreadLimit ? R.ThreadLimit() : INT_MAX;
  const int Wanted = Asked ? static_cast<int>(Asked) : R.MaxThreads();
  return static_cast<unsigned>(std::max(std::min(Wanted, Limit), 1));
}

bool isOneThread(unsigned Asked) noexcept {
  const OpenMPRuntime &R = openMP();
  return maxTeamSize(Asked) == 1 ||
         (!helpedLoop() && R.ActiveLevel && R.MaxActiveLevels &&
          R.ActiveLevel() >= R.MaxActiveLevels());
}

void runTeam(unsigned Threads, void (*Work)(void *), void *Data,
             unsigned Binding) noexcept {
  if (TeamLoop *const Team = Threads > 1 ? helpedLoop() : nullptr)
    Team->run(Threads, Work, Data);
  else if (Threads > 1 && openMP().Parallel)
    openMP().Parallel(Work, Data, Threads, /*Flags=*/Binding);
  else
    Work(Data);
}

unsigned threadInTeam() noexcept {
  const OpenMPRuntime &R = openMP();
  return R.NumberInTeam ? static_cast<unsigned>(R.NumberInTeam()) : 0;
}

bool beginForTeam() noexcept {
  const OpenMPRuntime &R = openMP();
  const unsigned Threads = teamSize(R);
  if (Threads > 1)
    if (void *const Shared = R.SingleBegin()) {
      static_cast<TeamLoop *>(Shared)->help();
      return false;
    }
  auto *const Own = new TeamLoop(Threads);
  Own->Outer = Running;
  Running = Own;
  if (Threads > 1)
    R.SingleEnd(Own);
  return true;
}

void endForTeam(bool IsRunner) noexcept {
  // The others have waited for the loop in help().
  if (TeamLoop *const Own = IsRunner ? Running : nullptr) {
    Running = Own->Outer;
    Own->end();
  }
}

} // namespace ompscan::rt

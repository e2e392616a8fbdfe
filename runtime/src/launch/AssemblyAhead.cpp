//===- AssemblyAhead.cpp - Machine code before it is needed ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/AssemblyAhead.h"
#include "device/backend/Backend.h"
#include "device/backend/DriverUse.h"
#include "launch/Choice.h"
#include "launch/KnownLoops.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

/// The work for one kind of device, whose machine code all of its devices use.
struct Worker {
  std::shared_ptr<BackendDevice> For; ///< the first one that is used
  /// Of the versions of each rank, see KnownLoops::next().
  uint64_t Last[LikelyVersions] = {};
  unsigned Threads = 0;
};

/// The processors that the program was started for. The thread that starts
/// another one may be bound to a part of them by then, as OpenMP's are.
class Processors {
public:
  Processors() {
#ifdef __linux__
    IsKnown = ::pthread_getaffinity_np(::pthread_self(), sizeof Set, &Set) == 0;
#endif
  }
  /// How many threads assemble: the driver works for all at once, and the
  /// program has a processor left.
  unsigned threads() const {
#ifdef __linux__
    if (IsKnown)
      return static_cast<unsigned>(std::clamp(CPU_COUNT(&Set) - 1, 1, 4));
#endif
    return 1;
  }
  void useHere() const {
#ifdef __linux__
    if (IsKnown)
      ::pthread_setaffinity_np(::pthread_self(), sizeof Set, &Set);
#endif
  }

private:
#ifdef __linux__
  cpu_set_t Set;
  bool IsKnown = false;
#endif
};

/// Tells threads that the process is ending. `exit` destroys the objects of its
/// own thread first. The driver's compiler registers what it has to destroy
/// while it works, so that a function of `atexit` would come too late.
class EndOfMainThread {
public:
  EndOfMainThread() : IsMain(::gettid() == ::getpid()) {}
  ~EndOfMainThread();

private:
  const bool IsMain;
};
thread_local EndOfMainThread EndHere;

/// Made when a program is loaded. Never destroyed: loops may run while static
/// objects are.
struct Work {
  const Processors Started;
  KnownLoops Loops;
  std::mutex Lock; ///< of what follows; the same rule as for KnownLoops
  std::map<std::vector<std::string>, Worker> Workers; ///< by their identities
  bool IsEnding = false;
  unsigned Busy = 0; ///< threads that have the driver assemble something
  std::condition_variable Idle;
};

Work &work() {
  static Work &All = *new Work;
  return All;
}

/// The process that has threads here. A lock may be locked for ever in a child.
std::atomic<pid_t> Owner{0};

bool isChild() {
  const pid_t Pid = Owner;
  return Pid != 0 && Pid != ::getpid();
}

/// The next PTX for \p W; null if the thread has to end. The likeliest versions
/// of all loops come first.
std::unique_ptr<CopiedPtx> next(Worker &W, const Environment &E) {
  Work &All = work();
  const std::lock_guard<std::mutex> Guard(All.Lock);
  if (All.IsEnding)
    return nullptr;
  for (unsigned Rank = 0; Rank != LikelyVersions; ++Rank)
    if (auto Found = All.Loops.next(
            W.Last[Rank], [&](const ompscan_loop_descriptor &Loop) {
              const ompscan_kernel_version *const V =
                  likelyPtx(Loop, W.For->properties(), E, Rank);
              return V && W.For->needsAssembly(*V) ? V : nullptr;
            })) {
      ++All.Busy;
      return Found;
    }
  --W.Threads;
  return nullptr;
}

/// Ends the work for what next() has returned.
void finish() {
  Work &All = work();
  const std::lock_guard<std::mutex> Guard(All.Lock);
  if (--All.Busy == 0)
    All.Idle.notify_all();
}

EndOfMainThread::~EndOfMainThread() {
  if (!IsMain || isChild())
    return;
  Work &All = work();
  std::unique_lock<std::mutex> Guard(All.Lock);
  All.IsEnding = true;
  All.Idle.wait(Guard, [&] { return All.Busy == 0; });
}

/// What a thread of \p W does.
void run(Worker &W) noexcept {
  work().Started.useHere();
  const Environment &E = environment();
  try {
    while (const std::unique_ptr<CopiedPtx> Ptx = next(W, E)) {
      try {
        const DriverUse Use;
        W.For->assembleAhead(Ptx->version());
      } catch (const std::exception &) {
        // A launch fails in the same way, and says why; or the process is
        // ending.
      }
      finish();
    }
  } catch (const std::exception &) {
    // No memory: loops that are launched are assembled then.
  }
}

/// Starts threads of \p W; the workers are locked.
void start(Worker &W) {
  // Signals are for threads of the program.
  sigset_t All, Before;
  ::sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  try {
    for (; W.Threads < work().Started.threads(); ++W.Threads)
      std::thread(run, std::ref(W)).detach();
  } catch (const std::exception &) {
    // No thread: loops are assembled when they are launched.
  }
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

/// To be called at the first use of \p D.
void begin(std::shared_ptr<BackendDevice> D) noexcept {
  try {
    Work &All = work();
    const std::vector<std::string> Kind = D->identity();
    const std::lock_guard<std::mutex> Guard(All.Lock);
    Worker &W = All.Workers[Kind];
    if (!W.For)
      W.For = std::move(D);
    Owner = ::getpid();
    start(W);
  } catch (const std::exception &) {
    // No memory: as above.
  }
}

} // namespace

void addLoops(const ompscan_loop_descriptor *const *Loops,
              uint64_t Count) noexcept {
  if (isChild())
    return;
  try {
    (void)&EndHere; // Makes it.
    Work &All = work();
    BackendDevice::whenUsed(begin);
    All.Loops.add(Loops, Count);
    const std::lock_guard<std::mutex> Guard(All.Lock);
    for (auto &[Kind, W] : All.Workers)
      start(W);
  } catch (const std::exception &) {
    // No memory: as above.
  }
}

void removeLoops(const ompscan_loop_descriptor *const *Loops,
                 uint64_t Count) noexcept {
  if (!isChild())
    work().Loops.remove(Loops, Count);
}

} // namespace ompscan::rt

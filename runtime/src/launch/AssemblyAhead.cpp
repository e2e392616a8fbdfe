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

/// Ends the thread when the process ends. `exit` destroys the objects of its
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
  std::condition_variable Changed; ///< There is more to do, or IsEnding.
  /// There is one: with four of them, a driver (580.159, on an NVIDIA H200)
  /// crashed in 3 of 280 processes, in two of these threads at once; with one,
  /// in none of 475. It is joined at the end: the driver destroys its objects
  /// of a thread when that ends, and must not do so while the process destroys
  /// the driver's.
  std::thread Thread;
};

Work &work() {
  static Work &All = *new Work;
  return All;
}

/// The process that has the thread here. A lock may be locked for ever in a
/// child.
std::atomic<pid_t> Owner{0};

bool isChild() {
  const pid_t Pid = Owner;
  return Pid != 0 && Pid != ::getpid();
}

/// PTX, and the device that it is for.
struct Job {
  std::shared_ptr<BackendDevice> For;
  std::unique_ptr<CopiedPtx> Ptx; ///< Null if the process is ending.
};

/// The next PTX, for which this waits. The likeliest versions of all loops come
/// first.
Job next(const Environment &E) {
  Work &All = work();
  std::unique_lock<std::mutex> Guard(All.Lock);
  for (; !All.IsEnding; All.Changed.wait(Guard))
    for (auto &[Kind, W] : All.Workers)
      for (unsigned Rank = 0; Rank != LikelyVersions; ++Rank)
        if (auto Found = All.Loops.next(
                W.Last[Rank], [&, &W = W](const ompscan_loop_descriptor &Loop) {
                  const ompscan_kernel_version *const V =
                      likelyPtx(Loop, W.For->properties(), E, Rank);
                  return V && W.For->needsAssembly(*V) ? V : nullptr;
                }))
          return {W.For, std::move(Found)};
  return {};
}

EndOfMainThread::~EndOfMainThread() {
  if (!IsMain || isChild())
    return;
  Work &All = work();
  {
    const std::lock_guard<std::mutex> Guard(All.Lock);
    All.IsEnding = true;
  }
  All.Changed.notify_all();
  if (All.Thread.joinable())
    All.Thread.join();
}

/// The body of the thread.
void run() noexcept {
  work().Started.useHere();
  const Environment &E = environment();
  try {
    for (Job J; (J = next(E)).Ptx;)
      try {
        const DriverUse Use;
        J.For->assembleAhead(J.Ptx->version());
      } catch (const std::exception &) {
        // A launch fails in the same way, and says why; or the process is
        // ending.
      }
  } catch (const std::exception &) {
    // No memory: loops that are launched are assembled then.
  }
}

/// Starts the thread, in \p All, which is locked.
void start(Work &All) {
  // Signals are for threads of the program, but for those that a fault of the
  // thread itself raises.
  sigset_t Blocked, Before;
  ::sigfillset(&Blocked);
  for (const int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    ::sigdelset(&Blocked, Fault);
  ::pthread_sigmask(SIG_SETMASK, &Blocked, &Before);
  try {
    All.Thread = std::thread(run);
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
    if (W.For || All.IsEnding)
      return;
    W.For = std::move(D);
    Owner = ::getpid();
    if (!All.Thread.joinable())
      start(All);
    All.Changed.notify_all();
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
    // A thread that has not found them waits by now.
    (void)std::lock_guard<std::mutex>(All.Lock);
    All.Changed.notify_all();
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

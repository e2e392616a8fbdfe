//===- PendingLaunches.cpp - Launches that have not ended yet -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/PendingLaunches.h"
#include "device/Device.h"
#include "device/backend/DriverUse.h"
#include "report/EventLog.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <optional>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

namespace {

/// Those of this process that are or have been in use.
struct Listing {
  std::mutex Lock;
  std::vector<PendingLaunches *> InUse;
  const pid_t Owner = ::getpid();
};

/// Never destroyed: it is looked at when the process ends.
Listing &listing() {
  static Listing &L = *new Listing;
  return L;
}

/// A number for this thread, from 0.
size_t threadNumber() {
  static std::atomic<size_t> Next{0};
  static thread_local const size_t Mine = Next++;
  return Mine;
}

} // namespace

void checkEnded(const Command &C) {
  const std::string Error = C.Ending.failure();
  if (!Error.empty())
    throw DeviceError(DeviceError::Kind::CommandFailed, [&] {
      return (C.What == Activity::Kernel ? std::string("a kernel")
                                         : "the transfer of " + C.Name) +
             " has failed on the device: " + Error;
    });
}

/// The device has a clock of its own. It has shown the same moment as the
/// host's when the command was put into the queue.
void takeTimes(const Command &C, LaunchRecord &R) noexcept try {
  const EventTimes Times = C.Ending.times();
  const auto Since = [&](uint64_t Time) {
    return C.Enqueued +
           std::chrono::nanoseconds(static_cast<int64_t>(Time - Times.Queued));
  };
  R.Spans.push_back(
      {C.What, C.Name, C.Bytes, Since(Times.Begin), Since(Times.End)});
} catch (const std::exception &) {
  // A time that is not known is no reason to lose results.
}

OrderedQueue::OrderedQueue(Device &Owner, uint64_t Number)
    : Owner(Owner), Number(Number), Commands(Owner.takeQueue()),
      TileStates(&Owner.tileStates()) {}

OrderedQueue::~OrderedQueue() {
  if (!IsSound)
    return;
  TileStates.release();
  Owner.giveBack(Commands);
}

PendingLaunches::~PendingLaunches() {
  if (!IsListed)
    return;
  Listing &L = listing();
  const std::lock_guard<std::mutex> Guard(L.Lock);
  L.InUse.erase(std::remove(L.InUse.begin(), L.InUse.end(), this),
                L.InUse.end());
}

/// Has finishPendingLaunches() find it.
void PendingLaunches::list() {
  if (IsListed)
    return;
  Listing &L = listing();
  const std::lock_guard<std::mutex> Guard(L.Lock);
  if (IsListed)
    return;
  L.InUse.push_back(this);
  finishDriverUseBy(finishPendingLaunches);
  finishProfileBy(finishPendingLaunches);
  IsListed = true;
}

std::shared_ptr<OrderedQueue> PendingLaunches::orderedQueue(bool Apart) {
  list(); // What is launched there is pending then.
  const std::lock_guard<std::mutex> Guard(Lock);
  const size_t Place = Owner.needsOneQueue() ? 0
                       : Apart ? ThreadQueues + NextApart++ % ApartQueues
                               : threadNumber() % ThreadQueues;
  std::shared_ptr<OrderedQueue> &C = Queues[Place];
  if (!C)
    C = std::make_shared<OrderedQueue>(Owner, NextQueue++);
  else if (isEmpty())
    C->restart();
  return C;
}

void PendingLaunches::drop(OrderedQueue &C) noexcept {
  C.IsSound = false;
  std::shared_ptr<OrderedQueue> Dropped; // Goes when the list is free again.
  const std::lock_guard<std::mutex> Guard(Lock);
  for (std::shared_ptr<OrderedQueue> &Each : Queues)
    if (Each.get() == &C)
      Dropped = std::move(Each);
}

bool PendingLaunches::orders(const std::vector<DataUse> &Uses) {
  if (isEmpty())
    return false;
  const std::lock_guard<std::mutex> Guard(Lock);
  return std::any_of(Uses.begin(), Uses.end(), [](const DataUse &U) {
    return U.Data->uses().orders(U.Stores);
  });
}

std::vector<Event> PendingLaunches::eventsBefore(
    const OrderedQueue &C, const std::vector<DataUse> &Uses, uint64_t &Seen) {
  std::vector<Event> Events;
  std::vector<uint64_t> Numbers;
  std::vector<std::shared_ptr<OrderedQueue>> Others;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    Seen = NextNumber;
    for (const DataUse &U : Uses)
      U.Data->uses().collect(C.Number, U.Stores, Events, Numbers);
    if (!Numbers.empty())
      for (const PendingLaunch &U : Launches)
        if (std::find(Numbers.begin(), Numbers.end(), U.Number) !=
                Numbers.end() &&
            std::find(Others.begin(), Others.end(), U.Where) == Others.end())
          Others.push_back(U.Where);
  }
  for (const std::shared_ptr<OrderedQueue> &Other : Others) {
    // Behind all that is there by now.
    Event Mark = Other->Commands->mark();
    Other->Commands->flush();
    Events.push_back(std::move(Mark));
  }
  return Events;
}

void PendingLaunches::add(std::list<PendingLaunch> One,
                          const std::vector<DataUse> &Uses) {
  std::optional<uint64_t> Before;
  PendingLaunch &Launch = One.front();
  try {
    const std::lock_guard<std::mutex> Guard(Lock);
    for (const DataUse &U : Uses)
      U.Data->uses().makeRoom();
    // Nothing fails from here on.
    Launch.Number = NextNumber++;
    const Event &Last = Launch.Commands.back().Ending;
    for (const DataUse &U : Uses)
      U.Data->uses().note(Launch.Where->Number, U.Stores, Launch.Number,
                          Launch.Seen, Last);
    Launches.splice(Launches.end(), One);
    if (++Count > Most)
      Before = NextNumber - Remaining;
  } catch (const std::bad_alloc &) {
    try { // Nobody else would wait for it.
      Launch.Where->Commands->finish();
    } catch (const DeviceError &) {
      // The queue is dropped, whatever is wrong with it.
    }
    drop(*Launch.Where);
    throw;
  }
  if (Before)
    settle(*Before, nullptr);
}

void PendingLaunches::settle() { settle(UINT64_MAX, nullptr); }
void PendingLaunches::settle(const OrderedQueue &C) { settle(UINT64_MAX, &C); }

/// An event or queue to wait for, and the launches that have ended then.
struct PendingLaunches::Ending {
  std::shared_ptr<OrderedQueue> Where;
  Event Last;     ///< null: for all that is in the queue
  uint64_t First; ///< launch, which has ended
  uint64_t Seen;  ///< Launches of Where with lower numbers have ended, too.
};

/// How to wait for the first launch of those with numbers below \p Before.
std::optional<PendingLaunches::Ending>
PendingLaunches::firstOf(uint64_t Before, const OrderedQueue *Only) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const auto Next = std::find_if(
      Launches.begin(), Launches.end(), [&](const PendingLaunch &U) {
        return U.Number < Before && (!Only || U.Where.get() == Only);
      });
  if (Next == Launches.end())
    return std::nullopt;
  const uint64_t First = Next->Number;
  const auto With =
      std::find_if(Next, Launches.end(), [&](const PendingLaunch &U) {
        return U.Where == Next->Where && U.Commands.back().Ending &&
               (U.Number == First || U.Seen > First);
      });
  if (With == Launches.end())
    return Ending{Next->Where, {}, First, NextNumber};
  return Ending{Next->Where, With->Commands.back().Ending, First, With->Seen};
}

void PendingLaunches::settle(uint64_t Before, const OrderedQueue *Only,
                             bool IsExit) {
  if (isEmpty())
    return;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    Before = std::min(Before, NextNumber);
  }
  while (const std::optional<Ending> Next = firstOf(Before, Only)) {
    std::optional<DeviceError> WaitError;
    try {
      if (Next->Last)
        Next->Last.wait();
      else
        Next->Where->Commands->finish();
    } catch (const DeviceError &E) {
      WaitError = E;
    }
    end([&](const PendingLaunch &U) { return U.Number == Next->First; },
        WaitError ? &*WaitError : nullptr, IsExit);
    if (!WaitError)
      noteEnded(*Next->Where, Next->Seen, IsExit);
  }
}

void PendingLaunches::noteEnded(const OrderedQueue &C, uint64_t Seen,
                                bool IsExit) {
  if (isEmpty())
    return;
  end(
      [&](const PendingLaunch &U) {
        return U.Where.get() == &C && U.Number < Seen;
      },
      nullptr, IsExit);
}

/// Takes the launches that \p IsOne accepts, which have been waited for, off
/// the list; another thread may have taken some.
template <typename Predicate>
void PendingLaunches::end(Predicate IsOne, const DeviceError *WaitError,
                          bool IsExit) {
  std::list<PendingLaunch> Ended;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    for (auto Next = Launches.begin(); Next != Launches.end();) {
      const auto Each = Next++;
      if (!IsOne(*Each))
        continue;
      for (const std::shared_ptr<DeviceData> &D : Each->Data)
        D->uses().forget(Each->Number);
      Ended.splice(Ended.end(), Launches, Each);
      --Count;
    }
  }
  for (PendingLaunch &Each : Ended)
    conclude(Each, WaitError, IsExit);
}

/// Reports that \p Launch has failed because of \p MakeCause().
template <typename Maker>
void PendingLaunches::reportFailed(const PendingLaunch &Launch, bool IsExit,
                                   Maker MakeCause) noexcept {
  for (const std::shared_ptr<DeviceData> &D : Launch.Data)
    D->distrust();
  drop(*Launch.Where);
  const auto MakeText = [&] {
    return (IsExit ? Launch.Location + ": " : "") +
           (Launch.Commands.back().Ending
                ? "the loop has failed on "
                : "the loop, or one that was launched after it, has failed "
                  "on ") +
           Owner.info().Name + " after the program had continued" +
           (Launch.Stored.empty() ? ""
                                  : ", and the values of " + Launch.Stored +
                                        ", which are only there, cannot be "
                                        "read back") +
           " (OMPSCAN_ASYNC=0 makes loops wait): " + MakeCause();
  };
  withText(MakeText, [&](const char *Text) {
    if (!IsExit)
      reportFatal(Launch.Location.c_str(), Text);
    reportWarning(Text);
  });
}

/// Checks the commands of \p Launch, which has ended, and records its times.
void PendingLaunches::conclude(PendingLaunch &Launch,
                               const DeviceError *WaitError,
                               bool IsExit) noexcept {
  Launch.Record.Location = Launch.Location.c_str();
  try {
    // The call that waits may be all that has failed.
    if (const Event &Last = Launch.Commands.back().Ending;
        WaitError && (!Last || !Last.hasEnded()))
      throw *WaitError;
    for (const Command &C : Launch.Commands)
      if (C.Ending)
        checkEnded(C);
  } catch (const DeviceError &E) {
    // The failed command is a better message than the wait.
    const bool IsCommand = E.kind() == DeviceError::Kind::CommandFailed;
    return reportFailed(Launch, IsExit, [&] {
      return std::string((WaitError && !IsCommand ? *WaitError : E).what());
    });
  } catch (const std::exception &) {
    return reportFailed(Launch, IsExit, describeException);
  }
  for (PooledBuffer &B : Launch.Scratch)
    B.giveBack();
  if (!environment().takesTimes())
    return;
  for (const Command &C : Launch.Commands)
    takeTimes(C, Launch.Record);
  noteLaunch(Launch.Record);
}

bool PendingLaunches::reclaim(bool NeedsAll) {
  if (isEmpty())
    return false;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    const auto IsLast = [](const std::shared_ptr<DeviceData> &D) {
      return D.use_count() == 1;
    };
    if (!NeedsAll && std::none_of(Launches.begin(), Launches.end(),
                                  [&](const PendingLaunch &U) {
                                    return std::any_of(U.Data.begin(),
                                                       U.Data.end(), IsLast);
                                  }))
      return false;
  }
  settle();
  return true;
}

void finishPendingLaunches() noexcept {
  try {
    Listing &L = listing();
    // A child of fork has none of its parent's launches.
    if (L.Owner != ::getpid())
      return;
    const std::lock_guard<std::mutex> Guard(L.Lock);
    for (PendingLaunches *B : L.InUse)
      B->settle(UINT64_MAX, nullptr, /*IsExit=*/true);
  } catch (...) {
    // Nobody is left to report to.
  }
}

} // namespace ompscan::rt

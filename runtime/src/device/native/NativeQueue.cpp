//===- NativeQueue.cpp - Memory, kernels and queues of the host -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/NativeQueue.h"
#include "device/backend/DeviceError.h"
#include "device/native/GroupDealer.h"
#include "device/native/Team.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

/// Bytes that memory is aligned to: a cache line, and the widest vectors.
constexpr uint64_t Alignment = 64;

unsigned char *allocate(uint64_t Size) {
  const uint64_t Rounded = (Size + Alignment - 1) / Alignment * Alignment;
  void *const Begin =
      Rounded < Size ? nullptr : std::aligned_alloc(Alignment, Rounded);
  if (!Begin)
    throw DeviceError(DeviceError::Kind::OutOfHostMemory, [&] {
      return "the host cannot allocate " + std::to_string(Size) + " bytes";
    });
  return static_cast<unsigned char *>(Begin);
}

/// The times of a command that has ended.
struct EndedCommand {
  std::atomic<uint32_t> References{1};
  EventTimes Times{};
};

class NativeEvents final : public EventOperations {
public:
  void retain(void *Event) const override { ++command(Event).References; }
  void release(void *Event) const noexcept override {
    if (--command(Event).References == 0)
      delete &command(Event);
  }
  void wait(void *) const override {}
  bool hasEnded(void *) const override { return true; }
  std::string failure(void *) const override { return ""; }
  EventTimes times(void *Event) const override { return command(Event).Times; }

private:
  static EndedCommand &command(void *Event) {
    return *static_cast<EndedCommand *>(Event);
  }
};

constexpr NativeEvents NativeEventOperations;

/// Takes the time of a command, if somebody wants its event. The event is made
/// before the command runs, so that nothing can fail after it.
class Timed {
public:
  explicit Timed(Event *E)
      : To(E), Command(E ? new EndedCommand : nullptr),
        Mark(NativeEventOperations, Command) {
    if (Command)
      Command->Times.Queued = Command->Times.Begin = hostTime();
  }
  /// The command has ended well.
  void end() {
    if (!Command)
      return;
    Command->Times.End = hostTime();
    *To = std::move(Mark);
  }

private:
  Event *const To;
  EndedCommand *const Command;
  Event Mark;
};

void copyAll(unsigned char *To, const unsigned char *From,
             const StridedBlocks &P) {
  for (uint64_t I = 0; I != P.Count; ++I)
    std::memcpy(To + I * P.Stride, From + I * P.Stride, P.Size);
}

/// One run of a kernel, which the threads of a team share.
struct SharedRun {
  const NativeGroup &Group;
  const void *const *Arguments;
  const NativeSource &Source;
  uint64_t Groups;
  unsigned char *Scratch;
  uint64_t ScratchSize; ///< bytes from one thread's to the next one's
  uint32_t Streams;
  bool IsAlone; ///< One thread runs all groups.
  GroupDealer Dealer;
  std::atomic<uint64_t> Threads{0};
};

/// Runs groups in this thread while there are any and \p GoesOn() holds. \p
/// IsAlone: meanwhile, no other thread runs any.
template <typename Condition>
void runGroups(SharedRun &R, bool IsAlone, Condition GoesOn) {
  ompscan_native_task Task = {
      0,
      R.Groups,
      R.Source.Items,
      R.Source.IsOrdered,
      R.Streams,
      /*is_inner=*/0,
      reinterpret_cast<uintptr_t>(R.Scratch + R.ScratchSize * R.Threads++),
      /*value=*/0,
      /*is_fixed=*/0,
      /*left=*/0,
      /*is_known=*/0,
      R.Source.IsApart};
  const unsigned Thread = IsAlone ? 0 : threadInTeam();
  while (GoesOn() && R.Dealer.take(Thread, Task.group))
    R.Group.run(Task, R.Arguments, IsAlone);
}

/// The body of the parallel region, run by each thread.
void runInTeam(void *Data) {
  auto &R = *static_cast<SharedRun *>(Data);
  runGroups(R, R.IsAlone, [] { return true; });
}

/// Runs groups in the calling thread, for the time that is its own.
void runAlone(SharedRun &R) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + R.Source.AloneFor;
  runGroups(R, /*IsAlone=*/true, [&] { return Clock::now() < End; });
  R.Threads = 0;
}

} // namespace

NativeMemory::NativeMemory(uint64_t Size)
    : MemoryObject(Size), Begin(allocate(Size)), IsOwn(true) {}

NativeMemory::~NativeMemory() {
  if (IsOwn)
    std::free(Begin);
}

std::shared_ptr<MemoryObject> NativeMemory::part(uint64_t Offset,
                                                 uint64_t Size) const {
  return std::make_shared<NativeMemory>(Begin + Offset, Size);
}

void NativeKernel::setBytes(uint32_t I, size_t Size, const void *Bytes) {
  std::vector<Block> &To = Values[I];
  To.resize((Size + sizeof(Block) - 1) / sizeof(Block));
  std::memcpy(To.data(), Bytes, Size);
  Addresses[I] = To.data();
}

void NativeKernel::setMemory(uint32_t I, const Memory &M) {
  const unsigned char *const Begin = M ? NativeMemory::at(M) : nullptr;
  setBytes(I, sizeof Begin, static_cast<const void *>(&Begin));
}

void NativeKernel::run(uint64_t Groups) const {
  const auto Threads = static_cast<unsigned>(std::min<uint64_t>(
      isOneThread(Source.Threads) ? 1 : maxTeamSize(Source.Threads), Groups));
  const uint64_t Size =
      (Source.ScratchSize + Alignment - 1) / Alignment * Alignment;
  const std::unique_ptr<unsigned char, void (*)(void *)> Scratch(
      Size ? allocate(Size * Threads) : nullptr, std::free);
  // One thread does not fill the memory's bus, and waits for stores past the
  // caches: on an AMD EPYC a running maximum takes 1.2 times as long.
  const uint32_t Streams = Threads > 1 ? Source.Streams : 0;
  SharedRun R{
      *Group,  Addresses.data(), Source,
      Groups,  Scratch.get(),    Size,
      Streams, Threads == 1,     GroupDealer(Groups, IsInOrder ? 1 : Threads)};
  // The first group may take long, while the other threads have nothing to do.
  constexpr uint64_t LeastGroups = 16;
  if (Threads > 1 && Groups / Threads >= LeastGroups &&
      Source.AloneFor.count() != 0)
    runAlone(R);
  if (!R.Dealer.isEmpty())
    runTeam(Threads, runInTeam, &R, Source.Binding);
}

void NativeQueue::write(const Memory &To, uint64_t Offset, uint64_t Size,
                        const void *From, Blocking, Event *E) {
  Timed Time(E);
  std::memcpy(NativeMemory::at(To, Offset), From, Size);
  Time.end();
}

void NativeQueue::read(const Memory &From, uint64_t Offset, uint64_t Size,
                       void *To, Blocking, Event *E) {
  Timed Time(E);
  std::memcpy(To, NativeMemory::at(From, Offset), Size);
  Time.end();
}

void NativeQueue::copy(const Memory &From, uint64_t FromOffset,
                       const Memory &To, uint64_t ToOffset, uint64_t Size,
                       Event *E) {
  Timed Time(E);
  std::memmove(NativeMemory::at(To, ToOffset),
               NativeMemory::at(From, FromOffset), Size);
  Time.end();
}

void NativeQueue::writeStrided(const Memory &To, uint64_t Offset,
                               const StridedBlocks &P, const void *From,
                               Event *E) {
  Timed Time(E);
  copyAll(NativeMemory::at(To, Offset),
          static_cast<const unsigned char *>(From), P);
  Time.end();
}

void NativeQueue::copyStrided(const Memory &From, uint64_t FromOffset,
                              const Memory &To, uint64_t ToOffset,
                              const StridedBlocks &P, Event *E) {
  Timed Time(E);
  copyAll(NativeMemory::at(To, ToOffset), NativeMemory::at(From, FromOffset),
          P);
  Time.end();
}

void NativeQueue::fill(const Memory &To, uint64_t Offset, uint64_t Size,
                       const void *Pattern, uint64_t PatternSize) {
  for (uint64_t I = 0; I != Size; I += PatternSize)
    std::memcpy(NativeMemory::at(To, Offset + I), Pattern, PatternSize);
}

void NativeQueue::run(Kernel &K, uint64_t Items, uint32_t, Event *E) {
  Timed Time(E);
  static_cast<NativeKernel &>(K).run(Items);
  Time.end();
}

Event NativeQueue::mark() {
  Event E;
  Timed(&E).end();
  return E;
}

} // namespace ompscan::rt

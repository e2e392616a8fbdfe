//===- Stream.cpp - The commands of a launch ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Stream.h"
#include "support/Failure.h"
#include "support/HostThreads.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

namespace ompscan::rt {

Stream::Stream(Device &D, LaunchRecord &Record)
    : Owner(D), Record(Record),
      TakesEvents(D.takesTimes() || !D.showsFailures()) {
  D.pending().settle();
  Own = D.takeQueue();
  Target = Own.get();
}

Stream::Stream(Device &D, LaunchRecord &Record,
               const std::vector<DataUse> &Uses,
               const std::shared_ptr<OrderedQueue> &Wanted)
    : Owner(D), Record(Record),
      Via(!Wanted && D.pending().orders(Uses) ? D.pending().orderedQueue()
                                              : Wanted),
      TakesEvents(D.takesTimes() || !D.showsFailures() ||
                  (Wanted && Wanted->takesEvents())) {
  if (!Via) {
    Own = D.takeQueue();
    Target = Own.get();
    return;
  }
  Target = Via->Commands.get();
  if (const auto Events = D.pending().eventsBefore(*Via, Uses, Seen);
      !Events.empty())
    Target->waitFor(Events);
}

Stream::~Stream() {
  if (!GivenBack)
    endQueue();
}

/// Waits for all commands, and drops the queue.
void Stream::endQueue() {
  try {
    Target->finish();
  } catch (...) {
    // The queue is dropped, whatever is wrong with it.
  }
  if (Via)
    Owner.pending().drop(*Via);
}

void Stream::restart() {
  endQueue();
  if (Via) // Still to be finished if there is no other queue.
    Own = Via->Commands;
  Via = nullptr;
  Commands.clear();
  for (StagingBlock &B : Blocks) {
    B.Pinned.reset();
    B.InUse = Event();
    B.To = nullptr;
  }
  Waiting.clear();
  BytesWaiting = 0;
  Open = nullptr;
  IsIdle = false;
  Own = Owner.takeQueue();
  Target = Own.get();
}

/// Has \p Enqueue put a command into the queue, and keeps its event, if anyone
/// \p NeedsEvent.
template <typename Function>
void Stream::add(Activity What, const char *Name, uint64_t Bytes,
                 Function Enqueue, bool NeedsEvent) {
  Command C{What, Name, Bytes, {}, {}};
  if (Owner.takesTimes())
    C.Enqueued = Clock::now();
  // Nothing fails when the command is in the queue: it would run unseen.
  if (Commands.size() == Commands.capacity())
    Commands.reserve(std::max<size_t>(4, 2 * Commands.size()));
  IsIdle = false;
  Enqueue(NeedsEvent || TakesEvents ? &C.Ending : nullptr);
  Commands.push_back(std::move(C));
}

/// The source and the destination of a transfer.
struct Stream::Route {
  Activity Way; ///< Send or Fetch
  const Memory &Buffer;
  uint64_t Offset;
  uint64_t Size;
  unsigned char *Host;
  const char *Name;
  uint64_t BlockSize = 0; ///< bytes that move at once
};

/// Whether \p Size bytes of \p Host are staged in pinned blocks.
bool Stream::stages(const void *Host, uint64_t Size) {
  const TransferRules &R = Owner.pinned().rules();
  if (!R.Stages || Owner.hasOwnQueue() || isPinned(Owner, Host, Size))
    return false;
  const bool IsWorth = Owner.pinned().isWorth(Size, /*Notes=*/true);
  return Overlaps ? Size >= R.Block / 4 : IsWorth && Size >= R.Least;
}

void Stream::stage(Route R) {
  const TransferRules &Rules = Owner.pinned().rules();
  R.BlockSize = Rules.Block;
  const uint64_t Count =
      Overlaps ? 1
               : std::min<uint64_t>(Rules.Threads, 2 * R.Size / R.BlockSize);
  if (Count > 1) {
    // For every lane as many as it has blocks, and whole pages.
    constexpr uint64_t Page = 4096;
    const uint64_t Share = R.Size / (Count * BlocksOfThread) + 1;
    R.BlockSize = std::min(R.BlockSize, (Share + Page - 1) / Page * Page);
    return stageOnThreads(R, static_cast<unsigned>(Count));
  }
  for (uint64_t First = 0; First < R.Size; First += R.BlockSize)
    stageBlock(R, First);
}

/// Moves it by \p Count queues at once, each with a thread that copies.
void Stream::stageOnThreads(const Route &R, unsigned Count) {
  finish(); // What the data, or the buffer, waits for.
  if (R.Way == Activity::Fetch) {
    open(/*AllHere=*/false);
    ++Fetches;
  }
  std::atomic<uint64_t> Next{0};
  std::mutex Lock; // of the record
  forEach(Count, Count, [&](uint64_t) {
    LaunchRecord Part(Record.Location);
    Stream S(Owner, Part, {}); // This one has finished.
    try {
      for (uint64_t First; (First = Next.fetch_add(R.BlockSize)) < R.Size;)
        S.stageBlock(R, First);
      S.finish();
    } catch (...) {
      Next = R.Size; // Others need not go on.
      throw;
    }
    S.giveBack();
    std::lock_guard<std::mutex> Guard(Lock);
    Record.Spans.insert(Record.Spans.end(), Part.Spans.begin(),
                        Part.Spans.end());
  });
}

/// Moves the block that begins at byte \p First.
void Stream::stageBlock(const Route &R, uint64_t First) {
  const uint64_t Size = std::min(R.BlockSize, R.Size - First);
  StagingBlock &B = Blocks[NextBlock++ % Blocks.size()];
  if (B.To)
    open(/*AllHere=*/false);
  settle(B);
  if (!B.Pinned)
    if (std::optional<PinnedBlock> Taken = Owner.pinned().take(Owner))
      B.Pinned.emplace(std::move(*Taken));
  unsigned char *const Bytes = B.Pinned ? B.Pinned->bytes() : R.Host + First;
  if (R.Way == Activity::Send) {
    if (B.Pinned)
      std::memcpy(Bytes, R.Host + First, Size);
    add(
        R.Way, R.Name, Size,
        [&](Event *E) {
          Target->write(R.Buffer, R.Offset + First, Size, Bytes, Blocking::No,
                        E);
        },
        /*NeedsEvent=*/B.Pinned.has_value());
  } else {
    if (!B.Pinned)
      open(/*AllHere=*/false);
    add(
        R.Way, R.Name, Size,
        [&](Event *E) {
          Target->read(R.Buffer, R.Offset + First, Size, Bytes, Blocking::No,
                       E);
        },
        /*NeedsEvent=*/B.Pinned.has_value());
    if (B.Pinned) {
      B.To = R.Host + First;
      B.Size = Size;
    } else {
      ++Fetches;
    }
  }
  if (B.Pinned)
    B.InUse = lastEvent();
  Target->flush();
}

/// Waits for the transfer of \p B.
void Stream::await(StagingBlock &B) {
  if (!B.InUse)
    return;
  B.InUse.wait();
  if (const std::string Error = B.InUse.failure(); !Error.empty())
    throw DeviceError(DeviceError::Kind::CommandFailed, [&] {
      return "a transfer has failed on the device: " + Error;
    });
  B.InUse = Event();
}

/// Waits for the transfer of \p B, and copies its bytes to the destination.
void Stream::settle(StagingBlock &B) {
  await(B);
  if (!B.To)
    return;
  ++Fetches;
  std::memcpy(B.To, B.Pinned->bytes(), B.Size);
  B.To = nullptr;
}

void Stream::hold(std::function<void(bool)> Open) {
  this->Open = std::move(Open);
}

/// Calls `Open` before host memory changes for the first time.
void Stream::open(bool AllHere) {
  if (!Open)
    return;
  Open(AllHere);
  Open = nullptr;
}

void Stream::deliver() {
  open(/*AllHere=*/true);
  for (StagingBlock &B : Blocks)
    settle(B);
  for (const Held &H : Waiting)
    std::memcpy(H.To, H.Bytes.get(), H.Size);
  Fetches += Waiting.size();
  Waiting.clear();
}

/// The memory that keeps \p Size bytes for \p To; \p To itself if none does.
void *Stream::heldFor(void *To, uint64_t Size) {
  if (!Open)
    return To;
  if (Size <= MaxBytesWaiting - BytesWaiting)
    if (void *Bytes = std::malloc(Size)) {
      Waiting.push_back({Held::Pointer(Bytes), To, Size});
      BytesWaiting += Size;
      return Bytes;
    }
  open(/*AllHere=*/false);
  return To;
}

void Stream::write(const Memory &To, uint64_t Offset, uint64_t Size,
                   const void *From, const char *Name) {
  if (stages(From, Size))
    return stage({Activity::Send, To, Offset, Size,
                  static_cast<unsigned char *>(const_cast<void *>(From)),
                  Name});
  add(Activity::Send, Name, Size, [&](Event *E) {
    Target->write(To, Offset, Size, From, Blocking::No, E);
  });
}

void Stream::writeStrided(const Memory &To, uint64_t Offset, uint64_t BlockSize,
                          uint64_t Stride, uint64_t Count, const void *From,
                          const char *Name) {
  add(Activity::Send, Name, BlockSize * Count, [&](Event *E) {
    Target->writeStrided(To, Offset, {BlockSize, Stride, Count}, From, E);
  });
}

void Stream::copy(const Memory &From, uint64_t FromOffset, const Memory &To,
                  uint64_t ToOffset, uint64_t Size, const char *Name) {
  add(Activity::Copy, Name, Size,
      [&](Event *E) { Target->copy(From, FromOffset, To, ToOffset, Size, E); });
}

void Stream::copyStrided(const Memory &From, uint64_t FromOffset,
                         const Memory &To, uint64_t ToOffset,
                         uint64_t BlockSize, uint64_t Stride, uint64_t Count,
                         const char *Name) {
  add(Activity::Copy, Name, BlockSize * Count, [&](Event *E) {
    Target->copyStrided(From, FromOffset, To, ToOffset,
                        {BlockSize, Stride, Count}, E);
  });
}

void Stream::read(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
                  const char *Name) {
  if (stages(To, Size))
    return stage({Activity::Fetch, From, Offset, Size,
                  static_cast<unsigned char *>(To), Name});
  const TransferRules &Rules = Owner.pinned().rules();
  const Blocking Waits{Rules.Stages && Size < Rules.AtOnce && !Overlaps &&
                       !isPinned(Owner, To, Size)};
  void *const Place = heldFor(To, Size);
  add(Activity::Fetch, Name, Size,
      [&](Event *E) { Target->read(From, Offset, Size, Place, Waits, E); });
  Fetches += Place == To;
}

void Stream::readAtOnce(const Memory &From, uint64_t Offset, uint64_t Size,
                        void *To, const char *Name) {
  add(Activity::Fetch, Name, Size, [&](Event *E) {
    Target->read(From, Offset, Size, To, Blocking::Yes, E);
  });
  IsIdle = true;
}

void Stream::run(Kernel &K, uint64_t Groups, uint32_t Group) {
  if (Groups > std::numeric_limits<size_t>::max() / Group)
    throw Failure("the loop has too many iterations for the device");
  std::string Name;
  if (Owner.takesTimes())
    Name = K.name();
  add(Activity::Kernel, Name.c_str(), 0,
      [&](Event *E) { Target->run(K, Groups * Group, Group, E); });
}

void Stream::finish() {
  if (Commands.empty() && !Via)
    return;
  for (size_t I = 0; I != Blocks.size(); ++I) {
    StagingBlock &B =
        Blocks[(NextBlock + I) % Blocks.size()]; // The oldest one first.
    Open ? await(B) : settle(B);
  }
  try {
    if (!IsIdle)
      Target->finish();
  } catch (const DeviceError &) {
    if (Via) // Perhaps an earlier launch is to blame.
      Owner.pending().settle(*Via);
    throw;
  }
  if (Via) // What was there before these commands has ended with them.
    Owner.pending().noteEnded(*Via, Seen);
  // Drivers do not agree on whether a command's failure shows in the queue.
  for (const Command &C : Commands) {
    if (!Owner.showsFailures())
      checkEnded(C);
    if (Owner.takesTimes())
      takeTimes(C, Record);
  }
  Commands.clear();
  for (TileStateBuffer &C : TileStates)
    Owner.tileStates().giveBack(std::move(C));
  TileStates.clear();
}

TileStateBuffer Stream::takeTileStates(uint64_t Words, uint32_t Launches) {
  TileStateBufferPool &From = Via ? Via->TileStates : Owner.tileStates();
  return From.take(Owner.backend(), *Target, Words, Launches);
}

void Stream::giveBack(TileStateBuffer C) {
  if (Via)
    Via->TileStates.giveBack(
        std::move(C)); // The next launch there comes later.
  else
    TileStates.push_back(std::move(C));
}

void Stream::leave(PendingLaunch &To) {
  // Another queue may wait for the event. Commands without any are in a queue
  // whose driver begins with them by itself, and who waits for them flushes.
  lastEvent() ? Target->flush() : Target->submit();
  To.Where = Via;
  To.Seen = Seen;
  To.Commands = std::move(Commands);
  GivenBack = true;
}

void Stream::giveBack() noexcept {
  for (StagingBlock &B : Blocks)
    if (B.Pinned)
      Owner.pinned().giveBack(std::move(*B.Pinned));
  if (!Via)
    Owner.giveBack(std::move(Own));
  GivenBack = true;
}

} // namespace ompscan::rt

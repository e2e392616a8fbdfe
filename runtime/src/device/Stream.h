//===- Stream.h - The commands of a launch -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_STREAM_H
#define OMPSCAN_RT_DEVICE_STREAM_H

#include "device/Device.h"
#include "device/PendingLaunches.h"
#include "device/PinnedMemory.h"
#include "device/backend/Queue.h"
#include "report/LaunchRecord.h"
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// An in-order queue for one launch, and the commands in it. All commands have
/// ended when the stream is destroyed, also after an error, unless leave() has
/// passed them on.
///
/// Large transfers use pinned memory (PinnedMemory.h) where that is faster.
/// Then write() has copied the data when it returns, and read() all but the
/// last blocks.
class Stream {
public:
  /// \p Record gets the times of the commands where \p D takes them
  /// (Device::takesTimes()). All unfinished launches on \p D have ended first.
  Stream(Device &D, LaunchRecord &Record);
  /// A stream whose commands use no mapped data but \p Uses. They wait for
  /// pending launches that use the same data. They are enqueued in \p Wanted if
  /// it is not null.
  Stream(Device &D, LaunchRecord &Record, const std::vector<DataUse> &Uses,
         const std::shared_ptr<OrderedQueue> &Wanted = nullptr);
  Stream(const Stream &) = delete;
  ~Stream();

  /// Copies \p Size bytes into \p To at \p Offset, and out of \p From. Host
  /// memory is in use until finish() returns. Messages use \p Name.
  void write(const Memory &To, uint64_t Offset, uint64_t Size, const void *From,
             const char *Name);
  /// Copies \p Count blocks of \p BlockSize bytes that lie \p Stride >=
  /// BlockSize bytes apart on both sides.
  void writeStrided(const Memory &To, uint64_t Offset, uint64_t BlockSize,
                    uint64_t Stride, uint64_t Count, const void *From,
                    const char *Name);
  void read(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
            const char *Name);
  /// Copies a few bytes, and returns when they are there and all earlier
  /// commands have ended, well or not. With NVIDIA's driver (580.159, H200) a
  /// launch took 23 us so, and 30 to 45 us by read() and finish().
  void readAtOnce(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
                  const char *Name);
  /// Copies on the device; blocks as above.
  void copy(const Memory &From, uint64_t FromOffset, const Memory &To,
            uint64_t ToOffset, uint64_t Size, const char *Name);
  void copyStrided(const Memory &From, uint64_t FromOffset, const Memory &To,
                   uint64_t ToOffset, uint64_t BlockSize, uint64_t Stride,
                   uint64_t Count, const char *Name);
  /// Runs \p Groups groups of \p Group work-items.
  void run(Kernel &K, uint64_t Groups, uint32_t Group);

  /// The event of the command that was put into the queue last; kernels have
  /// one where the device takes times.
  const Event &lastEvent() const { return Commands.back().Ending; }

  /// How often host memory may have changed by read().
  uint64_t fetches() const { return Fetches; }

  /// Keeps the results of later calls of read() in blocks until deliver(), so
  /// that host memory is unchanged if one of several reads fails. Without room
  /// for all results, later ones are stored directly. \p Open is called once
  /// before host memory changes, with true if all results have arrived. It may
  /// throw.
  void hold(std::function<void(bool)> Open);
  /// Copies the kept results to their places, after finish().
  ///
  /// \throws the exceptions of `Open` only.
  void deliver();

  /// Begins anew with another queue after a command has failed. All commands of
  /// the old one have ended.
  ///
  /// \throws DeviceError
  void restart();

  /// Notes that a kernel in the queue stores results; whether one does.
  void noteStores() { HasStores = true; }
  bool hasStores() const { return HasStores; }

  /// Takes the tile states for a single-pass scan that is enqueued next.
  TileStateBuffer takeTileStates(uint64_t Words, uint32_t Launches);
  /// Gives them back when the kernels have been enqueued.
  void giveBack(TileStateBuffer C);

  /// Says that other streams transfer concurrently. Then all but small
  /// transfers are staged in pinned memory by this thread, since a single
  /// transfer need not be fast.
  void overlap() { Overlaps = true; }

  /// Waits for all commands.
  ///
  /// \throws DeviceError, which names a command that has failed.
  void finish();

  /// Moves the commands, none of which uses host memory, to \p To without
  /// waiting for them, and ends the stream. Commands are not flushed if the
  /// last one has no event: such a driver begins with them by itself.
  ///
  /// \throws DeviceError; then \p To is unchanged.
  void leave(PendingLaunch &To);

  /// Makes the queue available to other launches, after finish().
  void giveBack() noexcept;

  Queue &queue() const { return *Target; }

private:
  template <typename Function>
  void add(Activity What, const char *Name, uint64_t Bytes, Function Enqueue,
           bool NeedsEvent = false);

  /// A pinned block in use.
  struct StagingBlock {
    std::optional<PinnedBlock> Pinned;
    Event InUse;
    unsigned char *To = nullptr; ///< the destination after it has arrived
    uint64_t Size = 0;
  };
  /// Ordinary memory that keeps a small result.
  struct Held {
    struct Free {
      void operator()(void *P) const { std::free(P); }
    };
    using Pointer = std::unique_ptr<void, Free>;
    Pointer Bytes;
    void *To;
    uint64_t Size;
  };
  struct Route; ///< of data that moves
  bool stages(const void *Host, uint64_t Size);
  void stage(Route R);
  void stageOnThreads(const Route &R, unsigned Count);
  void stageBlock(const Route &R, uint64_t First);
  void await(StagingBlock &B);
  void settle(StagingBlock &B);
  void open(bool AllHere);
  void *heldFor(void *To, uint64_t Size);
  void endQueue();

  Device &Owner;
  LaunchRecord &Record;
  std::shared_ptr<OrderedQueue> Via; ///< null for a queue of its own
  bool TakesEvents;                  ///< of all commands
  uint64_t Seen = 0;                 ///< as of PendingLaunches::eventsBefore()
  std::shared_ptr<Queue> Own;        ///< null if Via is set
  Queue *Target;                     ///< one of the two
  std::vector<Command> Commands;
  std::vector<TileStateBuffer>
      TileStates; ///< in use until the commands have ended
  std::array<StagingBlock, BlocksOfThread> Blocks;
  size_t NextBlock = 0;
  bool Overlaps = false;
  bool IsIdle = false; ///< all commands so far have been waited for
  uint64_t Fetches = 0;
  std::function<void(bool)> Open; ///< while what read() brings waits
  std::vector<Held> Waiting;
  uint64_t BytesWaiting = 0; ///< there
  bool HasStores = false;
  bool GivenBack = false;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_STREAM_H

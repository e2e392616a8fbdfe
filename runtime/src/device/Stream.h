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
#include "device/opencl/OpenCL.h"
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

/// An in-order queue for one launch, and the commands that are in it. However
/// the launch ends, no command is left that could still use host memory; only
/// leave() leaves any at all.
///
/// Much data goes by way of pinned memory (PinnedMemory.h) where that is
/// faster: write() has taken it then when it returns, and read() has brought
/// all but the last pieces.
class Stream {
public:
  /// \p Record gets the times of the commands where \p D takes them
  /// (Device::takesTimes()). All unfinished launches on \p D have ended first.
  Stream(Device &D, LaunchRecord &Record);
  /// For commands that use no mapped data but \p Uses: they are put behind the
  /// unfinished launches that they have to wait for, or into \p Wanted where
  /// that is not null.
  Stream(Device &D, LaunchRecord &Record, const std::vector<DataUse> &Uses,
         std::shared_ptr<OrderedQueue> Wanted = nullptr);
  Stream(const Stream &) = delete;
  ~Stream();

  /// Copies \p Size bytes into \p To at \p Offset, and out of \p From. Host
  /// memory is in use until finish() returns. \p Name is what messages call it.
  void write(const cl::Buffer &To, uint64_t Offset, uint64_t Size,
             const void *From, const char *Name);
  /// Copies \p Count pieces of \p Piece bytes that lie \p Stride >= Piece bytes
  /// apart on both sides.
  void writePieces(const cl::Buffer &To, uint64_t Offset, uint64_t Piece,
                   uint64_t Stride, uint64_t Count, const void *From,
                   const char *Name);
  void read(const cl::Buffer &From, uint64_t Offset, uint64_t Size, void *To,
            const char *Name);
  /// Copies a few bytes, and returns when they are there and all earlier
  /// commands have ended, well or not. With NVIDIA's driver (580.159, H200) a
  /// launch took 23 us so, and 30 to 45 us by read() and finish().
  void readAtOnce(const cl::Buffer &From, uint64_t Offset, uint64_t Size,
                  void *To, const char *Name);
  /// Copies on the device; pieces as above.
  void copy(const cl::Buffer &From, uint64_t FromOffset, const cl::Buffer &To,
            uint64_t ToOffset, uint64_t Size, const char *Name);
  void copyPieces(const cl::Buffer &From, uint64_t FromOffset,
                  const cl::Buffer &To, uint64_t ToOffset, uint64_t Piece,
                  uint64_t Stride, uint64_t Count, const char *Name);
  /// Runs \p Groups groups of \p Group work-items.
  void run(const cl::Kernel &K, uint64_t Groups, uint32_t Group);

  /// The event of the command that was put into the queue last; kernels have
  /// one where the device takes times.
  const cl::Event &lastEvent() const { return Commands.back().Event; }

  /// How often host memory may have changed by read().
  uint64_t fetches() const { return Fetches; }

  /// From here on what read() brings waits in blocks until deliver(), so that
  /// nothing has changed where one of several reads fails. Where there is no
  /// room for all of it, it goes on without that: \p Open is called once before
  /// host memory changes, and told whether all is there. It may throw.
  void hold(std::function<void(bool)> Open);
  /// Puts what waits, which finish() has found to be there, into its place.
  ///
  /// \throws what `Open` throws, and nothing else.
  void deliver();

  /// Begins anew with another queue where a command has failed. What was in the
  /// old one has ended, well or not.
  ///
  /// \throws cl::Error
  void restart();

  /// Notes that a kernel in the queue stores results, and answers whether one
  /// does.
  void noteStores() { HasStores = true; }
  bool hasStores() const { return HasStores; }

  /// Memory for a single-pass scan that is in the queue next, and the way back
  /// for it when the kernels are there (see TileStateBufferPool).
  TileStateBuffer takeChain(uint64_t Words, uint32_t Launches);
  void giveBack(TileStateBuffer C);

  /// Others do the like at the same time, so that transfers need not be fast
  /// one by one: all but small ones go by way of pinned memory, in this thread.
  void overlap() { Overlaps = true; }

  /// Waits for all commands.
  ///
  /// \throws Failure naming a command that has failed, cl::Error.
  void finish();

  /// Has the device go on by itself with the commands, none of which uses host
  /// memory, in the channel that the stream was made with. They are in \p To
  /// then, and the stream is at its end. Where the last one has no event they
  /// are not flushed: the driver begins with them by itself.
  ///
  /// \throws cl::Error; then nothing has been left.
  void leave(Unfinished &To);

  /// Lets the queue be used by another launch. All commands have been waited
  /// for.
  void giveBack() noexcept;

  const cl::CommandQueue &queue() const { return *Queue; }

private:
  template <typename Function>
  void add(Activity What, const char *Name, uint64_t Bytes, Function Enqueue,
           bool NeedsEvent = false);

  /// A block through which a piece of data goes.
  struct Lane {
    std::optional<PinnedBlock> Block;
    cl::Event InUse;
    unsigned char *To = nullptr; ///< where it goes when it has come
    uint64_t Size = 0;
  };
  /// Ordinary memory in which a little waits.
  struct Held {
    struct Free {
      void operator()(void *P) const { std::free(P); }
    };
    using Memory = std::unique_ptr<void, Free>;
    Memory Bytes;
    void *To;
    uint64_t Size;
  };
  struct Route; ///< of data that moves
  bool stages(const void *Host, uint64_t Size);
  void stage(Route R);
  void stageInLanes(const Route &R, unsigned Count);
  void stagePiece(const Route &R, uint64_t First);
  void await(Lane &L);
  void settle(Lane &L);
  void open(bool AllHere);
  void *heldFor(void *To, uint64_t Size);
  void endQueue();

  Device &Owner;
  LaunchRecord &Record;
  std::shared_ptr<OrderedQueue> Via; ///< null for a queue of its own
  bool TakesEvents;                  ///< of all commands
  uint64_t Seen = 0;                 ///< as of PendingLaunches::eventsBefore()
  cl::CommandQueue Own;              ///< null where it goes by way of a channel
  const cl::CommandQueue *Queue;     ///< one of the two
  std::vector<Command> Commands;
  std::vector<TileStateBuffer> Chains; ///< in use until the commands have ended
  std::array<Lane, BlocksOfLane> Lanes;
  size_t NextLane = 0;
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

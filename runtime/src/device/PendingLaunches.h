//===- PendingLaunches.h - Launches that have not ended yet --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose data is all on the device, and which give nothing back to the
/// host, return when their kernels are in a queue. A failure shows when the
/// host waits for the device next: before it copies data, gets the value of an
/// accumulator, or ends.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H
#define OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H

#include "device/BufferPool.h"
#include "device/DataUses.h"
#include "device/TileStateBuffer.h"
#include "device/backend/Queue.h"
#include "report/LaunchRecord.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

class Device;

/// A command that has been put into a queue.
struct Command {
  Activity What;
  std::string Name; ///< of the kernel, where times are taken, or array
  uint64_t Bytes;
  TimePoint Enqueued; ///< where times are taken
  Event Ending;       ///< null if nobody needs it
};

/// \throws DeviceError if \p C, which has ended, has failed.
void checkEnded(const Command &C);

/// Records in \p R when \p C, which has ended, has run, if that is known.
void takeTimes(const Command &C, LaunchRecord &R) noexcept;

/// An in-order queue that launches use one after the other, with the tile
/// states that they pass on. The device gets both back in the end.
struct OrderedQueue {
  OrderedQueue(Device &Owner, uint64_t Number);
  ~OrderedQueue();
  OrderedQueue(const OrderedQueue &) = delete;

  Device &Owner;
  const uint64_t Number;
  const std::shared_ptr<Queue> Commands;
  TileStateBufferPool TileStates;
  std::atomic<bool> IsSound{true};   ///< No command in it has failed.
  std::atomic<unsigned> Launches{0}; ///< that have been begun there

  /// Whether the commands of a launch that begins now have events, although the
  /// queue reports failures by itself. With NVIDIA's driver (H200) an event
  /// for each kernel makes a read behind them 4 to 7 us slower; without any,
  /// nobody could wait for a part of what is in the queue.
  bool takesEvents() { return ++Launches % EventEvery == 0; }
  /// Nothing is left in the queue.
  void restart() { Launches = 0; }
  static constexpr unsigned EventEvery = 16;
};

/// A launch whose commands are in an ordered queue, with all that they need.
/// Nothing in it points into the program, parts of which may be unloaded
/// meanwhile.
struct PendingLaunch {
  std::shared_ptr<OrderedQueue> Where;
  std::string Location;
  std::string Stored; ///< "y", "x, y and z"
  std::vector<Command> Commands;
  LaunchRecord Record{""};
  std::vector<std::shared_ptr<DeviceData>> Data;
  std::vector<PooledBuffer> Scratch;
  uint64_t Number = 0; ///< given by PendingLaunches::add()
  uint64_t Seen = 0;   ///< It comes behind those with lower numbers.
};

/// The launches of one device that nobody has waited for yet: a bounded number.
/// Safe to use from many threads.
///
/// Order: commands of one queue run one after the other. Commands of several
/// queues are ordered by the data that they use (DataUses.h), whatever threads
/// they come from.
class PendingLaunches {
public:
  explicit PendingLaunches(Device &Owner) : Owner(Owner) {}
  ~PendingLaunches();

  bool isEmpty() const { return Count == 0; }

  /// The ordered queue of this thread. With \p Apart, a queue for a launch that
  /// later launches of the thread need not wait for.
  ///
  /// \throws DeviceError
  std::shared_ptr<OrderedQueue> orderedQueue(bool Apart = false);

  /// Whether commands that use \p Uses have to wait for any launch.
  bool orders(const std::vector<DataUse> &Uses);
  /// The events that commands in \p C which use \p Uses have to wait for.
  /// \p Seen becomes the number of the next launch: launches with lower numbers
  /// have been looked at.
  std::vector<Event> eventsBefore(const OrderedQueue &C,
                                  const std::vector<DataUse> &Uses,
                                  uint64_t &Seen);

  /// Adds the launch in \p One, which uses \p Uses. Waits for earlier ones
  /// where there are too many.
  ///
  /// \throws std::bad_alloc; then it is not added, and has ended.
  void add(std::list<PendingLaunch> One, const std::vector<DataUse> &Uses);

  /// Waits until all launches that have been added, or those of \p C, have
  /// ended. If one has failed the program ends, and says which results are
  /// lost.
  void settle();
  void settle(const OrderedQueue &C);
  /// Notes that launches of \p C with numbers below \p Seen have ended.
  void noteEnded(const OrderedQueue &C, uint64_t Seen, bool IsExit = false);

  /// Keeps other launches from \p C, in which a command has failed.
  void drop(OrderedQueue &C) noexcept;

  /// Waits for launches that hold on to data which is mapped no more, or where
  /// there \p NeedsAll, for any. \return whether there were some.
  bool reclaim(bool NeedsAll);

private:
  friend void finishPendingLaunches() noexcept;
  struct Ending;
  std::optional<Ending> firstOf(uint64_t Before, const OrderedQueue *Only);
  void settle(uint64_t Before, const OrderedQueue *Only, bool IsExit = false);
  template <typename Predicate>
  void end(Predicate IsOne, const DeviceError *WaitError, bool IsExit);
  void conclude(PendingLaunch &Launch, const DeviceError *WaitError,
                bool IsExit) noexcept;
  template <typename Maker>
  void reportFailed(const PendingLaunch &Launch, bool IsExit,
                    Maker MakeCause) noexcept;
  void list();

  static constexpr size_t ThreadQueues = 8, ApartQueues = 4;
  /// Maximum number of pending launches. Waiting because there are more drains
  /// them down to `Remaining`.
  static constexpr size_t Most = 64, Remaining = 32;

  Device &Owner;
  std::atomic<size_t> Count{0};
  std::mutex Lock;                   ///< of what follows
  std::list<PendingLaunch> Launches; ///< in the order in which they were added
  uint64_t NextNumber = 0;
  uint64_t NextQueue = 0;
  size_t NextApart = 0;
  std::array<std::shared_ptr<OrderedQueue>, ThreadQueues + ApartQueues> Queues;
  std::atomic<bool> IsListed{false}; ///< for finishPendingLaunches()
};

/// Waits for the launches on all devices, since the process or the library
/// ends. A failure is a warning, since the results have not been asked for.
void finishPendingLaunches() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H

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
/// host, return when their kernels are in a queue. What became of them is found
/// out when the host waits for the device next: before it copies data, gets the
/// value of an accumulator, or ends.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H
#define OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H

#include "device/BufferPool.h"
#include "device/TileStateBuffer.h"
#include "device/opencl/OpenCL.h"
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
class PresentData;

/// A command that has been put into a queue.
struct Command {
  Activity What;
  std::string Name; ///< of the kernel, where times are taken, or array
  uint64_t Bytes;
  TimePoint Enqueued; ///< where times are taken
  cl::Event Event;    ///< null where nobody needs it
};

/// \throws Failure if \p C, which is over, has failed; cl::Error
void checkEnded(const Command &C);

/// Notes in \p R when \p C, which is over, has run, if that can be told.
void takeTimes(const Command &C, LaunchRecord &R) noexcept;

/// An in-order queue that launches share one after the other, and what they
/// hand on in that order. The device gets both back in the end.
struct OrderedQueue {
  OrderedQueue(Device &Owner, uint64_t Number);
  ~OrderedQueue();
  OrderedQueue(const OrderedQueue &) = delete;

  Device &Owner;
  const uint64_t Number;
  const cl::CommandQueue Queue;
  TileStateBufferPool Chains;
  std::atomic<bool> IsSound{true};   ///< No command in it has failed.
  std::atomic<unsigned> Launches{0}; ///< that have been begun there

  /// Whether the commands of a launch that begins now have events, although the
  /// queue tells of failures by itself. With NVIDIA's driver (H200) an event
  /// for each kernel makes a read behind them 4 to 7 us slower; without any,
  /// nobody could wait for a part of what is in the queue.
  bool takesEvents() { return ++Launches % EventEvery == 0; }
  /// Nothing is left in the queue.
  void restart() { Launches = 0; }
  static constexpr unsigned EventEvery = 16;
};

/// Mapped data that commands use.
struct DataUse {
  PresentData *Data;
  bool Stores;
};

/// A launch whose commands are in a channel, with all that they need. Nothing
/// in it points into the program, parts of which may be unloaded meanwhile.
struct Unfinished {
  std::shared_ptr<OrderedQueue> Where;
  std::string Location;
  std::string Stored; ///< "y", "x, y and z"
  std::vector<Command> Commands;
  LaunchRecord Record{""};
  std::vector<std::shared_ptr<PresentData>> Data;
  std::vector<PooledBuffer> Scratch;
  uint64_t Number = 0; ///< given by PendingLaunches::add()
  uint64_t Seen = 0;   ///< It comes behind those with lower numbers.
};

/// The launches of one device that nobody has waited for yet: a bounded number.
/// Safe to use from many threads.
///
/// Order: commands of one channel run one after the other; those of several are
/// ordered by the data that they use (DataUses.h), whatever threads they come
/// from.
class PendingLaunches {
public:
  explicit PendingLaunches(Device &Owner) : Owner(Owner) {}
  ~PendingLaunches();

  bool isEmpty() const { return Count == 0; }

  /// The channel of this thread. With \p Apart, one for a launch that the
  /// thread's next ones need not wait for.
  ///
  /// \throws cl::Error
  std::shared_ptr<OrderedQueue> channel(bool Apart = false);

  /// Whether commands that use \p Uses have to wait for any launch.
  bool orders(const std::vector<DataUse> &Uses);
  /// What they have to wait for besides what is in \p C, if they are put there.
  /// \p Seen becomes the number of the next launch: those with lower ones have
  /// been looked at.
  std::vector<cl::Event> eventsBefore(const OrderedQueue &C,
                                      const std::vector<DataUse> &Uses,
                                      uint64_t &Seen);

  /// Adds the launch in \p One, which uses \p Uses. Waits for earlier ones
  /// where there are too many.
  ///
  /// \throws std::bad_alloc; then it is not added, and has ended.
  void add(std::list<Unfinished> One, const std::vector<DataUse> &Uses);

  /// Waits until all launches that have been added, or those of \p C, have
  /// ended. If one has failed the program ends, and says which results are
  /// lost.
  void settle();
  void settle(const OrderedQueue &C);
  /// Says that those of \p C with numbers below \p Seen have ended.
  void noteEnded(const OrderedQueue &C, uint64_t Seen, bool IsExit = false);

  /// Has no other launch use \p C, some command in which has failed.
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
  void end(Predicate IsOne, const cl::Error *WaitError, bool IsExit);
  void conclude(Unfinished &Launch, const cl::Error *WaitError,
                bool IsExit) noexcept;
  template <typename Maker>
  void reportFailed(const Unfinished &Launch, bool IsExit,
                    Maker MakeCause) noexcept;
  void list();

  static constexpr size_t ThreadChannels = 8, ApartChannels = 4;
  /// So many launches may be left unfinished, and so many of them remain when
  /// the host waits because there are more.
  static constexpr size_t Most = 64, Remaining = 32;

  Device &Owner;
  std::atomic<size_t> Count{0};
  std::mutex Lock;                ///< of what follows
  std::list<Unfinished> Launches; ///< in the order in which they were added
  uint64_t NextNumber = 0;
  uint64_t NextChannel = 0;
  size_t NextApart = 0;
  std::array<std::shared_ptr<OrderedQueue>, ThreadChannels + ApartChannels>
      Channels;
  std::atomic<bool> IsListed{false}; ///< for finishPendingLaunches()
};

/// Waits for the launches on all devices, since the process or the library
/// ends. What has failed there is a warning: nobody has asked for the results.
void finishPendingLaunches() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_PENDINGLAUNCHES_H

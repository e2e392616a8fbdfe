//===- DataUses.h - Who uses data on a device ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DATAUSES_H
#define OMPSCAN_RT_DEVICE_DATAUSES_H

#include "device/opencl/OpenCL.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// What launches that the device has not finished do with one piece of mapped
/// data: the stores there that no later one has waited for, and the reads that
/// no store has waited for.
///
/// A *channel* is an in-order queue, by its number. Commands of one channel
/// need no events between them. Several threads may launch at the same time if
/// they use different parts of the data, or only read it: each of them collects
/// what is noted by then, has its commands wait for that, and notes itself when
/// they are in the channel. Not safe to use from several threads at a time.
class DataUses {
public:
  /// Adds to \p Events what a launch in \p OrderedQueue has to wait for: the
  /// stores, and if it \p Stores itself, the reads; without those of its own
  /// channel. Where a launch has no event, \p Launches gets its number.
  void collect(uint64_t OrderedQueue, bool Stores,
               std::vector<cl::Event> &Events,
               std::vector<uint64_t> &Launches) const;

  /// Whether a launch that \p Stores has to wait for any channel.
  bool orders(bool Stores) const;

  /// Makes room for what note() notes next.
  void makeRoom();

  /// Notes that \p Launch, whose last command in \p OrderedQueue is \p Last (or
  /// has no event, which is null then), uses the data. Launches get ascending
  /// numbers when they are noted; it has waited, as collect() says, for those
  /// with numbers below \p Seen.
  void note(uint64_t OrderedQueue, bool Stores, uint64_t Launch, uint64_t Seen,
            const cl::Event &Last) noexcept;

  /// Notes that \p Launch has ended.
  void forget(uint64_t Launch);

private:
  struct Use {
    uint64_t OrderedQueue;
    uint64_t Launch;
    bool Stores;
    cl::Event Last;
  };
  std::vector<Use> Uses;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DATAUSES_H

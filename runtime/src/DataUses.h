//===- DataUses.h - Who uses data on a device ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_DATAUSES_H
#define OMPSCAN_DATAUSES_H

#include "OpenCL.h"
#include <cstdint>
#include <vector>

namespace ompscan {

/// What launches that the device has not finished do with one piece of mapped
/// data: the last one that stores there, and those that have read it since.
///
/// A *channel* is an in-order queue, by its number. Commands of one channel
/// need no events between them. Not safe to use from several threads.
class DataUses {
public:
  /// Adds to \p Events what a launch in \p Channel has to wait for: the last
  /// store, and if it \p Stores itself, the reads since then; without those of
  /// its own channel.
  void collect(uint64_t Channel, bool Stores,
               std::vector<cl::Event> &Events) const;

  /// Whether a launch that \p Stores has to wait for any channel.
  bool orders(bool Stores) const {
    return HasStore || (Stores && !Reads.empty());
  }

  /// Notes that \p Launch, whose last command in \p Channel is \p Last, uses
  /// the data. It has waited for what collect() says.
  void note(uint64_t Channel, bool Stores, uint64_t Launch,
            const cl::Event &Last);

  /// Notes that \p Launch has ended.
  void forget(uint64_t Launch);

private:
  struct Use {
    uint64_t Channel;
    uint64_t Launch;
    cl::Event Last;
  };
  bool HasStore = false;
  Use Store{0, 0, {}};
  std::vector<Use> Reads; ///< at most one of each channel
};

} // namespace ompscan

#endif // OMPSCAN_DATAUSES_H

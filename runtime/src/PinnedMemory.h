//===- PinnedMemory.h - Pinned memory on the way -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A GPU moves data to and from memory that the operating system has pinned
/// several times as fast as ordinary memory. What lies in ordinary memory goes
/// by way of pinned blocks, copied by the host. There is a fixed number of them
/// for each device.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PINNEDMEMORY_H
#define OMPSCAN_PINNEDMEMORY_H

#include "OpenCL.h"
#include "Tuning.h"
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace ompscan {

class Device;

/// Pinned memory of the host that the device can reach.
class PinnedBlock {
public:
  /// \throws cl::Error
  PinnedBlock(Device &D, uint64_t Size);
  PinnedBlock(PinnedBlock &&) = default;
  PinnedBlock &operator=(PinnedBlock &&) = default;
  ~PinnedBlock();

  unsigned char *bytes() const { return Bytes; }

private:
  cl::CommandQueue Queue; ///< that has mapped it
  cl::Buffer Memory;
  unsigned char *Bytes;
};

/// The blocks of one device that no transfer uses at the moment.
class PinnedPool {
public:
  explicit PinnedPool(const TransferRules &Rules) : Rules(Rules) {}

  const TransferRules &rules() const { return Rules; }
  /// For tests, while no transfer is under way: idle blocks, whose size may be
  /// another one, go.
  void setRules(const TransferRules &R);

  /// A block of `rules().Piece` bytes; nothing where there can be none.
  std::optional<PinnedBlock> take(Device &D);
  /// Takes \p B back when no command uses it.
  void giveBack(PinnedBlock B);

private:
  TransferRules Rules;
  std::mutex Lock; ///< of what follows
  std::vector<PinnedBlock> Idle;
};

/// Memory of \p Bytes bytes that is pinned for \p D: transfers of it need no
/// staging. Ordinary memory where \p D is null.
///
/// \throws cl::Error, std::bad_alloc
void *allocatePinned(Device *D, uint64_t Bytes);
/// \return whether \p Address is what allocatePinned() has answered.
bool freePinned(void *Address);
/// Whether all of the bytes lie in memory that is pinned for \p D.
bool isPinned(Device &D, const void *Address, uint64_t Bytes);

} // namespace ompscan

#endif // OMPSCAN_PINNEDMEMORY_H

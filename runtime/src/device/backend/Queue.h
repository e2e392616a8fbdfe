//===- Queue.h - Queues of commands ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_QUEUE_H
#define OMPSCAN_RT_DEVICE_BACKEND_QUEUE_H

#include "device/backend/Event.h"
#include "device/backend/Kernel.h"
#include "device/backend/Memory.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// Blocks of equal size at equal distances, which do not overlap.
struct StridedBlocks {
  uint64_t Size;   ///< bytes of a block
  uint64_t Stride; ///< bytes from the begin of a block to the next one
  uint64_t Count;
};

/// Whether a copy from or to the host is over when the call returns.
enum class Blocking : bool { No, Yes };

/// An in-order queue of commands of one device. Commands that take an `Event *`
/// write their event there if it is not null. A driver may begin with commands
/// at any time, and has to after flush(). A back end may hold kernels back, to
/// give them to the driver together, until submit() or any command of another
/// kind. All functions throw DeviceError.
class Queue {
public:
  Queue() = default;
  Queue(const Queue &) = delete;
  virtual ~Queue() = default;

  /// Copies \p Size bytes to \p To. The host's memory is in use until the
  /// command has ended.
  virtual void write(const Memory &To, uint64_t Offset, uint64_t Size,
                     const void *From, Blocking Waits, Event *E) = 0;
  virtual void read(const Memory &From, uint64_t Offset, uint64_t Size,
                    void *To, Blocking Waits, Event *E) = 0;
  virtual void copy(const Memory &From, uint64_t FromOffset, const Memory &To,
                    uint64_t ToOffset, uint64_t Size, Event *E) = 0;
  /// The same of \p P, which lie alike on both sides.
  virtual void writeStrided(const Memory &To, uint64_t Offset,
                            const StridedBlocks &P, const void *From,
                            Event *E) = 0;
  virtual void copyStrided(const Memory &From, uint64_t FromOffset,
                           const Memory &To, uint64_t ToOffset,
                           const StridedBlocks &P, Event *E) = 0;
  /// Repeats the \p PatternSize (1, 2, 4 or 8) bytes at \p Pattern.
  virtual void fill(const Memory &To, uint64_t Offset, uint64_t Size,
                    const void *Pattern, uint64_t PatternSize) = 0;
  /// Runs \p Items work-items in groups of \p Group; 0: of any size.
  virtual void run(Kernel &K, uint64_t Items, uint32_t Group, Event *E) = 0;
  /// An event that ends when all commands before it have ended.
  virtual Event mark() = 0;
  /// Has later commands wait for \p Events, which may be of other queues.
  virtual void waitFor(const std::vector<Event> &Events) = 0;
  virtual void submit() {}
  virtual void flush() = 0;
  /// Waits until all commands have ended.
  virtual void finish() = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_QUEUE_H

//===- ompscan/exchange.h - Loops over several processes -------*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between the runtime and a library through which processes
/// share loops, such as libompscan-mpi (<ompscan/mpi.h> is its interface for
/// people). The runtime calls the functions of an ompscan_exchange; it knows
/// nothing of what they are made of.
///
/// Processes are numbered from 0. A loop is shared if each of them runs its own
/// iterations of it, in the order of the processes.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_EXCHANGE_H
#define OMPSCAN_EXCHANGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The library's layout, whatever the program packs.
#pragma pack(push, 8)

/// The part that a process has of a loop.
struct ompscan_part {
  const char *location; ///< "file:line:column (function)"
  /// Of the loop's descriptor (ompscan/abi.h): equal for the same loop.
  uint64_t digest[2];
  uint64_t iterations;
  const char *failure; ///< Why the process cannot run it, or null.
};

/// Which processes have iterations of a loop.
struct ompscan_parts {
  int32_t own;   ///< The number of the calling process.
  int32_t first; ///< The first one that has iterations; -1 if none has.
  int32_t last;  ///< The last one.
};

/// An associative operator, not always commutative.
struct ompscan_combiner {
  /// Stores `left op right` to \p right. Neither has to be aligned.
  void (*combine)(const struct ompscan_combiner *self, const void *left,
                  void *right);
  const void *code; ///< For `combine`.
};

/// The exchange of values between processes. All of them call the same
/// functions in the same order. No function returns an error: a failure ends
/// all processes.
struct ompscan_exchange {
  /// Begins a loop. Returns if all processes are at the same loop and none of
  /// them has a failure.
  void (*meet)(const struct ompscan_exchange *self,
               const struct ompscan_part *own, struct ompscan_parts *all);
  /// Combines the values of the preceding processes. \p value of \p size bytes
  /// is that of this process, or null if it has none; \p before gets the
  /// result.
  /// \return 1, or 0 if no preceding process has a value.
  int32_t (*prefix)(const struct ompscan_exchange *self, const void *value,
                    uint64_t size, const struct ompscan_combiner *combiner,
                    void *before);
  /// Copies \p size bytes of process \p from to all others.
  void (*broadcast)(const struct ompscan_exchange *self, int32_t from,
                    void *bytes, uint64_t size);
  /// Notes for the program that a loop has increased the counter at \p address
  /// by \p own in this process, by \p before in the preceding ones, and by
  /// \p all in all of them.
  void (*counted)(const struct ompscan_exchange *self, const void *address,
                  int64_t before, int64_t own, int64_t all);
  /// Prints `ompscan: error: LOCATION: TEXT` and ends all processes.
  void (*fail)(const struct ompscan_exchange *self, const char *location,
               const char *text);
  /// The number of this process among those of its machine, from 0: they take
  /// the GPUs in turn.
  uint32_t turn;
};

/// Shares all scan loops of the calling thread by \p exchange until
/// __ompscan_exchange_end. A thread has one exchange at a time. The default
/// device of the process is that of its turn from the first exchange on.
/// \return how many of the host's threads may run a loop.
uint32_t __ompscan_exchange_begin(const struct ompscan_exchange *exchange);
void __ompscan_exchange_end(void);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_EXCHANGE_H

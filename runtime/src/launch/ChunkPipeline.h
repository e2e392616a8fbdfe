//===- ChunkPipeline.h - What chunks of a loop hand on -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHUNKPIPELINE_H
#define OMPSCAN_RT_LAUNCH_CHUNKPIPELINE_H

#include "report/LaunchRecord.h"
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ompscan::rt {

/// What the next chunk starts from: the element that the scan of each array
/// begins with (nothing for other arrays), and the values of accumulators, as
/// kernels leave them.
struct Carry {
  std::vector<std::vector<unsigned char>> Seeds;
  std::vector<unsigned char> Values;
};

/// The chunks of one loop, which may be done side by side but for their
/// kernels: those of one chunk run when the chunk before has handed on what
/// they start from.
class ChunkPipeline {
public:
  /// \param Record of the whole loop.
  explicit ChunkPipeline(LaunchRecord &Record) : Record(Record) {}

  /// Waits until the chunks before \p Number have handed on their carries, and
  /// returns that of the last of them; null for the first one.
  ///
  /// \throws Failure if a chunk has failed.
  const Carry *await(uint64_t Number);
  /// Says that the kernels of chunk \p Number are over.
  void pass(uint64_t Number, Carry C);

  /// To be called before chunk \p Number changes anything that stays. With
  /// \p InOrder it waits until all chunks before have ended that.
  ///
  /// \throws Failure if a chunk has failed.
  void beginStoring(uint64_t Number, bool InOrder);
  /// Says that all that chunk \p Number is to change has changed, or will for
  /// certain; or, if not \p HasStored, that nothing has, and nothing will.
  void endStoring(uint64_t Number, bool HasStored = true);

  /// Adds what a chunk has done to the record, commands as those of \p Device.
  void note(const LaunchRecord &Part, const std::string &Device);

  /// How long chunk \p Number, which has ended, has waited for others.
  Duration waited(uint64_t Number);

  /// Lets no chunk go on that waits, because of \p Cause. Returns true if that
  /// is the first one.
  bool stop(std::exception_ptr Cause) noexcept;

  /// When no chunk is under way: the number of those that are done, where they
  /// are the first ones and no other one has changed anything.
  std::optional<uint64_t> done() const;
  /// The accumulators after the first \p Chunks chunks, at least one.
  const std::vector<unsigned char> &valuesAfter(uint64_t Chunks) const {
    return Values[Chunks - 1];
  }

  /// The cause of the first stop; null if there was none.
  std::exception_ptr cause() const { return Cause; }
  /// Whether something has changed by now.
  bool hasStored() const { return Stored; }
  /// What the last chunk has handed on.
  const Carry &last() const { return Last; }

private:
  void check() const;
  template <typename Predicate>
  void wait(std::unique_lock<std::mutex> &Guard, uint64_t Number, Predicate P);

  LaunchRecord &Record;
  std::mutex Lock; ///< of what follows
  std::condition_variable Passed;
  uint64_t Next = 0; ///< the chunk whose turn it is
  Carry Last;
  bool Stored = false;
  std::vector<std::vector<unsigned char>> Values; ///< after each chunk so far
  std::set<uint64_t> Done;    ///< chunks whose results are in their places
  std::set<uint64_t> Storing; ///< chunks some of whose results may be
  std::map<uint64_t, Duration> Waits; ///< of chunks that have not ended
  std::exception_ptr Cause = nullptr;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHUNKPIPELINE_H

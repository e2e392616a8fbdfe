//===- ChunkPipeline.cpp - What chunks of a loop hand on ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ChunkPipeline.h"
#include "support/Failure.h"
#include <utility>

namespace ompscan::rt {

/// The lock is held.
void ChunkPipeline::check() const {
  if (Cause)
    throw Failure("another chunk of the loop has failed");
}

/// Has chunk \p Number wait for \p P, or until a chunk has failed.
template <typename Predicate>
void ChunkPipeline::wait(std::unique_lock<std::mutex> &Guard, uint64_t Number,
                         Predicate P) {
  const TimePoint Begin = Clock::now();
  Passed.wait(Guard, [&] { return P() || Cause; });
  Waits[Number] += Clock::now() - Begin;
  check();
}

const Carry *ChunkPipeline::await(uint64_t Number) {
  std::unique_lock<std::mutex> Guard(Lock);
  wait(Guard, Number, [&] { return Next == Number; });
  // Nobody changes it before this chunk hands on.
  return Number ? &Last : nullptr;
}

void ChunkPipeline::pass(uint64_t Number, Carry C) {
  std::lock_guard<std::mutex> Guard(Lock);
  Last = std::move(C);
  Values.push_back(Last.Values);
  Next = Number + 1;
  Passed.notify_all();
}

void ChunkPipeline::beginStoring(uint64_t Number, bool InOrder) {
  std::unique_lock<std::mutex> Guard(Lock);
  wait(Guard, Number, [&] { return !InOrder || Done.size() >= Number; });
  Stored = true;
  Storing.insert(Number);
}

void ChunkPipeline::endStoring(uint64_t Number, bool HasStored) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (HasStored)
    Done.insert(Number); // While it fails, the chunk is at storing.
  Storing.erase(Number);
  Passed.notify_all();
}

std::optional<uint64_t> ChunkPipeline::done() const {
  const uint64_t Count = Done.size();
  if (!Storing.empty() || (Count && *Done.rbegin() != Count - 1))
    return std::nullopt;
  return Count;
}

void ChunkPipeline::note(const LaunchRecord &Part, const std::string &Device) {
  std::lock_guard<std::mutex> Guard(Lock);
  Record.Method = Part.Method;
  Record.Iterations += Part.Iterations;
  Record.BytesSent += Part.BytesSent;
  Record.BytesFetched += Part.BytesFetched;
  for (const DeviceSpan &S : Part.Spans)
    Record.Spans.emplace_back(S).Device = Device;
}

Duration ChunkPipeline::waited(uint64_t Number) {
  std::lock_guard<std::mutex> Guard(Lock);
  const auto Found = Waits.extract(Number);
  return Found ? Found.mapped() : Duration{0};
}

bool ChunkPipeline::stop(std::exception_ptr Why) noexcept {
  std::lock_guard<std::mutex> Guard(Lock);
  const bool IsFirst = !Cause;
  if (IsFirst)
    Cause = std::move(Why);
  Passed.notify_all();
  return IsFirst;
}

} // namespace ompscan::rt

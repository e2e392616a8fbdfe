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

const ChunkState *ChunkPipeline::await(uint64_t Number) {
  std::unique_lock<std::mutex> Guard(Lock);
  Passed.wait(Guard, [&] { return Next == Number || Cause; });
  check();
  // Nobody changes it before this chunk hands on.
  return Number ? &Last : nullptr;
}

void ChunkPipeline::pass(uint64_t Number, ChunkState C) {
  std::lock_guard<std::mutex> Guard(Lock);
  Last = std::move(C);
  Values.push_back(Last.Values);
  Next = Number + 1;
  Passed.notify_all();
}

void ChunkPipeline::beginStoring(uint64_t Number, bool InOrder) {
  std::unique_lock<std::mutex> Guard(Lock);
  if (InOrder)
    Passed.wait(Guard, [&] { return Done.size() >= Number || Cause; });
  check();
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

void ChunkPipeline::note(const LaunchRecord &Part) {
  std::lock_guard<std::mutex> Guard(Lock);
  Record.Device = Part.Device;
  Record.Method = Part.Method;
  Record.Iterations += Part.Iterations;
  Record.BytesSent += Part.BytesSent;
  Record.BytesFetched += Part.BytesFetched;
  Record.Spans.insert(Record.Spans.end(), Part.Spans.begin(), Part.Spans.end());
}

void ChunkPipeline::stop(std::exception_ptr Why) noexcept {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Cause)
    Cause = std::move(Why);
  Passed.notify_all();
}

} // namespace ompscan::rt

//===- Transfer.cpp - Arrays on their way to a device and back ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Transfer.h"
#include "device/Poison.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <string>

namespace ompscan::rt {

namespace {

bool isScatteredStore(const Range &R) {
  return R.isStore() && !R.isContiguous();
}

Interval spanOf(const Range &R) { return {R.low(), R.high()}; }

} // namespace

void ArrayTransfer::allocate(Device &D) {
  const Wide Elements = Wide(Hull.High) - Hull.Low + 1;
  const Wide Needed = Elements * Wide(A.ElementSize);
  const std::string Subject = std::string(A.Name) + " needs " +
                              toString(Needed) + " bytes on " + D.info().Name;
  if (Needed > Wide(D.maxBuffer()))
    throw Failure(Subject + ", which allows buffers of " +
                  std::to_string(D.maxBuffer()) + " bytes");
  try {
    Own = D.pool().take(A.bytesOf(Hull));
  } catch (const DeviceError &E) {
    throw Failure(Subject + ", but " + E.what());
  }
  if (A.Begins)
    Flags.emplace(D, *A.Begins, A.bytesOf(Hull));
}

uint64_t ArrayTransfer::offsetOf(int64_t Element) const {
  return (static_cast<uint64_t>(Element) - static_cast<uint64_t>(origin())) *
         A.ElementSize;
}

/// Zeroed memory that spans the ranges that \p P accepts, or the \p Whole
/// buffer.
template <typename Predicate>
Staging ArrayTransfer::stage(Predicate P, bool Whole) const {
  Staging S{{INT64_MAX, INT64_MIN}, nullptr};
  for (const Range &R : A.Ranges)
    if (P(R))
      S.Span = {std::min(S.Span.Low, R.low()), std::max(S.Span.High, R.high())};
  if (Whole)
    S.Span = Hull;
  return makeStaging(A, S.Span);
}

/// Copies what the loop reads, and all that lies between.
void ArrayTransfer::copyFromPresent(Stream &Commands) {
  if (PoisonBuffers)
    poison(Commands.queue(), *Own, A.bytesOf(Hull));
  std::vector<Interval> Intervals;
  for (const Range &R : A.Ranges)
    if (R.isRead())
      Intervals.push_back(spanOf(R));
  for (const Interval &I : merge(std::move(Intervals)))
    Commands.copy(A.Present->buffer(), A.presentOffset(I.Low), *Own,
                  offsetOf(I.Low), A.bytesOf(I), A.Name);
}

/// Copies the elements of \p R, which is one line.
void ArrayTransfer::copyLine(Stream &Commands, const Range &R) {
  const uint64_t Stride =
      static_cast<uint64_t>(R.Stride < 0 ? -R.Stride : R.Stride);
  if (R.isContiguous())
    Commands.copy(*Own, offsetOf(R.low()), A.Present->buffer(),
                  A.presentOffset(R.low()), R.Count * A.ElementSize, A.Name);
  else
    Commands.copyStrided(*Own, offsetOf(R.low()), A.Present->buffer(),
                         A.presentOffset(R.low()), A.ElementSize,
                         Stride * A.ElementSize, R.Count, A.Name);
}

/// Copies what the loop has stored.
void ArrayTransfer::copyToPresent(Stream &Commands) {
  for (const Range &R : A.Ranges)
    if (R.isStore() && !A.holds(R))
      throw Unrecoverable("the loop stores elements " +
                          std::to_string(R.low()) + " to " +
                          std::to_string(R.high()) + " of " + A.Name +
                          ", of which only a part is on the device; map all "
                          "that it may store");
  for (const Range &R : A.Ranges)
    for (uint64_t I = 0; R.isStore() && I != R.Lines; ++I)
      copyLine(Commands, R.line(I));
}

bool ArrayTransfer::copiesSeed() const {
  return (A.movesFromHost() || A.OnHost) &&
         std::any_of(A.Ranges.begin(), A.Ranges.end(), [](const Range &R) {
           return R.Kind == OMPSCAN_ACCESS_SEED;
         });
}

void ArrayTransfer::sendSeed(Stream &Commands, const unsigned char *Bytes) {
  for (const Range &R : A.Ranges)
    if (R.Kind != OMPSCAN_ACCESS_SEED)
      continue;
    else if (A.OnHost)
      std::memcpy(A.hostAddress(R.First), Bytes, A.ElementSize);
    else
      Commands.write(buffer(), offsetOf(R.First), A.ElementSize, Bytes, A.Name);
}

void ArrayTransfer::fetchElement(Stream &Commands, int64_t Element,
                                 unsigned char *To) {
  if (A.OnHost) {
    Commands.finish();
    std::memcpy(To, A.hostAddress(Element), A.ElementSize);
    return;
  }
  Commands.read(buffer(), offsetOf(Element), A.ElementSize, To, A.Name);
}

bool ArrayTransfer::make(Stream &Commands) const {
  if (Flags)
    Flags->make(Commands, *Own);
  return Flags.has_value();
}

void ArrayTransfer::send(Stream &Commands, bool Seed) {
  if (Flags) {
    poison(Commands.queue(), *Own, A.bytesOf(Hull));
    Flags->send(Commands, A.Name);
    Sent += Flags->bytesSent();
    return;
  }
  WithSeed = Seed;
  if (A.IsInPlace)
    return;
  if (A.Present)
    return copyFromPresent(Commands);
  std::vector<Interval> Intervals;
  bool Scattered = false;
  for (const Range &R : A.Ranges)
    if (isSent(R)) {
      Scattered |= !R.isContiguous();
      Intervals.push_back(spanOf(R));
    }
  if (!Scattered && !PoisonBuffers) {
    for (const Interval &I : merge(std::move(Intervals))) {
      Commands.write(buffer(), offsetOf(I.Low), A.bytesOf(I),
                     A.hostAddress(I.Low), A.Name);
      Sent += A.bytesOf(I);
    }
    return;
  }
  // Host bytes between the elements that the loop reads may be out of bounds,
  // or in use by another thread: they are never looked at.
  Outward = stage([this](const Range &R) { return isSent(R); }, PoisonBuffers);
  if (PoisonBuffers)
    std::memset(Outward.Bytes.get(), PoisonByte, A.bytesOf(Outward.Span));
  for (const Range &R : A.Ranges)
    if (isSent(R))
      copyRange(Outward.at(R.First, A.ElementSize), A.hostAddress(R.First), R,
                A.ElementSize);
  Commands.write(buffer(), offsetOf(Outward.Span.Low), A.bytesOf(Outward.Span),
                 Outward.Bytes.get(), A.Name);
  Sent += A.bytesOf(Outward.Span);
}

void ArrayTransfer::fetchScattered(Stream &Commands) {
  if (A.IsInPlace)
    return;
  if (A.Present)
    return copyToPresent(Commands);
  if (std::none_of(A.Ranges.begin(), A.Ranges.end(), isScatteredStore))
    return;
  fetchTo(stage(isScatteredStore, /*Whole=*/false), Commands);
}

void ArrayTransfer::fetchTo(Staging To, Stream &Commands) {
  Homeward = std::move(To);
  Commands.read(buffer(), offsetOf(Homeward.Span.Low), A.bytesOf(Homeward.Span),
                Homeward.Bytes.get(), A.Name);
  Fetched += A.bytesOf(Homeward.Span);
}

void ArrayTransfer::fetchAside(Stream &Commands) {
  fetchTo(stage([](const Range &R) { return R.isStore(); }, /*Whole=*/false),
          Commands);
}

void ArrayTransfer::fetchContiguous(Stream &Commands) {
  if (!A.movesFromHost())
    return;
  std::vector<Interval> Intervals;
  for (const Range &R : A.Ranges)
    if (R.isStore() && R.isContiguous())
      Intervals.push_back(spanOf(R));
  for (const Interval &I : merge(std::move(Intervals))) {
    Commands.read(buffer(), offsetOf(I.Low), A.bytesOf(I), A.hostAddress(I.Low),
                  A.Name);
    Fetched += A.bytesOf(I);
  }
}

void ArrayTransfer::scatter() {
  if (!A.movesFromHost())
    return;
  for (const Range &R : A.Ranges)
    if (isScatteredStore(R))
      copyRange(A.hostAddress(R.First), Homeward.at(R.First, A.ElementSize), R,
                A.ElementSize);
}

} // namespace ompscan::rt

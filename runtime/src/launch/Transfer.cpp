//===- Transfer.cpp - Arrays on their way to a device and back ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Transfer.h"
#include "data/DataEnvironment.h"
#include "device/Poison.h"
#include "launch/PresentLookup.h"
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

ArrayTransfer::ArrayTransfer(const Array &A, const std::vector<Range> &Ranges)
    : A(A), Ranges(Ranges) {
  if (Ranges.empty())
    return;
  Hull = spanOf(Ranges.front());
  for (const Range &R : Ranges)
    Hull = {std::min(Hull.Low, R.low()), std::max(Hull.High, R.high())};
  Origin = Hull.Low -= static_cast<int64_t>(alignmentGap(A, Hull.Low));
}

uint64_t ArrayTransfer::offsetOf(int64_t Element) const {
  return (static_cast<uint64_t>(Element) - static_cast<uint64_t>(Origin)) *
         A.ElementSize;
}

uint64_t ArrayTransfer::presentOffset(int64_t Element) const {
  return A.Present->offsetOf(
      reinterpret_cast<uintptr_t>(hostAddress(A, Element)));
}

void ArrayTransfer::allocate(Device &D, bool MayMeet) {
  if (const std::optional<int64_t> Begin = presentOrigin(A); Begin && !MayMeet)
    if (std::all_of(Ranges.begin(), Ranges.end(), [&](const Range &R) {
          return holds(*A.Present, A, spanOf(R));
        })) {
      Origin = *Begin;
      return;
    }
  const Wide Elements = Wide(Hull.High) - Hull.Low + 1;
  const Wide Needed = Elements * Wide(A.ElementSize);
  const std::string Subject = std::string(A.Name) + " needs " +
                              toString(Needed) + " bytes on " + D.info().Name;
  if (Needed > Wide(D.maxBuffer()))
    throw Failure(Subject + ", which allows buffers of " +
                  std::to_string(D.maxBuffer()) + " bytes");
  try {
    Own = D.pool().take(bytesOf(A, Hull));
  } catch (const DeviceError &E) {
    throw Failure(Subject + ", but " + E.what());
  }
  if (A.Begins)
    Flags.emplace(D, *A.Begins, bytesOf(A, Hull));
}

/// Zeroed memory that spans the ranges that \p P accepts, or the \p Whole
/// buffer.
template <typename Predicate>
Staging ArrayTransfer::stage(Predicate P, bool Whole) const {
  Staging S{{INT64_MAX, INT64_MIN}, nullptr};
  for (const Range &R : Ranges)
    if (P(R))
      S.Span = {std::min(S.Span.Low, R.low()), std::max(S.Span.High, R.high())};
  if (Whole)
    S.Span = Hull;
  return makeStaging(A, S.Span);
}

/// Copies what the loop reads, and all that lies between.
void ArrayTransfer::copyFromPresent(Stream &Commands) {
  if (PoisonBuffers)
    poison(Commands.queue(), *Own, bytesOf(A, Hull));
  std::vector<Interval> Intervals;
  for (const Range &R : Ranges)
    if (R.isRead())
      Intervals.push_back(spanOf(R));
  for (const Interval &I : merge(std::move(Intervals)))
    Commands.copy(A.Present->buffer(), presentOffset(I.Low), *Own,
                  offsetOf(I.Low), bytesOf(A, I), A.Name);
}

/// Copies the elements of \p R, which is one line.
void ArrayTransfer::copyLine(Stream &Commands, const Range &R) {
  const uint64_t Stride =
      static_cast<uint64_t>(R.Stride < 0 ? -R.Stride : R.Stride);
  if (R.isContiguous())
    Commands.copy(*Own, offsetOf(R.low()), A.Present->buffer(),
                  presentOffset(R.low()), R.Count * A.ElementSize, A.Name);
  else
    Commands.copyPieces(*Own, offsetOf(R.low()), A.Present->buffer(),
                        presentOffset(R.low()), A.ElementSize,
                        Stride * A.ElementSize, R.Count, A.Name);
}

/// Copies what the loop has stored.
void ArrayTransfer::copyToPresent(Stream &Commands) {
  for (const Range &R : Ranges)
    if (R.isStore() && !holds(*A.Present, A, spanOf(R)))
      throw Unrecoverable("the loop stores elements " +
                          std::to_string(R.low()) + " to " +
                          std::to_string(R.high()) + " of " + A.Name +
                          ", of which only a part is on the device; map all "
                          "that it may store");
  for (const Range &R : Ranges)
    for (uint64_t I = 0; R.isStore() && I != R.Lines; ++I)
      copyLine(Commands, R.line(I));
}

bool ArrayTransfer::copiesSeed() const {
  return !A.Present &&
         std::any_of(Ranges.begin(), Ranges.end(), [](const Range &R) {
           return R.Kind == OMPSCAN_ACCESS_SEED;
         });
}

void ArrayTransfer::sendSeed(Stream &Commands, const unsigned char *Bytes) {
  for (const Range &R : Ranges)
    if (R.Kind == OMPSCAN_ACCESS_SEED)
      Commands.write(buffer(), offsetOf(R.First), A.ElementSize, Bytes, A.Name);
}

void ArrayTransfer::fetchElement(Stream &Commands, int64_t Element,
                                 unsigned char *To) {
  Commands.read(buffer(), offsetOf(Element), A.ElementSize, To, A.Name);
}

bool ArrayTransfer::make(Stream &Commands) const {
  if (Flags)
    Flags->make(Commands, *Own);
  return Flags.has_value();
}

void ArrayTransfer::send(Stream &Commands, bool Seed) {
  if (Flags) {
    poison(Commands.queue(), *Own, bytesOf(A, Hull));
    Flags->send(Commands, A.Name);
    Sent += Flags->bytesSent();
    return;
  }
  WithSeed = Seed;
  if (A.Present) {
    if (Own)
      copyFromPresent(Commands);
    return;
  }
  std::vector<Interval> Intervals;
  bool Scattered = false;
  for (const Range &R : Ranges)
    if (isSent(R)) {
      Scattered |= !R.isContiguous();
      Intervals.push_back(spanOf(R));
    }
  if (!Scattered && !PoisonBuffers) {
    for (const Interval &I : merge(std::move(Intervals))) {
      Commands.write(buffer(), offsetOf(I.Low), bytesOf(A, I),
                     hostAddress(A, I.Low), A.Name);
      Sent += bytesOf(A, I);
    }
    return;
  }
  // Host bytes between the elements that the loop reads may be out of bounds,
  // or in use by another thread: they are never looked at.
  Outward = stage([this](const Range &R) { return isSent(R); }, PoisonBuffers);
  if (PoisonBuffers)
    std::memset(Outward.Bytes.get(), PoisonByte, bytesOf(A, Outward.Span));
  for (const Range &R : Ranges)
    if (isSent(R))
      copyRange(Outward.at(R.First, A.ElementSize), hostAddress(A, R.First), R,
                A.ElementSize);
  Commands.write(buffer(), offsetOf(Outward.Span.Low), bytesOf(A, Outward.Span),
                 Outward.Bytes.get(), A.Name);
  Sent += bytesOf(A, Outward.Span);
}

void ArrayTransfer::fetchScattered(Stream &Commands) {
  if (A.Present) {
    if (Own)
      copyToPresent(Commands);
    return;
  }
  if (std::none_of(Ranges.begin(), Ranges.end(), isScatteredStore))
    return;
  fetchTo(stage(isScatteredStore, /*Whole=*/false), Commands);
}

void ArrayTransfer::fetchTo(Staging To, Stream &Commands) {
  Homeward = std::move(To);
  Commands.read(buffer(), offsetOf(Homeward.Span.Low),
                bytesOf(A, Homeward.Span), Homeward.Bytes.get(), A.Name);
  Fetched += bytesOf(A, Homeward.Span);
}

bool ArrayTransfer::isStored() const {
  return std::any_of(Ranges.begin(), Ranges.end(),
                     [](const Range &R) { return R.isStore(); });
}

void ArrayTransfer::fetchAside(Stream &Commands) {
  fetchTo(stage([](const Range &R) { return R.isStore(); }, /*Whole=*/false),
          Commands);
}

void ArrayTransfer::fetchContiguous(Stream &Commands) {
  if (A.Present)
    return;
  std::vector<Interval> Intervals;
  for (const Range &R : Ranges)
    if (R.isStore() && R.isContiguous())
      Intervals.push_back(spanOf(R));
  for (const Interval &I : merge(std::move(Intervals))) {
    Commands.read(buffer(), offsetOf(I.Low), bytesOf(A, I),
                  hostAddress(A, I.Low), A.Name);
    Fetched += bytesOf(A, I);
  }
}

void ArrayTransfer::scatter() {
  if (A.Present)
    return;
  for (const Range &R : Ranges)
    if (isScatteredStore(R))
      copyRange(hostAddress(A, R.First), Homeward.at(R.First, A.ElementSize), R,
                A.ElementSize);
}

} // namespace ompscan::rt

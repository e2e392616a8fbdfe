//===- HostLoopMirror.cpp - Present data on the host ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/HostLoopMirror.h"
#include "access/CounterIndexedStore.h"
#include "device/Stream.h"
#include "report/LaunchRecord.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <string>

namespace ompscan::rt {

namespace {

/// \p R without the elements in front of the data that is present and behind
/// its end: what an array gets by count is not known before the loop.
Range clipped(const ResolvedArray &A, Range R) {
  const PresentData &D = *A.Present;
  if (R.isCounted()) {
    auto First = reinterpret_cast<uintptr_t>(A.hostAddress(R.First));
    const uint64_t Step = static_cast<uint64_t>(R.Stride) * A.ElementSize;
    if (First < D.begin()) {
      const uint64_t InFront =
          std::min(R.Count, (D.begin() - First + Step - 1) / Step);
      R.First += R.Stride * static_cast<int64_t>(InFront);
      R.Count -= InFront;
      First += Step * InFront;
    }
    R.Count =
        std::min(R.Count, First + A.ElementSize > D.end()
                              ? 0
                              : (D.end() - First - A.ElementSize) / Step + 1);
  }
  return R;
}

/// As copyRange(), but what is the same is not written: the host's memory may
/// be constant, or other threads may read it.
void copyChanges(unsigned char *To, const unsigned char *From, const Range &R,
                 uint64_t Size) {
  if (R.Lines > 1) {
    const uint64_t Distance = static_cast<uint64_t>(R.LineStride) * Size;
    for (uint64_t I = 0; I != R.Lines; ++I)
      copyChanges(To + I * Distance, From + I * Distance, R.line(0), Size);
    return;
  }
  if (R.isContiguous()) {
    const uint64_t Back = R.Stride < 0 ? (R.Count - 1) * Size : 0;
    if (std::memcmp(To - Back, From - Back, R.Count * Size) != 0)
      copyRange(To, From, R, Size);
    return;
  }
  const int64_t Stride = R.Stride * static_cast<int64_t>(Size);
  for (uint64_t I = 0; I != R.Count; ++I) {
    const int64_t At = static_cast<int64_t>(I) * Stride;
    if (std::memcmp(To + At, From + At, Size) != 0)
      std::memcpy(To + At, From + At, Size);
  }
}

std::string namesOf(const ResolvedLaunch &R) {
  std::vector<std::string> Names;
  for (const ResolvedArray &A : R.Arrays)
    if (A.Present)
      Names.push_back(A.Name);
  return listNames(Names);
}

} // namespace

HostLoopMirror::HostLoopMirror(const LaunchDescriptor &L,
                               const ResolvedLaunch &R)
    : On(R.On), Results(L.Results) {
  for (const ResolvedArray &A : R.Arrays)
    if (A.Present && A.Present->isDeviceOnly())
      throw Unrecoverable(std::string(A.Name) +
                          " is memory of the device, which the host cannot "
                          "use");
  orLose(
      *On,
      [&] {
        return "the values of " + namesOf(R) +
               " are on the device only and cannot be read back";
      },
      [&] {
        for (const ResolvedArray &A : R.Arrays) {
          if (!A.Present || A.Present->isOnHost())
            continue;
          Stay S{A, {}, {}};
          std::vector<Range> Stayed;
          Interval Span{INT64_MAX, INT64_MIN};
          for (const Range &Each : A.Ranges)
            if (const Range C = clipped(A, Each); C.Count) {
              Stayed.push_back(C);
              Span = {std::min(Span.Low, C.low()),
                      std::max(Span.High, C.high())};
            }
          if (Stayed.empty())
            continue;
          S.Where.Ranges = std::move(Stayed);
          if (!A.isSentAlways())
            S.Bytes = makeStaging(A, Span);
          S.Own = makeStaging(A, Span);
          Stays.push_back(std::move(S));
        }
        LaunchRecord Record(L.Location);
        Stream Commands(*On, Record);
        for (Stay &S : Stays) {
          if (!S.Bytes.Bytes)
            continue;
          const ResolvedArray &A = S.Where;
          const Interval &Span = S.Bytes.Span;
          Commands.read(A.Present->buffer(), A.presentOffset(Span.Low),
                        A.bytesOf(Span), S.Bytes.Bytes.get(), A.Name);
        }
        Commands.finish();
        Commands.giveBack();
      });
}

void HostLoopMirror::begin() {
  Turn = takeHostMirrorLock();
  for (Stay &S : Stays) {
    dataOf(*On).lend(*S.Where.Present);
    const uint64_t Size = S.Where.ElementSize;
    for (const Range &R : S.Where.Ranges)
      copyRange(S.Own.at(R.First, Size), S.Where.hostAddress(R.First), R, Size);
    if (!S.Bytes.Bytes)
      continue; // The host's own are the device's.
    for (const Range &R : S.Where.Ranges)
      copyChanges(S.Where.hostAddress(R.First), S.Bytes.at(R.First, Size), R,
                  Size);
  }
}

/// What the host has stored, now that the accumulators have their last values.
std::vector<Range> HostLoopMirror::storesOf(const Stay &S) const {
  size_t Size = 0;
  for (const Result &R : Results)
    Size = std::max(Size, size_t(R.Offset + R.Size));
  std::vector<unsigned char> Values(3 * Size);
  for (const Result &R : Results)
    std::memcpy(Values.data() + R.Offset, R.Address, R.Size);
  std::vector<Range> Stores, Every;
  for (const Range &R : S.Where.Ranges)
    if (R.isCounted() && (R.Counted.Flags & OMPSCAN_COUNTED_EVERY))
      Every.push_back(R);
    else if (R.isStore())
      Stores.push_back(R);
  Stores = settleCounts(S.Where, std::move(Stores), Results, Values, Size);
  for (const Range &R : Stores)
    if (!S.Where.holds(R))
      throw Unrecoverable("the loop has stored element " +
                          std::to_string(R.high()) + " of " + S.Where.Name +
                          ", of which only a part is on the device; map all "
                          "that it may store");
  // Only the device knows at which values the loop has stored. All up to the
  // last one are taken: elements without a store still have the device's value.
  for (Range R : Every) {
    const Result &Counter = Results[R.Counted.Result];
    const int64_t Last =
        integerAt(Counter.Address, Counter.Size, Counter.IsSigned) *
            R.Counted.Scale +
        R.Counted.Offset;
    R.Count =
        Last < R.First
            ? 0
            : std::min(R.Count,
                       static_cast<uint64_t>((Last - R.First) / R.Stride + 1));
    Stores.push_back(R);
  }
  return Stores;
}

void HostLoopMirror::end() {
  const auto WhenSent = [] {
    return std::string("the results of the loop cannot be sent to the device");
  };
  orLose(*On, WhenSent, [&] {
    LaunchRecord Record("");
    Stream Commands(*On, Record);
    for (Stay &S : Stays) {
      const ResolvedArray &A = S.Where;
      if (!S.Bytes.Bytes) {
        Commands.write(A.Present->buffer(), A.presentOffset(A.Begin),
                       A.Count * A.ElementSize, A.hostAddress(A.Begin), A.Name);
        continue;
      }
      for (const Range &R : storesOf(S)) {
        if (R.Count == 0)
          continue;
        const uint64_t Size = A.ElementSize;
        copyRange(S.Bytes.at(R.First, Size), A.hostAddress(R.First), R, Size);
        const uint64_t Offset = A.presentOffset(R.low());
        const unsigned char *From = S.Bytes.at(R.low(), Size);
        if (R.isContiguous())
          Commands.write(A.Present->buffer(), Offset, R.Count * Size, From,
                         A.Name);
        else
          Commands.writeStrided(
              A.Present->buffer(), Offset, Size,
              static_cast<uint64_t>(R.Stride < 0 ? -R.Stride : R.Stride) * Size,
              R.Count, From, A.Name);
      }
    }
    Commands.finish();
    Commands.giveBack();
  });
  // In the opposite order: two arrays may be the same memory.
  for (auto S = Stays.rbegin(); S != Stays.rend(); ++S) {
    for (const Range &R : S->Where.Ranges)
      if (S->Bytes.Bytes || !S->Where.isFetchedAlways())
        copyChanges(S->Where.hostAddress(R.First),
                    S->Own.at(R.First, S->Where.ElementSize), R,
                    S->Where.ElementSize);
  }
  for (const Stay &S : Stays)
    dataOf(*On).takeBack(*S.Where.Present);
  const auto WhenRead = [] {
    return std::string("the results of the loop cannot be read back");
  };
  for (const Stay &S : Stays)
    if (S.Bytes.Bytes && S.Where.isFetchedAlways())
      orLose(*On, WhenRead, [&] {
        dataOf(*On).updateFrom({S.Where.hostAddress(S.Where.Begin),
                                S.Where.Count * S.Where.ElementSize});
      });
  Turn.unlock();
}

} // namespace ompscan::rt

//===- Chunks.cpp - Loops larger than the device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Chunks.h"
#include "access/Access.h"
#include "access/CheckedLoop.h"
#include "access/CounterIndexedStore.h"
#include "access/Overlaps.h"
#include "access/ResultPlaces.h"
#include "device/PinnedMemory.h"
#include "launch/Choice.h"
#include "launch/ChunkPipeline.h"
#include "launch/ChunkPlace.h"
#include "launch/Transfer.h"
#include "report/EventLog.h"
#include "support/Failure.h"
#include "support/HostThreads.h"
#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

/// Chunks are multiples of this, so that arrays lie on the same borders of
/// vectors in all of them and one program does.
constexpr uint64_t Granule = 4096;

/// Elements that a buffer may begin before the first one that is used.
constexpr uint64_t Slack = 64;

/// The size of the buffer for what \p Trips iterations use of \p A, if it is
/// not there already.
Wide bytesFor(const Array &A, uint64_t Trips) {
  const std::vector<Range> Ranges = rangesOf(A, Trips);
  if (Ranges.empty() || presentOrigin(A))
    return 0;
  Wide Low = Ranges.front().low(), High = Ranges.front().high();
  for (const Range &R : Ranges) {
    Low = std::min(Low, Wide(R.low()));
    High = std::max(High, Wide(R.high()));
  }
  return (High - Low + 1 + Slack) * Wide(A.ElementSize);
}

/// Whether the arrays of the first \p Trips iterations of \p L fit.
bool fits(const Loop &L, uint64_t Trips, const MemoryLimits &M) {
  Wide Sum = 0;
  for (const Array &A : L.Arrays) {
    const Wide Size = bytesFor(A, Trips);
    if (Size > Wide(M.Buffer))
      return false;
    Sum += Size;
  }
  return Sum <= Wide(M.Whole);
}

/// Says why not even \p Trips iterations of \p L can be done.
[[noreturn]] void refuse(const Loop &L, uint64_t Trips, const MemoryLimits &M) {
  const Array *Largest = &L.Arrays.front();
  for (const Array &A : L.Arrays)
    if (bytesFor(A, Trips) > bytesFor(*Largest, Trips))
      Largest = &A;
  throw Failure(std::string(Largest->Name) + " needs " +
                toString(bytesFor(*Largest, Trips)) + " bytes for " +
                std::to_string(Trips) + " iterations; the device allows " +
                std::to_string(M.Buffer) + " for an array and " +
                std::to_string(M.Whole) + " for all");
}

/// The WRITE that the scan of \p A starts one stride before.
const Access *storeAfter(const Array &A, const Access &Seed) {
  for (const Access &Use : A.Accesses)
    if (Use.Kind == OMPSCAN_ACCESS_WRITE &&
        Wide(Use.First) - Use.Stride == Seed.First)
      return &Use;
  return nullptr;
}

/// Throws what has become of a loop in place, some chunks of \p C of which have
/// stored before others failed with the exception that is being handled.
[[noreturn]] void endAfterChunks(const Loop &L, const Bounds &B, const Cut &C,
                                 const ChunkPipeline &Others) {
  const std::optional<uint64_t> Done = Others.done();
  if (!Done || !(L.Features & OMPSCAN_FEATURE_RESUMES))
    throw LostResults([] {
      return "chunks of the loop have been done on the device and have "
             "overwritten what it reads: " +
             describeException();
    });
  if (*Done == 0)
    throw CommandFailure(describeException());
  for (const Result &R : L.Results)
    std::memcpy(R.Address, Others.valuesAfter(*Done).data() + R.Offset, R.Size);
  const uint64_t First = *Done * C.Chunk;
  throw PartlyDone(static_cast<int64_t>(static_cast<uint64_t>(B.Lower) +
                                        First * static_cast<uint64_t>(B.Step)),
                   [&] {
                     return "after " + std::to_string(First) + " iterations, " +
                            describeException();
                   });
}

/// Moves \p Guards on by \p Iterations.
void advance(std::vector<Guard> &Guards, uint64_t Iterations) {
  for (Guard &G : Guards)
    G.Left = static_cast<int64_t>(static_cast<uint64_t>(G.Left) +
                                  Iterations * static_cast<uint64_t>(G.Stride));
}

} // namespace

MemoryLimits memoryLimits(const Device &D, const Environment &E) {
  uint64_t Whole = D.memory();
  uint64_t Buffer = D.maxBuffer();
  if (E.MemoryLimit) {
    Whole = std::min(Whole, *E.MemoryLimit);
    Buffer = std::min(Buffer, *E.MemoryLimit);
  }
  // An eighth is left to the totals of tiles, and to others.
  return {Buffer, Whole - Whole / 8};
}

Loop sliceFrom(const Loop &L, uint64_t First) {
  Loop Slice = L;
  for (size_t I = 0; I != L.Arrays.size(); ++I) {
    const Array &Old = L.Arrays[I];
    for (size_t J = 0; J != Old.Accesses.size(); ++J) {
      const Access &Use = Old.Accesses[J];
      int64_t Stride = Use.Stride;
      if (Use.Kind == OMPSCAN_ACCESS_SEED) {
        const Access *Store = storeAfter(Old, Use);
        Stride = Store ? Store->Stride : 0;
      }
      // Wraps around on the way only: rangesOf() has checked the whole loop.
      Slice.Arrays[I].Accesses[J].First =
          static_cast<int64_t>(static_cast<uint64_t>(Use.First) +
                               First * static_cast<uint64_t>(Stride));
      advance(Slice.Arrays[I].Accesses[J].Guards, First);
    }
  }
  for (NoWrap &N : Slice.NoWraps) {
    N.First += First * static_cast<uint64_t>(N.Stride);
    advance(N.Guards, First);
  }
  return Slice;
}

uint64_t firstChunk(const Loop &L, uint64_t Trips, const MemoryLimits &M) {
  if (fits(L, Trips, M))
    return Trips;
  // Of the numbers of granules, Good fits and Bad does not.
  uint64_t Good = 0, Bad = Trips / Granule + 1;
  while (Bad - Good > 1) {
    const uint64_t Middle = Good + (Bad - Good) / 2;
    (fits(L, Middle * Granule, M) ? Good : Bad) = Middle;
  }
  if (Good == 0)
    refuse(L, std::min(Trips, Granule), M);
  return Good * Granule;
}

namespace {

std::vector<std::vector<Range>> allRanges(const Loop &L, uint64_t Trips) {
  std::vector<std::vector<Range>> Ranges;
  for (const Array &A : L.Arrays)
    Ranges.push_back(rangesOf(A, Trips));
  return Ranges;
}

bool isCountedEvery(const Access &Use) {
  return Use.Kind == OMPSCAN_ACCESS_COUNTED &&
         (Use.Counted.Flags & OMPSCAN_COUNTED_EVERY);
}

/// Why \p L cannot be cut; null if it can.
const char *whyWhole(const Loop &L) {
  if (!L.Inner.empty())
    return "it is several loops in one";
  if (L.isParallel() && !L.Results.empty())
    return "it leaves more than arrays";
  for (const Result &R : L.Results) {
    // A selection's values are counts; it leaves nothing but accumulators.
    const bool IsAccumulator =
        R.Offset < L.ItemSize || textOf(L).Traits.MovedSize > 0;
    const bool HasInitial = initialOf(L, R).has_value();
    if (IsAccumulator && !HasInitial)
      return "the object code does not tell which argument its accumulator is";
    if (!IsAccumulator && HasInitial)
      return "a variable takes values from one iteration to the next";
  }
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses) {
      if (isCountedEvery(Use))
        return "every iteration stores at the value of an accumulator";
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED &&
          (Use.Counted.Flags & OMPSCAN_COUNTED_SLIDES))
        return "it moves elements to any place of an array that it reads";
      if (Use.Kind == OMPSCAN_ACCESS_SEED && !storeAfter(A, Use))
        return "its scan starts from several elements";
    }
  return nullptr;
}

/// Bytes that \p L moves each way, and those of them that are in ordinary
/// memory.
struct Traffic {
  Wide Sent = 0;
  Wide Fetched = 0;
  Wide Ordinary = 0;
};

Traffic trafficOf(Device &D, const Loop &L,
                  const std::vector<std::vector<Range>> &Ranges) {
  Traffic T;
  for (size_t I = 0; I != Ranges.size(); ++I) {
    const Array &A = L.Arrays[I];
    if (A.Present)
      continue;
    for (const Range &R : Ranges[I]) {
      const Wide Bytes = (Wide(R.high()) - R.low() + 1) * Wide(A.ElementSize);
      (R.isStore() ? T.Fetched : T.Sent) += Bytes;
      if (!isPinned(D, hostAddress(A, R.low()), static_cast<uint64_t>(Bytes)))
        T.Ordinary += Bytes;
    }
  }
  return T;
}

uint64_t roundDown(Wide Trips) {
  return std::max<uint64_t>(static_cast<uint64_t>(Trips) / Granule, 1) *
         Granule;
}

/// At most \p Chunk iterations, such that \p M allows every chunk of so many:
/// a later one may use more arrays than the first one.
uint64_t chunkThatFits(const Loop &L, uint64_t Trips, uint64_t Chunk,
                       const MemoryLimits &M) {
  for (uint64_t First = 0; First < Trips;) {
    const uint64_t Count = std::min(Chunk, Trips - First);
    const uint64_t Fits = firstChunk(sliceFrom(L, First), Count, M);
    First = Fits < Count ? 0 : First + Chunk;
    Chunk = Fits < Count ? Fits : Chunk;
  }
  return Chunk;
}

/// Whether OMPSCAN_VERIFY and OMPSCAN_REPEAT, which look at a loop as a whole,
/// are at rest.
bool isPlainRun(const Loop &L) {
  const Environment &E = environment();
  return E.Verify == Verifying::Off && E.Repeat == 0 && !E.Reproducible &&
         !L.isReproducible();
}

/// Notes the whole loop, which is done.
void noteChunks(LaunchRecord &Record, uint64_t Chunks,
                unsigned Threads) noexcept {
  try {
    Record.end();
    Record.Method += ", " + std::to_string(Chunks) + " chunks, " +
                     std::to_string(Threads) + " at once";
    noteLaunch(Record);
  } catch (const std::bad_alloc &) {
    // The results count, not what is told of them.
  }
}

} // namespace

bool canOverlap(Device &D, const Loop &L) {
  if (D.hasOwnQueue() || D.kind() == DeviceKind::Oclgrind || whyWhole(L))
    return false;
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses) {
      const bool IsCounted = Use.Kind == OMPSCAN_ACCESS_COUNTED;
      const bool IsAny = Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
                         Use.Kind == OMPSCAN_ACCESS_WRITE_ANY;
      if (A.Present ? IsCounted || !presentOrigin(A) : IsAny)
        return false;
    }
  return true;
}

Cut cutFor(Device &D, const Loop &L, uint64_t Trips, const MemoryLimits &M) {
  if (std::all_of(L.Arrays.begin(), L.Arrays.end(),
                  [](const Array &A) { return presentOrigin(A).has_value(); }))
    return {Trips, 1}; // Nothing takes memory, and nothing moves.
  const uint64_t Largest = firstChunk(L, Trips, M);
  const TransferRules &Rules = D.pinned().rules();
  Cut Whole{Largest, 1};
  if (Largest != Trips) {
    if (const char *Why = whyWhole(L))
      throw Failure("the loop does not fit on the device, and cannot be done "
                    "in chunks: " +
                    std::string(Why));
    Whole.Chunk = chunkThatFits(L, Trips, Largest, M);
  }
  if (!Rules.Stages || Rules.Lanes < 2 || !isPlainRun(L) || !canOverlap(D, L))
    return Whole;
  const std::vector<std::vector<Range>> Ranges = allRanges(L, Trips);
  if (hasCounted(L.Arrays) && findConflict(L, Ranges))
    return Whole; // The whole loop will know how many elements it has stored.
  const Traffic T = trafficOf(D, L, Ranges);
  const bool InPlace = storesToInputs(L.Arrays, Ranges);
  // What fits is cut only if it can be done again when a chunk fails.
  if (Largest == Trips &&
      (T.Sent + T.Fetched < Wide(Rules.Overlap) || InPlace ||
       (T.Ordinary != 0 &&
        !D.pinned().isWorth(static_cast<uint64_t>(T.Ordinary)))))
    return Whole;
  // Enough chunks to keep all lanes at work, but none too small.
  const Wide Most = std::max({T.Sent, T.Fetched, Wide(1)});
  Wide Bytes = std::max(
      std::clamp<Wide>(Most / (2 * Rules.Lanes), Rules.Chunk / 4, Rules.Chunk),
      Most / Wide(Rules.Chunks));
  if (InPlace) // Results wait in the blocks of a lane (Stream::hold()).
    Bytes = std::min<Wide>(Bytes, BlocksOfLane * Rules.Piece);
  const Wide Trip = std::max<Wide>(Wide(Trips) * Bytes / Most, 1);
  try {
    const uint64_t Chunk =
        chunkThatFits(L, Trips, std::min(roundDown(Trip), Whole.Chunk),
                      {M.Buffer, M.Whole / Rules.Lanes});
    return Chunk < Trips ? Cut{Chunk, Rules.Lanes} : Whole;
  } catch (const Failure &) {
    return Whole; // There is room for one at a time only.
  }
}

Offloaded runInChunks(Device &D, const Loop &L, uint64_t Trips, const Bounds &B,
                      const Cut &C) {
  const std::vector<std::vector<Range>> Ranges = allRanges(L, Trips);
  L.isParallel() ? checkShares(L.Arrays, Ranges) : checkConflicts(L, Ranges);
  checkScalars(L);
  if (!hasCounted(L.Arrays)) // Otherwise each chunk knows better.
    checkResults(L, Ranges);
  for (const NoWrap &N : L.NoWraps)
    checkNoWrap(N, Trips);
  const bool CanRunAgain = !storesToInputs(L.Arrays, Ranges);
  const uint64_t Chunks = Trips / C.Chunk + (Trips % C.Chunk != 0);

  Offloaded Results;
  if (isVerified(L)) {
    Results.Kept = std::make_unique<Verification>(L.Location, D.info().Name);
    if (hasPresent(L))
      Results.Data = std::make_unique<HostLoopMirror>(L);
  }
  LaunchRecord Record(L.Location);
  Record.beginPhase("chunks");
  ChunkPipeline Others(Record);
  const auto RunChunk = [&](uint64_t Number) {
    try {
      const uint64_t First = Number * C.Chunk;
      const uint64_t Count = std::min(C.Chunk, Trips - First);
      Loop Slice = sliceFrom(L, First);
      const int64_t Lower =
          static_cast<int64_t>(static_cast<uint64_t>(B.Lower) +
                               First * static_cast<uint64_t>(B.Step));
      const Plan P = choosePlan(D, Slice, Count);
      runChunk(D, P,
               {Others, Number, Number + 1 == Chunks, /*InOrder=*/!CanRunAgain,
                Slice, Results.Kept.get(), C.Threads > 1},
               Count, Lower);
    } catch (...) {
      Others.stop(std::current_exception());
      throw;
    }
  };
  try {
    try {
      forEach(Chunks, C.Threads, RunChunk);
    } catch (...) {
      // Others may have failed after the one that tells why.
      std::rethrow_exception(Others.cause() ? Others.cause()
                                            : std::current_exception());
    }
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    if (CanRunAgain || !Others.hasStored())
      throw;
    endAfterChunks(L, B, C, Others);
  }
  for (const Result &R : L.Results) {
    const unsigned char *Value = Others.last().Values.data() + R.Offset;
    if (Results.Kept)
      Results.Kept->add(R, Value);
    else
      std::memcpy(R.Address, Value, R.Size);
  }
  if (environment().takesTimes())
    noteChunks(Record, Chunks, C.Threads);
  return Results;
}

} // namespace ompscan::rt

//===- Chunks.cpp - Loops larger than the device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Chunks.h"
#include "access/Conflicts.h"
#include "device/PinnedMemory.h"
#include "launch/Choice.h"
#include "launch/ChunkPipeline.h"
#include "launch/ChunkPlace.h"
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

/// The size of the buffer for a copy of \p A, if it is not there already.
Wide bytesFor(const ResolvedArray &A) {
  if (A.Ranges.empty() || A.Origin)
    return 0;
  return (Wide(A.Hull.High) - A.Hull.Low + 1 + Slack) * Wide(A.ElementSize);
}

/// Whether the arrays of \p R fit.
bool fits(const ResolvedLaunch &R, const MemoryLimits &M) {
  Wide Sum = 0;
  for (const ResolvedArray &A : R.Arrays) {
    const Wide Size = bytesFor(A);
    if (Size > Wide(M.Buffer))
      return false;
    Sum += Size;
  }
  return Sum <= Wide(M.Whole);
}

/// Says why not even \p Trips iterations, resolved as \p R, can be done.
[[noreturn]] void refuse(const ResolvedLaunch &R, uint64_t Trips,
                         const MemoryLimits &M) {
  const auto Largest =
      std::max_element(R.Arrays.begin(), R.Arrays.end(),
                       [](const ResolvedArray &A, const ResolvedArray &B) {
                         return bytesFor(A) < bytesFor(B);
                       });
  throw Failure(std::string(Largest->Name) + " needs " +
                toString(bytesFor(*Largest)) + " bytes for " +
                std::to_string(Trips) + " iterations; the device allows " +
                std::to_string(M.Buffer) + " for an array and " +
                std::to_string(M.Whole) + " for all");
}

/// The induction variable of \p L in iteration \p K.
int64_t lowerOf(const LaunchDescriptor &L, uint64_t K) {
  return static_cast<int64_t>(static_cast<uint64_t>(L.Range.Lower) +
                              K * static_cast<uint64_t>(L.Range.Step));
}

/// Throws what has become of a loop in place, some chunks of \p C of which have
/// stored before others failed with the exception that is being handled.
[[noreturn]] void endAfterChunks(const LaunchDescriptor &L, const Cut &C,
                                 const ChunkPipeline &Others) {
  const std::optional<uint64_t> Done = Others.done();
  if (!Done || !(L.Features & OMPSCAN_FEATURE_RESUMES))
    throw LostResults([] {
      return "chunks of the loop have been done on the device and have "
             "overwritten what it reads: " +
             describeException();
    });
  if (*Done == 0)
    throw DeviceError(DeviceError::Kind::CommandFailed, describeException);
  for (const Result &R : L.Results)
    std::memcpy(R.Address, Others.valuesAfter(*Done).data() + R.Offset, R.Size);
  const uint64_t First = *Done * C.Chunk;
  throw PartlyDone(lowerOf(L, First), [&] {
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

const Access *storeAfter(const Array &A, const Access &Seed) {
  for (const Access &Use : A.Accesses)
    if (Use.Kind == OMPSCAN_ACCESS_WRITE &&
        Wide(Use.First) - Use.Stride == Seed.First)
      return &Use;
  return nullptr;
}

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

LaunchDescriptor sliceFrom(const LaunchDescriptor &L, uint64_t First,
                           uint64_t Trips) {
  LaunchDescriptor Slice = L;
  Slice.Range.Lower = lowerOf(L, First);
  Slice.Trips = Trips;
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

uint64_t firstChunk(const LaunchDescriptor &L, const ResolvedLaunch &R,
                    const MemoryLimits &M) {
  if (fits(R, M))
    return L.Trips;
  // Of the numbers of granules, Good fits and Bad does not.
  uint64_t Good = 0, Bad = L.Trips / Granule + 1;
  while (Bad - Good > 1) {
    const uint64_t Middle = Good + (Bad - Good) / 2;
    (fits(resolveSlice(L, Middle * Granule, R), M) ? Good : Bad) = Middle;
  }
  if (const uint64_t Trips = std::min(L.Trips, Granule); Good == 0)
    refuse(resolveSlice(L, Trips, R), Trips, M);
  return Good * Granule;
}

namespace {

bool isCountedEvery(const Access &Use) {
  return Use.Kind == OMPSCAN_ACCESS_COUNTED &&
         (Use.Counted.Flags & OMPSCAN_COUNTED_EVERY);
}

/// Why \p L cannot be cut; null if it can.
const char *whyWhole(const LaunchDescriptor &L) {
  if (!L.Inner.empty())
    return "it is several loops in one";
  if (L.isParallel() && !L.Results.empty())
    return "it leaves more than arrays";
  for (const Result &R : L.Results) {
    // A selection's values are counts; it leaves nothing but accumulators.
    const bool IsAccumulator =
        R.Offset < L.ItemSize || L.Text->Traits.MovedSize > 0;
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

Traffic trafficOf(const ResolvedLaunch &R) {
  Traffic T;
  for (const ResolvedArray &A : R.Arrays) {
    if (A.Present)
      continue;
    for (const Range &Each : A.Ranges) {
      const uint64_t Bytes = A.bytesOf({Each.low(), Each.high()});
      (Each.isStore() ? T.Fetched : T.Sent) += Wide(Bytes);
      if (!isPinned(*R.On, A.hostAddress(Each.low()), Bytes))
        T.Ordinary += Wide(Bytes);
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
uint64_t chunkThatFits(const LaunchDescriptor &L, const ResolvedLaunch &R,
                       uint64_t Chunk, const MemoryLimits &M) {
  for (uint64_t First = 0; First < L.Trips;) {
    const uint64_t Count = std::min(Chunk, L.Trips - First);
    const LaunchDescriptor Slice = sliceFrom(L, First, Count);
    const uint64_t Fits = firstChunk(Slice, resolveSlice(Slice, Count, R), M);
    First = Fits < Count ? 0 : First + Chunk;
    Chunk = Fits < Count ? Fits : Chunk;
  }
  return Chunk;
}

/// Whether OMPSCAN_VERIFY and OMPSCAN_REPEAT, which look at a loop as a whole,
/// are at rest.
bool isPlainRun(const LaunchDescriptor &L) {
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

bool canOverlap(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  if (R.On->hasOwnQueue() || R.On->kind() == DeviceKind::Oclgrind ||
      whyWhole(L))
    return false;
  for (size_t I = 0; I != L.Arrays.size(); ++I)
    for (const Access &Use : L.Arrays[I].Accesses) {
      const bool IsCounted = Use.Kind == OMPSCAN_ACCESS_COUNTED;
      const bool IsAny = Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
                         Use.Kind == OMPSCAN_ACCESS_WRITE_ANY;
      if (R.Arrays[I].Present ? IsCounted || !R.Arrays[I].Origin : IsAny)
        return false;
    }
  return true;
}

Cut cutFor(const LaunchDescriptor &L, const ResolvedLaunch &R,
           const MemoryLimits &M) {
  const uint64_t Trips = L.Trips;
  if (R.isResident() || R.On->sharesHostMemory())
    return {Trips, 1}; // Nothing takes memory, and nothing moves.
  Device &D = *R.On;
  const uint64_t Largest = firstChunk(L, R, M);
  const TransferRules &Rules = D.pinned().rules();
  Cut Whole{Largest, 1};
  if (Largest != Trips) {
    if (const char *Why = whyWhole(L))
      throw Failure("the loop does not fit on the device, and cannot be done "
                    "in chunks: " +
                    std::string(Why));
    Whole.Chunk = chunkThatFits(L, R, Largest, M);
  }
  if (!Rules.Stages || Rules.Lanes < 2 || !isPlainRun(L) || !canOverlap(L, R))
    return Whole;
  if (R.IsCounted && findConflict(L, R.Arrays))
    return Whole; // The whole loop will know how many elements it has stored.
  const Traffic T = trafficOf(R);
  const bool InPlace = !R.CanRunAgain;
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
        chunkThatFits(L, R, std::min(roundDown(Trip), Whole.Chunk),
                      {M.Buffer, M.Whole / Rules.Lanes});
    return Chunk < Trips ? Cut{Chunk, Rules.Lanes} : Whole;
  } catch (const Failure &) {
    return Whole; // There is room for one at a time only.
  }
}

Offloaded runInChunks(const LaunchDescriptor &L, const ResolvedLaunch &R,
                      const Cut &C) {
  checkStores(L, R.Arrays);
  checkScalars(L);
  if (!R.IsCounted) // Otherwise each chunk knows better.
    checkResults(L, R.Arrays);
  const uint64_t Chunks = L.Trips / C.Chunk + (L.Trips % C.Chunk != 0);

  Offloaded Results;
  if (isVerified(L)) {
    Results.Kept =
        std::make_unique<Verification>(L.Location, R.On->info().Name);
    if (R.hasPresent())
      Results.Data = std::make_unique<HostLoopMirror>(L, R);
  }
  LaunchRecord Record(L.Location);
  Record.beginPhase("chunks");
  ChunkPipeline Others(Record);
  const auto RunChunk = [&](uint64_t Number) {
    try {
      const uint64_t First = Number * C.Chunk;
      LaunchDescriptor Slice =
          sliceFrom(L, First, std::min(C.Chunk, L.Trips - First));
      runChunk(choosePlan(Slice, R), {Others, Number, Number + 1 == Chunks,
                                      /*InOrder=*/!R.CanRunAgain, Slice, R,
                                      Results.Kept.get(), C.Threads > 1});
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
    if (R.CanRunAgain || !Others.hasStored())
      throw;
    endAfterChunks(L, C, Others);
  }
  for (const Result &Each : L.Results) {
    const unsigned char *Value = Others.last().Values.data() + Each.Offset;
    if (Results.Kept)
      Results.Kept->add(Each, Value);
    else
      std::memcpy(Each.Address, Value, Each.Size);
  }
  if (environment().takesTimes())
    noteChunks(Record, Chunks, C.Threads);
  return Results;
}

} // namespace ompscan::rt

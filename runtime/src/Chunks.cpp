//===- Chunks.cpp - Loops larger than the device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chunks.h"
#include "Access.h"
#include "Choice.h"
#include "Failure.h"
#include "Launch.h"
#include <algorithm>
#include <string>
#include <vector>

namespace ompscan {

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
  // An accumulator's first value is an argument like any other scalar: the
  // runtime does not know which, and cannot pass on what it has become.
  if (!L.Results.empty())
    refuse(L, Trips, M);
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

void runInChunks(Device &D, const Loop &L, uint64_t Trips, const Bounds &B,
                 const MemoryLimits &M) {
  std::vector<std::vector<Range>> Ranges;
  for (const Array &A : L.Arrays)
    Ranges.push_back(rangesOf(A, Trips));
  checkOverlaps(L.Arrays, Ranges);
  for (const NoWrap &N : L.NoWraps)
    checkNoWrap(N, Trips);
  const bool CanRunAgain = !storesToInputs(L.Arrays, Ranges);

  uint64_t Done = 0;
  const auto Lost = [&](const std::string &Cause) {
    return LostResults("the loop has been done on the device up to iteration " +
                       std::to_string(Done) + " of " + std::to_string(Trips) +
                       " and has overwritten what it reads: " + Cause);
  };
  try {
    while (Done != Trips) {
      const Loop Rest = sliceFrom(L, Done);
      const uint64_t Count = firstChunk(Rest, Trips - Done, M);
      const int64_t Lower =
          static_cast<int64_t>(static_cast<uint64_t>(B.Lower) +
                               Done * static_cast<uint64_t>(B.Step));
      runOn(D, choosePlan(D, Rest, Count), Rest, Count, Lower);
      Done += Count;
    }
  } catch (const Unrecoverable &) {
    throw;
  } catch (const cl::Error &E) {
    if (Done == 0 || CanRunAgain)
      throw;
    throw Lost(describe(E));
  } catch (const std::exception &E) {
    if (Done == 0 || CanRunAgain)
      throw;
    throw Lost(E.what());
  }
}

} // namespace ompscan

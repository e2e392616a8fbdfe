//===- Access.cpp - Which elements a loop touches -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Access.h"
#include "access/CounterIndexedStore.h"
#include "access/NestedRanges.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace ompscan::rt {

namespace {

/// "the loop stores", "the loop reads"
const char *verb(ompscan_access_kind Kind) {
  return Kind == OMPSCAN_ACCESS_WRITE || Kind == OMPSCAN_ACCESS_COUNTED
             ? "stores"
             : "reads";
}

} // namespace

void checkAddresses(const ArraySection &A, Wide Low, Wide High) {
  if (Low < std::numeric_limits<int64_t>::min() ||
      High > std::numeric_limits<int64_t>::max() || A.addressOf(Low) < 0 ||
      A.addressOf(High + 1) > Wide(std::numeric_limits<uintptr_t>::max()))
    throw Failure(std::string("elements ") + toString(Low) + " to " +
                  toString(High) + " of " + A.Name +
                  " do not lie in the address space");
}

bool lacksSection(const Array &A) {
  return A.Map == OMPSCAN_MAP_NONE && hasOpenEnd(A);
}

bool hasOpenEnd(const Array &A) {
  return A.Base && A.Count == 0 &&
         std::any_of(
             A.Accesses.begin(), A.Accesses.end(), [](const Access &Use) {
               return Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
                      Use.Kind == OMPSCAN_ACCESS_WRITE_ANY || Use.InSection;
             });
}

bool needsSection(const Array &A) {
  return std::any_of(
      A.Accesses.begin(), A.Accesses.end(), [](const Access &Use) {
        return Use.InSection || ((Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
                                  Use.Kind == OMPSCAN_ACCESS_WRITE_ANY) &&
                                 !Use.Bounded && !Use.Apart && !Use.Inspected);
      });
}

bool isInspected(const Array &A) {
  return lacksSection(A) &&
         std::any_of(A.Accesses.begin(), A.Accesses.end(),
                     [](const Access &Use) { return Use.Inspected; });
}

void checkSection(const ArraySection &A, const Range &R) {
  if (A.Map == OMPSCAN_MAP_NONE && A.Count == 0)
    return;
  const Wide Begin = A.Begin, End = Begin + A.Count;
  if (R.low() >= Begin && R.high() < End)
    return;
  const std::string Element =
      std::to_string(R.low() < Begin ? R.low() : R.high());
  if (A.Map != OMPSCAN_MAP_NONE)
    throw Failure(std::string("the map of ") + A.Name + " covers elements [" +
                  toString(Begin) + ", " + toString(End) + "), but the loop " +
                  verb(R.Kind) + " element " + Element);
  throw Failure(std::string(A.Name) + " has " + std::to_string(A.Count) +
                (A.Count == 1 ? " element" : " elements") + ", but the loop " +
                verb(R.Kind) + " element " + Element);
}

namespace {

/// The elements that the scan starts from are those that iterations -1, -2 and
/// so on would store, as many as there are. The kernels compute them so, and
/// unsigned subscripts, which wrap around, may say otherwise on the host. The
/// only one may be the first element that is stored, if the scan starts anew.
void checkSeeds(const Array &A) {
  const auto Seeds = std::count_if(
      A.Accesses.begin(), A.Accesses.end(),
      [](const Access &Use) { return Use.Kind == OMPSCAN_ACCESS_SEED; });
  for (const Access &Seed : A.Accesses) {
    if (Seed.Kind != OMPSCAN_ACCESS_SEED)
      continue;
    const Access *Store = nullptr;
    bool Follows = false;
    for (const Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_WRITE) {
        Store = &Use;
        for (Wide Lag = Seeds == 1 ? 0 : 1; Lag <= Seeds; ++Lag)
          Follows |= Wide(Use.First) - Lag * Use.Stride == Seed.First;
      }
    if (Store && !Follows)
      throw Failure(std::string("the subscripts of ") + A.Name +
                    " wrap around: the scan starts from element " +
                    std::to_string(Seed.First) +
                    ", which is not the one before the first that the loop "
                    "stores, element " +
                    std::to_string(Store->First));
  }
}

} // namespace

std::vector<std::pair<uint64_t, uint64_t>>
iterationsOf(const std::vector<Guard> &Guards, uint64_t Trips) {
  using Intervals = std::vector<std::pair<Wide, Wide>>;
  Intervals Left{{0, Wide(Trips)}};
  for (const Guard &G : Guards) {
    const auto Value = [&](int64_t N) {
      return G.IsUnsigned ? Wide(static_cast<uint64_t>(N)) : Wide(N);
    };
    // Distance + k * Stride REL 0, with a Stride that is not negative.
    Wide Distance = Value(G.Left) - Value(G.Right), Stride = G.Stride;
    uint32_t Relation = G.Relation;
    if (Stride < 0) {
      Distance = -Distance, Stride = -Stride;
      static constexpr uint32_t Mirrored[] = {
          OMPSCAN_RELATION_GT, OMPSCAN_RELATION_GE, OMPSCAN_RELATION_LT,
          OMPSCAN_RELATION_LE, OMPSCAN_RELATION_NE, OMPSCAN_RELATION_EQ};
      Relation = Mirrored[Relation];
    }
    // The first k at which it is not less than 0, and not at most 0.
    const Wide End = Wide(Trips);
    auto FirstWith = [&](Wide Least) -> Wide {
      if (Distance >= Least)
        return 0;
      return Stride == 0 ? End : (Least - Distance + Stride - 1) / Stride;
    };
    const Wide NotLess = FirstWith(0), Greater = FirstWith(1);
    Intervals Holds;
    switch (Relation) {
    case OMPSCAN_RELATION_LT:
      Holds = {{0, NotLess}};
      break;
    case OMPSCAN_RELATION_LE:
      Holds = {{0, Greater}};
      break;
    case OMPSCAN_RELATION_GT:
      Holds = {{Greater, End}};
      break;
    case OMPSCAN_RELATION_GE:
      Holds = {{NotLess, End}};
      break;
    case OMPSCAN_RELATION_EQ:
      Holds = {{NotLess, Greater}};
      break;
    default:
      Holds = {{0, NotLess}, {Greater, End}};
      break;
    }
    Intervals Both;
    for (const auto &[A, B] : Left)
      for (const auto &[C, D] : Holds)
        if (std::max(A, C) < std::min(B, D))
          Both.push_back({std::max(A, C), std::min(B, D)});
    Left = std::move(Both);
  }
  std::vector<std::pair<uint64_t, uint64_t>> Result;
  for (const auto &[A, B] : Left)
    Result.push_back({static_cast<uint64_t>(A), static_cast<uint64_t>(B)});
  return Result;
}

namespace {

/// What an unsigned subexpression of \p Bits bits that began as \p First is in
/// iteration \p K. It may have wrapped around on the way there.
Wide atIteration(uint64_t First, int64_t Stride, uint64_t K, uint32_t Bits) {
  const uint64_t Value = First + K * static_cast<uint64_t>(Stride);
  return Bits == 8 || Bits == 16 || Bits == 32
             ? Wide(Value & ((uint64_t(1) << Bits) - 1))
             : Wide(Value);
}

/// The range of \p Use of \p A in iterations [\p Begin, \p End).
Range rangeBetween(const Array &A, const Access &Use, uint64_t Begin,
                   uint64_t End) {
  Wide First = Wide(Use.First) + Wide(Use.Stride) * Wide(Begin);
  // In the first iteration of all, where nothing was used, it had wrapped.
  if (Use.Bits != 0)
    First = atIteration(static_cast<uint64_t>(Use.First), Use.Stride, Begin,
                        Use.Bits);
  checkAddresses(A, First, First);
  Range R{Use.Kind, static_cast<int64_t>(First), Use.Stride, End - Begin};
  R.Begin = Begin;
  R.ByNeighbours = Use.ByNeighbours;
  R.LeftOfCopy = Use.LeftOfCopy;
  R.OtherMembers = Use.OtherMembers;
  R.Follows = Use.Stride != 0 && (Use.Kind == OMPSCAN_ACCESS_READ ||
                                  Use.Kind == OMPSCAN_ACCESS_WRITE);
  return R;
}

bool isOnlyStored(const Array &A) {
  return std::all_of(
      A.Accesses.begin(), A.Accesses.end(),
      [](const Access &Use) { return Use.Kind == OMPSCAN_ACCESS_WRITE; });
}

/// Adds \p R, a range of \p Use, once it is known to be one that can be.
void addRange(const Array &A, const Access &Use, Range R, bool InAnyOrder,
              std::vector<Range> &Ranges) {
  if (Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
      Use.Kind == OMPSCAN_ACCESS_WRITE_ANY) {
    if (A.Count == 0)
      return;
    R = {Use.Kind, A.Begin, 1, A.Count};
    R.OtherMembers = Use.OtherMembers;
  } else if (Use.Kind == OMPSCAN_ACCESS_SEED) {
    R.Count = 1;
  } else if (Use.Kind == OMPSCAN_ACCESS_WRITE && R.Stride == 0 && R.Count > 1 &&
             !(InAnyOrder && isOnlyStored(A))) {
    throw Failure(std::string("every iteration stores the same element of ") +
                  A.Name);
  }
  if (R.Stride == 0)
    R.Count = 1;
  const bool IsCounted = R.Kind == OMPSCAN_ACCESS_COUNTED;
  if (R.Count == 1 && !IsCounted)
    R.Stride = 1;
  const Wide Last = Wide(R.First) + Wide(R.Count - 1) * R.Stride;
  if (!A.Base && !IsCounted)
    throw Failure(std::string(A.Name) + " is a null pointer");
  checkAddresses(A, std::min(Wide(R.First), Last),
                 std::max(Wide(R.First), Last));
  if (!IsCounted)
    checkSection(A, R);
  Ranges.push_back(std::move(R));
}

} // namespace

std::vector<Range> rangesOf(const Array &A, uint64_t Trips, bool InAnyOrder) {
  checkSeeds(A);
  // A section is used as a whole.
  const bool HasSection = !lacksSection(A);
  if (!HasSection && !InAnyOrder && needsSection(A))
    throw Failure(std::string("the loop uses ") + A.Name +
                  " at subscripts that are not affine, and " + A.Name +
                  " is not on the device; map the section that the loop uses");
  std::vector<Range> Ranges;
  Ranges.reserve(A.Accesses.size());
  for (const Access &Each : A.Accesses) {
    std::optional<Access> Bound;
    if (!HasSection && Each.Bounded) {
      Bound = Each;
      Bound->Kind = Each.Kind == OMPSCAN_ACCESS_READ_ANY ? OMPSCAN_ACCESS_READ
                                                         : OMPSCAN_ACCESS_WRITE;
    }
    const Access &Use = Bound ? *Bound : Each;
    if (!Use.Nest.empty())
      addNestedRanges(A, Use, Ranges);
    else if (Use.Kind == OMPSCAN_ACCESS_COUNTED)
      addRange(A, Use, countedRange(A, Use.Counted, Trips), InAnyOrder, Ranges);
    else if (Use.Guards.empty())
      addRange(A, Use, rangeBetween(A, Use, 0, Trips), InAnyOrder, Ranges);
    else
      for (const auto &[Begin, End] : iterationsOf(Use.Guards, Trips))
        addRange(A, Use, rangeBetween(A, Use, Begin, End), InAnyOrder, Ranges);
  }
  return Ranges;
}

void checkNoWrap(const NoWrap &N, uint64_t Trips) {
  const Wide Limit = Wide(1) << N.Bits;
  if (!N.Nest.empty()) {
    const auto [Low, High] = spanOf(N.First, N.Nest);
    if (Low < 0 || High >= Limit)
      throw Failure("an unsigned subscript of " + std::to_string(N.Bits) +
                    " bits wraps around in some row");
    return;
  }
  // The values are monotonic: the two ends suffice.
  const auto Check = [&](uint64_t Begin, uint64_t End) {
    const Wide First = N.Guards.empty()
                           ? Wide(N.First)
                           : atIteration(N.First, N.Stride, Begin, N.Bits);
    const Wide Last = First + Wide(End - 1 - Begin) * N.Stride;
    if (std::min(First, Last) < 0 || std::max(First, Last) >= Limit)
      throw Failure("an unsigned subscript of " + std::to_string(N.Bits) +
                    " bits wraps around: it starts at " +
                    std::to_string(N.First) + " and steps by " +
                    std::to_string(N.Stride) + " " + std::to_string(Trips - 1) +
                    " times");
  };
  if (N.Guards.empty())
    return Check(0, Trips);
  for (const auto &[Begin, End] : iterationsOf(N.Guards, Trips))
    Check(Begin, End);
}

namespace {

/// Elements between borders of cache lines.
uint64_t borderOf(const Array &A) {
  return LineBorder / std::gcd<uint64_t>(LineBorder, A.ElementSize);
}

/// Where only some iterations do, it is element by element.
bool usesNeighbours(const Access &A) {
  return A.Stride == 1 && A.Guards.empty() && !A.Behind &&
         (A.Kind == OMPSCAN_ACCESS_READ || A.Kind == OMPSCAN_ACCESS_WRITE);
}

} // namespace

uint64_t alignmentGap(const Array &A, int64_t Low) {
  for (const Access &Use : A.Accesses)
    if (usesNeighbours(Use)) {
      const uint64_t Place =
          static_cast<uint64_t>(Use.First) - static_cast<uint64_t>(Low);
      return (0 - Place) % borderOf(A);
    }
  return 0;
}

NeighbourPlace neighbourPlace(const Array &A, std::optional<int64_t> Origin) {
  NeighbourPlace Place;
  for (const Access &Use : A.Accesses) {
    if (!usesNeighbours(Use))
      continue;
    // The gap in front of a buffer aligns the first access.
    if (!Place.AreUsed && !Origin)
      Origin = Use.First;
    const Wide Bytes = Wide(Use.First - *Origin) * Wide(A.ElementSize);
    const auto Offset =
        static_cast<uint32_t>((Bytes % LineBorder + LineBorder) % LineBorder);
    if (!Place.AreUsed)
      Place.Offset = Offset;
    else if (Place.Offset &&
             *Place.Offset % VectorBorder != Offset % VectorBorder)
      Place.Offset = std::nullopt;
    Place.AreUsed = true;
    Place.AreStored |= Use.Kind == OMPSCAN_ACCESS_WRITE;
  }
  return Place;
}

std::vector<Interval> merge(std::vector<Interval> Intervals) {
  std::sort(Intervals.begin(), Intervals.end(),
            [](const Interval &A, const Interval &B) { return A.Low < B.Low; });
  std::vector<Interval> Merged;
  for (const Interval &I : Intervals) {
    // Low - 1 does not overflow: it has a smaller Low in front of it, or is
    // equal to it, and then the first half of the condition holds.
    if (!Merged.empty() &&
        (I.Low <= Merged.back().High || I.Low - 1 == Merged.back().High))
      Merged.back().High = std::max(Merged.back().High, I.High);
    else
      Merged.push_back(I);
  }
  return Merged;
}

} // namespace ompscan::rt

//===- Conflicts.cpp - What stores of a loop must not meet ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Conflicts.h"
#include "device/Device.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

/// How two ranges meet.
enum class RangeOverlap {
  Never,         ///< No byte is in both.
  SameIteration, ///< Each iteration uses the same bytes in both.
  Elsewhere
};

/// A range as addresses: `Count` blocks of `Size` bytes, `Stride` bytes apart.
struct StridedBytes {
  Wide First;
  Wide Stride;
  Wide Count;
  Wide Size;
  Wide Begin;
  bool Follows;

  StridedBytes(const ArraySection &A, const Range &R)
      : First(A.addressOf(R.First)), Stride(Wide(R.Stride) * A.ElementSize),
        Count(R.Count), Size(A.ElementSize), Begin(R.Begin),
        Follows(R.Follows) {}

  Wide last() const { return First + (Count - 1) * Stride; }
  Wide begin() const { return std::min(First, last()); }
  Wide end() const { return std::max(First, last()) + Size; }
};

/// Blocks that come again at equal distances, `Period` bytes; 0 if they may be
/// at any.
struct Repetition {
  Wide Period;
  Wide Begin;
  Wide Size;

  Repetition(const ArraySection &A, const Range &R)
      : Period(0), Begin(A.addressOf(R.low())), Size(A.ElementSize) {
    const Wide Stride = Wide(R.Stride < 0 ? -R.Stride : R.Stride);
    if (R.Lines > 1) {
      Period = Wide(R.LineStride) * Wide(A.ElementSize);
      Size += Wide(R.Count - 1) * Stride * Wide(A.ElementSize);
    } else if (R.Count > 1) {
      Period = Stride * Wide(A.ElementSize);
    }
  }
};

/// Whether \p A and \p B stay apart however often they come again.
bool keepApart(const Repetition &A, const Repetition &B) {
  if (A.Period && B.Period && A.Period != B.Period)
    return false;
  const Wide Period = A.Period ? A.Period : B.Period;
  if (Period == 0)
    return false;
  Wide Distance = (B.Begin - A.Begin) % Period;
  if (Distance < 0)
    Distance += Period;
  return Distance >= A.Size && Period - Distance >= B.Size;
}

/// How two ranges of a loop with rows meet. At least one moves along the rows.
RangeOverlap meetInRows(const ArraySection &A, const Range &R,
                        const ArraySection &B, const Range &S) {
  const auto Moves = [](const Along &X, uint64_t SizeX, const Along &Y,
                        uint64_t SizeY) {
    return X.Trips == 1 ||
           Wide(X.Stride) * Wide(SizeX) == Wide(Y.Stride) * Wide(SizeY);
  };
  bool Alike = R.Nest.size() == S.Nest.size() && !R.Nest.empty() &&
               A.ElementSize == B.ElementSize &&
               A.addressOf(R.Start) == B.addressOf(S.Start);
  for (size_t I = 0; Alike && I != R.Nest.size(); ++I)
    Alike = R.Nest[I].Trips == S.Nest[I].Trips &&
            Moves(R.Nest[I], A.ElementSize, S.Nest[I], B.ElementSize);
  if (Alike)
    return RangeOverlap::SameIteration;
  return keepApart(Repetition(A, R), Repetition(B, S))
             ? RangeOverlap::Never
             : RangeOverlap::Elsewhere;
}

RangeOverlap meetStrided(const StridedBytes &A, const StridedBytes &B) {
  if (A.begin() >= B.end() || B.begin() >= A.end())
    return RangeOverlap::Never;
  // A single block may take any stride.
  const Wide StrideA = A.Count == 1 ? B.Stride : A.Stride;
  const Wide StrideB = B.Count == 1 ? A.Stride : B.Stride;
  // Blocks of one iteration are in one place.
  if (A.First - A.Begin * StrideA == B.First - B.Begin * StrideB &&
      StrideA == StrideB && A.Size == B.Size &&
      (A.Count == B.Count || (A.Follows && B.Follows)))
    return RangeOverlap::SameIteration;
  if (StrideA != StrideB && StrideA != -StrideB)
    return RangeOverlap::Elsewhere;
  // Blocks of equal stride, as the fields of a structure have: all distances
  // between them are equal up to multiples of the stride.
  const Wide Stride = StrideA < 0 ? -StrideA : StrideA;
  Wide Distance = (B.First - A.First) % Stride;
  if (Distance < 0)
    Distance += Stride;
  return Distance >= A.Size && Stride - Distance >= B.Size
             ? RangeOverlap::Never
             : RangeOverlap::Elsewhere;
}

/// How \p R, of \p A, and \p S, of \p B, meet.
RangeOverlap meet(const ArraySection &A, const Range &R, const ArraySection &B,
                  const Range &S) {
  if (R.Nest.empty() && S.Nest.empty())
    return meetStrided(StridedBytes(A, R), StridedBytes(B, S));
  const bool Apart = A.addressOf(R.low()) >= B.addressOf(Wide(S.high()) + 1) ||
                     B.addressOf(S.low()) >= A.addressOf(Wide(R.high()) + 1);
  return Apart ? RangeOverlap::Never : meetInRows(A, R, B, S);
}

/// Whether the kernels compute the input of the iteration after the one that
/// stores, to know whether it stores there as well.
bool looksAhead(const Range &R) {
  return R.Kind == OMPSCAN_ACCESS_COUNTED &&
         (R.Counted.Flags & OMPSCAN_COUNTED_AFTER) &&
         (R.Counted.Flags & OMPSCAN_COUNTED_EVERY);
}

/// Whether no iteration reads in \p Read, of the same array, what an earlier
/// one may store in \p Store, at the value of an accumulator that goes up by
/// its step or not at all. Both go up, so that the first and the last iteration
/// tell.
bool staysBehind(const Range &Store, const Range &Read) {
  const Wide Least = Read.LeftOfCopy ? 0 : 1;
  for (const Wide Place : {Wide(Read.Begin == 0 ? 1 : 0), Wide(Read.Count) - 1})
    if (const Wide K = Wide(Read.Begin) + Place;
        Place >= 0 && Place < Wide(Read.Count) && K >= 1 &&
        Wide(Read.First) + Place * Read.Stride -
                (Wide(Store.First) + (K - 1) * Store.Stride) <
            Least)
      return false;
  return Read.Stride > 0;
}

/// Whether \p R and \p S of one array stay apart although each may have all
/// iterations: they grow towards each other, and an iteration stores in one of
/// them only.
bool growApart(const Range &R, const Range &S) {
  const auto IsAlone = [](const Range &X) {
    return X.Kind == OMPSCAN_ACCESS_COUNTED &&
           (X.Counted.Flags & OMPSCAN_COUNTED_ALONE);
  };
  if (!IsAlone(R) || !IsAlone(S) || R.Counted.Result == S.Counted.Result ||
      R.Stride != -S.Stride || R.Count != S.Count)
    return false;
  const Range &Up = R.Stride > 0 ? R : S, &Down = R.Stride > 0 ? S : R;
  // If the one has k elements and the other the rest, their last ones are this
  // far from each other.
  return Wide(Down.First) - Up.First - (Wide(R.Count) - 2) * Up.Stride >= 1;
}

/// Why a store to \p A must not be where \p Other, of \p B, is; nothing if it
/// may.
std::optional<std::string> conflictOf(const ArraySection &A, const Range &Store,
                                      const ArraySection &B, const Range &Other,
                                      bool LooksAhead) {
  if (&A == &B && Store.Kind == OMPSCAN_ACCESS_COUNTED &&
      (Store.Counted.Flags & OMPSCAN_COUNTED_SLIDES) && Other.isRead()) {
    // The first iteration reads before any stores.
    if (Other.Kind == OMPSCAN_ACCESS_SEED ||
        (Other.Kind == OMPSCAN_ACCESS_READ && staysBehind(Store, Other)))
      return std::nullopt;
    return std::string("the loop may store to elements of ") + A.Name +
           " before it reads them: it moves them to higher subscripts";
  }
  if (&A == &B && (Other.OtherMembers || growApart(Store, Other)))
    return std::nullopt;
  // A scan that starts anew does not read its seed.
  if (&A == &B && Other.Kind == OMPSCAN_ACCESS_SEED &&
      Store.Kind == OMPSCAN_ACCESS_WRITE && Other.First == Store.First)
    return std::nullopt;
  switch (meet(A, Store, B, Other)) {
  case RangeOverlap::Never:
    return std::nullopt;
  case RangeOverlap::SameIteration:
    // In place, or one array that an iteration stores to twice. Accumulators
    // that count alike need not do so in the same iterations.
    if (Store.Kind == OMPSCAN_ACCESS_COUNTED
            ? Other.Kind == OMPSCAN_ACCESS_COUNTED &&
                  Store.Counted.Result == Other.Counted.Result && &A == &B
            : (Other.Kind == OMPSCAN_ACCESS_READ && !LooksAhead &&
               !Other.ByNeighbours) ||
                  &A == &B)
      return std::nullopt;
    break;
  case RangeOverlap::Elsewhere:
    // At subscripts that are not affine, the compiler has made sure that an
    // array is used in the same iteration only.
    if (&A == &B && Store.Kind == OMPSCAN_ACCESS_WRITE_ANY)
      return std::nullopt;
    break;
  }
  if (&A == &B)
    return std::string("some iterations use elements of ") + A.Name +
           " that other iterations store";
  return std::string("arrays ") + A.Name + " and " + B.Name +
         " overlap, but not element by element";
}

/// Calls \p F(A, Store, B, Other) for all stores, each with every other range,
/// until a result is true, and returns it; a default value if none is.
template <typename Function>
auto firstOfStores(const std::vector<ResolvedArray> &Arrays, Function F) {
  using Answer = decltype(F(Arrays[0], Arrays[0].Ranges[0], Arrays[0],
                            Arrays[0].Ranges[0]));
  for (const ResolvedArray &A : Arrays)
    for (const Range &Store : A.Ranges)
      if (Store.isStore())
        for (const ResolvedArray &B : Arrays)
          for (const Range &Other : B.Ranges)
            if (&Other != &Store)
              if (Answer Found = F(A, Store, B, Other))
                return Found;
  return Answer();
}

/// Whether \p Bytes lie in an element of \p A that \p Use touches.
bool meets(const HostBytes &Bytes, const ArraySection &A, const Range &Use) {
  const auto Begin = reinterpret_cast<uintptr_t>(Bytes.Address);
  const auto Low = reinterpret_cast<uintptr_t>(A.hostAddress(Use.low()));
  const auto End =
      reinterpret_cast<uintptr_t>(A.hostAddress(Use.high())) + A.ElementSize;
  if (Begin >= End || Begin + Bytes.Size <= Low)
    return false;
  if (Use.isContiguous() || Use.Lines > 1 || Begin < Low)
    return true;
  const uint64_t Steps = Use.Stride < 0 ? -static_cast<uint64_t>(Use.Stride)
                                        : static_cast<uint64_t>(Use.Stride);
  const uint64_t Distance = Steps * A.ElementSize;
  const uint64_t Place = (Begin - Low) % Distance;
  return Place < A.ElementSize || Place + Bytes.Size > Distance;
}

/// Why \p L stores to a scalar that it reads, naming the array; nothing if it
/// does not.
std::optional<std::string>
findStoredScalar(const LaunchDescriptor &L,
                 const std::vector<ResolvedArray> &Arrays, bool WithCounted) {
  std::vector<HostBytes> Scalars = L.Reads;
  for (size_t I = 0; I != L.ScalarPlaces.size(); ++I)
    if (L.ScalarPlaces[I] &&
        std::none_of(L.Results.begin(), L.Results.end(),
                     [&](const Result &R) { return initialOf(L, R) == I; }))
      Scalars.push_back({L.ScalarPlaces[I], L.Scalars[I].size()});
  for (const ResolvedArray &A : Arrays)
    for (const Range &Use : A.Ranges)
      if (Use.isStore() && (WithCounted || !Use.isCounted()) &&
          std::any_of(
              Scalars.begin(), Scalars.end(),
              [&](const HostBytes &Scalar) { return meets(Scalar, A, Use); }))
        return std::string("a scalar that the loop reads is part of the "
                           "elements that it stores in ") +
               A.Name;
  return std::nullopt;
}

} // namespace

std::optional<std::string> findOverlap(const std::vector<ResolvedArray> &Arrays,
                                       bool WithCounted) {
  bool LooksAhead = false;
  for (const ResolvedArray &A : Arrays)
    LooksAhead |= WithCounted &&
                  std::any_of(A.Ranges.begin(), A.Ranges.end(), looksAhead);
  return firstOfStores(
      Arrays,
      [&](const ResolvedArray &A, const Range &Store, const ResolvedArray &B,
          const Range &Other) -> std::optional<std::string> {
        if (!WithCounted && (Store.isCounted() || Other.isCounted()))
          return std::nullopt;
        return conflictOf(A, Store, B, Other, LooksAhead);
      });
}

bool storesToInputs(const std::vector<ResolvedArray> &Arrays,
                    const std::vector<bool> *Changed) {
  return firstOfStores(Arrays, [&](const ResolvedArray &A, const Range &Store,
                                   const ResolvedArray &B, const Range &Other) {
    return (!Changed || (*Changed)[static_cast<size_t>(&A - Arrays.data())]) &&
           Other.isRead() && meet(A, Store, B, Other) != RangeOverlap::Never;
  });
}

std::optional<std::string>
findConflict(const LaunchDescriptor &L,
             const std::vector<ResolvedArray> &Arrays, bool WithCounted) {
  std::optional<std::string> Why = findOverlap(Arrays, WithCounted);
  return Why ? Why : findStoredScalar(L, Arrays, WithCounted);
}

bool storesUnderTwoNames(const std::vector<ResolvedArray> &Arrays) {
  const auto IsUsed = [](const ResolvedArray &A) {
    return A.Hull.Low <= A.Hull.High;
  };
  const auto Meet = [&](const ResolvedArray &A, const ResolvedArray &B) {
    return IsUsed(A) && IsUsed(B) &&
           A.hostAddress(A.Hull.Low) < B.hostAddress(B.Hull.High + 1) &&
           B.hostAddress(B.Hull.Low) < A.hostAddress(A.Hull.High + 1);
  };
  for (const ResolvedArray &A : Arrays)
    for (const ResolvedArray &B : Arrays)
      if (&A != &B && A.isStored() && Meet(A, B))
        return true;
  return false;
}

void checkStores(const LaunchDescriptor &L,
                 const std::vector<ResolvedArray> &Arrays) {
  const std::optional<std::string> Why =
      !L.isIndependent()
          ? findConflict(L, Arrays)
          : firstOfStores(
                Arrays,
                [](const ResolvedArray &A, const Range &Store,
                   const ResolvedArray &B,
                   const Range &Other) -> std::optional<std::string> {
                  const bool Together = A.Present && A.Present == B.Present &&
                                        A.Origin && B.Origin;
                  if (&A == &B || Together)
                    return std::nullopt;
                  return conflictOf(A, Store, B, Other, /*LooksAhead=*/false);
                });
  if (Why)
    throw Failure(*Why);
}

void checkScalars(const LaunchDescriptor &L) {
  for (const Result &R : L.Results) {
    const auto Begin = reinterpret_cast<uintptr_t>(R.Address);
    bool IsItself = false;
    for (size_t I = 0; I != L.ScalarPlaces.size(); ++I) {
      const auto Other = reinterpret_cast<uintptr_t>(L.ScalarPlaces[I]);
      const uint64_t Size = L.Scalars[I].size();
      if (Other >= Begin + R.Size || Begin >= Other + Size)
        continue;
      if (IsItself || Other != Begin || Size != R.Size)
        throw Failure("the loop changes a scalar that it also reads under "
                      "another name");
      IsItself = true;
    }
  }
}

/// An array of which the loop uses what an accumulator is; null without one.
static const ResolvedArray *
arrayWithResult(const LaunchDescriptor &L,
                const std::vector<ResolvedArray> &Arrays) {
  for (const Result &R : L.Results)
    for (const ResolvedArray &A : Arrays)
      for (const Range &Use : A.Ranges)
        if (meets({R.Address, R.Size}, A, Use))
          return &A;
  return nullptr;
}

static std::string describeResultIn(const ResolvedArray &A) {
  return std::string("an accumulator of the loop is part of the elements that "
                     "it uses in ") +
         A.Name;
}

void checkResults(const LaunchDescriptor &L,
                  const std::vector<ResolvedArray> &Arrays) {
  if (const ResolvedArray *A = arrayWithResult(L, Arrays))
    throw Failure(describeResultIn(*A));
}

/// Has the kernels use all arrays of \p L, which are the host's, where they
/// are.
static void useHostMemory(const LaunchDescriptor &L, ResolvedLaunch &R) {
  for (size_t I = 0; I != R.Arrays.size(); ++I) {
    ResolvedArray &A = R.Arrays[I];
    const bool IsOnHost = A.Present ? A.Present->isOnHost() : !A.Begins;
    if (!IsOnHost || (A.Ranges.empty() && !hasOpenEnd(L.Arrays[I])))
      continue;
    A.OnHost =
        R.On->backend().ofHost(A.hostAddress(A.Hull.Low), A.bytesOf(A.Hull));
    A.Origin = A.Hull.Low;
  }
}

void check(const LaunchDescriptor &L, ResolvedLaunch &R) {
  std::optional<std::string> MayMeet;
  if (!R.IsCounted) {
    checkStores(L, R.Arrays);
  } else {
    if (const auto Why = findConflict(L, R.Arrays, /*WithCounted=*/false))
      throw Failure(*Why);
    // Perhaps fewer elements are stored than may be.
    MayMeet = findConflict(L, R.Arrays);
    if (const ResolvedArray *A =
            MayMeet ? nullptr : arrayWithResult(L, R.Arrays))
      MayMeet = describeResultIn(*A);
  }
  checkScalars(L);
  if (!R.IsCounted)
    checkResults(L, R.Arrays);
  if (R.On->sharesHostMemory() && !MayMeet &&
      environment().Verify == Verifying::Off)
    useHostMemory(L, R);
  else
    for (const Array &A : L.Arrays)
      if (lacksSection(A))
        throw Failure(std::string("the section of ") + A.Name +
                      " that the loop uses is not known and cannot be copied" +
                      (MayMeet ? "; " + *MayMeet : " for OMPSCAN_VERIFY"));
  for (ResolvedArray &A : R.Arrays)
    A.IsInPlace =
        A.OnHost ||
        (A.Origin && !A.Present->isOnHost() && !(MayMeet && A.isCounted()) &&
         std::all_of(A.Ranges.begin(), A.Ranges.end(),
                     [&](const Range &Each) { return A.holds(Each); }));
}

} // namespace ompscan::rt

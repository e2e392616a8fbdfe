//===- Overlaps.cpp - What a loop stores and uses elsewhere ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Overlaps.h"
#include "access/RangeOverlap.h"
#include "support/Failure.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

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

/// Why a store to \p A must not be where \p Other, of \p B, is; nothing if it
/// may.
std::optional<std::string> conflictOf(const Array &A, const Range &Store,
                                      const Array &B, const Range &Other,
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
  switch (meet(A, Store, B, Other)) {
  case RangeOverlap::Never:
    return std::nullopt;
  case RangeOverlap::PieceByPiece:
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
    // Where no formula tells, the compiler has seen to it that an array is
    // used in the same iteration only.
    if (&A == &B && Store.Kind == OMPSCAN_ACCESS_WRITE_ANY)
      return std::nullopt;
    break;
  }
  if (&A == &B)
    return std::string("some iterations use elements of ") + A.Name +
           " that other iterations store";
  return std::string("arrays ") + A.Name + " and " + B.Name +
         " overlap, and not element by element";
}

/// What \p F(A, Store, B, Other) says first of all stores, each with every
/// other range; a default value if it says none.
template <typename Function>
auto firstOfStores(const std::vector<Array> &Arrays,
                   const std::vector<std::vector<Range>> &Ranges, Function F) {
  using Answer = decltype(F(Arrays[0], Ranges[0][0], Arrays[0], Ranges[0][0]));
  for (size_t A = 0; A != Arrays.size(); ++A)
    for (const Range &Store : Ranges[A])
      if (Store.isStore())
        for (size_t B = 0; B != Arrays.size(); ++B)
          for (const Range &Other : Ranges[B])
            if (&Other != &Store)
              if (Answer Found = F(Arrays[A], Store, Arrays[B], Other))
                return Found;
  return Answer();
}

} // namespace

std::optional<std::string>
findOverlap(const std::vector<Array> &Arrays,
            const std::vector<std::vector<Range>> &Ranges, bool WithCounted) {
  bool LooksAhead = false;
  for (const std::vector<Range> &Of : Ranges)
    LooksAhead |= WithCounted && std::any_of(Of.begin(), Of.end(), looksAhead);
  return firstOfStores(Arrays, Ranges,
                       [&](const Array &A, const Range &Store, const Array &B,
                           const Range &Other) -> std::optional<std::string> {
                         if (!WithCounted &&
                             (Store.Kind == OMPSCAN_ACCESS_COUNTED ||
                              Other.Kind == OMPSCAN_ACCESS_COUNTED))
                           return std::nullopt;
                         return conflictOf(A, Store, B, Other, LooksAhead);
                       });
}

void checkShares(const std::vector<Array> &Arrays,
                 const std::vector<std::vector<Range>> &Ranges) {
  const std::optional<std::string> Why = firstOfStores(
      Arrays, Ranges,
      [](const Array &A, const Range &Store, const Array &B,
         const Range &Other) -> std::optional<std::string> {
        const bool IsSame = &A == &B;
        const bool Together = A.Present && A.Present == B.Present &&
                              presentOrigin(A) && presentOrigin(B);
        if (IsSame || Together)
          return std::nullopt;
        return conflictOf(A, Store, B, Other, /*LooksAhead=*/false);
      });
  if (Why)
    throw Failure(*Why);
}

bool storesToInputs(const std::vector<Array> &Arrays,
                    const std::vector<std::vector<Range>> &Ranges,
                    const std::vector<bool> *Changed) {
  return firstOfStores(
      Arrays, Ranges,
      [&](const Array &A, const Range &Store, const Array &B,
          const Range &Other) {
        return (!Changed ||
                (*Changed)[static_cast<size_t>(&A - Arrays.data())]) &&
               Other.isRead() &&
               meet(A, Store, B, Other) != RangeOverlap::Never;
      });
}

} // namespace ompscan::rt

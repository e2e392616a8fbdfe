//===- RangeOverlap.cpp - What two ranges have in common ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/RangeOverlap.h"
#include "support/Failure.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

/// A range as addresses: `Count` pieces of `Size` bytes, `Stride` bytes apart.
struct Pieces {
  Wide First;
  Wide Stride;
  Wide Count;
  Wide Size;
  Wide Begin;
  bool Follows;

  Pieces(const Array &A, const Range &R)
      : First(addressOf(A, R.First)), Stride(Wide(R.Stride) * A.ElementSize),
        Count(R.Count), Size(A.ElementSize), Begin(R.Begin),
        Follows(R.Follows) {}

  Wide last() const { return First + (Count - 1) * Stride; }
  Wide begin() const { return std::min(First, last()); }
  Wide end() const { return std::max(First, last()) + Size; }
};

/// Pieces that come again at equal distances, `Period` bytes; 0 if they may be
/// at any.
struct Repetition {
  Wide Period;
  Wide Begin;
  Wide Size;

  Repetition(const Array &A, const Range &R)
      : Period(0), Begin(addressOf(A, R.low())), Size(A.ElementSize) {
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

/// The same of ranges of a loop with rows, at least one of which moves along
/// its loops.
RangeOverlap meetInRows(const Array &A, const Range &R, const Array &B,
                        const Range &S) {
  const auto Moves = [](const Along &X, uint64_t SizeX, const Along &Y,
                        uint64_t SizeY) {
    return X.Trips == 1 ||
           Wide(X.Stride) * Wide(SizeX) == Wide(Y.Stride) * Wide(SizeY);
  };
  bool Alike = R.Nest.size() == S.Nest.size() && !R.Nest.empty() &&
               A.ElementSize == B.ElementSize &&
               addressOf(A, R.Start) == addressOf(B, S.Start);
  for (size_t I = 0; Alike && I != R.Nest.size(); ++I)
    Alike = R.Nest[I].Trips == S.Nest[I].Trips &&
            Moves(R.Nest[I], A.ElementSize, S.Nest[I], B.ElementSize);
  if (Alike)
    return RangeOverlap::PieceByPiece;
  return keepApart(Repetition(A, R), Repetition(B, S))
             ? RangeOverlap::Never
             : RangeOverlap::Elsewhere;
}

RangeOverlap meetPieces(const Pieces &A, const Pieces &B) {
  if (A.begin() >= B.end() || B.begin() >= A.end())
    return RangeOverlap::Never;
  // A single piece may take any stride.
  const Wide StrideA = A.Count == 1 ? B.Stride : A.Stride;
  const Wide StrideB = B.Count == 1 ? A.Stride : B.Stride;
  // Pieces of one iteration are in one place.
  if (A.First - A.Begin * StrideA == B.First - B.Begin * StrideB &&
      StrideA == StrideB && A.Size == B.Size &&
      (A.Count == B.Count || (A.Follows && B.Follows)))
    return RangeOverlap::PieceByPiece;
  if (StrideA != StrideB && StrideA != -StrideB)
    return RangeOverlap::Elsewhere;
  // Pieces of equal stride, as the fields of a structure have: all distances
  // between them are equal up to multiples of the stride.
  const Wide Stride = StrideA < 0 ? -StrideA : StrideA;
  Wide Distance = (B.First - A.First) % Stride;
  if (Distance < 0)
    Distance += Stride;
  return Distance >= A.Size && Stride - Distance >= B.Size
             ? RangeOverlap::Never
             : RangeOverlap::Elsewhere;
}

} // namespace

RangeOverlap meet(const Array &A, const Range &R, const Array &B,
                  const Range &S) {
  if (R.Nest.empty() && S.Nest.empty())
    return meetPieces(Pieces(A, R), Pieces(B, S));
  const bool Apart =
      addressOf(A, R.low()) >= addressOf(B, Wide(S.high()) + 1) ||
      addressOf(B, S.low()) >= addressOf(A, Wide(R.high()) + 1);
  return Apart ? RangeOverlap::Never : meetInRows(A, R, B, S);
}

} // namespace ompscan::rt

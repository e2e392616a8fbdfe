//===- LaunchDescriptor.cpp - One execution of a loop ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/LaunchDescriptor.h"
#include <algorithm>
#include <limits>

namespace ompscan::rt {

std::string toString(Wide Value) {
  if (Value == 0)
    return "0";
  std::string Digits;
  for (Wide Rest = Value; Rest != 0; Rest /= 10) {
    int Digit = static_cast<int>(Rest % 10);
    Digits += static_cast<char>('0' + (Digit < 0 ? -Digit : Digit));
  }
  if (Value < 0)
    Digits += '-';
  std::reverse(Digits.begin(), Digits.end());
  return Digits;
}

uint64_t LaunchDescriptor::resultSize() const {
  uint64_t Size = ItemSize;
  for (const Result &R : Results)
    Size = std::max(Size, R.Offset + R.Size);
  return Size;
}

std::optional<size_t> initialOf(const LaunchDescriptor &L, const Result &R) {
  for (size_t I = 0; I != L.ScalarPlaces.size(); ++I)
    if (L.ScalarPlaces[I] == R.Address && L.Scalars[I].size() == R.Size)
      return I;
  return std::nullopt;
}

namespace {

/// The values of the induction variable's type.
struct InductionType {
  Wide Min;
  Wide Max;

  explicit InductionType(uint32_t Flags) {
    unsigned Bits = (Flags >> OMPSCAN_INDUCTION_BITS_SHIFT) & 0xff;
    if (Bits < 8 || Bits > 64)
      throw Failure("the object code describes a loop variable of " +
                    std::to_string(Bits) + " bits");
    if (Flags & OMPSCAN_INDUCTION_UNSIGNED) {
      Min = 0;
      Max = (Wide(1) << Bits) - 1;
    } else {
      Min = -(Wide(1) << (Bits - 1));
      Max = -Min - 1;
    }
  }

  bool contains(Wide Value) const { return Value >= Min && Value <= Max; }

  /// The value that a conversion to this type gives.
  Wide convert(Wide Value) const {
    Wide Modulus = Max - Min + 1;
    Wide Offset = (Value - Min) % Modulus;
    return Min + (Offset < 0 ? Offset + Modulus : Offset);
  }
};

} // namespace

uint64_t tripCount(const Bounds &B) {
  const bool Unsigned = B.Flags & OMPSCAN_BOUNDS_UNSIGNED;
  const Wide Lower = Unsigned ? Wide(static_cast<uint64_t>(B.Lower)) : B.Lower;
  const Wide Bound = Unsigned ? Wide(static_cast<uint64_t>(B.Bound)) : B.Bound;
  const Wide Step = B.Step;
  const uint32_t Relation = B.Flags & OMPSCAN_RELATION_MASK;
  if (Step == 0)
    throw Failure("the step of the loop is 0");

  // How far the variable has to go before the condition fails, counted in the
  // direction of the step.
  Wide Distance = Step > 0 ? Bound - Lower : Lower - Bound;
  bool Upward = Step > 0;
  switch (Relation) {
  case OMPSCAN_RELATION_LT:
  case OMPSCAN_RELATION_LE:
    if (Relation == OMPSCAN_RELATION_LT ? Lower >= Bound : Lower > Bound)
      return 0;
    if (!Upward)
      throw Failure(
          "the loop counts down, but its condition has an upper bound");
    Distance += Relation == OMPSCAN_RELATION_LE;
    break;
  case OMPSCAN_RELATION_GT:
  case OMPSCAN_RELATION_GE:
    if (Relation == OMPSCAN_RELATION_GT ? Lower <= Bound : Lower < Bound)
      return 0;
    if (Upward)
      throw Failure("the loop counts up, but its condition has a lower bound");
    Distance += Relation == OMPSCAN_RELATION_GE;
    break;
  case OMPSCAN_RELATION_NE:
    if (Lower == Bound)
      return 0;
    if (Distance < 0 || Distance % Step != 0)
      throw Failure("the loop from " + toString(Lower) + " in steps of " +
                    toString(Step) + " never meets its bound " +
                    toString(Bound));
    break;
  default:
    throw Failure("the object code describes an unknown condition of the loop");
  }

  const Wide Width = Upward ? Step : -Step;
  const Wide Trips = (Distance + Width - 1) / Width;
  const InductionType Type(B.Flags);
  const Wide End = Type.convert(Lower) + Trips * Step;
  if (!Type.contains(End))
    throw Failure("the loop variable overflows before the loop ends: its "
                  "type holds " +
                  toString(Type.Min) + " to " + toString(Type.Max) +
                  ", and the loop steps to " + toString(End));
  return static_cast<uint64_t>(Trips);
}

namespace {

/// The loops of \p L that something moves along: around the scan as \p Outer
/// says, and in the scan by \p Stride.
std::vector<Along> nestOf(const LaunchDescriptor &L, uint64_t Trips,
                          const std::vector<int64_t> &Outer, int64_t Stride) {
  if (Outer.size() != L.Inner.size())
    throw Failure("the object code does not describe how the loop's subscripts "
                  "depend on the loops around it");
  std::vector<Along> Nest;
  for (size_t I = 0; I != L.Inner.size(); ++I) {
    Nest.push_back({Outer[I], Trips});
    Trips = L.Inner[I].Trips;
  }
  Nest.push_back({Stride, Trips});
  return Nest;
}

void setNests(LaunchDescriptor &L, uint64_t Trips) {
  if (L.Inner.empty())
    throw Failure("the object code describes a loop without rows");
  for (Array &A : L.Arrays)
    for (Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_READ || Use.Kind == OMPSCAN_ACCESS_WRITE ||
          Use.Kind == OMPSCAN_ACCESS_SEED)
        Use.Nest = nestOf(L, Trips, Use.Outer, Use.Stride);
  for (NoWrap &N : L.NoWraps)
    N.Nest = nestOf(L, Trips, N.Outer, N.Stride);
}

} // namespace

bool LaunchDescriptor::hasBorrowed() const {
  return std::any_of(Arrays.begin(), Arrays.end(),
                     [](const Array &A) { return A.Borrowed != nullptr; });
}

void countTrips(LaunchDescriptor &L) {
  const uint64_t First = tripCount(L.Range);
  Wide All = First;
  for (InnerLoop &I : L.Inner) {
    // As in the sequential loops, what never runs may have any bounds.
    I.Trips = All == 0 ? 0 : tripCount(I.Range);
    All *= I.Trips;
    if (All > Wide(UINT64_MAX))
      throw Failure("the loops have more than 2^64 iterations in total");
  }
  L.Trips = static_cast<uint64_t>(All);
  if (!L.hasRows())
    return;
  setNests(L, First);
  if (L.isParallel()) {
    L.RowLength = L.Inner.back().Trips;
    L.Inner.pop_back();
    L.Trips = L.RowLength == 0 ? 0 : L.Trips / L.RowLength;
  }
}

} // namespace ompscan::rt

//===- Access.cpp - Which elements a loop touches -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "DataEnvironment.h"
#include "Failure.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace ompscan {

namespace {

/// "the loop stores", "the loop reads"
const char *verb(ompscan_access_kind Kind) {
  return Kind == OMPSCAN_ACCESS_WRITE || Kind == OMPSCAN_ACCESS_COUNTED
             ? "stores"
             : "reads";
}

Wide addressOf(const Array &A, Wide Element) {
  return Wide(reinterpret_cast<uintptr_t>(A.Base)) +
         Element * Wide(A.ElementSize);
}

/// Checks that the elements [Low, High] of \p A can be subscripts and addresses
/// at all.
void checkAddresses(const Array &A, Wide Low, Wide High) {
  if (Low < std::numeric_limits<int64_t>::min() ||
      High > std::numeric_limits<int64_t>::max() || addressOf(A, Low) < 0 ||
      addressOf(A, High + 1) > Wide(std::numeric_limits<uintptr_t>::max()))
    throw Failure(std::string("elements ") + toString(Low) + " to " +
                  toString(High) + " of " + A.Name +
                  " do not lie in the address space");
}

/// Checks \p R against the section that \p A is known to have.
void checkSection(const Array &A, const Range &R) {
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

/// The element that the scan starts from is the one that iteration -1 would
/// store. The kernels compute it so, and unsigned subscripts, which wrap
/// around, may say otherwise on the host.
void checkSeeds(const Array &A) {
  for (const Access &Seed : A.Accesses) {
    if (Seed.Kind != OMPSCAN_ACCESS_SEED)
      continue;
    const Access *Store = nullptr;
    bool Follows = false;
    for (const Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_WRITE) {
        Store = &Use;
        Follows |= Wide(Use.First) - Use.Stride == Seed.First;
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

/// A range as addresses: `Count` pieces of `Size` bytes, `Stride` bytes apart.
struct Pieces {
  Wide First;
  Wide Stride;
  Wide Count;
  Wide Size;

  Pieces(const Array &A, const Range &R)
      : First(addressOf(A, R.First)), Stride(Wide(R.Stride) * A.ElementSize),
        Count(R.Count), Size(A.ElementSize) {}

  Wide last() const { return First + (Count - 1) * Stride; }
  Wide begin() const { return std::min(First, last()); }
  Wide end() const { return std::max(First, last()) + Size; }
};

enum class Meeting {
  Never,        ///< no byte in common
  PieceByPiece, ///< piece k of one is piece k of the other
  Elsewhere
};

Meeting meet(const Pieces &A, const Pieces &B) {
  if (A.begin() >= B.end() || B.begin() >= A.end())
    return Meeting::Never;
  // A single piece may take any stride.
  const Wide StrideA = A.Count == 1 ? B.Stride : A.Stride;
  const Wide StrideB = B.Count == 1 ? A.Stride : B.Stride;
  if (A.First == B.First && StrideA == StrideB && A.Size == B.Size &&
      A.Count == B.Count)
    return Meeting::PieceByPiece;
  if (StrideA != StrideB && StrideA != -StrideB)
    return Meeting::Elsewhere;
  // Pieces of equal stride, as the fields of a structure have: all distances
  // between them are equal up to multiples of the stride.
  const Wide Stride = StrideA < 0 ? -StrideA : StrideA;
  Wide Distance = (B.First - A.First) % Stride;
  if (Distance < 0)
    Distance += Stride;
  return Distance >= A.Size && Stride - Distance >= B.Size ? Meeting::Never
                                                           : Meeting::Elsewhere;
}

/// Checks a store to \p A against another range, of \p B.
void checkStore(const Array &A, const Range &Store, const Array &B,
                const Range &Other) {
  switch (meet(Pieces(A, Store), Pieces(B, Other))) {
  case Meeting::Never:
    return;
  case Meeting::PieceByPiece:
    // In place, or one array that an iteration stores to twice.
    if (Other.Kind == OMPSCAN_ACCESS_READ || &A == &B)
      return;
    break;
  case Meeting::Elsewhere:
    // Where no formula tells, the compiler has seen to it that an array is
    // used in the same iteration only.
    if (&A == &B && Store.Kind == OMPSCAN_ACCESS_WRITE_ANY)
      return;
    break;
  }
  if (&A == &B)
    throw Failure(std::string("some iterations use elements of ") + A.Name +
                  " that other iterations store");
  throw Failure(std::string("arrays ") + A.Name + " and " + B.Name +
                " overlap, and not element by element");
}

/// Calls \p F(A, Store, B, Other) for every store and every other range.
template <typename Function>
void forEachStore(const std::vector<Array> &Arrays,
                  const std::vector<std::vector<Range>> &Ranges, Function F) {
  for (size_t A = 0; A != Arrays.size(); ++A)
    for (const Range &Store : Ranges[A])
      if (Store.isStore())
        for (size_t B = 0; B != Arrays.size(); ++B)
          for (const Range &Other : Ranges[B])
            if (&Other != &Store)
              F(Arrays[A], Store, Arrays[B], Other);
}

} // namespace

std::vector<Range> rangesOf(const Array &A, uint64_t Trips) {
  checkSeeds(A);
  std::vector<Range> Ranges;
  for (const Access &Use : A.Accesses) {
    Range R{Use.Kind, Use.First, Use.Stride, Trips};
    R.Counter = Use.Counter;
    if (Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
        Use.Kind == OMPSCAN_ACCESS_WRITE_ANY) {
      if (A.Map == OMPSCAN_MAP_NONE && A.Count == 0)
        throw Failure(std::string("the loop uses elements of ") + A.Name +
                      " that no formula tells; map the section that it uses");
      if (A.Count == 0)
        continue;
      R = {Use.Kind, A.Begin, 1, A.Count};
    } else if (Use.Kind == OMPSCAN_ACCESS_SEED) {
      R.Count = 1;
    } else if (Use.Kind == OMPSCAN_ACCESS_WRITE && R.Stride == 0 && Trips > 1) {
      throw Failure(std::string("every iteration stores the same element of ") +
                    A.Name);
    }
    if (R.Kind == OMPSCAN_ACCESS_COUNTED &&
        Wide(R.First) + Wide(R.Stride) * Wide(Trips) > Wide(Use.Limit))
      throw Failure(std::string("what counts the elements stored in ") +
                    A.Name + " may exceed the largest value of its type");
    if (R.Stride == 0)
      R.Count = 1;
    if (R.Count == 1 && R.Kind != OMPSCAN_ACCESS_COUNTED)
      R.Stride = 1;
    const Wide Last = Wide(R.First) + Wide(R.Count - 1) * R.Stride;
    if (!A.Base && R.Kind != OMPSCAN_ACCESS_COUNTED)
      throw Failure(std::string(A.Name) + " is a null pointer");
    checkAddresses(A, std::min(Wide(R.First), Last),
                   std::max(Wide(R.First), Last));
    if (R.Kind != OMPSCAN_ACCESS_COUNTED)
      checkSection(A, R);
    Ranges.push_back(R);
  }
  return Ranges;
}

bool hasCounted(const std::vector<Array> &Arrays) {
  for (const Array &A : Arrays)
    for (const Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED)
        return true;
  return false;
}

int64_t integerAt(const void *Address, uint64_t Size, bool IsSigned) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, Address, Size); // Little-endian, as OpenCL's devices are.
  const unsigned Unused = 64 - 8 * static_cast<unsigned>(Size);
  Bits <<= Unused;
  return IsSigned ? static_cast<int64_t>(Bits) >> Unused
                  : static_cast<int64_t>(Bits >> Unused);
}

int64_t largestInteger(uint64_t Size, bool IsSigned) {
  if (Size >= 8)
    return INT64_MAX;
  return (int64_t(1) << (8 * Size - (IsSigned ? 1 : 0))) - 1;
}

void settleCounts(const Array &A, std::vector<Range> &Ranges,
                  const std::vector<Result> &Results,
                  const std::vector<unsigned char> &Values) {
  std::vector<Range> Settled;
  for (Range R : Ranges) {
    if (R.Kind == OMPSCAN_ACCESS_COUNTED) {
      const Result &Counter = Results[R.Counter];
      const int64_t End = integerAt(Values.data() + Counter.Offset,
                                    Counter.Size, Counter.IsSigned);
      R.Count = (static_cast<uint64_t>(End) - static_cast<uint64_t>(R.First)) /
                static_cast<uint64_t>(R.Stride);
      if (R.Count == 0)
        continue;
      if (!A.Base)
        throw Failure(std::string(A.Name) + " is a null pointer");
      checkSection(A, R);
    }
    Settled.push_back(R);
  }
  Ranges = std::move(Settled);
}

void checkOverlaps(const std::vector<Array> &Arrays,
                   const std::vector<std::vector<Range>> &Ranges) {
  forEachStore(Arrays, Ranges, checkStore);
}

bool storesToInputs(const std::vector<Array> &Arrays,
                    const std::vector<std::vector<Range>> &Ranges,
                    const std::vector<bool> *Changed) {
  bool Found = false;
  forEachStore(
      Arrays, Ranges,
      [&](const Array &A, const Range &Store, const Array &B,
          const Range &Other) {
        if ((!Changed || (*Changed)[static_cast<size_t>(&A - Arrays.data())]) &&
            Other.isRead() &&
            meet(Pieces(A, Store), Pieces(B, Other)) != Meeting::Never)
          Found = true;
      });
  return Found;
}

void checkNoWrap(const NoWrap &N, uint64_t Trips) {
  // Monotonic, so that its two ends tell.
  const Wide Last = Wide(N.First) + Wide(Trips - 1) * N.Stride;
  const Wide Limit = Wide(1) << N.Bits;
  if (Wide(N.First) < Limit && Last >= 0 && Last < Limit)
    return;
  throw Failure("an unsigned subscript of " + std::to_string(N.Bits) +
                " bits wraps around: it starts at " + std::to_string(N.First) +
                " and steps by " + std::to_string(N.Stride) + " " +
                std::to_string(Trips - 1) + " times");
}

namespace {

/// Borders between vectors and between cache lines, in bytes.
constexpr uint64_t VectorBorder = 16;
constexpr uint64_t Border = 128;

/// Elements between borders.
uint64_t borderOf(const Array &A) {
  return Border / std::gcd(Border, A.ElementSize);
}

bool usesNeighbours(const Access &A) {
  return A.Stride == 1 &&
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

std::optional<int64_t> presentOrigin(const Array &A) {
  if (!A.Present)
    return std::nullopt;
  const Wide Distance = Wide(A.Present->begin()) - Wide(A.Present->offset()) -
                        Wide(reinterpret_cast<uintptr_t>(A.Base));
  const Wide Size = A.ElementSize;
  if (Distance % Size != 0)
    return std::nullopt;
  return static_cast<int64_t>(Distance / Size);
}

bool canAlign(const std::vector<Array> &Arrays) {
  for (const Array &A : Arrays) {
    const Access *First = nullptr;
    const std::optional<int64_t> Origin = presentOrigin(A);
    for (const Access &Use : A.Accesses)
      if (usesNeighbours(Use)) {
        if (Origin && Wide(Use.First - *Origin) * Wide(A.ElementSize) %
                              Wide(VectorBorder) !=
                          0)
          return false;
        if (First && (static_cast<uint64_t>(Use.First) -
                      static_cast<uint64_t>(First->First)) %
                             borderOf(A) !=
                         0)
          return false;
        First = First ? First : &Use;
      }
  }
  return true;
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

} // namespace ompscan

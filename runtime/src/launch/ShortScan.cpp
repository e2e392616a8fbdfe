//===- ShortScan.cpp - Scans without a launch -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ShortScan.h"
#include "access/CounterIndexedStore.h"
#include "access/LaunchDescriptor.h"
#include "device/native/Instructions.h"
#include "plan/Tuning.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstring>
#include <optional>

namespace ompscan::rt {

namespace {

bool isSelection(const ompscan_loop_descriptor &D) {
  return D.kernel_template == OMPSCAN_TEMPLATE_SELECTION;
}

/// Limits of what a loop has; few loops have more.
constexpr uint32_t MostArrays = 8, MostScalars = 16, MostRanges = 16,
                   MostResults = 4;
/// Bytes that an iteration of a selection stores.
constexpr uint32_t MostMoved = 64;
/// Bytes of the results together.
constexpr uint64_t MostBytes = 1024;

/// Bytes in the address space, from Begin to End.
struct Extent {
  uintptr_t Begin, End;

  bool meets(const Extent &Other) const {
    return Begin < Other.End && Other.Begin < End;
  }
  bool operator==(const Extent &Other) const {
    return Begin == Other.Begin && End == Other.End;
  }
};

/// The elements of one access in all iterations.
struct Elements {
  Extent Place;
  Wide Step; ///< Bytes from one iteration's to the next one's.
  uint64_t Size;
  uint32_t Array; ///< Its number.
  uint32_t Kind;  ///< An ompscan_access_kind.
  bool ByNeighbours;

  bool isStored() const {
    return Kind == OMPSCAN_ACCESS_WRITE || Kind == OMPSCAN_ACCESS_COUNTED;
  }

  /// Whether a load of both of them and a store meet in the same iteration
  /// only.
  bool isSame(const Elements &Other) const {
    const Elements &Stored = isStored() ? *this : Other;
    const Elements &Loaded = isStored() ? Other : *this;
    return Place == Other.Place && Step == Other.Step && Size == Other.Size &&
           Stored.Kind == OMPSCAN_ACCESS_WRITE &&
           Loaded.Kind == OMPSCAN_ACCESS_READ && !Loaded.ByNeighbours;
  }
  /// Whether an iteration stores no element of an array that it or a later one
  /// reads: they move up the array as fast as the stores at the most, which are
  /// those of a selection.
  bool isBehind(const Elements &Read) const {
    return Kind == OMPSCAN_ACCESS_COUNTED && Read.Kind == OMPSCAN_ACCESS_READ &&
           Array == Read.Array && Step == Read.Step &&
           (Place.Begin < Read.Place.Begin ||
            (Place.Begin == Read.Place.Begin && !Read.ByNeighbours));
  }
};

/// Reads the values of one launch, in the order that <ompscan/abi.h> lays down
/// (LaunchReader reads all launches), to the arguments of the machine code.
class ShortScan {
public:
  ShortScan(const ompscan_loop_descriptor &D, const uint64_t *Values,
            uint64_t Trips)
      : D(D), Next(Values + (D.features & OMPSCAN_FEATURE_THREADS ? 2 : 1)),
        Trips(Trips) {}

  bool read();
  void run();

private:
  void runScan(const ompscan_native_version &Code);
  void runSelection(const ompscan_native_version &Code);
  bool readResults();
  bool readArrays();
  bool readArray(const ompscan_array_descriptor &A);
  bool readAccess(const ompscan_array_descriptor &A, uintptr_t Base, Wide Begin,
                  Wide End, const ompscan_access_descriptor &Of);
  bool readCounted(const ompscan_array_descriptor &A, uintptr_t Base,
                   const ompscan_access_descriptor &Of);
  bool addElements(const ompscan_array_descriptor &A, uintptr_t Base, Wide Low,
                   Wide High, Wide Stride, uint32_t Kind);
  bool staysInRange(const ompscan_no_wrap_descriptor &N);
  bool readScalars();
  bool isApart() const;

  static Extent extentAt(uint64_t Address, uint64_t Size) {
    return {uintptr_t(Address), uintptr_t(Address + Size)};
  }

  const ompscan_loop_descriptor &D;
  const uint64_t *Next;
  const uint64_t Trips;
  const ompscan_access_descriptor *NextAccess = D.accesses;
  const ompscan_no_wrap_descriptor *NextNoWrap = D.no_wraps;
  Elements Used[MostRanges];
  uint32_t NumUsed = 0;
  Extent Results[MostResults];
  /// Of scalars and of what else the loop as it is written reads.
  Extent Read[2 * MostScalars];
  uint32_t NumRead = 0;

  // The memory that the arguments point to.
  uint64_t Bases[MostArrays];
  const int64_t Origin = 0;
  int64_t Lower = 0;
  alignas(64) unsigned char Last[MostBytes];
  unsigned char *const LastAt = Last;
  const void *Arguments[2 * MostArrays + MostScalars + 4];
  uint32_t NumArguments = 0;
};

} // namespace

bool ShortScan::readResults() {
  if (D.result_count > MostResults)
    return false;
  for (uint32_t I = 0; I != D.result_count; ++I) {
    const ompscan_result_descriptor &R = D.results[I];
    if (R.offset + R.size > MostBytes)
      return false;
    Results[I] = extentAt(*Next++, R.size);
  }
  return true;
}

/// Whether the subexpression \p N does not wrap around in any iteration.
bool ShortScan::staysInRange(const ompscan_no_wrap_descriptor &N) {
  const Wide First = Next[0], Stride = static_cast<int64_t>(Next[1]);
  Next += 2;
  const Wide End = First + Wide(Trips - 1) * Stride, Limit = Wide(1) << N.bits;
  return N.outer_count == 0 && First < Limit && End >= 0 && End < Limit;
}

/// Adds the elements \p Low to \p High - 1 of \p A.
bool ShortScan::addElements(const ompscan_array_descriptor &A, uintptr_t Base,
                            Wide Low, Wide High, Wide Stride, uint32_t Kind) {
  const Wide Size = static_cast<Wide>(A.element_size);
  const Wide From = Wide(Base) + Low * Size, To = Wide(Base) + High * Size;
  if (From <= 0 || To > Wide(UINTPTR_MAX))
    return false;
  Used[NumUsed++] = {{uintptr_t(From), uintptr_t(To)},
                     Stride * Size,
                     A.element_size,
                     static_cast<uint32_t>(&A - D.arrays),
                     Kind & OMPSCAN_ACCESS_MASK,
                     (Kind & OMPSCAN_ACCESS_BY_NEIGHBOURS) != 0};
  return true;
}

/// A selection may store fewer elements than it has iterations, so that not all
/// of these need exist.
bool ShortScan::readCounted(const ompscan_array_descriptor &A, uintptr_t Base,
                            const ompscan_access_descriptor &Of) {
  constexpr uint32_t Allowed =
      OMPSCAN_COUNTED_SIGNED | OMPSCAN_COUNTED_SLIDES | OMPSCAN_COUNTED_ALONE;
  const Wide Offset = static_cast<int64_t>(*Next++);
  if ((Of.counted & ~Allowed) != 0 || Of.step != 1 || Of.scale != 1 ||
      Of.most != 1 || Of.no_wrap_count != 0 || Of.result >= D.result_count)
    return false;
  const Extent &Counter = Results[Of.result];
  const uint64_t Size = Counter.End - Counter.Begin;
  const bool IsSigned = Of.counted & OMPSCAN_COUNTED_SIGNED;
  if (Size > sizeof(uint64_t))
    return false;
  const Wide First =
      integerAt(reinterpret_cast<const void *>(Counter.Begin), Size, IsSigned);
  return First + Wide(Trips) <= Wide(largestInteger(Size, IsSigned)) &&
         addElements(A, Base, First + Offset, First + Offset + Wide(Trips),
                     /*Stride=*/1, Of.kind);
}

/// \p Begin and \p End are those of the elements that exist, if that is known.
bool ShortScan::readAccess(const ompscan_array_descriptor &A, uintptr_t Base,
                           Wide Begin, Wide End,
                           const ompscan_access_descriptor &Of) {
  const uint32_t Kind = Of.kind & OMPSCAN_ACCESS_MASK;
  const bool IsKnown = Begin != Wide(INT64_MIN);
  if (Of.outer_count != 0 || Of.guard_count != 0 || NumUsed == MostRanges ||
      ((Of.kind & OMPSCAN_ACCESS_IN_SECTION) && !IsKnown))
    return false;
  if (Kind == OMPSCAN_ACCESS_COUNTED)
    return readCounted(A, Base, Of);
  const bool AreSome =
      Kind == OMPSCAN_ACCESS_READ_ANY && (Of.kind & OMPSCAN_ACCESS_BOUNDED);
  if (Kind != OMPSCAN_ACCESS_SEED && Kind != OMPSCAN_ACCESS_READ &&
      Kind != OMPSCAN_ACCESS_WRITE && !AreSome)
    return false;
  const Wide First = static_cast<int64_t>(Next[0]);
  const Wide Stride = static_cast<int64_t>(Next[1]);
  Next += 2;
  const Wide Final =
      Kind == OMPSCAN_ACCESS_SEED ? First : First + Wide(Trips - 1) * Stride;
  const Wide Low = std::min(First, Final), High = std::max(First, Final) + 1;
  for (uint32_t I = 0; I != Of.no_wrap_count; ++I)
    if (!staysInRange(*NextNoWrap++))
      return false;
  return (AreSome || (Low >= Begin && High <= End)) &&
         addElements(A, Base, Low, High, Stride, Of.kind);
}

bool ShortScan::readArray(const ompscan_array_descriptor &A) {
  if ((A.map & ~uint32_t(OMPSCAN_MAP_MASK)) != 0)
    return false;
  const uint64_t Base = *Next++;
  const Wide Begin = static_cast<int64_t>(Next[0]);
  const uint64_t Count = Next[1];
  Next += 2;
  // Of an array that is not mapped, the extent may not be known.
  const bool IsKnown = A.map != OMPSCAN_MAP_NONE || Count != 0;
  const Wide Least = IsKnown ? Begin : Wide(INT64_MIN);
  const Wide End = IsKnown ? Begin + Wide(Count) : Wide(INT64_MAX);
  for (uint32_t I = 0; I != A.access_count; ++I)
    if (!readAccess(A, uintptr_t(Base), Least, End, *NextAccess++))
      return false;
  uint64_t &At = Bases[NumArguments / 2];
  At = Base;
  Arguments[NumArguments++] = &At;
  Arguments[NumArguments++] = &Origin;
  return true;
}

bool ShortScan::readArrays() {
  if (D.array_count > MostArrays)
    return false;
  for (uint32_t I = 0; I != D.array_count; ++I)
    if (!readArray(D.arrays[I]))
      return false;
  return true;
}

/// An address of 0: no iteration reads it.
bool ShortScan::readScalars() {
  if (D.scalar_count > MostScalars || D.read_count > MostScalars)
    return false;
  for (uint32_t I = 0; I != D.scalar_count; ++I) {
    const uint64_t Address = *Next++;
    if (Address == 0)
      return false;
    Read[NumRead++] = extentAt(Address, D.scalars[I].size);
    Arguments[NumArguments++] = reinterpret_cast<const void *>(Address);
  }
  for (uint32_t I = 0; I != D.read_count; ++I)
    if (const uint64_t Address = *Next++)
      Read[NumRead++] = extentAt(Address, D.reads[I].size);
  return true;
}

/// Whether nothing that the loop stores is in the way of anything else that it
/// uses (Conflicts.h, for all launches).
bool ShortScan::isApart() const {
  for (uint32_t I = 0; I != NumUsed; ++I) {
    const Elements &E = Used[I];
    for (uint32_t J = 0; J != I; ++J)
      if ((E.isStored() || Used[J].isStored()) &&
          E.Place.meets(Used[J].Place) && !E.isSame(Used[J]) &&
          !E.isBehind(Used[J]) && !Used[J].isBehind(E))
        return false;
    for (uint32_t J = 0; J != D.result_count; ++J)
      if (E.Place.meets(Results[J]))
        return false;
    for (uint32_t J = 0; E.isStored() && J != NumRead; ++J)
      if (E.Place.meets(Read[J]))
        return false;
  }
  for (uint32_t I = 0; I != D.result_count; ++I) {
    for (uint32_t J = 0; J != I; ++J)
      if (Results[I].meets(Results[J]))
        return false;
    // The value in front of the loop is one of the scalars.
    for (uint32_t J = 0; J != NumRead; ++J)
      if (Results[I].meets(Read[J]) && !(Results[I] == Read[J]))
        return false;
  }
  return true;
}

bool ShortScan::read() {
  if (!readResults() || !readArrays() || !readScalars() || !isApart())
    return false;
  Lower = static_cast<int64_t>(*Next);
  Arguments[NumArguments++] = &Lower;
  if (D.result_count != 0) {
    Arguments[NumArguments++] = &LastAt;
    Arguments[NumArguments++] = &Trips;
  }
  return true;
}

void ShortScan::runScan(const ompscan_native_version &Code) {
  alignas(64) unsigned char Value[OMPSCAN_MAX_ITEM_SIZE];
  uint32_t IsFixed = 0;
  ompscan_native_task Task{};
  Task.groups = 1;
  Task.items = static_cast<uint32_t>(Trips);
  Task.value = reinterpret_cast<uintptr_t>(Value);
  Task.is_fixed = reinterpret_cast<uintptr_t>(&IsFixed);
  Task.is_known = 1;
  Code.kernels[OMPSCAN_NATIVE_SEED](&Task, Arguments);
  Code.kernels[OMPSCAN_NATIVE_FIRST](&Task, Arguments);
}

void ShortScan::runSelection(const ompscan_native_version &Code) {
  alignas(64) unsigned char Scratch[LoneSelectionBytes];
  uint64_t Kept = 0;
  ompscan_native_task Task{};
  HostWork Work;
  Work.Trips = Trips;
  Task.items = nativeItems(D.moved_size, /*IsSelection=*/true, Work);
  Task.groups = (Trips + Task.items - 1) / Task.items;
  Task.scratch = reinterpret_cast<uintptr_t>(Scratch);
  Task.value = reinterpret_cast<uintptr_t>(&Kept);
  for (; Task.group != Task.groups; ++Task.group) {
    Code.kernels[OMPSCAN_NATIVE_TOTAL](&Task, Arguments);
    Code.kernels[OMPSCAN_NATIVE_FIRST](&Task, Arguments);
    Task.left += Kept; // A count of 4 bytes leaves the others 0.
  }
}

void ShortScan::run() {
  const ompscan_native_version &Code = bestVersion(D.native);
  Arguments[NumArguments] = &Trips;
  if (isSelection(D))
    runSelection(Code);
  else
    runScan(Code);
  for (uint32_t I = 0; I != D.result_count; ++I)
    std::memcpy(reinterpret_cast<void *>(Results[I].Begin),
                Last + D.results[I].offset, D.results[I].size);
}

/// The number of iterations of the loop over \p R from \p Lower to \p Bound;
/// std::nullopt if they are many, or if its variable may not count them.
/// tripCount() counts those of all loops; its divisions of 128 bits take longer
/// than all the rest here.
static std::optional<uint64_t> fewTrips(const ompscan_range_descriptor &R,
                                        int64_t Lower, int64_t Bound) {
  const uint32_t Relation = R.flags & OMPSCAN_RELATION_MASK;
  const bool IsUp = R.step > 0;
  const bool HasBound =
      Relation == (IsUp ? OMPSCAN_RELATION_LE : OMPSCAN_RELATION_GE);
  if (!HasBound &&
      Relation != (IsUp ? OMPSCAN_RELATION_LT : OMPSCAN_RELATION_GT))
    return std::nullopt;
  const int64_t First = IsUp ? Lower : Bound, Last = IsUp ? Bound : Lower;
  const bool Runs = R.flags & OMPSCAN_BOUNDS_UNSIGNED
                        ? uint64_t(First) < uint64_t(Last) + HasBound
                        : First < Last || (HasBound && First == Last);
  const uint64_t Distance = uint64_t(Last) - uint64_t(First) + HasBound;
  const uint64_t Width = IsUp ? uint64_t(R.step) : -uint64_t(R.step);
  constexpr uint64_t Most = INT32_MAX;
  if (!Runs || Distance > Most || Width > Most)
    return std::nullopt;
  const uint64_t Trips = Width == 1 ? Distance : (Distance + Width - 1) / Width;
  // The variable must hold the value behind the last iteration.
  const uint32_t Bits = R.flags >> OMPSCAN_INDUCTION_BITS_SHIFT;
  const bool IsUnsigned = R.flags & OMPSCAN_INDUCTION_UNSIGNED;
  const int64_t Highest =
      Bits == 64 ? INT64_MAX : (int64_t(1) << (Bits - !IsUnsigned)) - 1;
  const int64_t Lowest = IsUnsigned ? 0 : -Highest - 1;
  int64_t End = 0;
  if (__builtin_add_overflow(Lower, int64_t(Trips) * R.step, &End) ||
      std::min(Lower, End) < Lowest || std::max(Lower, End) > Highest)
    return std::nullopt;
  return Trips;
}

/// Whether the calling thread may run \p D, if it is short, by its machine
/// code: that takes less time than the loop as it is written, or the loop has
/// the order of docs/floating-point.md, which the code alone computes.
static bool mayBeShort(const ompscan_loop_descriptor &D, bool IsOrdered) {
  const uint32_t Allowed = OMPSCAN_FEATURE_SHORT_SCAN_MASK |
                           (IsOrdered ? OMPSCAN_FEATURE_REPRODUCIBLE : 0);
  return D.abi == OMPSCAN_ABI_VERSION &&
         (D.kernel_template == OMPSCAN_TEMPLATE_SCAN || isSelection(D)) &&
         (IsOrdered || (D.traits & OMPSCAN_TRAIT_IS_FAST_ALONE)) &&
         (D.features & ~Allowed) == 0 && D.work != 0 && D.range_count == 1;
}

std::optional<bool> runShortScan(const ompscan_loop_descriptor &D,
                                 const uint64_t *Values) noexcept {
  const int64_t Limit =
      __atomic_load_n(&__ompscan_short_loop, __ATOMIC_RELAXED);
  const bool IsOrdered = D.traits & OMPSCAN_TRAIT_IS_ORDERED;
  if (Limit <= 0 || !mayBeShort(D, IsOrdered))
    return std::nullopt;
  const uint64_t *const Bounds = Values + D.value_count - 2;
  const std::optional<uint64_t> Trips =
      fewTrips(D.ranges[0], static_cast<int64_t>(Bounds[0]),
               static_cast<int64_t>(Bounds[1]));
  // Trips * work < Limit, whose product may be beyond all numbers.
  if (!Trips || *Trips > uint64_t(Limit - 1) / D.work)
    return std::nullopt;
  // Instead of a loop in the fixed order, a launch runs.
  const std::optional<bool> IfNot =
      IsOrdered ? std::nullopt : std::optional(false);
  const Environment &E = environment();
  if (!D.native || D.item_size > OMPSCAN_MAX_ITEM_SIZE ||
      (isSelection(D) && (D.moved_size == 0 || D.moved_size > MostMoved ||
                          *Trips > CachedSelectionBytes / D.moved_size)) ||
      E.Policy == Offload::Disabled ||
      (IsOrdered ? *Trips > OrderBlock : E.isReproducible(D.features)))
    return IfNot;
  ShortScan Scan(D, Values, *Trips);
  if (!Scan.read())
    return IfNot;
  Scan.run();
  return true;
}

} // namespace ompscan::rt

//===- LaunchReader.cpp - From object code to a launch --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "api/LaunchReader.h"
#include "access/CounterIndexedStore.h"
#include "support/Failure.h"
#include <algorithm>
#include <climits>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

constexpr uint32_t KnownFeatures =
    OMPSCAN_FEATURE_FP64 | OMPSCAN_FEATURE_REPRODUCIBLE |
    OMPSCAN_FEATURE_PARALLEL | OMPSCAN_FEATURE_NOWAIT | OMPSCAN_FEATURE_ROWS |
    OMPSCAN_FEATURE_FUSED | OMPSCAN_FEATURE_UNREAD | OMPSCAN_FEATURE_RESUMES |
    OMPSCAN_FEATURE_FOLLOWS_DATA | OMPSCAN_FEATURE_THREADS |
    OMPSCAN_FEATURE_BINDING_MASK | OMPSCAN_FEATURE_PASSES_MASK |
    OMPSCAN_FEATURE_MOVES_POINTER | OMPSCAN_FEATURE_INT128 |
    OMPSCAN_FEATURE_NEST | OMPSCAN_FEATURE_OWN_RESULTS |
    OMPSCAN_FEATURE_OMPTARGET;

void checkItem(const ompscan_loop_descriptor &D) {
  const uint64_t Most = D.features & OMPSCAN_FEATURE_PARALLEL
                            ? OMPSCAN_MAX_REDUCED_SIZE
                            : OMPSCAN_MAX_ITEM_SIZE;
  if (D.item_size == 0 || D.item_size > Most)
    throw Failure("the object code scans elements of " +
                  std::to_string(D.item_size) + " bytes; 1 to " +
                  std::to_string(Most) + " are supported");
  if (D.features & ~KnownFeatures)
    throw Failure("the object code asks for device features that this runtime "
                  "does not know");
}

/// Reads a descriptor and the values of a launch, in the order that
/// <ompscan/abi.h> lays down.
class Reader {
public:
  Reader(const ompscan_loop_descriptor &D, const uint64_t *Values)
      : D(D), First(Values), Next(Values), NextAccess(D.accesses),
        NextGuard(D.guards), NextNoWrap(D.no_wraps) {}

  LaunchDescriptor read() {
    L.Text = &ProgramText::of(D);
    L.Location = D.location;
    L.ItemSize = D.item_size;
    L.Features = D.features;
    L.Work = D.work;
    L.Native = D.native;
    L.Versions = D.versions;
    L.DeviceRequest = number();
    if (D.features & OMPSCAN_FEATURE_THREADS)
      L.Threads = threads();
    readResults();
    L.Arrays.reserve(D.array_count);
    for (uint32_t I = 0; I != D.array_count; ++I)
      readArray(D.arrays[I]);
    readScalars();
    L.Reads.reserve(D.read_count);
    for (uint32_t I = 0; I != D.read_count; ++I)
      if (const void *Place = address())
        L.Reads.push_back({Place, D.reads[I].size});
    readRanges();
    const auto Count = static_cast<size_t>(Next - First);
    if (Count != D.value_count)
      throw Failure("the object code passes " + std::to_string(D.value_count) +
                    " values for " + std::to_string(Count));
    L.Key = {{D.digest[0], D.digest[1]}, First, Count};
    return std::move(L);
  }

private:
  int64_t number() { return static_cast<int64_t>(*Next++); }
  void *address() { return reinterpret_cast<void *>(uintptr_t(*Next++)); }

  /// Of `num_threads`, which must be positive.
  unsigned threads() {
    const int64_t Asked = number();
    if (Asked < 1)
      throw Failure("'num_threads' asks for " + std::to_string(Asked) +
                    " threads; at least 1 has to run the loop");
    return static_cast<unsigned>(std::min<int64_t>(Asked, INT_MAX));
  }

  std::vector<int64_t> numbers(uint32_t Count) {
    std::vector<int64_t> All(Next, Next + Count);
    Next += Count;
    return All;
  }

  void readResults() {
    L.Results.reserve(D.result_count);
    for (uint32_t I = 0; I != D.result_count; ++I) {
      const ompscan_result_descriptor &R = D.results[I];
      constexpr uint64_t Most = 1 << 16;
      if (R.size == 0 || R.size > Most || R.offset > Most - R.size)
        throw Failure("the object code describes a result of " +
                      std::to_string(R.size) + " bytes at byte " +
                      std::to_string(R.offset) + "; " + std::to_string(Most) +
                      " are supported");
      L.Results.push_back(
          {address(), R.offset, R.size, /*IsSigned=*/false, R.name, R.type});
    }
  }

  void readArray(const ompscan_array_descriptor &A) {
    if (A.element_size == 0 || A.element_size > UINT32_MAX)
      throw Failure("the object code describes elements of " +
                    std::string(A.name) + " of an impossible size");
    Array &New = L.Arrays.emplace_back();
    New.Name = A.name;
    New.Base = address();
    New.ElementSize = A.element_size;
    New.Map = A.map & OMPSCAN_MAP_MASK;
    New.Modifiers = A.map & ~uint32_t(OMPSCAN_MAP_MASK);
    New.Type = A.element_type;
    New.Begin = number();
    New.Count = static_cast<uint64_t>(number());
    New.Accesses.reserve(A.access_count);
    for (uint32_t I = 0; I != A.access_count; ++I)
      readAccess(*NextAccess++, New);
  }

  void readAccess(const ompscan_access_descriptor &A, Array &Of) {
    Access &New = Of.Accesses.emplace_back();
    const uint32_t Kind = A.kind & OMPSCAN_ACCESS_MASK;
    if (Kind < OMPSCAN_ACCESS_READ || Kind > OMPSCAN_ACCESS_COUNTED)
      throw Failure("the object code describes an unknown kind of access");
    New.Kind = static_cast<ompscan_access_kind>(Kind);
    New.Bits = A.bits;
    New.ByNeighbours = A.kind & OMPSCAN_ACCESS_BY_NEIGHBOURS;
    New.LeftOfCopy = A.kind & OMPSCAN_ACCESS_LEFT_OF_COPY;
    New.InSection = A.kind & OMPSCAN_ACCESS_IN_SECTION;
    New.Bounded = A.kind & OMPSCAN_ACCESS_BOUNDED;
    New.Apart = A.kind & OMPSCAN_ACCESS_APART;
    New.Inspected = A.kind & OMPSCAN_ACCESS_INSPECTED;
    New.Behind = A.kind & OMPSCAN_ACCESS_BEHIND;
    New.OtherMembers = A.kind & OMPSCAN_ACCESS_OTHER_MEMBERS;
    if (New.Kind == OMPSCAN_ACCESS_COUNTED) {
      New.Counted = counted(A);
    } else {
      New.First = number();
      New.Stride = number();
    }
    New.Outer = numbers(A.outer_count);
    New.Guards.reserve(A.guard_count);
    for (uint32_t I = 0; I != A.guard_count; ++I)
      readGuard(*NextGuard++, New);
    for (uint32_t I = 0; I != A.no_wrap_count; ++I)
      readNoWrap(*NextNoWrap++, New);
  }

  CountedAccess counted(const ompscan_access_descriptor &A) {
    if (A.result >= L.Results.size() || L.Results[A.result].Size > 8 ||
        A.step == 0 || A.scale == 0 || A.most == 0)
      throw Failure("the object code describes a store at no accumulator");
    Result &Counter = L.Results[A.result];
    Counter.IsSigned = (A.counted & OMPSCAN_COUNTED_SIGNED) != 0;
    return {A.result,
            A.counted,
            A.step,
            A.scale,
            number(),
            integerAt(Counter.Address, Counter.Size, Counter.IsSigned),
            largestInteger(Counter.Size, Counter.IsSigned),
            A.most};
  }

  void readGuard(const ompscan_guard_descriptor &G, Access &Of) {
    const uint32_t Relation = G.flags & OMPSCAN_RELATION_MASK;
    if (Relation > OMPSCAN_RELATION_EQ)
      throw Failure("the object code describes a condition of an access "
                    "without a relation");
    const int64_t Left = number();
    Of.Guards.push_back({Relation, (G.flags & OMPSCAN_BOUNDS_UNSIGNED) != 0,
                         Left, number(), G.stride});
  }

  void readNoWrap(const ompscan_no_wrap_descriptor &N, const Access &Of) {
    if (N.bits == 0 || N.bits > 64)
      throw Failure("the object code describes a subscript of " +
                    std::to_string(N.bits) + " bits");
    NoWrap &New = L.NoWraps.emplace_back();
    New.First = static_cast<uint64_t>(number());
    New.Stride = number();
    New.Bits = N.bits;
    New.Outer = numbers(N.outer_count);
    if (!N.is_always)
      New.Guards = Of.Guards;
    if (Of.Bounded)
      New.OfBounded = L.Arrays.size() - 1;
  }

  void readScalars() {
    L.Scalars.reserve(D.scalar_count);
    L.ScalarPlaces.reserve(D.scalar_count);
    for (uint32_t I = 0; I != D.scalar_count; ++I) {
      const auto *Bytes = static_cast<const unsigned char *>(address());
      if (Bytes)
        L.Scalars.emplace_back(Bytes, Bytes + D.scalars[I].size);
      else // No iteration reads it.
        L.Scalars.emplace_back(D.scalars[I].size);
      L.ScalarPlaces.push_back(Bytes);
    }
  }

  Bounds range(const ompscan_range_descriptor &R) {
    const int64_t Lower = number();
    return {Lower, number(), R.step, R.flags};
  }

  void readRanges() {
    if (D.range_count == 0 ||
        (D.range_count > 1 && !L.isParallel() && !L.hasRows()))
      throw Failure("the object code describes a loop inside a scan loop");
    L.Range = range(D.ranges[0]);
    for (uint32_t I = 1; I != D.range_count; ++I)
      L.Inner.push_back({range(D.ranges[I])});
  }

  const ompscan_loop_descriptor &D;
  const uint64_t *const First;
  const uint64_t *Next;
  const ompscan_access_descriptor *NextAccess;
  const ompscan_guard_descriptor *NextGuard;
  const ompscan_no_wrap_descriptor *NextNoWrap;
  LaunchDescriptor L{};
};

} // namespace

LaunchDescriptor readLaunch(const ompscan_loop_descriptor &D,
                            const uint64_t *Values) {
  checkItem(D);
  return Reader(D, Values).read();
}

} // namespace ompscan::rt

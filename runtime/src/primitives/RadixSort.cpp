//===- RadixSort.cpp - Radix sort -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/RadixSort.h"
#include "Templates.h"
#include "launch/Choice.h"
#include "ompscan/primitives.h"
#include "plan/Tuning.h"
#include "primitives/HostCall.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "support/Export.h"
#include <algorithm>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

constexpr uint64_t Digits = 256;
/// Keys that a work-item counts at once before all steps of a sort by warps,
/// and digits of which a group sums the counts.
constexpr uint64_t CountedKeys = 16, SumDigits = 32;

} // namespace

uint64_t flippedBits(const NumberType &Type, bool IsDescending) {
  const uint64_t Bits = 8 * std::min(Type.Size, uint64_t(8));
  const uint64_t Sign =
      Type.Kind == NumberKind::Signed ? uint64_t(1) << (Bits - 1) : 0;
  return IsDescending ? ~Sign : Sign;
}

std::string keyText(const NumberType &Type) {
  return (Type.Size == 16 ? std::string("typedef ulong2 ompscan_E;\n")
                          : opaqueType("ompscan_E", Type.Size)) +
         definition("OMPSCAN_KEY_BITS", 8 * Type.Size) +
         definition("OMPSCAN_IS_FLOATING", Type.Kind == NumberKind::Floating);
}

DeviceSort::DeviceSort(Call &C, const KeySort &S)
    : C(C), S(S), HasSweeps(hasSweeps()),
      CountSize(HasSweeps ? sweepCountSize() : countSize(S.N)),
      Kernels(C.kernels(text(), plan(), CountSize,
                        {"ompscan_radix_count", "ompscan_radix_sums",
                         "ompscan_radix_place"})),
      Count(Kernels->Named[0]), Sum(Kernels->Named[1]),
      Place(Kernels->Named[2]), Tile(Kernels.plan().Tile),
      Tiles((S.N - 1) / Tile.tile() + 1), Number(S.Bits.digits()) {}

void DeviceSort::run(SortSide &KeysOfCall, SortSide &ValuesOfCall) {
  Keys = KeysOfCall;
  Values = ValuesOfCall;
  if (Kernels.plan().Ptx && Tile.Group >= Digits)
    sortBySweeps();
  else
    countScanPlace();
  KeysOfCall = Keys;
  ValuesOfCall = Values;
}

std::string DeviceSort::text() const {
  return templates::Prelude + keyText(S.Type) +
         opaqueType("ompscan_V", S.ValueSize ? S.ValueSize : 1) +
         definition("OMPSCAN_HAS_VALUES", S.ValueSize != 0) +
         definition("OMPSCAN_DIGITS_ARE_BYTES", digitsAreBytes()) +
         definition("OMPSCAN_COUNTED", CountedKeys) + countText(CountSize) +
         templates::LookBack + templates::Radix;
}

/// Whether the sort has the program for whole keys, which warps sort faster.
/// All other ranges of bits share another one.
bool DeviceSort::digitsAreBytes() const {
  return HasSweeps && S.Bits.Begin == 0 && S.Bits.End == 8 * S.Type.Size;
}

/// The shape for the kernels of radix-warp.cl.
Shape DeviceSort::sweep() {
  return sweepShape(C.device().limits(), S.Type.Size, S.ValueSize,
                    sweepCountSize());
}

bool DeviceSort::hasSweeps() {
  return C.method() == Algorithm::SinglePass &&
         instructionsFor(C.device()) >= 70 && sweep().Group >= Digits;
}

/// The size of a count, two bits of which are left for a status.
uint64_t DeviceSort::sweepCountSize() const {
  return S.N < uint64_t(1) << 30 ? 4 : 8;
}

Plan DeviceSort::plan() {
  Plan P = slidePlan(C.device(), C.method(), sizeof(uint32_t));
  P.Tile = HasSweeps ? sweep() : radixShape(C.device().limits());
  if (HasSweeps)
    P.Ptx = instructionsFor(C.device());
  return P;
}

/// Sets the first arguments of \p K, the kernel of a step.
ArgumentSetter DeviceSort::beginStep(Kernel &K, uint32_t Step) const {
  ArgumentSetter Setter(K);
  Setter.add(Keys.Now)
      .add(Keys.Next)
      .add(Values.Now)
      .add(Values.Next)
      .add(S.N)
      .add(S.Bits.shift(Step))
      .add(S.Bits.mask(Step))
      .add(flippedBits(S.Type, S.IsDescending));
  return Setter;
}

void DeviceSort::endStep() {
  for (SortSide *Side : {&Keys, &Values}) {
    std::swap(Side->Now, Side->Next);
    if (Side->Spare)
      Side->Next = std::exchange(Side->Spare, {});
  }
}

/// See runtime/src/primitives/kernels/radix-warp.cl.
void DeviceSort::sortBySweeps() {
  const uint64_t Rows = std::min((S.N - 1) / (CountedKeys * Tile.Group) + 1,
                                 reduceGroups(C.device().units(), Tile));
  const uint64_t Words = (Tiles + 1) * Digits;
  // A row has room for the digits of whole keys.
  const uint64_t RowCounts = S.Type.Size * Digits;
  const Memory Sums = C.scratch((Rows + 1) * RowCounts * CountSize);
  const Memory State = C.scratch(Words * CountSize);
  ArgumentSetter(Count)
      .add(Keys.Now)
      .add(S.N)
      .add(flippedBits(S.Type, S.IsDescending))
      .add(Sums)
      .add(State)
      .add(Words)
      .add(S.Bits.Begin)
      .add(Number)
      .add(S.Bits.mask(Number - 1));
  C.run(Count, Rows, Tile.Group);
  ArgumentSetter(Sum).add(Sums).add(Rows);
  C.run(Sum, Number * Digits / SumDigits, Tile.Group);
  for (uint32_t Step = 0; Step != Number; ++Step) {
    const uint32_t Turns = (Step == 0 ? 1 : 0) | (Step == Number - 1 ? 2 : 0);
    beginStep(Place, Step)
        .add(Sums)
        .add(Rows * RowCounts + Step * Digits)
        .add(State)
        .add(Step)
        .add(Turns);
    C.run(Place, Tiles, Tile.Group);
    endStep();
  }
}

/// See runtime/src/primitives/kernels/radix.cl.
void DeviceSort::countScanPlace() {
  const uint64_t Counts = Tiles * Digits;
  const Memory Sums = C.scratch(Counts * CountSize);
  for (uint32_t Step = 0; Step != Number; ++Step) {
    for (Kernel *K : {&Count, &Place})
      beginStep(*K, Step).add(Sums);
    C.run(Count, Tiles, Tile.Group);
    ArgumentSetter Setter(Sum);
    Setter.add(Sums).add(Counts);
    if (C.method() == Algorithm::SinglePass)
      C.runSinglePass(Sum, Setter, (Counts - 1) / Tile.tile() + 1,
                      CountSize / 4, Tile.Group);
    else
      C.run(Sum, 1, Tile.Group);
    C.run(Place, Tiles, Tile.Group);
    endStep();
  }
}

namespace {

/// A sort of arrays of the program.
struct Sorting : KeySort {
  const char *Function;
  void *Keys, *Values;
};

void sortOnDevice(const Sorting &S, const std::shared_ptr<Device> &D) {
  Call C(D, S.Function, S.N);
  DeviceSort Sort(C, S);
  const uint64_t KeyBytes = S.N * S.Type.Size, ValueBytes = S.N * S.ValueSize;
  SortSide Keys{C.operand("keys", S.Keys, KeyBytes, Use::InOut, 0, true),
                C.scratch(KeyBytes)};
  SortSide Values;
  if (S.ValueSize)
    Values = {C.operand("companion", S.Values, ValueBytes, Use::InOut, 0, true),
              C.scratch(ValueBytes)};
  Sort.run(Keys, Values);
  C.fetch("keys", Keys.Now, S.Keys, KeyBytes);
  C.fetch("companion", Values.Now, S.Values, ValueBytes);
  C.end();
}

void sortOnHost(const Sorting &S) {
  HostCall C(S.Function, S.N, S.N * (S.Type.Size + S.ValueSize));
  radixSort(C.threads(),
            {onHost(S.Keys), S.N, S.Type.Size, onHost(S.Values), S.ValueSize},
            orderOf(S.Type, S.IsDescending), S.Bits);
  C.end();
}

/// \throws Refusal if keys of \p Type do not have the bits \p Bits.
void checkBits(const BitRange &Bits, const NumberType &Type) {
  if (Bits.End > 8 * Type.Size)
    refuse("end_bit is " + std::to_string(Bits.End) + ", but keys of type " +
           Type.Name + " have " + std::to_string(8 * Type.Size) + " bits");
  if (Bits.Begin > Bits.End)
    refuse("begin_bit is " + std::to_string(Bits.Begin) +
           ", which is more than end_bit, " + std::to_string(Bits.End));
}

/// Sorts by \p Bits, or by all bits if it is null.
int sort(const char *Function, void *Keys, size_t N, const char *KeyType,
         bool IsDescending, const BitRange *Bits,
         const ompscan_companion *Companion) noexcept {
  Sorting S{{N, {}, {}, Companion ? Companion->element_size : 0, IsDescending},
            Function,
            Keys,
            Companion ? Companion->data : nullptr};
  const auto HasOrder = [&] { return N != 0 && S.Bits.digits() != 0; };
  return perform(
      Function,
      [&](OperandCheck &Check) {
        S.Type = keyType(KeyType);
        S.Bits = allBits(S.Type);
        if (Bits) {
          checkBits(*Bits, S.Type);
          S.Bits = *Bits;
        }
        Check.addArray("keys", Keys, N, S.Type.Size, true);
        if (Companion)
          Check.addArray("companion->data", S.Values, N, S.ValueSize, true);
        return true;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (HasOrder())
          sortOnDevice(S, D);
      },
      [&] {
        if (HasOrder())
          sortOnHost(S);
      });
}

} // namespace

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT int
ompscan_radix_sort(void *keys, size_t n, const char *key_type, int descending,
                   const ompscan_companion *companion) {
  return ompscan::rt::sort(__func__, keys, n, key_type, descending != 0,
                           nullptr, companion);
}

extern "C" OMPSCAN_EXPORT int
ompscan_radix_sort_bits(void *keys, size_t n, const char *key_type,
                        int descending, unsigned begin_bit, unsigned end_bit,
                        const ompscan_companion *companion) {
  const ompscan::rt::BitRange Bits{begin_bit, end_bit};
  return ompscan::rt::sort(__func__, keys, n, key_type, descending != 0, &Bits,
                           companion);
}

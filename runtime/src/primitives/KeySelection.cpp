//===- KeySelection.cpp - Keys at positions of the order ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/KeySelection.h"
#include "Templates.h"
#include "launch/Choice.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/RadixSort.h"
#include "primitives/host/Elements.h"
#include <algorithm>
#include <optional>
#include <vector>

namespace ompscan::rt {

namespace {

/// The keys of a call on a device, all of them at first.
class DeviceKeys {
public:
  DeviceKeys(Call &C, const KeySelection &S)
      : C(C), S(S), N(S.N),
        Keys(C.operand("keys", S.Keys, N * S.Type.Size, Use::In)) {}

  uint64_t size() const { return N; }

  /// See narrow() and kernels/key-range.cl.
  std::optional<uint64_t> keep(const Sampling &By, const Ranks &Wanted) {
    if (!Kernels)
      Kernels.emplace(
          C.kernels(text(), plan(), sizeof(uint64_t),
                    {"ompscan_range_sample", "ompscan_range_mark",
                     "ompscan_range_sums", "ompscan_range_gather"}));
    const KeyRange Range = rangeOf(By);
    const Parts P = parts();
    const uint64_t Room = std::min(By.expected(P.Keys), P.Keys);
    const Memory Slots = C.scratch(P.Number * Room * sizeof(uint32_t));
    const Memory Counts = C.scratch(2 * P.Number * sizeof(uint64_t));
    const Memory Totals = C.scratch(sizeof(RangeCounts));
    visit(named(1), P, Range).add(Slots).add(Room).add(Counts);
    C.run(named(1), P.Groups, shape().Group);
    ArgumentSetter(named(2)).add(Counts).add(P.Number).add(Totals);
    C.run(named(2), 1, shape().Group);
    RangeCounts Found;
    C.read(Totals, &Found, sizeof Found);
    if (!Wanted.areWithin(Found) || Found.Within > N / 2)
      return std::nullopt;

    const Memory Kept = C.scratch(Found.Within * S.Type.Size);
    Memory KeptIndices;
    if (S.IndexSize)
      KeptIndices = C.scratch(Found.Within * S.IndexSize);
    visit(named(3), P, Range)
        .add(Slots)
        .add(Room)
        .add(Counts)
        .add(Totals)
        .add(Indices)
        .add(Kept)
        .add(KeptIndices);
    C.run(named(3), P.Groups, shape().Group);
    Keys = Kept;
    Indices = KeptIndices;
    N = Found.Within;
    AreThoseOfCall = false;
    return Found.Before;
  }

  /// Sorts the keys, and stores those with the ranks \p Wanted.
  void deliver(const Ranks &Wanted) {
    SortSide Sorted{Keys, C.scratch(N * S.Type.Size)}, SortedIndices;
    const BitRange Bits = allBits(S.Type);
    if (AreThoseOfCall && Bits.digits() > 1)
      Sorted.Spare = C.scratch(N * S.Type.Size);
    if (S.IndexSize)
      SortedIndices = {Indices ? Indices : numbers(),
                       C.scratch(N * S.IndexSize)};
    Sort.emplace(C, KeySort{N, S.Type, Bits, S.IndexSize, S.IsDescending})
        .run(Sorted, SortedIndices);
    if (S.Out)
      C.fetch(S.OutName, Sorted.Now, S.Out, Wanted.Count * S.Type.Size,
              Wanted.First * S.Type.Size);
    if (S.IndexSize)
      C.fetch(S.IndicesName, SortedIndices.Now, S.Indices,
              Wanted.Count * S.IndexSize, Wanted.First * S.IndexSize);
  }

private:
  /// Parts of neighbouring keys.
  struct Parts {
    uint64_t Number, Keys; ///< keys of a part
    uint64_t Groups;       ///< that visit the parts
  };

  std::string text() const {
    return templates::Prelude + keyText(S.Type) +
           opaqueType("ompscan_V", S.IndexSize ? S.IndexSize : 1) +
           definition("OMPSCAN_HAS_VALUES", S.IndexSize != 0) +
           countText(sizeof(uint64_t)) + templates::LookBack +
           templates::KeyRange;
  }

  Plan plan() const {
    Plan P = slidePlan(C.device(), C.method(), S.Type.Size);
    const uint32_t Instructions = instructionsFor(C.device());
    const bool ByWarps = Instructions >= 70;
    P.Tile = rangeShape(C.device().limits(), S.Type.Size, ByWarps);
    if (ByWarps)
      P.Ptx = Instructions;
    return P;
  }

  Kernel &named(size_t I) { return (*Kernels)->Named[I]; }
  Shape shape() { return Kernels->plan().Tile; }

  Parts parts() {
    // Of a warp, or of a group.
    const uint64_t Teams = Kernels->plan().Ptx ? shape().Group / 32 : 1;
    const uint64_t Tile = shape().tile() / Teams;
    // Two groups for each that a unit holds, since one may take longer.
    const uint64_t Wanted =
        2 * Teams * reduceGroups(C.device().units(), shape());
    const uint64_t Most = (uint64_t(1) << 31) / Tile;
    const uint64_t Tiles = std::min((N - 1) / Wanted / Tile + 1, Most);
    const uint64_t Number = (N - 1) / (Tiles * Tile) + 1;
    return {Number, Tiles * Tile, (Number - 1) / Teams + 1};
  }

  KeyRange rangeOf(const Sampling &By) {
    const uint64_t Size = S.Type.Size;
    const Memory Sample = C.scratch(By.number() * Size);
    Kernel &K = named(0);
    ArgumentSetter(K)
        .add(Keys)
        .add(N)
        .add(By.number())
        .add(By.seed())
        .add(Sample);
    C.run(K, (By.number() - 1) / shape().Group + 1, shape().Group);
    std::vector<unsigned char> Bytes(By.number() * Size);
    C.read(Sample, Bytes.data(), Bytes.size());
    std::vector<KeyPlace> Places(By.number());
    withKeyType(Size, [&](auto Key) {
      using U = decltype(Key);
      const OrderedBits<U> Ordered(orderOf(S.Type, S.IsDescending));
      for (uint32_t I = 0; I != By.number(); ++I)
        Places[I] = {Ordered(loadElement<U>(Bytes.data(), I)), By.place(I)};
    });
    return By.rangeOf(Places);
  }

  /// Sets the first arguments of a kernel that visits the keys.
  ArgumentSetter visit(Kernel &K, const Parts &P, const KeyRange &Range) const {
    ArgumentSetter Setter(K);
    Setter.add(Keys).add(N).add(P.Keys).add(
        flippedBits(S.Type, S.IsDescending));
    for (const KeyPlace &End : {Range.First, Range.Last})
      Setter.add(static_cast<uint64_t>(End.Key))
          .add(static_cast<uint64_t>(End.Key >> 64))
          .add(End.Place);
    Setter.add(P.Number);
    return Setter;
  }

  /// The numbers of the keys.
  Memory numbers() {
    const Memory Numbers = C.scratch(N * S.IndexSize);
    Numbering.emplace(C.kernels(templates::Prelude +
                                    opaqueType("ompscan_V", S.IndexSize) +
                                    countText(sizeof(uint32_t)) +
                                    templates::LookBack + templates::Numbers,
                                slidePlan(C.device(), C.method(), S.IndexSize),
                                sizeof(uint32_t), {"ompscan_number"}));
    const Shape Tile = Numbering->plan().Tile;
    Kernel &K = (*Numbering)->Named[0];
    ArgumentSetter(K).add(Numbers).add(N);
    C.run(K,
          std::min((N - 1) / Tile.tile() + 1,
                   reduceGroups(C.device().units(), Tile)),
          Tile.Group);
    return Numbers;
  }

  Call &C;
  const KeySelection &S;
  uint64_t N;
  Memory Keys, Indices; ///< no indices: those of the keys are their places
  bool AreThoseOfCall = true;
  // Kernels of the call, until it ends.
  std::optional<KernelLease> Kernels, Numbering;
  std::optional<DeviceSort> Sort;
};

} // namespace

void selectKeysOnDevice(const KeySelection &S,
                        const std::shared_ptr<Device> &D) {
  Call C(D, S.Function, S.N);
  DeviceKeys Keys(C, S);
  Keys.deliver(narrow(Keys, S.Wanted, best::SortedKeys));
  C.end();
}

} // namespace ompscan::rt

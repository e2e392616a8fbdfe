//===- NativeScan.cpp - Scans by the threads of the host ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a scan on the host that is the same for all loops: a thread
/// takes a tile, publishes its total, looks for the value in front of it, and
/// publishes the value behind it. It is done once a tile; what is done once an
/// iteration is the object's own code (templates/native-scan.cl).
///
//===----------------------------------------------------------------------===//

#include "device/native/NativeScan.h"
#include "support/Export.h"
#include <algorithm>
#include <cstring>
#include <sched.h>

extern "C" OMPSCAN_EXPORT void __ompscan_pause(uint32_t times) {
  // The thread that this one waits for may need its core.
  if (times % 64 == 63)
    ::sched_yield();
#if defined(__x86_64__)
  else
    __builtin_ia32_pause();
#endif
}

namespace ompscan::rt {

namespace {

/// A value, as the words that statuses consist of.
union Value {
  alignas(64) unsigned char Bytes[OMPSCAN_MAX_ITEM_SIZE];
  uint32_t Words[OMPSCAN_MAX_ITEM_SIZE / sizeof(uint32_t)];
};

enum class Status : uint32_t { None = 0, Aggregate = 1, Prefix = 2 };

/// The statuses of the tiles of a launch, in the memory that
/// templates/status-word.cl describes.
class Chain {
public:
  Chain(uint64_t *Memory, uint32_t Epoch, uint64_t ValueSize)
      : Memory(Memory), Epoch(Epoch), Words((ValueSize + 3) / 4) {}

  /// The number of the next tile. \p First is that on the ticket of tile 0.
  uint32_t takeTile(uint32_t First) const {
    return __atomic_fetch_add(reinterpret_cast<uint32_t *>(Memory), 1u,
                              __ATOMIC_RELAXED) -
           First;
  }

  /// Publishes \p V, whose last word has no undefined bytes.
  void publish(uint64_t Tile, Status S, const Value &V) const {
    const uint64_t Flag = uint64_t(Epoch << 2 | static_cast<uint32_t>(S)) << 32;
    for (uint64_t I = 0; I != Words; ++I)
      __atomic_store_n(statusOf(Tile) + I, Flag | V.Words[I], __ATOMIC_RELEASE);
  }

  /// Loads the value of \p Tile to \p V if it is there.
  Status poll(uint64_t Tile, Value &V) const {
    uint32_t Flag = 0, Differs = 0;
    for (uint64_t I = 0; I != Words; ++I) {
      const uint64_t Word =
          __atomic_load_n(statusOf(Tile) + I, __ATOMIC_ACQUIRE);
      const auto Own = static_cast<uint32_t>(Word >> 32);
      if (I == 0)
        Flag = Own;
      Differs |= Own ^ Flag;
      V.Words[I] = static_cast<uint32_t>(Word);
    }
    return (Differs | (Flag >> 2 ^ Epoch)) == 0 ? static_cast<Status>(Flag & 3u)
                                                : Status::None;
  }

  /// Collects the prefix of the tiles in front of \p Tile >= 1 in \p Left.
  /// \p Combine(Value &Left, Value &Right) stores the combination at the right.
  template <typename CombineT>
  void lookBack(uint64_t Tile, Value &Left, CombineT Combine) const {
    Value Next;
    Status S = wait(--Tile, Left);
    while (S != Status::Prefix) {
      S = wait(--Tile, Next);
      Combine(Next, Left);
    }
  }

  /// Waits for the value of \p Tile, which becomes \p V.
  Status wait(uint64_t Tile, Value &V) const {
    Status S;
    for (uint32_t Times = 0; (S = poll(Tile, V)) == Status::None; ++Times)
      __ompscan_pause(Times);
    return S;
  }

private:
  uint64_t *statusOf(uint64_t Tile) const {
    constexpr uint64_t Begin = 16;
    return Memory + Begin + Tile * Words;
  }

  uint64_t *const Memory;
  const uint32_t Epoch;
  const uint64_t Words; ///< of a value
};

/// The argument at \p Address.
template <typename T> const T &argument(const void *Address) {
  return *static_cast<const T *>(Address);
}

uint64_t addressOf(const void *Object) {
  return reinterpret_cast<uintptr_t>(Object);
}

class WholeGroup final : public NativeGroup {
public:
  explicit WholeGroup(ompscan_native_kernel Function) : Function(Function) {}

  void run(ompscan_native_task &Task, const void *const *Arguments,
           bool) const override {
    Function(&Task, Arguments);
  }

private:
  const ompscan_native_kernel Function;
};

/// What the groups of a scan have in common.
class ScanGroup : public NativeGroup {
public:
  ScanGroup(const ompscan_native_version &Code, uint64_t ValueSize)
      : Code(Code), ValueSize(ValueSize) {}

protected:
  /// Calls a part of the loop's code, whose value is \p V.
  void call(ompscan_native_kernels Part, ompscan_native_task &Task,
            const void *const *Arguments, Value &V) const {
    Task.value = addressOf(V.Bytes);
    Code.kernels[Part](&Task, Arguments);
  }

  /// Stores \p Left combined with \p Right at \p Right.
  void combine(const ompscan_native_task &Task, Value &Left,
               Value &Right) const {
    const void *const Places[] = {Left.Bytes, Right.Bytes};
    const void *const Arguments[] = {&Places[0], &Places[1]};
    Code.kernels[OMPSCAN_NATIVE_COMBINE](&Task, Arguments);
  }

  /// A value whose last word has no undefined bytes.
  Value clearValue() const {
    Value V;
    V.Words[(ValueSize - 1) / 4] = 0;
    return V;
  }

  /// Sets \p V to the value at \p Given, or to the loop's own if that is null.
  void start(ompscan_native_task &Task, const void *const *Arguments,
             const void *Given, Value &V) const {
    if (Given)
      std::memcpy(V.Bytes, Given, ValueSize);
    else
      call(OMPSCAN_NATIVE_SEED, Task, Arguments, V);
  }

  const ompscan_native_version Code;
  const uint64_t ValueSize;
};

class TileTotal final : public ScanGroup {
public:
  using ScanGroup::ScanGroup;

  void run(ompscan_native_task &Task, const void *const *Arguments,
           bool) const override {
    const void *const *const Own =
        Arguments + Code.parameters[OMPSCAN_NATIVE_SEED];
    auto *const Totals = argument<unsigned char *>(Own[1]);
    const auto HasSeed = argument<uint32_t>(Own[2]);
    Value Total, Seed;
    uint32_t IsFixed = 0;
    Task.is_fixed = addressOf(&IsFixed);
    Task.is_known = 0;
    call(OMPSCAN_NATIVE_TOTAL, Task, Arguments, Total);
    if (Task.group == 0 && HasSeed) {
      call(OMPSCAN_NATIVE_SEED, Task, Arguments, Seed);
      combine(Task, Seed, Total);
    }
    std::memcpy(Totals + Task.group * ValueSize, Total.Bytes, ValueSize);
  }
};

class TileScan final : public ScanGroup {
public:
  using ScanGroup::ScanGroup;

  void run(ompscan_native_task &Task, const void *const *Arguments,
           bool) const override {
    const void *const *const Own =
        Arguments + Code.parameters[OMPSCAN_NATIVE_SEED];
    const Chain C(argument<uint64_t *>(Own[1]), argument<uint32_t>(Own[3]),
                  ValueSize);
    const uint64_t Tile = C.takeTile(argument<uint32_t>(Own[2]));
    Value Prefix = clearValue(), Total = clearValue();
    uint32_t IsFixed = 0;
    Task.group = Tile;
    Task.is_fixed = addressOf(&IsFixed);
    // If the prefix is known already, the tile need not be summed first.
    Task.is_known = Tile == 0 || (!Task.is_ordered &&
                                  C.poll(Tile - 1, Prefix) == Status::Prefix);
    if (Tile == 0)
      start(Task, Arguments, argument<const void *>(Own[4]), Prefix);
    call(OMPSCAN_NATIVE_TOTAL, Task, Arguments, Total);
    // The next tile need not wait for this one.
    if (IsFixed)
      C.publish(Tile, Status::Prefix, Total);
    if (!Task.is_known) {
      if (!Task.is_ordered && !IsFixed)
        C.publish(Tile, Status::Aggregate, Total);
      C.lookBack(Tile, Prefix, [&](Value &Left, Value &Right) {
        combine(Task, Left, Right);
      });
      if (!IsFixed) {
        combine(Task, Prefix, Total);
        C.publish(Tile, Status::Prefix, Total);
      }
    }
    call(OMPSCAN_NATIVE_FIRST, Task, Arguments, Prefix);
    if (Task.is_known && !IsFixed)
      C.publish(Tile, Status::Prefix, Prefix);
  }
};

/// A tile of a scan in the fixed order. The last tile of a block publishes the
/// value behind it. Others publish the total of the largest group of tiles that
/// ends with them, where the tiles of a block form groups of 2, 4, 8, ... : as
/// in a tree of Fenwick, a tile combines what few others have published.
class OrderedTileScan final : public ScanGroup {
public:
  OrderedTileScan(const ompscan_native_version &Code, uint64_t ValueSize,
                  uint32_t TilesOfBlock)
      : ScanGroup(Code, ValueSize), TilesOfBlock(TilesOfBlock) {}

  void run(ompscan_native_task &Task, const void *const *Arguments,
           bool) const override {
    const void *const *const Own =
        Arguments + Code.parameters[OMPSCAN_NATIVE_SEED];
    const Chain C(argument<uint64_t *>(Own[1]), argument<uint32_t>(Own[3]),
                  ValueSize);
    const uint64_t Tile = C.takeTile(argument<uint32_t>(Own[2]));
    const uint64_t Number = Tile % TilesOfBlock, First = Tile - Number;
    const bool IsRead = Tile + 1 != Task.groups;
    uint32_t IsFixed = 0;
    Task.group = Tile;
    Task.is_fixed = addressOf(&IsFixed);
    Task.is_known = 0;
    Value Front = clearValue(), Total = clearValue();
    if (First == 0)
      start(Task, Arguments, argument<const void *>(Own[4]), Front);
    // What is in front of the tile, the largest group first.
    Value Groups[MostLevels];
    bool AreKnown = First == 0 || C.poll(First - 1, Front) != Status::None;
    for (uint32_t Level = 0; AreKnown && Number >> Level; ++Level)
      if (Number >> Level & 1)
        AreKnown =
            C.poll(lastOf(First, Number, Level), Groups[Level]) != Status::None;
    if (!AreKnown) {
      if (IsRead) {
        call(OMPSCAN_NATIVE_TOTAL, Task, Arguments, Total);
        for (uint32_t Level = 0; Number >> Level & 1; ++Level) {
          C.wait(lastOf(First, Number, Level), Groups[Level]);
          combine(Task, Groups[Level], Total);
        }
        publish(C, Task, Tile, Front, Total);
      }
      if (First != 0)
        C.wait(First - 1, Front);
      for (uint32_t Level = 0; Number >> Level; ++Level)
        if (Number >> Level & 1)
          C.wait(lastOf(First, Number, Level), Groups[Level]);
    }
    scan(Task, Arguments, Number, Groups, Front, Total);
    if (AreKnown && IsRead)
      publish(C, Task, Tile, Front, Total);
  }

private:
  static constexpr uint32_t MostLevels = 20;

  /// The last tile of the group of 2^\p Level tiles that is in front of tile
  /// \p Number of the block from tile \p First on, where bit \p Level of the
  /// number is 1.
  static uint64_t lastOf(uint64_t First, uint64_t Number, uint32_t Level) {
    return First + (Number >> Level << Level) - 1;
  }

  /// Scans tile \p Number of a block behind the \p Groups that are in front of
  /// it and the value in \p Front of the block. \p Total becomes the total of
  /// the largest group that ends with the tile.
  void scan(ompscan_native_task &Task, const void *const *Arguments,
            uint64_t Number, Value *Groups, const Value &Front,
            Value &Total) const {
    // The value in front of the tile, then the groups that end with it but for
    // it, and the values in front of those.
    alignas(
        64) unsigned char Values[(1 + 2 * MostLevels) * OMPSCAN_MAX_ITEM_SIZE];
    Value Left = Front;
    for (uint32_t Level = MostLevels; Level-- != 0;)
      if (Number >> Level & 1) {
        unsigned char *const To = Values + (1 + 2 * Level) * ValueSize;
        std::memcpy(To, Groups[Level].Bytes, ValueSize);
        std::memcpy(To + ValueSize, Left.Bytes, ValueSize);
        combine(Task, Left, Groups[Level]);
        Left = Groups[Level];
      }
    std::memcpy(Values, Left.Bytes, ValueSize);
    Task.value = addressOf(Values);
    Code.kernels[OMPSCAN_NATIVE_FIRST](&Task, Arguments);
    std::memcpy(Total.Bytes, Values, ValueSize);
  }

  /// Publishes what others combine of \p Tile: \p Total, that of the largest
  /// group that ends with it, or the value behind the block, whose front is \p
  /// Front, which is waited for where it is needed.
  void publish(const Chain &C, const ompscan_native_task &Task, uint64_t Tile,
               Value &Front, Value &Total) const {
    const uint64_t Number = Tile % TilesOfBlock;
    if (Number + 1 != TilesOfBlock) {
      C.publish(Tile, Status::Aggregate, Total);
      return;
    }
    if (Number != Tile)
      C.wait(Tile - Number - 1, Front);
    combine(Task, Front, Total);
    C.publish(Tile, Status::Prefix, Total);
  }

  const uint32_t TilesOfBlock;
};

/// A tile of a selection. Its values are counts, of type \p T.
template <typename T> class TileSelection final : public ScanGroup {
public:
  TileSelection(const ompscan_native_version &Code, uint64_t MovedSize)
      : ScanGroup(Code, sizeof(T)), MovedSize(MovedSize) {}

  void run(ompscan_native_task &Task, const void *const *Arguments,
           bool IsAlone) const override {
    const void *const *const Own =
        Arguments + Code.parameters[OMPSCAN_NATIVE_TOTAL] - 1;
    const Chain C(argument<uint64_t *>(Own[1]), argument<uint32_t>(Own[3]),
                  ValueSize);
    const uint64_t Tile = C.takeTile(argument<uint32_t>(Own[2]));
    Value Left, Kept;
    set(Left, 0);
    Task.group = Tile;
    if (IsAlone && hasParts(Task.items)) {
      if (Tile > 0)
        C.poll(Tile - 1, Left);
      set(Kept, get(Left) + runParts(Task, Arguments, argument<uint64_t>(*Own),
                                     get(Left)));
      C.publish(Tile, Status::Prefix, Kept);
      return;
    }
    call(OMPSCAN_NATIVE_TOTAL, Task, Arguments, Kept);
    // In place, a tile stores where others have loaded: it publishes its count
    // when its loads are over.
    if (Tile > 0 && C.poll(Tile - 1, Left) != Status::Prefix) {
      C.publish(Tile, Status::Aggregate, Kept);
      C.lookBack(Tile, Left, add);
    }
    Value All = Kept;
    add(Left, All);
    C.publish(Tile, Status::Prefix, All);
    Task.left = get(Left);
    call(OMPSCAN_NATIVE_FIRST, Task, Arguments, Kept);
  }

private:
  static constexpr uint32_t PartsOfTile = 8;

  /// Whether a tile of \p Items iterations can be run in parts that are large
  /// enough for what a call costs.
  bool hasParts(uint32_t Items) const {
    constexpr uint64_t LeastBytes = 1 << 10;
    return Items % PartsOfTile == 0 &&
           Items / PartsOfTile * MovedSize >= LeastBytes;
  }

  /// Runs a tile of a loop of \p Trips iterations in parts, after \p Left
  /// others are kept. A part is stored when the next one is loaded: loads and
  /// stores by turns keep the memory busy, where no other thread does.
  /// \returns how many iterations it keeps.
  T runParts(const ompscan_native_task &Tile, const void *const *Arguments,
             uint64_t Trips, T Left) const {
    ompscan_native_task Task = Tile;
    Task.items = Tile.items / PartsOfTile;
    const uint64_t First = Tile.group * PartsOfTile;
    const uint64_t Last = std::min<uint64_t>(
        First + PartsOfTile, (Trips + Task.items - 1) / Task.items);
    const T Before = Left;
    Value Kept[2];
    for (uint64_t Part = First; Part <= Last; ++Part) {
      const auto Take = [&](uint64_t Number) -> Value & {
        Task.group = Number;
        Task.scratch = Tile.scratch + Number % 2 * Task.items * MovedSize;
        return Kept[Number % 2];
      };
      if (Part != Last)
        call(OMPSCAN_NATIVE_TOTAL, Task, Arguments, Take(Part));
      if (Part != First) {
        Value &Stored = Take(Part - 1);
        Task.left = Left;
        call(OMPSCAN_NATIVE_FIRST, Task, Arguments, Stored);
        Left += get(Stored);
      }
    }
    return Left - Before;
  }

  static T get(const Value &V) {
    T Count;
    std::memcpy(&Count, V.Bytes, sizeof Count);
    return Count;
  }
  static void set(Value &V, T Count) {
    std::memcpy(V.Bytes, &Count, sizeof Count);
  }
  /// Stores the sum at \p Right.
  static void add(Value &Left, Value &Right) {
    set(Right, get(Left) + get(Right));
  }

  const uint64_t MovedSize;
};

} // namespace

std::unique_ptr<const NativeGroup> wholeGroup(ompscan_native_kernel Function) {
  return std::make_unique<WholeGroup>(Function);
}

std::unique_ptr<const NativeGroup> scanGroup(const ompscan_native_version &Code,
                                             uint64_t ValueSize,
                                             uint64_t MovedSize) {
  if (Code.kernels[OMPSCAN_NATIVE_COMBINE])
    return std::make_unique<TileScan>(Code, ValueSize);
  if (ValueSize == sizeof(uint32_t))
    return std::make_unique<TileSelection<uint32_t>>(Code, MovedSize);
  return std::make_unique<TileSelection<uint64_t>>(Code, MovedSize);
}

std::unique_ptr<const NativeGroup>
orderedScanGroup(const ompscan_native_version &Code, uint64_t ValueSize,
                 uint32_t TilesOfBlock) {
  return std::make_unique<OrderedTileScan>(Code, ValueSize, TilesOfBlock);
}

std::unique_ptr<const NativeGroup>
totalGroup(const ompscan_native_version &Code, uint64_t ValueSize) {
  return std::make_unique<TileTotal>(Code, ValueSize);
}

} // namespace ompscan::rt

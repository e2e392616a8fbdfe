//===- HostSelect.cpp - Selections on the host's cores --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is marked and compacted to a buffer of its thread. Then it takes its
// turn, in which it learns how many elements are kept in front of it, and is
// stored. Elements only move to where blocks have been that had their turns, so
// this works in place.
//
//===----------------------------------------------------------------------===//

#include "primitives/HostCall.h"
#include "primitives/Select.h"
#include "primitives/host/Elements.h"
#include "primitives/host/Masks.h"
#include "primitives/host/ParallelFor.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>

namespace ompscan::rt {

namespace {

/// The blocks of a selection, with a mask and a buffer for each thread.
class HostSelection {
public:
  /// \p Room is the size of the buffer that a block takes for each element.
  /// \throws std::bad_alloc
  HostSelection(const Selection &S, unsigned Threads, uint64_t Room)
      : S(S), Threads(Threads),
        All(Blocks::ofBytes(S.N, std::max(S.Main.Size + S.Values.Size, Room))),
        Masks(Threads, All.items()), Rooms(Threads, All.items() * Room) {}

  /// The number of elements that are kept.
  uint64_t count() const {
    std::atomic<uint64_t> Kept{0};
    parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
      Kept += mark(Block, Slot);
    });
    return Kept;
  }

protected:
  /// \returns the number of elements of \p Block that are kept.
  uint64_t mark(uint64_t Block, unsigned Slot) const {
    const uint64_t Count = All.count(Block);
    S.MarkOnHost(All.begin(Block), Count, Masks.of(Slot));
    return countMarked(Masks.of(Slot), Count);
  }

  /// Calls \p F with each array, and the part of \p Room for \p Items elements.
  template <typename Function>
  void forArrays(unsigned char *Room, uint64_t Items, Function F) const {
    F(S.Main, Room);
    if (S.Values.Size)
      F(S.Values, Room + Items * S.Main.Size);
  }
  /// Calls \p F with each array, and its part of the buffer of a thread.
  template <typename Function> void forArrays(unsigned Slot, Function F) const {
    forArrays(Rooms.of(Slot), All.items(), F);
  }

  const Selection &S;
  const unsigned Threads;
  const Blocks All;
  const Buffers Masks, Rooms;
};

/// Only kept elements are stored.
class HostSlide : public HostSelection {
public:
  HostSlide(const Selection &S, unsigned Threads)
      : HostSelection(S, Threads,
                      S.Main.isInPlace() ? S.Main.Size + S.Values.Size : 0) {}

  uint64_t run() const {
    Turns Order;
    uint64_t Total = 0;
    parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
      const uint64_t Begin = All.begin(Block), Kept = mark(Block, Slot);
      const auto Compact = [&](const SelectArray &A, void *To) {
        compact(elementAt(A.In, Begin, A.Size), Masks.of(Slot),
                All.count(Block), Kept, A.Size, To);
      };
      if (S.Main.isInPlace())
        forArrays(Slot, Compact);
      uint64_t At = 0;
      Order.take(Block, [&] {
        At = Total;
        Total += Kept;
      });
      forArrays(Slot, [&](const SelectArray &A, unsigned char *Room) {
        unsigned char *const To = elementAt(A.Out, At, A.Size);
        if (!S.Main.isInPlace())
          Compact(A, To);
        // Elements that stay where they are may be read by others.
        else if (At + Kept != Begin + All.count(Block))
          std::memcpy(To, Room, Kept * A.Size);
      });
    });
    return Total;
  }
};

/// The lengths of runs, too.
class HostRuns : public HostSelection {
public:
  HostRuns(const Selection &S, unsigned Threads)
      : HostSelection(S, Threads, sizeof(uint64_t)) {}

  uint64_t run() const {
    Turns Order;
    uint64_t Total = 0, Last = 0; // runs, and where the last one begins
    parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
      const uint64_t Begin = All.begin(Block), Count = All.count(Block);
      const uint64_t Kept = mark(Block, Slot);
      const unsigned char *const Mask = Masks.of(Slot);
      auto *const Heads = reinterpret_cast<uint64_t *>(Rooms.of(Slot));
      listMarked(Mask, Count, Kept, Begin, Heads);
      uint64_t At = 0, Before = 0;
      Order.take(Block, [&] {
        At = Total;
        Before = Last;
        Total += Kept;
        if (Kept)
          Last = Heads[Kept - 1];
      });
      compact(elementAt(S.Main.In, Begin, S.Main.Size), Mask, Count, Kept,
              S.Main.Size, elementAt(S.Main.Out, At, S.Main.Size));
      // The length of the last run is known in a later block.
      if (Kept && At)
        S.Lengths[At - 1] = Heads[0] - Before;
      for (uint64_t K = 1; K < Kept; ++K)
        S.Lengths[At + K - 1] = Heads[K] - Heads[K - 1];
    });
    S.Lengths[Total - 1] = S.N - Last;
    return Total;
  }
};

/// In place, with the rejected elements behind the kept ones. The elements of
/// the more frequent kind slide, and the others wait in a buffer.
class HostPartition : public HostSelection {
public:
  HostPartition(const Selection &S, unsigned Threads)
      : HostSelection(S, Threads, S.Main.Size + S.Values.Size) {}

  /// \throws std::bad_alloc before anything has changed.
  uint64_t run() const {
    const uint64_t Kept = count(), Rejected = S.N - Kept;
    const bool IsMirrored = Kept < Rejected; // Rejected ones slide to the end.
    const uint64_t Waiting = std::min(Kept, Rejected);
    const Buffers Others(1, Waiting * (S.Main.Size + S.Values.Size));
    const auto OthersOf = [&](const SelectArray &A) {
      return Others.of(0) + (&A == &S.Values ? Waiting * S.Main.Size : 0);
    };
    Turns Order;
    uint64_t Passed = 0; // elements that are kept, of the tasks so far
    parallelFor(Threads, All.number(), [&](uint64_t Task, unsigned Slot) {
      const uint64_t Block = IsMirrored ? All.number() - 1 - Task : Task;
      const uint64_t Begin = All.begin(Block), Count = All.count(Block);
      const uint64_t First = mark(Block, Slot);
      unsigned char *const Mask = Masks.of(Slot);
      const auto Compact = [&](uint64_t Marked, uint64_t To) {
        forArrays(Slot, [&](const SelectArray &A, unsigned char *Room) {
          compact(elementAt(A.In, Begin, A.Size), Mask, Count, Marked, A.Size,
                  elementAt(Room, To, A.Size));
        });
      };
      Compact(First, 0);
      for (uint64_t I = 0; I != Count; ++I)
        Mask[I] ^= 1;
      Compact(Count - First, First);
      uint64_t KeptBefore = 0; // in front of the block
      Order.take(Task, [&] {
        if (IsMirrored)
          Passed += First;
        KeptBefore = IsMirrored ? Kept - Passed : Passed;
        if (!IsMirrored)
          Passed += First;
      });
      const uint64_t RejectedBefore = Begin - KeptBefore;
      forArrays(Slot, [&](const SelectArray &A, unsigned char *Room) {
        void *const ToKept = IsMirrored ? OthersOf(A) : A.Out;
        void *const ToRejected =
            IsMirrored ? elementAt(A.Out, Kept, A.Size) : OthersOf(A);
        std::memcpy(elementAt(ToKept, KeptBefore, A.Size), Room,
                    First * A.Size);
        std::memcpy(elementAt(ToRejected, RejectedBefore, A.Size),
                    elementAt(Room, First, A.Size), (Count - First) * A.Size);
      });
    });
    forArrays(Others.of(0), Waiting,
              [&](const SelectArray &A, const unsigned char *From) {
                copyOnHost(Threads, From,
                           elementAt(A.Out, IsMirrored ? 0 : Kept, A.Size),
                           Waiting * A.Size);
              });
    return Kept;
  }
};

} // namespace

uint64_t selectOnHost(Selection &S) {
  // Only as many elements as are kept need room.
  std::optional<Selection> Unchecked;
  if (!S.Main.isInPlace() && !hasRoomOnHost(S, S.N))
    Unchecked = S;
  for (SelectArray *A : {&S.Main, &S.Values}) {
    A->In = onHost(A->In);
    A->Out = onHost(A->Out);
  }
  S.Flags = onHost(S.Flags);
  S.Lengths = onHost(S.Lengths);
  HostCall C(S.Function, S.N, S.N * (S.Main.Size + S.Values.Size));
  if (Unchecked)
    checkKeptOnHost(*Unchecked, HostSelection(S, C.threads(), 0).count());
  const uint64_t Kept = S.HasRejected ? HostPartition(S, C.threads()).run()
                        : S.Lengths   ? HostRuns(S, C.threads()).run()
                                      : HostSlide(S, C.threads()).run();
  C.end();
  return Kept;
}

} // namespace ompscan::rt

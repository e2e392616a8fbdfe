//===- Move.cpp - Regular sliding -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Move.h"
#include "Templates.h"
#include "launch/Choice.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/HostCall.h"
#include "primitives/host/Elements.h"
#include "primitives/host/ParallelFor.h"
#include <algorithm>
#include <cstring>

namespace ompscan::rt {

void moveOnDevice(const Movement &M, const std::shared_ptr<Device> &D) {
  // Statuses carry no numbers, only that a tile has been loaded.
  constexpr uint64_t StatusSize = 4;
  Call C(D, M.Function, M.After);
  const bool IsSinglePass = C.method() == Algorithm::SinglePass;
  const std::string Text =
      templates::Prelude + opaqueType("ompscan_E", M.Size) +
      (M.Size % 4 == 0
           ? "typedef uint ompscan_U;\ntypedef uint16 ompscan_U16;\n"
           : "typedef uchar ompscan_U;\ntypedef uchar16 "
             "ompscan_U16;\n") +
      definition("OMPSCAN_ELEMENT_SIZE", M.Size) + countText(StatusSize) +
      templates::LookBack + templates::Move;
  Plan P = slidePlan(C.device(), C.method(), M.Size);
  P.Tile = moveShape(C.device().limits(), M.Size);
  const uint32_t Instructions = instructionsFor(C.device());
  if (Instructions >= 70 && vectorFor(M.Size) > 1)
    P.Ptx = Instructions;
  if (IsSinglePass)
    P.StatusWords = statusWords(StatusSize, P.Tile.tile() * M.Size);
  const KernelLease Kernels =
      C.kernels(Text, P, StatusSize,
                {IsSinglePass ? "ompscan_move" : "ompscan_move_apart"});
  const Shape Tile = Kernels.plan().Tile;
  const uint64_t Tiles = (M.After - 1) / Tile.tile() + 1;
  Kernel &Mover = Kernels->Named[0];

  const uint64_t Bytes = M.After * M.Size;
  const Memory In = C.operand(
      "data", M.Data, M.Before * M.Size, IsSinglePass ? Use::InOut : Use::In,
      IsSinglePass ? std::max(M.Before, M.After) * M.Size : 0,
      /*MayChange=*/IsSinglePass);
  const Memory Out = IsSinglePass ? In : C.scratch(Bytes);
  ArgumentSetter Arguments(Mover);
  Arguments.add(In).add(Out).add(M.Before).add(M.After).add(M.Width);
  Arguments.add(M.From).add(M.To).add(uint32_t(M.IsMirrored));
  Arguments.add({UserValue{"", "", M.Fill}});
  if (IsSinglePass)
    C.runSinglePass(Mover, Arguments, Tiles,
                    Kernels.plan().statusWords(StatusSize), Tile.Group);
  else
    C.run(Mover, Tiles, Tile.Group);
  C.fetch("data", Out, M.Data, Bytes);
  C.end();
}

namespace {

/// Gathers the elements of \p M that go to a block, one piece behind the other.
class Gathering {
public:
  Gathering(const Movement &M, const void *Data, unsigned char *To)
      : M(M), Data(Data), To(To) {}

  /// \p Count elements that go to element \p Begin and behind it.
  void run(uint64_t Begin, uint64_t Count) {
    if (M.To)
      rows(Begin, Count);
    else
      shift(Begin, Count);
  }

private:
  void move(uint64_t From, uint64_t Count) {
    std::memcpy(To, elementAt(Data, From, M.Size), Count * M.Size);
    To += Count * M.Size;
  }

  void fill(uint64_t Count) {
    for (uint64_t I = 0; I != Count; ++I, To += M.Size)
      std::memcpy(To, M.Fill.data(), M.Size);
  }

  void rows(uint64_t Begin, uint64_t Count) {
    uint64_t From = Begin / M.To * M.From, Column = Begin % M.To;
    while (Count) {
      const uint64_t Moved =
          Column < M.Width ? std::min(M.Width - Column, Count) : 0;
      move(From + Column, Moved);
      const uint64_t Filled = std::min(M.To - Column - Moved, Count - Moved);
      fill(Filled);
      Count -= Moved + Filled;
      From += M.From;
      Column = 0;
    }
  }

  void shift(uint64_t Begin, uint64_t Count) {
    // Elements in front of the array have numbers modulo 2^64.
    const uint64_t From = Begin - M.From;
    const uint64_t InFront =
        M.IsMirrored && Begin < M.From ? std::min(M.From - Begin, Count) : 0;
    fill(InFront);
    const uint64_t First = From + InFront;
    const uint64_t Moved =
        First < M.Before ? std::min(M.Before - First, Count - InFront) : 0;
    move(First, Moved);
    fill(Count - InFront - Moved);
  }

  const Movement &M;
  const void *const Data;
  unsigned char *To;
};

} // namespace

// Blocks are gathered from the end that elements move to. A block is stored
// when those in front of it have been gathered: only these had elements there.
void moveOnHost(const Movement &M) {
  HostCall C(M.Function, M.After, M.After * M.Size);
  void *const Data = onHost(M.Data);
  const Blocks All = Blocks::ofBytes(M.After, M.Size);
  const Buffers Rooms(C.threads(), All.items() * M.Size);
  Turns Order;
  parallelFor(C.threads(), All.number(), [&](uint64_t Task, unsigned Slot) {
    const uint64_t Block = M.IsMirrored ? All.number() - 1 - Task : Task;
    Gathering(M, Data, Rooms.of(Slot)).run(All.begin(Block), All.count(Block));
    Order.take(Task, [] {});
    std::memcpy(elementAt(Data, All.begin(Block), M.Size), Rooms.of(Slot),
                All.count(Block) * M.Size);
  });
  C.end();
}

} // namespace ompscan::rt

//===- Move.cpp - Regular sliding -----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Move.h"
#include "Templates.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstring>

namespace ompscan::rt {

void moveOnDevice(const Movement &M) {
  // Statuses carry no numbers, only that a tile has been loaded.
  constexpr uint64_t StatusSize = 4;
  Call C(M.Function, M.After);
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
  if (environment().Ptx && C.device().computeCapability() >= 70 &&
      vectorFor(M.Size) > 1)
    P.Ptx = C.device().computeCapability();
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

void fill(unsigned char *To, uint64_t Count, const Movement &M) {
  for (uint64_t I = 0; I != Count; ++I)
    std::memcpy(To + I * M.Size, M.Fill.data(), M.Size);
}

} // namespace

void moveOnHost(const Movement &M) {
  auto *const Data = static_cast<unsigned char *>(M.Data);
  const auto At = [&](uint64_t Element) { return Data + Element * M.Size; };
  if (M.To) {
    const uint64_t Rows = M.After / M.To;
    for (uint64_t I = 0; I != Rows; ++I) {
      const uint64_t Row = M.IsMirrored ? Rows - 1 - I : I;
      std::memmove(At(Row * M.To), At(Row * M.From), M.Width * M.Size);
      fill(At(Row * M.To + M.Width), M.To - M.Width, M);
    }
  } else if (M.IsMirrored) {
    const uint64_t Gap = std::min(M.From, M.After);
    std::memmove(At(Gap), At(0), std::min(M.After - Gap, M.Before) * M.Size);
    fill(At(0), Gap, M);
  } else {
    const uint64_t Gap = std::min(0 - M.From, M.Before);
    const uint64_t Moved = std::min(M.Before - Gap, M.After);
    std::memmove(At(0), At(Gap), Moved * M.Size);
    fill(At(Moved), M.After - Moved, M);
  }
}

} // namespace ompscan::rt

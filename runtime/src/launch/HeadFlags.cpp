//===- HeadFlags.cpp - Flags that the device makes of offsets -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/HeadFlags.h"
#include "Templates.h"
#include "plan/Tuning.h"
#include <algorithm>
#include <string>

namespace ompscan::rt {

namespace {

static_assert(sizeof(size_t) == sizeof(uint64_t), "the kernels read ulong");

KernelLease kernelsFor(Device &D) {
  static const ProgramText &Text =
      ProgramText::of(std::string(templates::Prelude) + templates::HeadFlags);
  static const std::vector<std::string> Names{"ompscan_flags_by_offsets",
                                              "ompscan_flags_by_bits"};
  Plan P;
  P.Method = Algorithm::ForEach;
  P.Kind = D.driverKind();
  P.Tile = flagShape(D.limits());
  return takeKernels(D, Text, P, /*ItemSize=*/1, &Names);
}

} // namespace

HeadFlags::HeadFlags(Device &D, const SegmentBegins &Begins, uint64_t N)
    : Begins(Begins), N(N),
      Bytes(Begins.Bits.empty() ? Begins.Count * sizeof(size_t)
                                : Begins.Bits.size()),
      Kernels(kernelsFor(D)),
      // An argument of the kernel, even if there is nothing to read.
      Source(D.pool().take(std::max<uint64_t>(Bytes, 1))) {}

void HeadFlags::send(Stream &Commands, const char *Name) const {
  const void *const From = Begins.Bits.empty()
                               ? static_cast<const void *>(Begins.Offsets)
                               : Begins.Bits.data();
  if (Bytes)
    Commands.write(*Source, 0, Bytes, From, Name);
}

void HeadFlags::make(Stream &Commands, const Memory &To) const {
  const bool ByOffsets = Begins.Bits.empty();
  Kernel &K = Kernels->Named[ByOffsets ? 0 : 1];
  K.set(0, To);
  K.set(1, N);
  K.set(2, *Source);
  if (ByOffsets)
    K.set(3, uint64_t(Begins.Count));
  const Shape Tile = Kernels.plan().Tile;
  Commands.run(K, (N - 1) / Tile.tile() + 1, Tile.Group);
}

} // namespace ompscan::rt

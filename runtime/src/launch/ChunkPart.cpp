//===- ChunkPart.cpp - A chunk among the others ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ChunkPart.h"
#include "access/CounterIndexedStore.h"
#include "device/Stream.h"
#include "launch/Chunks.h"
#include <cstring>
#include <utility>

namespace ompscan::rt {

void ChunkPart::receive() {
  Before = Others.await(Number);
  if (!Before)
    return;
  for (const Result &R : Slice.Results)
    if (const auto Place = initialOf(Slice, R))
      std::memcpy(Slice.Scalars[*Place].data(),
                  Before->Values.data() + R.Offset, R.Size);
  for (Array &A : Slice.Arrays)
    for (Access &Use : A.Accesses)
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED) {
        const Result &R = Slice.Results[Use.Counted.Result];
        Use.Counted.Initial =
            integerAt(Before->Values.data() + R.Offset, R.Size, R.IsSigned);
      }
}

void ChunkPart::handOn(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                       const std::vector<unsigned char> &Values) {
  Carry C;
  C.Values = Values;
  C.Seeds.resize(Arrays.size());
  if (!IsLast) {
    const LaunchDescriptor Next = sliceFrom(Slice, Slice.Trips, 0);
    for (size_t I = 0; I != Arrays.size(); ++I)
      if (Arrays[I].copiesSeed())
        for (const Access &Use : Next.Arrays[I].Accesses)
          if (Use.Kind == OMPSCAN_ACCESS_SEED) {
            C.Seeds[I].resize(Next.Arrays[I].ElementSize);
            Arrays[I].fetchElement(Commands, Use.First, C.Seeds[I].data());
          }
    Commands.finish();
  }
  Others.pass(Number, std::move(C));
}

void ChunkPart::sendSeeds(Stream &Commands,
                          std::vector<ArrayTransfer> &Arrays) const {
  if (!Before)
    return;
  for (size_t I = 0; I != Arrays.size(); ++I)
    if (Arrays[I].copiesSeed())
      Arrays[I].sendSeed(Commands, Before->Seeds[I].data());
}

} // namespace ompscan::rt

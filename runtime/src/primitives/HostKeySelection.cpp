//===- HostKeySelection.cpp - Keys at positions of the order, on the host -===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/HostCall.h"
#include "primitives/KeySelection.h"
#include "primitives/RadixSort.h"
#include "primitives/host/KeptKeys.h"

namespace ompscan::rt {

void selectKeysOnHost(KeySelection S) {
  S.Keys = onHost(S.Keys);
  S.Out = onHost(S.Out);
  S.Indices = onHost(S.Indices);
  HostCall C(S.Function, S.N, S.N * S.Type.Size);
  const KeyOrder Order = orderOf(S.Type, S.IsDescending);
  withKeyType(S.Type.Size, [&](auto Key) {
    const auto Select = [&](auto Index) {
      HostKeys<decltype(Key), decltype(Index)> Keys(C.threads(), S.Keys, S.N,
                                                    Order, S.IndexSize != 0);
      Keys.deliver(narrow(Keys, S.Wanted, HostSortedKeys), S.Out, S.Indices);
    };
    if (S.IndexSize == 8)
      Select(uint64_t());
    else
      Select(uint32_t());
  });
  C.end();
}

} // namespace ompscan::rt

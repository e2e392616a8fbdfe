//===- RunLengths.cpp - Run-length encoding -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements that begin runs are selected, as by ompscan_unique_copy.
//
//===----------------------------------------------------------------------===//

#include "primitives/Outcome.h"
#include "primitives/Select.h"
#include "support/Export.h"

using namespace ompscan::rt;

extern "C" OMPSCAN_EXPORT int
ompscan_run_length_encode(const void *in, size_t n, size_t element_size,
                          const ompscan_predicate *equal, void *out,
                          size_t *lengths, size_t *count) {
  Selection S;
  uint64_t Runs = 0;
  const int Status = perform(
      __func__,
      [&](OperandCheck &Check) {
        S.Function = "ompscan_run_length_encode";
        S.N = n;
        S.Main = {in, out, nullptr, element_size};
        S.Lengths = lengths;
        if (n && in == out)
          refuse("in and out are the same");
        if (n && !lengths)
          refuse("lengths is a null pointer");
        keepUnique(S, equal);
        checkArrays(S, std::nullopt, Check);
        return n == 0 || S.MarkOnHost;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (n)
          Runs = selectOnDevice(S, D);
      },
      [&] {
        if (n)
          Runs = selectOnHost(S);
      });
  if (Status == OMPSCAN_SUCCESS && count)
    *count = Runs;
  return Status;
}

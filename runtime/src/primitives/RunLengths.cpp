//===- RunLengths.cpp - Run-length encoding -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "primitives/SegmentedReduce.h"

using namespace ompscan;

extern "C" OMPSCAN_EXPORT int
ompscan_run_length_encode(const void *in, size_t n, size_t element_size,
                          const ompscan_predicate *equal, void *out,
                          size_t *lengths, size_t *count) {
  SegmentedReduction R{
      {__func__, nullptr, n, sizeof(size_t)}, nullptr, lengths, out};
  const ompscan_predicate Add{"ulong", "+", nullptr, nullptr, 0};
  return reduceSegments(R, count, [&] {
    checkOperator(R, &Add);
    OperandCheck Check;
    Check.addArray("in", in, n, element_size, false);
    Check.addArray("out", out, someOf(n), element_size, true);
    Check.addArray("lengths", lengths, someOf(n), sizeof(size_t), true);
    R.S.tellByKeys(in, element_size, equal);
  });
}

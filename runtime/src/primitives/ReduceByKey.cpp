//===- ReduceByKey.cpp - Reductions of runs of keys -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/SegmentedReduce.h"
#include "support/Export.h"

using namespace ompscan::rt;

extern "C" OMPSCAN_EXPORT int
ompscan_reduce_by_key(const void *keys, const void *in, size_t n,
                      size_t key_size, size_t element_size,
                      const ompscan_predicate *op, void *out_keys, void *out,
                      size_t *count) {
  SegmentedReduction R{{__func__, in, n, element_size}, nullptr, out, out_keys};
  return reduceSegments(R, count, [&](OperandCheck &Check) {
    checkOperator(R, op);
    Check.addArray("keys", keys, n, key_size, false);
    Check.addArray("in", in, n, element_size, false);
    Check.addArray("out_keys", out_keys, someOf(n), key_size, true);
    Check.addArray("out", out, someOf(n), element_size, true);
    R.S.tellByKeys(keys, key_size, nullptr);
  });
}

// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/copy.h>

namespace {
thrust::device_vector<int> X, Out;
}

void load(const int *x, int *, size_t n) {
  needDevice();
  X.assign(x, x + n);
  Out.resize(n);
}

size_t compact(const int *, int *, size_t, int threshold) {
  const auto End =
      thrust::copy_if(policy(), X.begin(), X.end(), Out.begin(),
                      [=] __device__(int Value) { return Value > threshold; });
  finish();
  return End - Out.begin();
}

void unload(const int *, int *out, size_t) {
  thrust::copy(Out.begin(), Out.end(), out);
  release(X, Out);
}

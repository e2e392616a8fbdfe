//===- RajaPerfRaja.cpp - RAJA's kernels of its suite ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RajaPerfRaja.h"
#include "RAJA/RAJA.hpp"

using namespace ompscan::bench;

#ifdef RAJA_ENABLE_CUDA
// Work-groups of the suite's default size, without a wait behind each kernel.
using Policy = RAJA::cuda_exec_async<256>;
using Resource = RAJA::resources::Cuda;
#else
using Policy = RAJA::omp_parallel_for_exec;
using Resource = RAJA::resources::Host;
#endif

void ompscan::bench::scanByRaja(const double *X, double *Y, int64_t N) {
  Resource Here = Resource::get_default();
  RAJA::exclusive_scan<Policy>(Here, RAJA::make_span(X, N),
                               RAJA::make_span(Y, N),
                               RAJA::operators::plus<double>{});
  Here.wait();
}

int64_t ompscan::bench::indexList3ByRaja(const double *X, int64_t *Counts,
                                         int *List, int64_t N) {
  Resource Here = Resource::get_default();
  // Memory that both the host and the device use.
  static int64_t *const Found =
      Here.allocate<int64_t>(1, RAJA::resources::MemoryAccess::Pinned);
  int64_t *const Total = Found;
  const RAJA::TypedRangeSegment<int64_t> All(0, N);
  RAJA::forall<Policy>(Here, All, [=] RAJA_DEVICE(int64_t I) {
    Counts[I] = X[I] < 0.0 ? 1 : 0;
  });
  RAJA::exclusive_scan_inplace<Policy>(Here, RAJA::make_span(Counts, N + 1),
                                       RAJA::operators::plus<int64_t>{});
  RAJA::forall<Policy>(Here, All, [=] RAJA_DEVICE(int64_t I) {
    if (Counts[I] != Counts[I + 1])
      List[Counts[I]] = static_cast<int>(I);
    if (I == N - 1)
      *Total = Counts[N];
  });
  Here.wait();
  return *Found;
}

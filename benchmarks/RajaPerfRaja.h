//===- RajaPerfRaja.h - RAJA's kernels of its suite --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels of RajaPerf.cpp by RAJA: through CUDA if RAJA is built with it,
/// with arrays on the device, else by OpenMP.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_RAJAPERFRAJA_H
#define OMPSCAN_BENCH_RAJAPERFRAJA_H

#include <cstdint>

namespace ompscan::bench {

/// Stores the sum in front of each of the \p N elements of \p X to \p Y.
void scanByRaja(const double *X, double *Y, int64_t N);

/// Lists the negative elements of \p X: flags of them, a scan of these, stores.
/// \param Counts memory of N + 1 elements.
/// \returns how many there are.
int64_t indexList3ByRaja(const double *X, int64_t *Counts, int *List,
                         int64_t N);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_RAJAPERFRAJA_H

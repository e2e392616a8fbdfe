//===- Classic.h - Algorithms of the literature --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Algorithms as they were published, to compare the primitives with. They are
/// called as primitives are, and return an ompscan_status.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_CLASSIC_H
#define OMPSCAN_BENCH_CLASSIC_H

#include "ompscan/primitives.h"
#include <cstddef>

namespace ompscan::bench {

/// Scans all elements inclusively.
///
/// \param Algorithm "hillis-steele" or "blelloch".
/// \param Out receives \p N elements; may be \p In.
/// \param Op as for ompscan_reduce().
int classicScan(const char *Algorithm, const void *In, void *Out, size_t N,
                size_t ElementSize, const ompscan_predicate *Op);

/// Combines all elements, of which there is at least one.
///
/// \param Algorithm "interleaved" or "sequential" (addressing in a tree; the
///        latter takes commutative operators only, by their signs), or
///        "shuffle" (NVIDIA devices).
/// \param Op as for ompscan_reduce().
/// \param Result receives one element.
int classicReduce(const char *Algorithm, const void *In, size_t N,
                  size_t ElementSize, const ompscan_predicate *Op,
                  void *Result);

/// Does what ompscan_copy_if() does in three kernels, which count, scan and
/// move.
///
/// \param Algorithm "staged" (through local memory) or "scattered".
/// \param Out receives the elements that are kept. On a device it has room for
///        all \p N.
/// \param Kept receives the number of elements kept; may be null.
int classicCopyIf(const char *Algorithm, const void *In, void *Out, size_t N,
                  size_t ElementSize, const ompscan_predicate *Keep,
                  size_t *Kept);

/// The text of classic.cl.
extern const char ClassicKernels[];

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_CLASSIC_H

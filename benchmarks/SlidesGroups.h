//===- SlidesGroups.h - The primitives by kinds --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SLIDESGROUPS_H
#define OMPSCAN_BENCH_SLIDESGROUPS_H

#include "SlidesBench.h"

namespace ompscan::bench {

// Each measures the primitives of one kind, and checks what they give against
// sequential loops.

void measureSelections(const Bench &B); ///< and partitions, and sorts
void measureMoves(const Bench &B);      ///< that follow a formula
void measureSegments(const Bench &B);   ///< reductions, runs, histograms

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDESGROUPS_H

//===- Slides.cpp - The primitives, measured ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-slides LOG2 [PART-OF-A-NAME]
///
/// Calls every primitive on 2^LOG2 elements that lie on the device, checks what
/// it gives against a sequential loop, and reports the times of its kernels:
/// from the begin of the first one to the end of the last.
///
//===----------------------------------------------------------------------===//

#include "SlidesGroups.h"

using namespace ompscan::bench;

int main(int Count, char **Values) {
  return benchMain(Count, Values, [](const Bench &B) {
    measureSelections(B);
    measureMoves(B);
    measureSegments(B);
  });
}

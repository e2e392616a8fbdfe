//===- Histogram.h - Lists that iterations only count in ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_HISTOGRAM_H
#define OMPSCAN_LOOP_HISTOGRAM_H

#include "Loop/ScanLoop.h"

namespace ompscan {

/// Finds the Puts of \p Loop, whose body has been read and which is combined
/// by element.
void findPuts(ScanLoop &Loop, const clang::ASTContext &Context);

} // namespace ompscan

#endif // OMPSCAN_LOOP_HISTOGRAM_H

//===- KeptRows.h - Elements that loops of a row share -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_KEPTROWS_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_KEPTROWS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// The elements that several inner loops of a row read.
struct KeptRows {
  /// Several inner loops that are no scans read an array whose elements do not
  /// change before the last one of them has read them.
  bool Reread = false;
  /// The numbers of such arrays that the nest stores to: an element that is
  /// read is the same at each read of the row.
  llvm::SmallVector<unsigned, 1> Overwritten;
};

/// Finds the elements that several inner loops of \p Nest, which has a Team,
/// read.
KeptRows keptRows(const ScanLoop &Nest);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_KEPTROWS_H

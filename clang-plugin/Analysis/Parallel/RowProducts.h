//===- RowProducts.h - Products that a row computes ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWPRODUCTS_H
#define OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWPRODUCTS_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Makes products of values of a row, which subscripts of \p Loop, an inner
/// loop of \p Nest, have, values of the row as well (Scalars): work-items that
/// run the iterations of many rows would compute them each time.
void nameRowProducts(ScanLoop &Loop, const ScanLoop &Nest,
                     const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_PARALLEL_ROWPRODUCTS_H

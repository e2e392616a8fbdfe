//===- Recurrence.h - The body of a scan loop ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_RECURRENCE_H
#define OMPSCAN_LOOP_RECURRENCE_H

#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"

namespace ompscan {

/// Recognises the recurrence `y[f(i)] = y[f(i - step)] op input` in the body of
/// \p Loop, of which IV, Op and \p Item are known, and sets Store, Previous,
/// Input and MinMax. What keeps the body from being a scan under Op is
/// reported at the token that breaks it.
bool analyzeRecurrence(ScanLoop &Loop, const clang::Expr *Item,
                       const clang::ASTContext &Context,
                       const Diagnostics &Diags);

} // namespace ompscan

#endif // OMPSCAN_LOOP_RECURRENCE_H

//===- InnerDirectives.h - Directives inside of loops --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INNERDIRECTIVES_H
#define OMPSCAN_PLUGIN_NORMALIZE_INNERDIRECTIVES_H

#include "Analysis/Clauses/Directives.h"
#include "Support/Diagnostics.h"
#include "clang/AST/ASTContext.h"

namespace ompscan::plugin {

/// Whether the loop of \p D contains loops with directives of their own.
bool hasInnerDirectives(const ScanDirective &D);

/// Whether some of these are scans in OpenMP's own form.
bool hasStandardScans(const ScanDirective &D, const clang::ASTContext &Context);

/// The statement of \p D with the loops of inner directives in the place of
/// these directives:
///
///     for (int r = 0; r < rows; r++) {      for (int r = 0; r < rows; r++) {
///       float s = 0;                          float s = 0;
///     #pragma omp parallel for scan(+: s)     for (int i = 0; i < m; i++)
///       for (int i = 0; i < m; i++)             y[r * m + i] = s += ...;
///         y[r * m + i] = s += ...;            total[r] = s;
///       total[r] = s;                       }
///     }
///
/// In sequence, a loop computes what its directive asks for. Private variables
/// become variables of a block around it. The result shares no node that
/// Rebase changes with the program's own, which the host code goes on to use.
///
/// Null, with an error, if a directive, or a clause of one, has another
/// meaning.
clang::Stmt *withoutInnerDirectives(const ScanDirective &D,
                                    clang::ASTContext &Context,
                                    const Diagnostics &Diags);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INNERDIRECTIVES_H

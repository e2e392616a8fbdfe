//===- ItemUpdates.h - Updates in one expression ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ITEMUPDATES_H
#define OMPSCAN_PLUGIN_NORMALIZE_ITEMUPDATES_H

#include "AST/TreeRewriter.h"
#include "Analysis/Clauses/Directives.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p S, a part of the loop of \p D, with updates of items that use the value
/// before in one expression each:
///
///     t = s = 0;                         s = 0; t = 0;
///     const float d = x[i] - s;          const float d = x[i] - s;
///     s += a * d;                        s += a * (x[i] - s);
///     s = clip(s + x[i], 0, 9);          s = (s + x[i] < 0 ? 0 : ...);
///     if (c[i] && x[i] > s)              if (c[i])
///       s = x[i];                          if (x[i] > s)
///                                            s = x[i];
///
/// The functions and function objects are those of the program whose bodies are
/// one expression (ReturnedValue.h), and std::plus and the like. A combiner of
/// a declared operator stays a call.
clang::Stmt *withWholeUpdates(clang::Stmt *S, const ScanDirective &D,
                              clang::Sema &Sema, TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ITEMUPDATES_H

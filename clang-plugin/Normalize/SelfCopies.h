//===- SelfCopies.h - Copies that are made only elsewhere ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_SELFCOPIES_H
#define OMPSCAN_PLUGIN_NORMALIZE_SELFCOPIES_H

#include "AST/TreeRewriter.h"

namespace ompscan::plugin {

/// \p S, a loop, with the copies alone in the place of each `if` that only
/// keeps elements from being copied to themselves:
///
///     if (w != r) x[w] = x[r];             x[w] = x[r];
///     if (w < r) x[w++] = x[r];            x[w++] = x[r];
///     else ++w;
///
/// The launch runs the loop as it is written where elements would move up. The
/// body of the loop, or of the innermost one of a nest, has to change one
/// of the subscripts. This is for scans only: of iterations that are
/// independent, another one may store the element meanwhile.
clang::Stmt *withoutSelfCopyTests(clang::Stmt *S, clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_SELFCOPIES_H

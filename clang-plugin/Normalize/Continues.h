//===- Continues.h - Iterations that end early ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H
#define OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H

#include "AST/TreeRewriter.h"

namespace ompscan::plugin {

/// \p S, of which the body of the innermost one of \p Loops loops has the
/// statements behind `if (c) continue;` in an `else` branch, and those behind
/// `if (c) break;` in a case that does not fall through. The same is done in
/// blocks and branches that statements end by. A jump that its branch does not
/// always reach stays elsewhere, and so does a `continue` in a `switch`.
clang::Stmt *withoutContinues(clang::Stmt *S, unsigned Loops,
                              clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H

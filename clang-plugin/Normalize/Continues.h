//===- Continues.h - Iterations that end early ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H
#define OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H

#include "Normalize/AstChanges.h"

namespace clang {
class ASTContext;
class OMPExecutableDirective;
} // namespace clang

namespace ompscan::plugin {

/// Moves the statements behind `if (c) continue;` in the body of the loop of
/// \p Directive into an `else` branch, and those behind `if (c) break;` in a
/// case that does not fall through, by \p Changes. A jump that its branch does
/// not always reach stays, and so does a `continue` in a `switch`.
void removeContinues(clang::OMPExecutableDirective &Directive,
                     clang::ASTContext &Context, AstChanges &Changes);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_CONTINUES_H

//===- LibraryParts.h - Parts of tuples and arrays ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_LIBRARYPARTS_H
#define OMPSCAN_PLUGIN_NORMALIZE_LIBRARYPARTS_H

#include "AST/TreeRewriter.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// \p For without calls of the standard library that name a part of an element
/// of an array: the part takes their place. They are `std::get<0>(y[i])` of a
/// pair, a tuple or an array, and `y[i][k]`, `y[i].at(0)`, `y[i].front()` and
/// `y[i].back()` of a std::array, where i changes in the loop. So are those of
/// an object that the loop declares. `*y[i]` and `y[i]->a` of a std::optional
/// become calls for an object that is const if they are only read.
clang::ForStmt *withoutLibraryParts(clang::ForStmt &For, clang::Sema &S,
                                    TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_LIBRARYPARTS_H

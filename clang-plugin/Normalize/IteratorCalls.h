//===- IteratorCalls.h - Functions of <iterator> -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ITERATORCALLS_H
#define OMPSCAN_PLUGIN_NORMALIZE_ITERATORCALLS_H

#include "AST/TreeRewriter.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Replaces calls of functions of <iterator> in \p S by the operators that they
/// stand for, where pointers and iterators of contiguous containers are passed:
///
///     std::next(p, n)       p + n          std::distance(p, q)   q - p
///     std::prev(p, n)       p - n          std::advance(p, n)    p += n
clang::Stmt *withoutIteratorCalls(clang::Stmt *S, clang::Sema &Sema,
                                  TreeRewriter &Rewriter);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ITERATORCALLS_H

//===- Accessors.h - Methods that return an element ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ACCESSORS_H
#define OMPSCAN_PLUGIN_NORMALIZE_ACCESSORS_H

#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// The element that \p Call returns, `m.data[i * m.columns + j]` for `m(i, j)`;
/// null unless it calls a method of a variable or a member whose body is one
/// `return` of an element of a member. Instantiates the body if necessary.
clang::Expr *returnedElement(const clang::Expr *Call, clang::Sema &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ACCESSORS_H

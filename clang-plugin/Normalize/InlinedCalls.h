//===- InlinedCalls.h - Calls and what they return ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_INLINEDCALLS_H
#define OMPSCAN_PLUGIN_NORMALIZE_INLINEDCALLS_H

#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// What \p Call returns, with its arguments in place of the parameters; null if
/// it stays a call. Two kinds of functions whose body is one `return` are
/// inlined: methods of a variable or a member that return an element of a
/// member, `m.data[i * m.columns + j]` for `m(i, j)`, and lambdas with
/// captures. Instantiates the body if necessary.
clang::Expr *inlinedCall(const clang::Expr *Call, clang::Sema &S);

/// The value that \p Call of a function or a function object of the program
/// returns, with its arguments in place of the parameters, or the operation
/// that an object such as std::plus makes; null if the body is not one
/// expression (ReturnedValue.h). Instantiates the body if necessary.
clang::Expr *valueOfCall(const clang::CallExpr &Call, clang::Sema &S);

/// Whether the number \p E may be evaluated several times or not at all.
bool isPlainNumber(const clang::Expr *E, clang::Sema &S);

/// Whether a call of \p F, whose body is one expression, evaluates the value of
/// \p Parameter once, whatever else it does.
bool evaluatesOnce(const clang::FunctionDecl &F,
                   const clang::ParmVarDecl &Parameter);

/// Whether \p Object, that of a method, is a variable, `this` or a member of
/// one: the same object whenever it is evaluated.
bool isNamedObject(const clang::Expr *Object);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_INLINEDCALLS_H

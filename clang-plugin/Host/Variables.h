//===- Variables.h - Variables of the code that is built ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_VARIABLES_H
#define OMPSCAN_PLUGIN_HOST_VARIABLES_H

#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// A variable of the current function that begins with \p Init, whose type is
/// that but for `const`; its declaration goes to \p Statements.
clang::VarDecl *
declareVariable(clang::Sema &S, llvm::StringRef Name, clang::QualType Type,
                clang::Expr *Init,
                llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                clang::SourceLocation Loc);

/// A variable as above that is `const`.
clang::VarDecl *declareConst(clang::Sema &S, llvm::StringRef Name,
                             clang::QualType Type, clang::Expr *Init,
                             llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                             clang::SourceLocation Loc);

/// The value that \p Var holds.
clang::Expr *valueOf(clang::Sema &S, clang::VarDecl *Var,
                     clang::SourceLocation Loc);

/// `Object.Name`; null if it cannot be built.
clang::Expr *nameMember(clang::Sema &S, clang::Expr *Object,
                        llvm::StringRef Name, clang::SourceLocation Loc);

/// `Object.Name()`; null if it cannot be built.
clang::Expr *callMember(clang::Sema &S, clang::Expr *Object,
                        llvm::StringRef Name, clang::SourceLocation Loc);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_VARIABLES_H

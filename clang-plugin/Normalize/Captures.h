//===- Captures.h - The captures of a lambda ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_CAPTURES_H
#define OMPSCAN_PLUGIN_NORMALIZE_CAPTURES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace ompscan::plugin {

/// Names what a lambda captures outside of its body.
class Captures {
public:
  /// The captures of the lambda with the call operator \p Call and the closure
  /// \p Closure; std::nullopt if there are none, or one that has no name
  /// outside.
  static std::optional<Captures> find(const clang::CXXMethodDecl &Call,
                                      clang::Expr &Closure,
                                      clang::ASTContext &Context);

  /// The expression outside of the lambda for \p Ref in its body: the copy in
  /// the closure, or what the closure refers to. Null if \p Ref names something
  /// else.
  clang::Expr *replaced(const clang::DeclRefExpr &Ref) const;

  /// Whether the closure has no equivalent on a device: it has pointers or
  /// references.
  bool leadOutside() const;
  /// Whether \p Body assigns a variable that is captured by reference, or an
  /// element of one.
  bool areChangedBy(const clang::Stmt &Body) const;

private:
  Captures(clang::Expr &Closure, clang::ASTContext &Context)
      : Closure(&Closure), Context(&Context) {}

  clang::Expr *Closure;
  clang::ASTContext *Context;
  /// Whether the lambda is known that the closure is made by.
  bool IsKnown = false;
  bool HasThis = false;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Fields;
  /// The variables outside of the lambda that its captures name.
  llvm::DenseMap<const clang::ValueDecl *, clang::ValueDecl *> Outside;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_CAPTURES_H

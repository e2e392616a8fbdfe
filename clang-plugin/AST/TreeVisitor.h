//===- TreeVisitor.h - Walks through statements -------------*- C++ -*-----===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_TREEVISITOR_H
#define OMPSCAN_PLUGIN_AST_TREEVISITOR_H

#include "clang/AST/DeclBase.h"
#include "clang/AST/Stmt.h"

namespace ompscan::plugin {

/// Walks through statements and all that they contain, in source order, with
/// implicit code and the bodies of lambdas. It has the functions of
/// clang::RecursiveASTVisitor that the plugin overrides, as virtual ones: each
/// instantiation of that template takes Clang many seconds to compile, and this
/// class has the only one. The functions return whether the walk goes on.
class TreeVisitor {
public:
  virtual ~TreeVisitor() = default;

  /// Visits \p S, which may be null, and then what it contains.
  virtual bool traverseStmt(clang::Stmt *S);

  /// Visits \p D and then what it contains.
  bool traverseDecl(clang::Decl *D);

protected:
  virtual bool visitStmt(clang::Stmt &) { return true; }
  virtual bool visitDecl(clang::Decl &) { return true; }

private:
  class Walk;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_TREEVISITOR_H

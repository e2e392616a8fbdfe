//===- TreeVisitor.cpp - Walks through statements -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/TreeVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace ompscan::plugin;

/// Hands each node to the visitor's functions.
class TreeVisitor::Walk : public RecursiveASTVisitor<Walk> {
public:
  explicit Walk(TreeVisitor &Visitor) : Visitor(Visitor) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseStmt(Stmt *S) { return Visitor.traverseStmt(S); }
  bool VisitStmt(Stmt *S) { return Visitor.visitStmt(*S); }
  bool VisitDecl(Decl *D) { return Visitor.visitDecl(*D); }

private:
  TreeVisitor &Visitor;
};

bool TreeVisitor::traverseStmt(Stmt *S) {
  Walk Nodes(*this);
  return Nodes.RecursiveASTVisitor::TraverseStmt(S);
}

bool TreeVisitor::traverseDecl(Decl *D) { return Walk(*this).TraverseDecl(D); }

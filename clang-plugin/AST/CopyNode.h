//===- CopyNode.h - Copies of nodes of Clang's AST ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_COPYNODE_H
#define OMPSCAN_PLUGIN_AST_COPYNODE_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ompscan::plugin {

/// Whether copyNode() cannot copy \p S: it is a lambda, or of another class
/// that has no equivalent on a device.
bool isOpaque(const clang::Stmt &S);

/// Returns what a copy has in the place of a child of a node.
using ChildCopy = llvm::function_ref<clang::Stmt *(clang::Stmt *)>;
/// Returns what a copy declares in the place of a variable.
using VariableCopy = llvm::function_ref<clang::VarDecl *(clang::VarDecl *)>;

/// A copy of the node \p S, which is neither opaque nor a DeclStmt, with
/// children by \p Child. \p Variable returns the variables of conditions, and
/// those that keep temporaries alive.
clang::Stmt *copyNode(clang::Stmt &S, ChildCopy Child, VariableCopy Variable,
                      clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_COPYNODE_H

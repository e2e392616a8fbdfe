//===- TreeWalk.h - Looking for nodes in statements ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's lists of children lead through all that code evaluates: operands,
/// statements, initializers of variables, bodies of lambdas. They lead to no
/// types, clauses and other declarations, which a TreeVisitor sees.
///
/// A node comes before its children. No callback gets null.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_AST_TREEWALK_H
#define OMPSCAN_PLUGIN_AST_TREEWALK_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ompscan::plugin {

/// The children of \p Parent, a statement or a clause, that are not null.
template <typename NodeT> auto childrenOf(NodeT *Parent) {
  using ChildT = std::conditional_t<std::is_const_v<NodeT>, const clang::Stmt,
                                    clang::Stmt>;
  const auto IsChild = [](const clang::Stmt *Child) {
    return Child != nullptr;
  };
  return llvm::map_range(
      llvm::make_filter_range(std::as_const(*Parent).children(), IsChild),
      [](const clang::Stmt *Child) { return const_cast<ChildT *>(Child); });
}

/// The children of \p Parent, a statement or a clause, that are expressions.
template <typename NodeT> auto operands(const NodeT *Parent) {
  const auto IsExpr = [](const clang::Stmt *Child) {
    return llvm::isa_and_nonnull<clang::Expr>(Child);
  };
  return llvm::map_range(
      llvm::make_filter_range(Parent->children(), IsExpr),
      [](const clang::Stmt *Child) { return llvm::cast<clang::Expr>(Child); });
}

/// Whether all children of \p E are operands(), and none is null.
bool hasOnlyOperands(const clang::Expr *E);

/// Calls \p Visit for \p S, which may be null, and the nodes in it. \p Visit
/// returns whether to go on with the children of its node.
void forEachNode(const clang::Stmt *S,
                 llvm::function_ref<bool(const clang::Stmt *)> Visit);

/// Whether \p Holds for \p S, which may be null, or for a node in it. The first
/// such node ends the walk.
bool anyNode(const clang::Stmt *S,
             llvm::function_ref<bool(const clang::Stmt *)> Holds);

/// The first expression in \p S, which may be null, for which \p Holds; null if
/// there is none.
const clang::Expr *
firstExpr(const clang::Stmt *S,
          llvm::function_ref<bool(const clang::Expr *)> Holds);

/// The variables that \p S declares, and the statements in it.
llvm::DenseSet<const clang::VarDecl *> variablesIn(const clang::Stmt *S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_AST_TREEWALK_H

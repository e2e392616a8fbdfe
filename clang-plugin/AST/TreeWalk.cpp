//===- TreeWalk.cpp - Looking for nodes in statements ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/TreeWalk.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::hasOnlyOperands(const Expr *E) {
  return llvm::all_of(E->children(), [](const Stmt *Child) {
    return llvm::isa_and_nonnull<Expr>(Child);
  });
}

void ompscan::plugin::forEachNode(
    const Stmt *S, llvm::function_ref<bool(const Stmt *)> Visit) {
  if (S && Visit(S))
    for (const Stmt *Child : S->children())
      forEachNode(Child, Visit);
}

bool ompscan::plugin::anyNode(const Stmt *S,
                              llvm::function_ref<bool(const Stmt *)> Holds) {
  return S && (Holds(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return anyNode(Child, Holds);
               }));
}

const Expr *
ompscan::plugin::firstExpr(const Stmt *S,
                           llvm::function_ref<bool(const Expr *)> Holds) {
  const Expr *Found = nullptr;
  anyNode(S, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    Found = E && Holds(E) ? E : nullptr;
    return Found != nullptr;
  });
  return Found;
}

llvm::DenseSet<const VarDecl *> ompscan::plugin::variablesIn(const Stmt *S) {
  llvm::DenseSet<const VarDecl *> Found;
  forEachNode(S, [&](const Stmt *Node) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Node))
      for (const Decl *D : Declaration->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          Found.insert(Var);
    return true;
  });
  return Found;
}

//===- ConstantBranches.cpp - Branches that are known ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/ConstantBranches.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// The branch that \p S runs in any case, null for none; std::nullopt if that
/// is not known, or control may enter another branch at a label.
static std::optional<Stmt *> onlyBranch(const Stmt *S,
                                        const ASTContext &Context) {
  const std::optional<Branches> If =
      isa<IfStmt>(S) ? branchesOf(S) : std::nullopt;
  const std::optional<int64_t> Holds =
      If && If->IsPlain && !If->IsConstant
          ? constantValue(If->Condition, Context)
          : std::nullopt;
  if (!Holds || anyNode(S, [](const Stmt *Node) {
        return isa<LabelStmt, SwitchCase>(Node);
      }))
    return std::nullopt;
  return const_cast<Stmt *>(*Holds != 0 ? If->Then : If->Else);
}

/// \p S, a statement of a body, without such branches.
static Stmt *rewritten(Stmt *S, const ASTContext &Context,
                       TreeRewriter &Rewriter) {
  if (isa<Expr, OMPExecutableDirective>(S))
    return S;
  if (const std::optional<Stmt *> Only = onlyBranch(S, Context))
    return *Only ? rewritten(*Only, Context, Rewriter)
                 : blockOf({}, S->getSourceRange(), Context);
  const auto Bodies = bodiesOf(S);
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return llvm::is_contained(Bodies, Child)
               ? rewritten(Child, Context, Rewriter)
               : Child;
  });
}

Stmt *ompscan::plugin::withoutConstantBranches(Stmt *S, const ScanDirective &D,
                                               ASTContext &Context,
                                               TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan ? innermostLoop(S, D.loopCount()) : nullptr;
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  return Rewriter.replaced(S, Body, rewritten(Body, Context, Rewriter));
}

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
#include "Analysis/Clauses/ItemReader.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Removes the branches that no iteration runs.
class ConstantBranches {
public:
  ConstantBranches(const ScanDirective &D, ASTContext &Context,
                   TreeRewriter &Rewriter);

  /// \p S, a statement of a body, without such branches.
  Stmt *rewritten(Stmt *S) const;

private:
  bool mayDrop(const Stmt *S) const;
  std::optional<Stmt *> onlyBranch(const Stmt *S) const;

  ASTContext &Context;
  TreeRewriter &Rewriter;
  /// The variables that clauses name; null for something else.
  llvm::SmallVector<const VarDecl *, 4> Items;
};

} // namespace

ConstantBranches::ConstantBranches(const ScanDirective &D, ASTContext &Context,
                                   TreeRewriter &Rewriter)
    : Context(Context), Rewriter(Rewriter) {
  for (const auto *C : D.Inner->getClausesOfKind<OMPReductionClause>())
    for (const Expr *Named : compat::varlist(C))
      Items.push_back(variableOf(itemBase(D.operand(Named))));
}

/// Whether the loop has all updates without \p S, a branch that may be null,
/// and control does not enter that at a label.
bool ConstantBranches::mayDrop(const Stmt *S) const {
  return llvm::none_of(
             Items,
             [S](const VarDecl *Item) { return !Item || mentions(S, Item); }) &&
         !anyNode(S, [](const Stmt *Node) {
           return isa<LabelStmt, SwitchCase>(Node);
         });
}

/// The branch that \p S runs in any case, null for none; std::nullopt if that
/// is not known.
std::optional<Stmt *> ConstantBranches::onlyBranch(const Stmt *S) const {
  const std::optional<Branches> If =
      isa<IfStmt>(S) ? branchesOf(S) : std::nullopt;
  const std::optional<int64_t> Holds =
      If && If->IsPlain && !If->IsConstant
          ? constantValue(If->Condition, Context)
          : std::nullopt;
  if (!Holds || !mayDrop(*Holds != 0 ? If->Else : If->Then))
    return std::nullopt;
  return const_cast<Stmt *>(*Holds != 0 ? If->Then : If->Else);
}

Stmt *ConstantBranches::rewritten(Stmt *S) const {
  if (isa<Expr, OMPExecutableDirective>(S))
    return S;
  if (const std::optional<Stmt *> Only = onlyBranch(S))
    return *Only ? rewritten(*Only) : blockOf({}, S->getSourceRange(), Context);
  const auto Bodies = bodiesOf(S);
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return llvm::is_contained(Bodies, Child) ? rewritten(Child) : Child;
  });
}

Stmt *ompscan::plugin::withoutConstantBranches(Stmt *S, const ScanDirective &D,
                                               ASTContext &Context,
                                               TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan ? innermostLoop(S, D.loopCount()) : nullptr;
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  return Rewriter.replaced(
      S, Body, ConstantBranches(D, Context, Rewriter).rewritten(Body));
}

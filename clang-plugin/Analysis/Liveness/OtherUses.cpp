//===- OtherUses.cpp - Arrays that only two constructs use ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Liveness/OtherUses.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p Init allocates memory that has no other pointer to it.
static bool allocates(const Expr *Init) {
  const Expr *E = Init->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return New->isArray() && New->getNumPlacementArgs() == 0 &&
           !New->hasInitializer();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         (Callee->getName() == "malloc" || Callee->getName() == "calloc" ||
          Callee->getName() == "aligned_alloc");
}

namespace {

class UseFinder {
public:
  UseFinder(const VarDecl *Var, const Stmt &First, const Stmt &Second)
      : Var(Var), First(First), Second(Second) {}

  /// Whether \p S uses the elements.
  bool uses(const Stmt *S) const;

private:
  bool names(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  }
  /// Whether a child of the statement or clause \p Parent uses the elements.
  template <typename NodeT> bool usesChild(const NodeT *Parent) const {
    return llvm::any_of(childrenOf(Parent),
                        [this](const Stmt *Child) { return uses(Child); });
  }

  const VarDecl *Var;
  const Stmt &First, &Second;
};

} // namespace

bool UseFinder::uses(const Stmt *S) const {
  if (S == &First || S == &Second)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == Var;
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return false; // `sizeof *t`
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee();
        Callee && Callee->getIdentifier() && Callee->getName() == "free" &&
        Call->getNumArgs() == 1 && names(Call->getArg(0)))
      return false;
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(S);
      Delete && names(Delete->getArgument()))
    return false;
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
    // Maps of the array have no effect on others.
    const bool Maps = isa<OMPTargetDataDirective>(Directive);
    for (const OMPClause *C : Directive->clauses())
      if (C && !(Maps && isa<OMPMapClause>(C)) && usesChild(C))
        return true;
    if (Maps)
      return uses(Directive->getInnermostCapturedStmt()->getCapturedStmt());
  }
  return usesChild(S);
}

bool ompscan::plugin::isUsedNowhereElse(const Expr *Array,
                                        const OMPExecutableDirective &First,
                                        const OMPExecutableDirective &Second,
                                        const ASTContext &Context) {
  const VarDecl *Var = variableOf(strip(Array));
  if (!Var || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var))
    return false;
  const auto *Function = dyn_cast<FunctionDecl>(Var->getDeclContext());
  const bool IsOwn = Context.getAsConstantArrayType(Var->getType()) ||
                     (Var->getType()->isPointerType() && Var->getInit() &&
                      allocates(Var->getInit()));
  return Function && Function->getBody() && IsOwn &&
         !UseFinder(Var, First, Second).uses(Function->getBody());
}

//===- VariableUse.cpp - What a body does with a variable -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/VariableUse.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Walks a body in execution order and tracks whether the variable has been
/// assigned on all paths.
class UseReader {
public:
  explicit UseReader(const VarDecl *Var) : Var(Var->getCanonicalDecl()) {}

  VariableUse read(const Stmt *Body) {
    visit(Body);
    Use.AlwaysAssigned = Assigned && !Jumps;
    return Use;
  }

private:
  void visit(const Stmt *S);
  void visitBranches(const Stmt *Then, const Stmt *Else);
  void visitBranches(llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else);
  void visitLoop(const Stmt *Condition, const Stmt *Body, const Stmt *Step);
  void visitValue(const Expr *E);
  void visitReference(const Expr *E, bool MayChange);
  bool isVar(const Expr *E) const {
    return isReferenceTo(E->IgnoreParens(), Var);
  }

  const Decl *Var;
  VariableUse Use;
  bool Assigned = false;
  /// Whether the variable has been assigned on some path.
  bool MaybeAssigned = false;
  /// A statement leaves an iteration or skips a part of it.
  bool Jumps = false;
  unsigned Depth = 0;
};

} // namespace

void UseReader::visitReference(const Expr *E, bool MayChange) {
  Use.IsAssigned |= MayChange;
  Use.Changes += MayChange;
  if (!Assigned && !Use.ReadBefore)
    Use.ReadBefore = E;
  if (!MaybeAssigned && !Use.ReadUnassigned)
    Use.ReadUnassigned = E;
  MaybeAssigned |= MayChange;
}

/// \p E, or a part of it, is only read.
void UseReader::visitValue(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (isVar(E))
    return visitReference(E, /*MayChange=*/false);
  if (Member && !Member->isArrow())
    return visitValue(Member->getBase());
  if (Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
               Cast->getCastKind() == CK_UncheckedDerivedToBase))
    return visitValue(Cast->getSubExpr());
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    visit(Conditional->getCond());
    return visitBranches([&] { visitValue(Conditional->getTrueExpr()); },
                         [&] { visitValue(Conditional->getFalseExpr()); });
  }
  if (Subscript) {
    visit(Subscript->getIdx());
    return visitValue(Subscript->getBase());
  }
  visit(E);
}

void UseReader::visitBranches(const Stmt *Then, const Stmt *Else) {
  visitBranches([&] { visit(Then); }, [&] { visit(Else); });
}

void UseReader::visitBranches(llvm::function_ref<void()> Then,
                              llvm::function_ref<void()> Else) {
  const bool Before = Assigned, MaybeBefore = MaybeAssigned;
  Then();
  const bool AfterThen = std::exchange(Assigned, Before);
  const bool MaybeAfterThen = std::exchange(MaybeAssigned, MaybeBefore);
  Else();
  Assigned &= AfterThen;
  MaybeAssigned |= MaybeAfterThen;
}

/// The body may not run at all, or be left early.
void UseReader::visitLoop(const Stmt *Condition, const Stmt *Body,
                          const Stmt *Step) {
  visit(Condition);
  const bool Before = Assigned;
  ++Depth;
  visit(Body);
  Assigned = Before;
  visit(Step);
  --Depth;
  Assigned = Before;
}

void UseReader::visit(const Stmt *S) {
  if (!S)
    return;
  if (const std::optional<Branches> If = branchesOf(S)) {
    for (const Stmt *Child : S->children())
      if (Child != If->Then && Child != If->Else)
        visit(Child);
    return visitBranches(If->Then, If->Else);
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getInit());
    return visitLoop(For->getCond(), For->getBody(), For->getInc());
  }
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return visitLoop(While->getCond(), While->getBody(), nullptr);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return visitLoop(nullptr, Do->getBody(), Do->getCond());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return visitLoop(Switch->getCond(), Switch->getBody(), nullptr);
  if (isa<ContinueStmt, BreakStmt>(S)) {
    Jumps |= Depth == 0;
    return;
  }
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, ReturnStmt>(S))
    Jumps = true;
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Condition = dyn_cast<BinaryConditionalOperator>(S)) {
    visit(Condition->getCond());
    return visitBranches(Condition->getTrueExpr(), Condition->getFalseExpr());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isLogicalOp()) {
    visit(Binary->getLHS());
    return visitBranches(Binary->getRHS(), nullptr);
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (const Assignment Plain = plainAssignment(E);
        Plain.Target && isVar(Plain.Target)) {
      visit(Plain.Value);
      Use.IsAssigned = Assigned = MaybeAssigned = true;
      ++Use.Changes;
      return;
    }
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                 (Cast->getCastKind() == CK_NoOp &&
                  Cast->getType().isConstQualified())))
      return visitValue(Cast->getSubExpr());
    if (isVar(E))
      return visitReference(E, /*MayChange=*/true);
  }
  for (const Stmt *Child : S->children())
    visit(Child);
}

VariableUse ompscan::plugin::useOf(const VarDecl *Var, const Stmt *Body) {
  return UseReader(Var).read(Body);
}

std::optional<llvm::SmallVector<const VarDecl *, 2>>
ompscan::plugin::declaredVariables(const DeclStmt &Declaration,
                                   const Diagnostics &Diags) {
  llvm::SmallVector<const VarDecl *, 2> Variables;
  for (const Decl *D : Declaration.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || (Var->isStaticLocal() && Var->getType().isConstQualified()))
      continue;
    if (Var->isStaticLocal()) {
      Diags.report(Var->getLocation(), Diag::err_shared_scalar)
          << Var->getName();
      return std::nullopt;
    }
    if (mentions(Var->getInit(), Var)) {
      Diags.report(Var->getLocation(), Diag::err_own_initializer)
          << Var->getName();
      return std::nullopt;
    }
    Variables.push_back(Var);
  }
  return Variables;
}

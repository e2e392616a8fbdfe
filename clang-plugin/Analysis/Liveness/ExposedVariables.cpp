//===- ExposedVariables.cpp - Variables with a known address --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Liveness/ExposedVariables.h"
#include "AST/Expressions.h"
#include "Pragma/ItemPlaceholder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Collects the variables that are used outside of a directive otherwise than
/// by reading or assigning them. In C++ an assignment is an lvalue, which a
/// reference may be bound to; it is no such use where its result is dropped or
/// read. What the directive's loop does with addresses, it does in an
/// iteration.
class ExposedVariables : public RecursiveASTVisitor<ExposedVariables> {
  using Base = RecursiveASTVisitor<ExposedVariables>;

public:
  explicit ExposedVariables(const Stmt *Directive) : Directive(Directive) {}

  VariableSet Exposed;

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool TraverseStmt(Stmt *St, DataRecursionQueue * = nullptr) {
    if (!St)
      return true;
    if (Stmt *Behind = behindPlaceholder(St))
      return TraverseStmt(Behind);
    if (St == Directive)
      return true;
    const auto *E = dyn_cast<Expr>(St);
    if (Expr *Assigned = E && E->isPRValue() ? assignedBy(E) : nullptr)
      return traverseOperands(E, Assigned);
    return Base::TraverseStmt(St);
  }

  // Statements whose expressions are dropped.
  bool TraverseCompoundStmt(CompoundStmt *Block) {
    for (Stmt *St : Block->body())
      if (!traverseDropped(St))
        return false;
    return true;
  }
  bool TraverseForStmt(ForStmt *For) {
    return traverseDropped(For->getInit()) && TraverseStmt(For->getCond()) &&
           traverseDropped(For->getInc()) && traverseDropped(For->getBody()) &&
           TraverseStmt(For->getConditionVariableDeclStmt());
  }
  bool TraverseIfStmt(IfStmt *If) {
    return TraverseStmt(If->getInit()) &&
           TraverseStmt(If->getConditionVariableDeclStmt()) &&
           TraverseStmt(If->getCond()) && traverseDropped(If->getThen()) &&
           traverseDropped(If->getElse());
  }

  bool TraverseImplicitCastExpr(ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() != CK_LValueToRValue)
      return Base::TraverseImplicitCastExpr(Cast);
    Expr *Read = Cast->getSubExpr();
    if (variableAround(Read))
      return true;
    return traverseDropped(Read);
  }

  /// That a region captures a variable is no use.
  bool TraverseCapturedStmt(CapturedStmt *Region) {
    return TraverseStmt(Region->getCapturedStmt());
  }

  /// A list item is no use, unless the clause maps it.
  bool TraverseOMPClause(OMPClause *C) {
    if (!C)
      return true;
    const bool Maps = isa<OMPMapClause, OMPToClause, OMPFromClause,
                          OMPUseDevicePtrClause, OMPUseDeviceAddrClause,
                          OMPIsDevicePtrClause, OMPHasDeviceAddrClause>(C);
    for (Stmt *Child : C->children()) {
      const auto *E = dyn_cast_or_null<Expr>(Child);
      const bool IsListItem = E && isa<DeclRefExpr>(E->IgnoreParens());
      if (IsListItem && !Maps)
        continue;
      if (Child && !TraverseStmt(Child))
        return false;
    }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Exposed.insert(Var->getCanonicalDecl());
    return true;
  }

private:
  /// \returns the operand that \p E assigns, if it is a variable or a member of
  /// one; else null.
  static Expr *assignedBy(const Expr *E) {
    Expr *Target = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(E))
      Target = Op->isAssignmentOp() ? Op->getLHS() : nullptr;
    else if (const auto *Step = dyn_cast<UnaryOperator>(E))
      Target = Step->isIncrementDecrementOp() ? Step->getSubExpr() : nullptr;
    return Target && variableAround(Target) ? Target : nullptr;
  }

  bool traverseOperands(const Expr *E, const Expr *Assigned) {
    const auto *Op = dyn_cast<BinaryOperator>(E);
    return !Op || Op->getLHS() != Assigned || TraverseStmt(Op->getRHS());
  }

  bool traverseDropped(Stmt *St) {
    auto *E = dyn_cast_or_null<Expr>(St);
    while (auto *Full = dyn_cast_or_null<FullExpr>(E))
      E = Full->getSubExpr();
    const Expr *Inner = E ? E->IgnoreParens() : nullptr;
    if (Expr *Assigned = Inner ? assignedBy(Inner) : nullptr)
      return traverseOperands(Inner, Assigned);
    return TraverseStmt(St);
  }

  const Stmt *const Directive;
};

/// Collects the variables that are mentioned.
class Mentioned : public RecursiveASTVisitor<Mentioned> {
public:
  VariableSet Variables;

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Variables.insert(Var->getCanonicalDecl());
    return true;
  }
};

} // namespace

/// Whether \p Var is a variable of \p DC with automatic storage, whose uses are
/// all in the body of \p DC.
static bool isOwn(const VarDecl &Var, const DeclContext &DC) {
  const QualType Type = Var.getType();
  return Var.hasLocalStorage() && Var.getDeclContext() == &DC &&
         !isa<DecompositionDecl>(Var) && !Type->isReferenceType() &&
         !Type.isVolatileQualified() && !Type.isDestructedType() &&
         !Var.hasAttr<CleanupAttr>();
}

VariableSet ompscan::plugin::unexposedVariables(const Stmt *Directive,
                                                const Stmt *Function,
                                                const DeclContext &DC) {
  if (!Function)
    return {};
  Mentioned All;
  All.TraverseStmt(const_cast<Stmt *>(Directive));
  ExposedVariables Uses(Directive);
  Uses.TraverseStmt(const_cast<Stmt *>(Function));
  VariableSet Unexposed;
  for (const VarDecl *Var : All.Variables)
    if (isOwn(*Var, DC) && !Uses.Exposed.contains(Var))
      Unexposed.insert(Var);
  return Unexposed;
}

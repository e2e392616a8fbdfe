//===- ExposedVariables.cpp - Variables with a known address --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Liveness/ExposedVariables.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeVisitor.h"
#include "AST/TreeWalk.h"
#include "Pragma/ItemPlaceholder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// Adds the variable that \p S names, if it names one.
static void addVariable(const Stmt &S, VariableSet &Variables) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Variables.insert(Var->getCanonicalDecl());
}

namespace {

/// Collects the variables that are used outside of a directive otherwise than
/// by reading or assigning them. In C++ an assignment is an lvalue, which a
/// reference may be bound to; it is no such use where its result is dropped or
/// read. What the directive's loop does with addresses, it does in an
/// iteration.
class ExposedVariables : public TreeVisitor {
public:
  explicit ExposedVariables(const Stmt *Directive) : Directive(Directive) {}

  VariableSet Exposed;

  bool traverseStmt(Stmt *St) override {
    if (!St)
      return true;
    if (Stmt *Behind = behindPlaceholder(St))
      return traverseStmt(Behind);
    if (St == Directive)
      return true;
    // That a region captures a variable is no use.
    if (auto *Region = dyn_cast<CapturedStmt>(St))
      return traverseStmt(Region->getCapturedStmt());
    if (auto *E = dyn_cast<Expr>(St))
      return traverseExpr(*E);
    if (auto *D = dyn_cast<OMPExecutableDirective>(St))
      return llvm::all_of(D->clauses(),
                          [&](OMPClause *C) { return traverseClause(C); }) &&
             llvm::all_of(childrenOf(D),
                          [&](Stmt *Inner) { return traverseStmt(Inner); });
    if (isa<DeclStmt>(St))
      return TreeVisitor::traverseStmt(St);
    return visitStmt(*St) && llvm::all_of(childrenOf(St), [&](Stmt *Inner) {
             const auto *E = dyn_cast<Expr>(Inner);
             return E && isDropped(*E, *St) ? traverseDropped(Inner)
                                            : traverseStmt(Inner);
           });
  }

protected:
  bool visitStmt(Stmt &S) override {
    addVariable(S, Exposed);
    return true;
  }

private:
  /// A list item is no use, unless the clause maps it.
  bool traverseClause(OMPClause *C) {
    const bool Maps = isa<OMPMapClause, OMPToClause, OMPFromClause,
                          OMPUseDevicePtrClause, OMPUseDeviceAddrClause,
                          OMPIsDevicePtrClause, OMPHasDeviceAddrClause>(C);
    return llvm::all_of(childrenOf(C), [&](Stmt *Child) {
      const auto *E = dyn_cast<Expr>(Child);
      const bool IsListItem = E && isa<DeclRefExpr>(E->IgnoreParens());
      return (IsListItem && !Maps) || traverseStmt(Child);
    });
  }

  bool traverseExpr(Expr &E) {
    if (Expr *Assigned = E.isPRValue() ? assignedBy(&E) : nullptr)
      return traverseOperands(&E, Assigned);
    if (usesIterators(E))
      return llvm::all_of(childrenOf(&E), [&](Stmt *Operand) {
        return isReadIterator(Operand) || traverseStmt(Operand);
      });
    auto *Cast = dyn_cast<ImplicitCastExpr>(&E);
    if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
      return TreeVisitor::traverseStmt(&E);
    Expr *Read = Cast->getSubExpr();
    return variableAround(Read) || traverseDropped(Read);
  }

  /// Whether \p E is an operator of an iterator, or a copy of one, which keeps
  /// no reference to its operands.
  static bool usesIterators(const Expr &E) {
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E);
    return Call ? isIterator(Call->getArg(0)->getType())
                : isa<CXXConstructExpr>(E) && isIterator(E.getType());
  }

  /// Whether \p Operand is a variable of that type that is only read: constant
  /// there, or moved from.
  static bool isReadIterator(const Stmt *Operand) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Operand);
    return Cast && Cast->getCastKind() == CK_NoOp &&
           (Cast->getType().isConstQualified() || Cast->isXValue()) &&
           isIterator(Cast->getType()) && variableAround(Cast->getSubExpr());
  }

  /// \returns the operand that \p E assigns, if it is a variable or a member of
  /// one; else null.
  static Expr *assignedBy(const Expr *E) {
    Expr *Target = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(E))
      Target = Op->isAssignmentOp() ? Op->getLHS() : nullptr;
    else if (const auto *Step = dyn_cast<UnaryOperator>(E))
      Target = Step->isIncrementDecrementOp() ? Step->getSubExpr() : nullptr;
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && isIterator(Call->getArg(0)->getType()))
      switch (Call->getOperator()) {
      case OO_Equal:
      case OO_PlusEqual:
      case OO_MinusEqual:
      case OO_PlusPlus:
      case OO_MinusMinus:
        Target = const_cast<Expr *>(Call->getArg(0));
        break;
      default:
        break;
      }
    return Target && variableAround(Target) ? Target : nullptr;
  }

  bool traverseOperands(const Expr *E, const Expr *Assigned) {
    const auto *Op = dyn_cast<BinaryOperator>(E);
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
    if (Call && Call->getNumArgs() == 2)
      return isReadIterator(Call->getArg(1)) ||
             traverseStmt(const_cast<Expr *>(Call->getArg(1)));
    return !Op || Op->getLHS() != Assigned || traverseStmt(Op->getRHS());
  }

  bool traverseDropped(Stmt *St) {
    auto *E = dyn_cast_or_null<Expr>(St);
    while (auto *Full = dyn_cast_or_null<FullExpr>(E))
      E = Full->getSubExpr();
    const Expr *Inner = E ? E->IgnoreParens() : nullptr;
    if (Expr *Assigned = Inner ? assignedBy(Inner) : nullptr)
      return traverseOperands(Inner, Assigned);
    return traverseStmt(St);
  }

  const Stmt *const Directive;
};

/// Collects the variables that are mentioned.
class Mentioned : public TreeVisitor {
public:
  VariableSet Variables;

protected:
  bool visitStmt(Stmt &S) override {
    addVariable(S, Variables);
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
  All.traverseStmt(const_cast<Stmt *>(Directive));
  ExposedVariables Uses(Directive);
  Uses.traverseStmt(const_cast<Stmt *>(Function));
  VariableSet Unexposed;
  for (const VarDecl *Var : All.Variables)
    if (isOwn(*Var, DC) && !Uses.Exposed.contains(Var))
      Unexposed.insert(Var);
  return Unexposed;
}

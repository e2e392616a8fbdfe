//===- ReturnedValue.cpp - Bodies that are one expression -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/ReturnedValue.h"
#include "AST/Expressions.h"
#include "Nest/Body.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Evaluates a body with expressions as the values of its variables.
class BodyValue {
public:
  /// The numbers that the body has declared or assigned so far.
  using Variables = llvm::DenseMap<const VarDecl *, Expr *>;
  /// The statements that remain, the next one last.
  using Statements = llvm::SmallVector<const nest::Statement *, 8>;

  BodyValue(const FunctionDecl &F, Replacement Replace, ASTContext &Context)
      : F(F), Replace(Replace), Context(Context) {}

  Expr *value(Statements Rest, Variables Now);

private:
  const Expr *valuesOfChoice(const ImplicitCastExpr &Load) const;
  Expr *copied(const Expr *E, const Variables &Now) const;
  bool declare(const DeclStmt &Declared, Variables &Now) const;
  bool change(const Expr *E, Variables &Now) const;
  Expr *choice(const nest::If &If, const Statements &Rest,
               const Variables &Now);

  const FunctionDecl &F;
  Replacement Replace;
  ASTContext &Context;
  /// Statements behind an `if` are evaluated for both of its branches.
  unsigned Budget = 64;
};

} // namespace

/// Whether \p E has more nodes than pay to be repeated.
static bool isLarge(const Expr *E) {
  unsigned Nodes = 0;
  return anyOf(E, [&](const Expr *) { return ++Nodes > 256; });
}

/// `c ? value of a : value of b` for \p Load, the value of `c ? a : b`; null if
/// it is something else.
const Expr *BodyValue::valuesOfChoice(const ImplicitCastExpr &Load) const {
  const auto *Choice =
      dyn_cast<ConditionalOperator>(Load.getSubExpr()->IgnoreParens());
  if (!Choice || Load.getCastKind() != CK_LValueToRValue)
    return nullptr;
  // Of an object and one that is const, the choice is const.
  const auto Value = [this](Expr *Place) {
    auto *const Cast = dyn_cast<ImplicitCastExpr>(Place->IgnoreParens());
    return loadOf(Cast && Cast->getCastKind() == CK_NoOp ? Cast->getSubExpr()
                                                         : Place,
                  Context);
  };
  return new (Context) ConditionalOperator(
      Choice->getCond(), Choice->getQuestionLoc(), Value(Choice->getTrueExpr()),
      Choice->getColonLoc(), Value(Choice->getFalseExpr()), Load.getType(),
      VK_PRValue, OK_Ordinary);
}

/// A copy of \p E with the values of variables; null if it cannot be copied.
Expr *BodyValue::copied(const Expr *E, const Variables &Now) const {
  if (!E)
    return nullptr;
  Expr *Copy = copyExpr(
      E,
      [&](const Expr *Sub) -> Expr * {
        const auto *Cast = dyn_cast<ImplicitCastExpr>(Sub);
        if (const Expr *Values = Cast ? valuesOfChoice(*Cast) : nullptr)
          return copied(Values, Now);
        const auto *Var =
            variableOf(Cast ? Cast->getSubExpr()->IgnoreParens() : nullptr);
        const auto Known = Var ? Now.find(Var) : Now.end();
        if (Known == Now.end())
          return Replace(Sub);
        Expr *Value = Known->second;
        if (Cast->getCastKind() == CK_LValueToRValue)
          return new (Context)
              ParenExpr(Value->getBeginLoc(), Value->getEndLoc(), Value);
        // A reference to const sees an object with this value.
        if (Cast->getCastKind() == CK_NoOp &&
            Cast->getType().isConstQualified())
          return new (Context) MaterializeTemporaryExpr(
              Cast->getType(), Value, /*BoundToLvalueReference=*/true);
        return nullptr;
      },
      Context);
  return Copy && !isLarge(Copy) ? Copy : nullptr;
}

bool BodyValue::declare(const DeclStmt &Declared, Variables &Now) const {
  for (const Decl *D : Declared.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    if (!Var->getType()->isArithmeticType() || !Var->hasLocalStorage() ||
        Var->getType().isVolatileQualified())
      return false;
    Expr *Value = Var->hasInit() ? copied(Var->getInit(), Now) : nullptr;
    if (Var->hasInit() && !Value)
      return false;
    // Before an assignment it has no value.
    if (Value)
      Now[Var] = Value;
  }
  return true;
}

/// Executes `variable = value`, or the same with an operator whose operands are
/// of the variable's type.
bool BodyValue::change(const Expr *E, Variables &Now) const {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParens());
  const VarDecl *Var = Binary && Binary->isAssignmentOp()
                           ? variableOf(Binary->getLHS()->IgnoreParens())
                           : nullptr;
  if (!Var || Var->getDeclContext() != &F || !Var->hasLocalStorage() ||
      !Var->getType()->isArithmeticType())
    return false;
  Expr *Value = copied(Binary->getRHS(), Now);
  if (!Value)
    return false;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Binary)) {
    const QualType Type = Var->getType().getUnqualifiedType();
    Expr *Before =
        copied(loadOf(const_cast<Expr *>(Binary->getLHS()), Context), Now);
    if (!Before ||
        !Context.hasSameType(Compound->getComputationLHSType(), Type) ||
        !Context.hasSameType(Compound->getComputationResultType(), Type))
      return false;
    Value = BinaryOperator::Create(
        Context, Before, Value,
        BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()), Type,
        VK_PRValue, OK_Ordinary, Compound->getOperatorLoc(),
        compat::fpFeatures(*Compound, Context));
  }
  Now[Var] = Value;
  return true;
}

/// The value of \p If and what follows it.
Expr *BodyValue::choice(const nest::If &If, const Statements &Rest,
                        const Variables &Now) {
  if (!If.head().isPlain())
    return nullptr;
  auto Behind = [&](const nest::Statement *Branch) {
    Statements All = Rest;
    if (Branch)
      All.push_back(Branch);
    return value(All, Now);
  };
  Expr *Condition = copied(&If.condition(), Now);
  Expr *Then = Condition ? Behind(&If.thenBranch()) : nullptr;
  Expr *Else = Then ? Behind(If.elseBranch()) : nullptr;
  if (!Else || !Then->isPRValue() ||
      !Context.hasSameUnqualifiedType(Then->getType(), Else->getType()))
    return nullptr;
  return new (Context)
      ConditionalOperator(Condition, If.loc(), Then, If.loc(), Else,
                          Then->getType(), VK_PRValue, OK_Ordinary);
}

Expr *BodyValue::value(Statements Rest, Variables Now) {
  while (!Rest.empty() && Budget) {
    --Budget;
    const nest::Statement *S = Rest.pop_back_val();
    if (const auto *Block = dyn_cast<nest::Block>(S)) {
      for (const nest::Statement *Child : llvm::reverse(Block->statements()))
        Rest.push_back(Child);
      continue;
    }
    if (const auto *Jump = dyn_cast<nest::Jump>(S))
      return copied(Jump->value(), Now);
    if (const auto *If = dyn_cast<nest::If>(S))
      return choice(*If, Rest, Now);
    const auto *Declared = dyn_cast<nest::Declaration>(S);
    const Expr *E = S->expression();
    if (!(Declared && declare(Declared->declared(), Now)) &&
        !(E && change(E, Now)) && S->kind() != nest::Statement::Kind::Empty)
      return nullptr;
  }
  return nullptr;
}

Expr *ompscan::plugin::returnedValue(const FunctionDecl &F, Replacement Replace,
                                     ASTContext &Context) {
  if (!F.getBody())
    return nullptr;
  const nest::Body Body(*F.getBody(), Context);
  return BodyValue(F, Replace, Context)
      .value({&Body.root()}, BodyValue::Variables());
}

//===- ItemUpdates.cpp - Updates in one expression ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/ItemUpdates.h"
#include "AST/Assignments.h"
#include "AST/CodeBuilder.h"
#include "AST/ComplexNumbers.h"
#include "AST/Control.h"
#include "AST/CopyExpr.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/InlinedCalls.h"
#include "Normalize/ReturnedValue.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class WholeUpdates {
public:
  WholeUpdates(const Stmt &Loop, const ScanDirective &D, Sema &S,
               TreeRewriter &Rewriter);

  Stmt *in(Stmt *S);
  Stmt *withOperators(Stmt *S);

private:
  static constexpr unsigned MostCalls = 64;
  /// A local that holds a value of items.
  struct Held {
    const VarDecl *Var;
    Expr *Value;
  };

  const Expr *itemOf(const Expr *E) const;
  /// Whether \p E uses \p Item, or any item if that is null.
  bool uses(const Expr *E, const Expr *Item = nullptr) const {
    return anyOf(E, [&](const Expr *Sub) {
      const Expr *Used = itemOf(Sub);
      return Used && (!Item || Used == Item);
    });
  }
  Stmt *block(CompoundStmt &Block);
  Stmt *parts(Stmt *S);
  Stmt *split(Stmt *S) const;
  Stmt *statement(Expr *E);
  Stmt *unchained(const BinaryOperator &Outer) const;
  Expr *joined(Expr *First, Expr *Second) const;
  Expr *called(const CallExpr &Call, const Expr *Item);
  Expr *whole(Expr *E, const Expr *Item);
  void hold(const DeclStmt &Declared, const VariableUses &Uses);
  bool reads(const Expr *Value, const Expr *Place) const;
  void forgetChanged(const Stmt *S);

  Sema &S;
  ASTContext &Context;
  TreeRewriter &Rewriter;
  /// Items with a predefined operator.
  llvm::SmallVector<const Expr *, 4> Items;
  /// The values that locals hold at the current place.
  llvm::SmallVector<Held, 4> Holding;
  llvm::DenseSet<const VarDecl *> Inside;
  /// The functions whose values the current expression is a part of, and how
  /// many more calls of the statement may be replaced.
  llvm::SmallVector<const FunctionDecl *, 4> Called;
  unsigned Budget = 0;
};

} // namespace

WholeUpdates::WholeUpdates(const Stmt &Loop, const ScanDirective &D, Sema &S,
                           TreeRewriter &Rewriter)
    : S(S), Context(S.Context), Rewriter(Rewriter), Inside(variablesIn(&Loop)) {
  for (const auto *Clause : D.Inner->getClausesOfKind<OMPReductionClause>())
    for (const auto [Item, Combination] :
         llvm::zip_equal(compat::varlist(Clause), Clause->reduction_ops()))
      if (!declaredOperator(Combination))
        Items.push_back(strip(itemBase(D.operand(Item))));
  for (const Expr *Item : D.Tried)
    Items.push_back(strip(Item));
}

/// The item that \p E, which may be null, is or is an element of; null if there
/// is none.
const Expr *WholeUpdates::itemOf(const Expr *E) const {
  if (!E)
    return nullptr;
  const Expr *Base = elementAccess(E, Context).Base;
  const auto *Found = llvm::find_if(Items, [&](const Expr *Item) {
    return sameExpression(strip(E), Item) ||
           (Base && sameExpression(strip(Base), Item));
  });
  return Found == Items.end() ? nullptr : *Found;
}

/// \p S with built-in operators in the place of those of complex classes that
/// take or change items.
Stmt *WholeUpdates::withOperators(Stmt *S) {
  Stmt *const New =
      Rewriter.rebuilt(S, [this](Stmt *Child) { return withOperators(Child); });
  const auto *Call = dyn_cast<CallExpr>(New);
  Expr *const Operation = Call ? complexOperation(*Call, Context) : nullptr;
  return Operation && uses(Call) ? Operation : New;
}

/// `{ s = e; t = e; }` for \p Outer, `t = s = e`, if s is a variable that e
/// does not use; else null.
Stmt *WholeUpdates::unchained(const BinaryOperator &Outer) const {
  const auto *Inner = dyn_cast<BinaryOperator>(stripImplicit(Outer.getRHS()));
  const VarDecl *Var = Inner && Inner->getOpcode() == BO_Assign
                           ? variableOf(strip(Inner->getLHS()))
                           : nullptr;
  if (!Var || !(itemOf(Outer.getLHS()) || itemOf(Inner->getLHS())) ||
      !isPlainNumber(Inner->getRHS(), S) || mentions(Inner->getRHS(), Var))
    return nullptr;
  Expr *const First = const_cast<BinaryOperator *>(Inner);
  Expr *const Value = copyExpr(
      Outer.getRHS(),
      [&](const Expr *Sub) -> Expr * {
        const Expr *Place = loadedBy(Sub);
        return (Place ? Place : Sub)->IgnoreParens() == Inner ? Inner->getRHS()
                                                              : nullptr;
      },
      Context);
  if (!Value)
    return nullptr;
  Expr *const Second =
      assign(const_cast<Expr *>(Outer.getLHS()), Value, Context);
  return blockOf({First, Second}, Outer.getSourceRange(), Context);
}

/// `y[i] = a + b` for \p First, `y[i] = a`, and \p Second, `y[i] += b`, where y
/// is an item that b does not use; else null.
Expr *WholeUpdates::joined(Expr *First, Expr *Second) const {
  const auto *Before = dyn_cast<BinaryOperator>(First->IgnoreParens());
  auto *Then = dyn_cast<CompoundAssignOperator>(Second->IgnoreParens());
  const Expr *Item = Then ? itemOf(Then->getLHS()) : nullptr;
  if (!Before || !Before->isAssignmentOp() || !Item ||
      sameExpression(strip(Then->getLHS()), Item) ||
      !isNumber(Then->getType()) ||
      !sameExpression(strip(Before->getLHS()), strip(Then->getLHS())) ||
      uses(Then->getRHS(), Item) || changesAnything(Then->getRHS()) ||
      changesAnything(Then->getLHS()))
    return nullptr;
  CodeBuilder Code(S);
  Code.setLoc(Then->getOperatorLoc());
  // That of an assignment is converted to the type of the element.
  const auto Joined = [&](Expr *Value, const BinaryOperator &Compound) {
    return Code.binary(Then->getLHS(), BO_Assign,
                       Code.binary(Value,
                                   BinaryOperator::getOpForCompoundAssignment(
                                       Compound.getOpcode()),
                                   Compound.getRHS()));
  };
  const bool IsPlain = Before->getOpcode() == BO_Assign;
  Expr *const Start = IsPlain
                          ? Before->getRHS()
                          : Joined(loadOf(Before->getLHS(), Context), *Before);
  if (!Start)
    return nullptr;
  return Joined(IsPlain ? Start : cast<BinaryOperator>(Start)->getRHS(), *Then);
}

/// The value of \p Call with those of locals and of other calls in it; null if
/// it stays a call. A function is not put into its own value, but may be in its
/// arguments.
Expr *WholeUpdates::called(const CallExpr &Call, const Expr *Item) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Budget == 0 ||
      llvm::is_contained(Called, Callee->getCanonicalDecl()))
    return nullptr;
  --Budget;
  const Stmt *const Inner = Rewriter.rebuilt(
      const_cast<CallExpr *>(&Call),
      [&](Stmt *Child) -> Stmt * { return whole(cast<Expr>(Child), Item); });
  Expr *Value = valueOfCall(*cast<CallExpr>(Inner), S);
  if (!Value)
    return nullptr;
  Called.push_back(Callee->getCanonicalDecl());
  Value = whole(cast<Expr>(withOperators(Value)), Item);
  Called.pop_back();
  return new (Context) ParenExpr(Call.getBeginLoc(), Call.getEndLoc(), Value);
}

/// \p E with the values of locals and of calls that use \p Item, or any item if
/// that is null, in their places.
Expr *WholeUpdates::whole(Expr *E, const Expr *Item) {
  Expr *const New = copyExpr(
      E,
      [&](const Expr *Sub) -> Expr * {
        const auto *Call = dyn_cast<CallExpr>(Sub);
        if (Call && isNumber(Call->getType()) && uses(Call, Item))
          if (Expr *Value = called(*Call, Item))
            return Value;
        const Expr *Place = loadedBy(Sub);
        // In C++, a choice between objects is one of them.
        const auto *Choice = dyn_cast_or_null<ConditionalOperator>(
            Place ? Place->IgnoreParens() : nullptr);
        if (Choice && !Holding.empty())
          return whole(new (Context) ConditionalOperator(
                           Choice->getCond(), Choice->getQuestionLoc(),
                           loadOf(Choice->getTrueExpr(), Context),
                           Choice->getColonLoc(),
                           loadOf(Choice->getFalseExpr(), Context),
                           Sub->getType(), VK_PRValue, OK_Ordinary),
                       Item);
        const VarDecl *Var =
            Place ? variableOf(Place->IgnoreParens()) : nullptr;
        const auto *Found = llvm::find_if(Holding, [&](const Held &Each) {
          return Each.Var == Var && uses(Each.Value, Item);
        });
        return Var && Found != Holding.end()
                   ? new (Context) ParenExpr(Sub->getBeginLoc(),
                                             Sub->getEndLoc(), Found->Value)
                   : nullptr;
      },
      Context);
  return New ? New : E;
}

/// The statement \p E as the readers of updates take it.
Stmt *WholeUpdates::statement(Expr *E) {
  // The cleanups are those of temporaries for arguments, which are numbers.
  auto *const Whole = dyn_cast<ExprWithCleanups>(E);
  auto *const Binary = dyn_cast<BinaryOperator>(
      (Whole ? Whole->getSubExpr() : E)->IgnoreParens());
  if (!Binary || !Binary->isAssignmentOp())
    return E;
  if (Binary->getOpcode() == BO_Assign)
    if (Stmt *Both = unchained(*Binary))
      return Both;
  const Expr *Item = itemOf(Binary->getLHS());
  if (!Item)
    return E;
  Budget = MostCalls;
  Stmt *const New = Rewriter.rebuilt(Binary, [&](Stmt *Child) -> Stmt * {
    return Child == Binary->getRHS() ? whole(Binary->getRHS(), Item) : Child;
  });
  return New == Binary ? E : New;
}

/// Notes which variables of \p Declared, a statement of a block with these
/// \p Uses, hold values of items.
void WholeUpdates::hold(const DeclStmt &Declared, const VariableUses &Uses) {
  for (const Decl *D : Declared.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->hasLocalStorage() || !Var->getInit() ||
        !isNumber(Var->getType()) || Var->getType().isVolatileQualified() ||
        !isPlainNumber(Var->getInit(), S) ||
        Uses.of(Rewriter.original(Var)).IsAssigned)
      continue;
    Budget = MostCalls;
    Expr *const Value =
        whole(const_cast<Expr *>(Var->getInit()), /*Item=*/nullptr);
    if (uses(Value))
      Holding.push_back({Rewriter.original(Var), Value});
  }
}

/// Whether \p Value reads what a change of \p Place may change, other than
/// variables.
bool WholeUpdates::reads(const Expr *Value, const Expr *Place) const {
  const Expr *Stored = elementHolding(Place, Context);
  const Expr *Base = Stored ? elementAccess(Stored, Context).Base : nullptr;
  const VarDecl *Pointer = variableAround(Base ? Base : Place);
  // A pointer that the iteration declares may lead to any element.
  const bool LeadsAnywhere =
      Base ? Pointer && Inside.contains(Pointer) : !Pointer;
  return anyOf(Value, [&](const Expr *Sub) {
    const Expr *Read = elementAccess(Sub, Context).Base;
    return sameExpression(strip(Sub), Place) ||
           (Read && (LeadsAnywhere ||
                     (Base && sameExpression(strip(Read), strip(Base)))));
  });
}

/// Forgets the locals whose values read what \p S changes.
void WholeUpdates::forgetChanged(const Stmt *S) {
  if (Holding.empty())
    return;
  const VariableUses Uses(S);
  const llvm::SmallVector<const Expr *, 8> Changed = changedPlaces(S);
  llvm::erase_if(Holding, [&](const Held &Each) {
    const auto IsAssigned = [&Uses](const Expr *Sub) {
      const VarDecl *Var = variableOf(Sub);
      return Var && Uses.of(Var).IsAssigned;
    };
    return anyOf(Each.Value, IsAssigned) ||
           llvm::any_of(Changed, [&](const Expr *Place) {
             return reads(Each.Value, Place);
           });
  });
}

/// \p S with rewritten branches or bodies. Before each of them, locals hold the
/// same values.
Stmt *WholeUpdates::parts(Stmt *S) {
  S = split(S);
  const llvm::SmallVector<const Stmt *, 4> Bodies = bodiesOf(S);
  // An iteration of an inner loop may follow another one.
  const llvm::SmallVector<Held, 4> Before =
      branchesOf(S) ? Holding : llvm::SmallVector<Held, 4>();
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    Holding = Before;
    return llvm::is_contained(Bodies, Child) ? in(Child) : Child;
  });
}

/// `if (c) if (x > s) s = x;` for \p S, `if (c && x > s) s = x;`, where s is an
/// item and c does not use it; else \p S. The operands may be swapped if the
/// first one changes nothing and the second one is always defined.
Stmt *WholeUpdates::split(Stmt *S) const {
  const std::optional<Branches> If = branchesOf(S);
  const auto *Both =
      If ? dyn_cast<BinaryOperator>(If->Condition->IgnoreParenImpCasts())
         : nullptr;
  const auto *Only =
      If ? dyn_cast_or_null<Expr>(singleStatement(If->Then)) : nullptr;
  if (!Both || Both->getOpcode() != BO_LAnd || If->Else || !If->IsPlain ||
      If->IsConstant || !Only || !itemOf(plainAssignment(Only).Target))
    return S;
  Expr *Outer = Both->getLHS(), *Inner = Both->getRHS();
  if (!uses(Inner) && !changesAnything(Outer) &&
      isAlwaysDefined(Inner, Context))
    std::swap(Outer, Inner);
  if (uses(Outer) || !uses(Inner))
    return S;
  const SourceLocation Loc = S->getBeginLoc();
  return ifStatement(
      Outer,
      ifStatement(Inner, const_cast<Stmt *>(If->Then), nullptr, Loc, Context),
      nullptr, Loc, Context);
}

Stmt *WholeUpdates::block(CompoundStmt &Block) {
  const VariableUses Uses(&Block);
  llvm::SmallVector<Stmt *, 8> Statements(Block.body());
  for (Stmt *&Each : Statements) {
    Stmt *const Old = Each;
    const llvm::SmallVector<Held, 4> Before = Holding;
    Each = in(Old);
    Holding = Before;
    forgetChanged(Old);
    if (const auto *Declared = dyn_cast<DeclStmt>(Each))
      hold(*Declared, Uses);
  }
  llvm::SmallVector<Stmt *, 8> Kept;
  for (Stmt *Each : Statements) {
    auto *const First = Kept.empty() ? nullptr : dyn_cast<Expr>(Kept.back());
    auto *const Second = dyn_cast<Expr>(Each);
    if (Expr *Both = First && Second ? joined(First, Second) : nullptr)
      Kept.back() = Both;
    else
      Kept.push_back(Each);
  }
  return llvm::equal(Kept, Block.body())
             ? &Block
             : blockOf(Kept, Block.getSourceRange(), Context);
}

Stmt *WholeUpdates::in(Stmt *S) {
  if (auto *E = dyn_cast<Expr>(S))
    return statement(E);
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return block(*Block);
  return parts(S);
}

Stmt *ompscan::plugin::withWholeUpdates(Stmt *Loop, const ScanDirective &D,
                                        Sema &S, TreeRewriter &Rewriter) {
  WholeUpdates Updates(*Loop, D, S, Rewriter);
  return Updates.in(Updates.withOperators(Loop));
}

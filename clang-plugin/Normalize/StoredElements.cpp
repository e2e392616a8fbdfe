//===- StoredElements.cpp - Elements that are read back -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/StoredElements.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Normalize/ItemTargets.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

StoredElements::StoredElements(const ScanDirective &D, Sema &S,
                               TreeRewriter &Rewriter)
    : Context(S.Context), DC(*S.CurContext), Rewriter(Rewriter),
      Items(namedItems(D, S.Context)) {}

/// The assignment, increment or decrement of a number that the statement \p S
/// is; null if it is none.
static Expr *assignmentIn(Stmt *S) {
  auto *E = dyn_cast_or_null<Expr>(S);
  if (auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  return E && isa<BinaryOperator, UnaryOperator>(E) && changedBy(E) ? E
                                                                    : nullptr;
}

/// Whether \p Array is an item, or a part of one.
bool StoredElements::isItem(const Expr *Array) const {
  return llvm::any_of(Items, [&](const Expr *Item) {
    return anyOf(Array,
                 [&](const Expr *Part) { return sameExpression(Part, Item); });
  });
}

/// What \p Child is for \p Parent, whose own role is \p OfParent.
StoredElements::Role StoredElements::roleOf(const Stmt *Child,
                                            const Stmt &Parent, Role OfParent) {
  if (loadedBy(&Parent))
    return Role::Read;
  if (isa<ParenExpr>(Parent))
    return OfParent;
  // In C++ a choice of objects is an object.
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&Parent))
    return Child != Choice->getCond() ? OfParent : Role::Operand;
  return isa<CompoundStmt>(Parent) ||
                 llvm::is_contained(bodiesOf(&Parent), Child)
             ? Role::Statement
             : Role::Operand;
}

/// Whether \p Index is a formula whose value does not change in \p Block.
static bool isSteadyIndex(const Expr *Index, const Stmt &Block) {
  return !anyOf(Index, [&](const Expr *Sub) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? Var->getType()->isReferenceType() ||
                       Var->getType().isVolatileQualified() ||
                       useOf(Var, &Block).IsAssigned
                 : !isa<EnumConstantDecl>(Ref->getDecl());
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(Sub))
      return Binary->isAssignmentOp();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Sub))
      return !Unary->isArithmeticOp();
    return !isa<CastExpr, ParenExpr, IntegerLiteral, CharacterLiteral,
                ConstantExpr, SubstNonTypeTemplateParmExpr,
                UnaryExprOrTypeTraitExpr>(Sub);
  });
}

/// Whether \p S assigns to a member \p Field of any object.
static bool assigns(const Stmt *S, const ValueDecl *Field) {
  return firstExpr(S, [&](const Expr *E) {
    const Expr *Target = changedBy(E);
    const auto *Member = Target ? dyn_cast<MemberExpr>(strip(Target)) : nullptr;
    return Member && Member->getMemberDecl() == Field;
  });
}

/// Whether \p Array is the same one throughout \p Block: no pointer that leads
/// to it changes.
static bool isSteadyArray(const Expr *Array, const Stmt &Block) {
  return !anyOf(Array, [&](const Expr *Sub) {
    if (!Sub->getType()->isPointerType())
      return false;
    if (const auto *Member = dyn_cast<MemberExpr>(Sub))
      return assigns(&Block, Member->getMemberDecl());
    const VarDecl *Var = variableOf(Sub);
    return Var && useOf(Var, &Block).IsAssigned;
  });
}

/// Whether \p Place is a number in an element of an array, and the same one
/// throughout \p Block.
bool StoredElements::canKeep(const Expr *Place, const Stmt &Block) const {
  const Expr *Element = elementHolding(Place, Context);
  if (!Element || !Place->getType()->isArithmeticType() ||
      Place->getType().isVolatileQualified() || Place->refersToBitField())
    return false;
  const auto [Array, Index] = elementAccess(Element, Context);
  return Index && !isItem(Array) && isSteadyArray(Array, Block) &&
         isSteadyIndex(Index, Block) &&
         llvm::all_of(pathOf(Place, Context), [&](const Expr *Step) {
           return isa<MemberExpr>(Step) || constantIndex(Step, Context);
         });
}

/// Adds to \p Found what \p S, a statement or a part of one, does with
/// \p Place.
void StoredElements::addUses(const Stmt *S, const Expr *Place, Role Here,
                             Use &Found) const {
  const auto *E = dyn_cast<Expr>(S);
  if (E && sizedContainer(E))
    return;
  if (E) {
    if (Here == Role::Read && sameExpression(E, Place)) {
      Found.IsRead = true;
      return;
    }
    const Expr *Assignment =
        Here == Role::Statement ? assignmentIn(const_cast<Stmt *>(S)) : nullptr;
    if (Assignment && sameExpression(changedBy(Assignment), Place)) {
      Found.IsRead |= !plainAssignment(Assignment).Target;
      if (const auto *Binary = dyn_cast<BinaryOperator>(Assignment))
        addUses(Binary->getRHS(), Place, Role::Operand, Found);
      return;
    }
    const auto [Array, Index] =
        elementAccess(elementHolding(Place, Context), Context);
    const Expr *Element = elementHolding(E, Context);
    const ElementAccess Other =
        Element ? elementAccess(Element, Context) : ElementAccess();
    // Another member of the same element.
    if (Other.Index && sameExpression(Other.Base, Array) &&
        sameExpression(Other.Index, Index) && !mayMeet(E, Place, Context))
      return;
    if (sameExpression(E, Array))
      Found.IsOther = true;
  }
  for (const Stmt *Child : childrenOf(S))
    addUses(Child, Place, roleOf(Child, *S, Here), Found);
}

/// `Place = Var`
Expr *StoredElements::store(Expr *Place, VarDecl &Var) const {
  return assign(Place,
                loadOf(referTo(&Var, Place->getExprLoc(), Context), Context),
                Context);
}

/// The statement \p S, an assignment, with \p Var as its target and a value by
/// \p Value.
Stmt *StoredElements::assignInstead(Stmt *S, VarDecl *Var,
                                    TreeRewriter::Replacement Value) {
  const Stmt *Assignment = assignmentIn(S);
  return Rewriter.rebuilt(S, [&](Stmt *Child) -> Stmt * {
    if (S != Assignment) // Clean-up behind it.
      return assignInstead(Child, Var, Value);
    return Child == *S->child_begin() ? referTo(Var, S->getBeginLoc(), Context)
                                      : Value(Child);
  });
}

/// \p S, a statement or a part of one, with \p Var in the place of \p Place.
Stmt *StoredElements::replaceUses(Stmt *S, Expr *Place, VarDecl *Var,
                                  Role Here) {
  auto *E = dyn_cast<Expr>(S);
  if (E && Here == Role::Read && sameExpression(E, Place))
    return referTo(Var, E->getExprLoc(), Context);
  Expr *Assignment = Here == Role::Statement ? assignmentIn(S) : nullptr;
  if (Assignment && sameExpression(changedBy(Assignment), Place)) {
    auto *Target = const_cast<Expr *>(changedBy(Assignment));
    Stmt *Both[] = {assignInstead(S, Var,
                                  [&](Stmt *Value) {
                                    return replaceUses(Value, Place, Var,
                                                       Role::Operand);
                                  }),
                    store(Target, *Var)};
    return blockOf(Both, S->getSourceRange(), Context);
  }
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return replaceUses(Child, Place, Var, roleOf(Child, *S, Here));
  });
}

CompoundStmt &StoredElements::kept(CompoundStmt &Block) {
  if (Items.empty())
    return Block;
  llvm::SmallVector<Stmt *, 8> Body;
  auto Statements = llvm::to_vector<8>(Block.body());
  const llvm::MutableArrayRef<Stmt *> All = Statements;
  for (size_t I = 0; I != All.size(); ++I) {
    const llvm::MutableArrayRef<Stmt *> Rest = All.drop_front(I + 1);
    Expr *Assignment = assignmentIn(All[I]);
    auto *Place =
        Assignment ? const_cast<Expr *>(changedBy(Assignment)) : nullptr;
    Use Behind;
    if (Place && canKeep(Place, Block))
      for (const Stmt *Next : Rest)
        addUses(Next, Place, Role::Statement, Behind);
    if (!Behind.IsRead || Behind.IsOther) {
      Body.push_back(All[I]);
      continue;
    }
    const Expr *Value = plainAssignment(Assignment).Value;
    VarDecl *Var = iterationVariable(
        "stored", Value ? const_cast<Expr *>(Value) : loadOf(Place, Context),
        DC, Context);
    Body.push_back(declarationOf(
        Var, {Place->getBeginLoc(), Place->getEndLoc()}, Context));
    if (!Value)
      Body.push_back(
          assignInstead(All[I], Var, [](Stmt *Same) { return Same; }));
    Body.push_back(store(Place, *Var));
    for (Stmt *&Next : Rest)
      Next = replaceUses(Next, Place, Var, Role::Statement);
  }
  if (Body.size() == Block.size())
    return Block;
  return *blockOf(Body, Block.getSourceRange(), Context);
}

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
#include "AST/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Walks a body in execution order and tracks which variables have been
/// assigned on all paths.
class UseReader {
public:
  VariableUses::Map read(const Stmt *Body);

private:
  /// Variables that have been assigned: a set that can go back to what it was.
  class Assigned {
  public:
    bool contains(const Decl *Var) const { return Now.contains(Var); }
    void add(const Decl *Var) {
      if (Now.insert(Var).second)
        Order.push_back(Var);
    }
    size_t size() const { return Order.size(); }
    /// Removes the variables that have been added since there were \p Size of
    /// them. \returns these.
    llvm::SmallVector<const Decl *, 4> dropSince(size_t Size);

  private:
    llvm::DenseSet<const Decl *> Now;
    llvm::SmallVector<const Decl *, 8> Order;
  };

  void visit(const Stmt *S);
  void visitBranches(const Stmt *Then, const Stmt *Else);
  void visitBranches(llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else);
  void visitLoop(const Stmt *Condition, const Stmt *Body, const Stmt *Step);
  void visitValue(const Expr *E);
  void visitReference(const Expr *E, const Decl *Var, bool MayChange);
  /// The variable that \p E names; null if it is another expression.
  static const Decl *variableIn(const Expr *E) {
    const VarDecl *Var = variableOf(E->IgnoreParens());
    return Var ? Var->getCanonicalDecl() : nullptr;
  }

  VariableUses::Map Uses;
  Assigned Always;
  /// The variables that have been assigned on some path.
  Assigned Maybe;
  /// A statement leaves an iteration or skips a part of it.
  bool Jumps = false;
  unsigned Depth = 0;
};

} // namespace

llvm::SmallVector<const Decl *, 4> UseReader::Assigned::dropSince(size_t Size) {
  llvm::SmallVector<const Decl *, 4> Dropped(Order.begin() + Size, Order.end());
  for (const Decl *Var : Dropped)
    Now.erase(Var);
  Order.truncate(Size);
  return Dropped;
}

VariableUses::Map UseReader::read(const Stmt *Body) {
  visit(Body);
  for (auto &[Var, Use] : Uses) {
    Use.AssignedAtEnd = Always.contains(Var);
    Use.AlwaysAssigned = Use.AssignedAtEnd && !Jumps;
  }
  return std::move(Uses);
}

void UseReader::visitReference(const Expr *E, const Decl *Var, bool MayChange) {
  VariableUse &Use = Uses[Var];
  Use.IsAssigned |= MayChange;
  Use.Changes += MayChange;
  if (!Use.ReadBefore && !Always.contains(Var))
    Use.ReadBefore = E;
  if (!Use.ReadUnassigned && !Maybe.contains(Var))
    Use.ReadUnassigned = E;
  if (MayChange)
    Maybe.add(Var);
}

/// \p E, or a part of it, is only read.
void UseReader::visitValue(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (const Decl *Var = variableIn(E))
    return visitReference(E, Var, /*MayChange=*/false);
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
  const size_t Before = Always.size(), MaybeBefore = Maybe.size();
  Then();
  const auto AfterThen = Always.dropSince(Before);
  const auto MaybeAfterThen = Maybe.dropSince(MaybeBefore);
  Else();
  const auto AfterElse = Always.dropSince(Before);
  const llvm::SmallPtrSet<const Decl *, 8> InThen(AfterThen.begin(),
                                                  AfterThen.end());
  for (const Decl *Var : AfterElse)
    if (InThen.count(Var))
      Always.add(Var);
  for (const Decl *Var : MaybeAfterThen)
    Maybe.add(Var);
}

/// The body may not run at all, or be left early.
void UseReader::visitLoop(const Stmt *Condition, const Stmt *Body,
                          const Stmt *Step) {
  visit(Condition);
  const size_t Before = Always.size();
  ++Depth;
  visit(Body);
  Always.dropSince(Before);
  visit(Step);
  --Depth;
  Always.dropSince(Before);
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
    const Assignment Plain = plainAssignment(E);
    if (const Decl *Var = Plain.Target ? variableIn(Plain.Target) : nullptr) {
      visit(Plain.Value);
      VariableUse &Use = Uses[Var];
      Use.IsAssigned = true;
      ++Use.Changes;
      Always.add(Var);
      Maybe.add(Var);
      return;
    }
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                 (Cast->getCastKind() == CK_NoOp &&
                  Cast->getType().isConstQualified())))
      return visitValue(Cast->getSubExpr());
    if (const Decl *Var = variableIn(E))
      return visitReference(E, Var, /*MayChange=*/true);
  }
  for (const Stmt *Child : S->children())
    visit(Child);
}

VariableUses::VariableUses(const Stmt *Body) : Uses(UseReader().read(Body)) {}

BlockUses::BlockUses(ArrayRef<Stmt *> Statements)
    : Mentioned(Statements.size()) {
  for (const auto &[Number, S] : llvm::enumerate(Statements))
    add(Number, S);
}

/// The place in \p List, whose elements are in the order of their numbers, of
/// the statement \p Number, or where it would be.
template <typename ListT> static auto placeIn(ListT &List, size_t Number) {
  return llvm::partition_point(
      List, [Number](const auto &Each) { return Each.Number < Number; });
}

void BlockUses::add(size_t Number, const Stmt *S) {
  llvm::SmallVector<const Decl *, 4> &Now = Mentioned[Number];
  llvm::SmallPtrSet<const Decl *, 8> Known;
  bool HasLambda = false;
  forEachNode(S, [&](const Stmt *Node) {
    HasLambda |= isa<LambdaExpr>(Node);
    const auto *E = dyn_cast<Expr>(Node);
    const VarDecl *Var = E ? variableOf(E) : nullptr;
    if (Var && Known.insert(Var->getCanonicalDecl()).second)
      Now.push_back(Var->getCanonicalDecl());
    return true;
  });
  if (HasLambda)
    Lambdas.insert(Number);
  const VariableUses Uses(S);
  for (const Decl *Var : Now) {
    const VariableUse Found = Uses.all().lookup(Var);
    Variable &Its = Variables[Var];
    const Use New{Number, Found.Changes, Found.ReadBefore != nullptr,
                  Found.AssignedAtEnd};
    // In most cases it is the last one so far.
    auto *Place = placeIn(Its.Uses, Number);
    if (Place != Its.Uses.end() && Place->Number == Number)
      *Place = New;
    else
      Its.Uses.insert(Place, New);
    auto *Change = llvm::lower_bound(Its.Changing, Number);
    const bool IsKnown = Change != Its.Changing.end() && *Change == Number;
    if (Found.IsAssigned && !IsKnown)
      Its.Changing.insert(Change, Number);
    else if (!Found.IsAssigned && IsKnown)
      Its.Changing.erase(Change);
  }
}

void BlockUses::replace(size_t Number, const Stmt *New) {
  const auto Before = std::exchange(Mentioned[Number], {});
  Lambdas.erase(Number);
  add(Number, New);
  for (const Decl *Var : Before) {
    if (llvm::is_contained(Mentioned[Number], Var))
      continue;
    Variable &Its = Variables[Var];
    Its.Uses.erase(placeIn(Its.Uses, Number));
    auto *Change = llvm::lower_bound(Its.Changing, Number);
    if (Change != Its.Changing.end() && *Change == Number)
      Its.Changing.erase(Change);
  }
}

const BlockUses::Variable *BlockUses::find(const VarDecl *Var) const {
  const auto Found = Variables.find(Var->getCanonicalDecl());
  return Found == Variables.end() ? nullptr : &Found->second;
}

bool BlockUses::isAssigned(const VarDecl *Var, size_t Begin, size_t End) const {
  const Variable *Its = find(Var);
  if (!Its)
    return false;
  const auto *First = llvm::lower_bound(Its->Changing, Begin);
  return First != Its->Changing.end() && *First < End;
}

bool BlockUses::isAssignedOnce(const VarDecl *Var) const {
  const Variable *Its = find(Var);
  if (!Its || Its->Changing.size() != 1)
    return false;
  const auto *Change = placeIn(Its->Uses, Its->Changing.front());
  const auto *First = llvm::find_if(
      Its->Uses, [](const Use &U) { return U.ReadsBefore || U.AssignedAtEnd; });
  return Change->Changes == 1 &&
         (First == Its->Uses.end() || !First->ReadsBefore);
}

llvm::SmallVector<size_t, 4> BlockUses::mentions(const VarDecl *Var) const {
  llvm::SmallVector<size_t, 4> Numbers;
  if (const Variable *Its = find(Var))
    for (const Use &U : Its->Uses)
      Numbers.push_back(U.Number);
  return Numbers;
}

std::optional<size_t> BlockUses::lastMention(const VarDecl *Var) const {
  const Variable *Its = find(Var);
  return Its && !Its->Uses.empty() ? std::optional(Its->Uses.back().Number)
                                   : std::nullopt;
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

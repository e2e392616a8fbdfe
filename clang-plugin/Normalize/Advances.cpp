//===- Advances.cpp - Variables that advance with a loop ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Advances.h"
#include "AST/CodeBuilder.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/LibraryMacros.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Normalize/PointerCounts.h"
#include "Normalize/Steps.h"
#include "Normalize/UnitStep.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Decides whether a variable advances by the same amount in every iteration.
class AdvanceReader {
public:
  AdvanceReader(const VarDecl &Var, const ForStmt &For) : Var(Var), For(For) {}

  /// Whether the body of the loop, each time that it runs, makes the same
  /// steps, and otherwise only reads the variable.
  bool read() {
    visit(For.getBody(), /*IsAlways=*/true);
    return IsRegular && !Steps.empty() && !variablesIn(&For).contains(&Var) &&
           !mentions(For.getInit(), &Var) && !mentions(For.getCond(), &Var) &&
           !mentions(For.getInc(), &Var);
  }

  llvm::SmallVector<Step, 2> Steps;

private:
  void visit(const Stmt *S, bool IsAlways);
  void visitChild(const Stmt *Child, const Stmt &Parent, bool IsAlways);
  bool visitBranches(const Stmt &S);
  void visitExpr(const Expr *E, bool IsAlways);
  void visitPlace(const Expr *Place, bool IsAlways);
  bool isInvariant(const Expr *Amount) const;

  const VarDecl &Var;
  const ForStmt &For;
  bool IsRegular = true;
  /// The uses and the steps in the current full expression.
  unsigned Uses = 0, StepsInside = 0;
  /// The current step of an iterator, if its value is dropped, or is the place
  /// of an element.
  const Expr *Allowed = nullptr;
};

/// Replaces a variable of AdvanceReader in the body of its loop.
class AdvanceReplacer {
public:
  /// \p Own is the variable that has its value when the iteration begins; that
  /// of an iterator is a pointer.
  AdvanceReplacer(const VarDecl &Var, VarDecl &Own, NodeBuilder &Nodes,
                  ASTContext &Context, TreeRewriter &Rewriter)
      : Var(Var), Own(Own), Nodes(Nodes), Context(Context), Rewriter(Rewriter) {
  }

  /// \p S with other children; null if an expression cannot be built.
  Stmt *inChildren(Stmt *S);
  Expr *advanced() const { return Done; }
  bool add(const Step &Next);

private:
  Expr *value() const;
  Expr *replaced(const Expr *E);
  Expr *replacedPlace(const Expr *Place);

  const VarDecl &Var;
  VarDecl &Own;
  NodeBuilder &Nodes;
  ASTContext &Context;
  TreeRewriter &Rewriter;
  /// The sum of the steps so far; null for 0.
  Expr *Done = nullptr;
};

} // namespace

/// The sum of \p Steps if they are constants.
static std::optional<int64_t> constantSum(ArrayRef<Step> Steps,
                                          const ASTContext &Context) {
  int64_t Sum = 0;
  for (const Step &Next : Steps) {
    const std::optional<int64_t> Amount =
        Next.Amount ? constantValue(Next.Amount, Context) : 1;
    if (!Amount || (Next.IsDown ? llvm::SubOverflow(Sum, *Amount, Sum)
                                : llvm::AddOverflow(Sum, *Amount, Sum)))
      return std::nullopt;
  }
  return Sum;
}

/// Whether \p Amount is a constant, or a variable that only the code around the
/// loop changes.
bool AdvanceReader::isInvariant(const Expr *Amount) const {
  if (!Amount->getType()->isIntegerType())
    return false;
  const Expr *E = stripImplicit(Amount);
  if (isa<IntegerLiteral>(E))
    return true;
  const VarDecl *Named = variableOf(E);
  return Named && Named->hasLocalStorage() &&
         !Named->getType()->isReferenceType() &&
         !Named->getType().isVolatileQualified() &&
         !variablesIn(&For).contains(Named) && !useOf(Named, &For).IsAssigned;
}

/// Visits \p Place, an iterator that leads to an element.
void AdvanceReader::visitPlace(const Expr *Place, bool IsAlways) {
  Place = stripImplicit(Place);
  if (isVar(Place, Var)) {
    ++Uses;
    return;
  }
  if (const Operation Sum = movedIterator(Place); Sum.Left) {
    visitPlace(Sum.Left, IsAlways);
    return visit(Sum.Right, IsAlways);
  }
  Allowed = Place;
  visit(Place, IsAlways);
}

/// Visits \p S, which each iteration runs once if it \p IsAlways runs.
void AdvanceReader::visit(const Stmt *S, bool IsAlways) {
  if (!S || !IsRegular)
    return;
  if (isa<LabelStmt, GotoStmt, ContinueStmt, ReturnStmt,
          OMPExecutableDirective>(S)) {
    IsRegular = false;
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return visitExpr(E, IsAlways);
  if (IsAlways && visitBranches(*S))
    return;
  const bool IsLoop = loopBody(S) != nullptr;
  const Expr *Condition = conditionOf(S);
  for (const Stmt *Child : childrenOf(S)) {
    const bool IsFirst = Condition ? Child == Condition : !IsLoop;
    visitChild(Child, *S, IsAlways && IsFirst);
  }
}

void AdvanceReader::visitChild(const Stmt *Child, const Stmt &Parent,
                               bool IsAlways) {
  if (const auto *Full = dyn_cast<Expr>(Child)) {
    Uses = StepsInside = 0;
    if (isDropped(*Full, Parent))
      Allowed = Full;
  }
  visit(Child, IsAlways);
  // Another use in the expression of a step would not be sequenced.
  if (StepsInside != 0 && Uses != 0)
    IsRegular = false;
}

/// Visits \p S if it is an `if` with two branches: both have to make steps of
/// the same sum.
bool AdvanceReader::visitBranches(const Stmt &S) {
  const std::optional<Branches> If = branchesOf(&S);
  if (!If || !If->IsPlain || !If->Else || isa<Expr>(S))
    return false;
  visitChild(If->Condition, S, /*IsAlways=*/true);
  const size_t Then = Steps.size();
  visitChild(If->Then, S, /*IsAlways=*/true);
  const size_t Else = Steps.size();
  visitChild(If->Else, S, /*IsAlways=*/true);
  const ArrayRef<Step> All(Steps);
  const ASTContext &Context = Var.getASTContext();
  const auto Sum = constantSum(All.slice(Then, Else - Then), Context);
  if (!Sum || Sum != constantSum(All.drop_front(Else), Context))
    IsRegular = false;
  Steps.truncate(Else);
  return true;
}

void AdvanceReader::visitExpr(const Expr *E, bool IsAlways) {
  if (const Step Found = stepOf(E); Found.Var && isVar(Found.Var, Var)) {
    if (!IsAlways || StepsInside++ != 0 ||
        (Found.Amount && !isInvariant(Found.Amount)) ||
        (isIterator(Var.getType()) && E != Allowed))
      IsRegular = false;
    else
      Steps.push_back(Found);
    return;
  }
  if (const Expr *Read = loadedBy(E)) {
    Read = Read->IgnoreParens();
    if (isVar(Read, Var)) {
      ++Uses;
      return;
    }
    if (stepOf(Read).Var)
      return visit(Read, IsAlways);
  }
  if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    // Macros of <ctype.h> and <assert.h> run their statements in order.
    IsRegular = (characterConversion(*Block) || isAssertion(Block)) &&
                !mentions(Block, &Var);
    return;
  }
  if (const Expr *Place = placeIn(E)) {
    const auto *Call = cast<CXXOperatorCallExpr>(E);
    visitPlace(Place, IsAlways);
    if (Call->getNumArgs() == 2)
      visit(Call->getArg(1), IsAlways);
    return;
  }
  if (isVar(E, Var) || isa<LambdaExpr>(E)) {
    IsRegular = false;
    return;
  }
  const Expr *Condition = conditionOf(E);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  for (const Stmt *Child : childrenOf(E)) {
    const bool IsFirst =
        Condition ? Child == Condition
        : Binary && Binary->isLogicalOp()
            ? Child == Binary->getLHS()
            : !isa<AbstractConditionalOperator, UnaryExprOrTypeTraitExpr>(E);
    // The value of a step is one, and no place.
    const auto *Sub = dyn_cast<Expr>(Child);
    if (Sub && Sub->isLValue() && stepOf(Sub).Var &&
        isVar(stepOf(Sub).Var, Var))
      IsRegular = false;
    visit(Child, IsAlways && IsFirst);
  }
}

/// Adds the amount of \p Next to the steps; false if that cannot be built.
bool AdvanceReplacer::add(const Step &Next) {
  Expr *Amount = Next.Amount ? Next.Amount : Nodes.number(1);
  // A multiple of the amount may be as wide as the variable.
  if (Context.getTypeSize(Own.getType()) >
      Context.getTypeSize(Context.getPointerDiffType()))
    Amount = Nodes.integer(Amount, Own.getType());
  Done = Nodes.compute(Done ? Done : Nodes.number(0),
                       Next.IsDown ? BO_Sub : BO_Add, Amount);
  return Done != nullptr;
}

/// The value of the variable after the steps so far; null if it cannot be
/// built.
Expr *AdvanceReplacer::value() const {
  Expr *Begin = loadOf(referTo(&Own, Own.getLocation(), Context), Context);
  if (!Done)
    return Begin;
  Expr *Sum = Nodes.compute(Begin, BO_Add, Done);
  return Sum ? Nodes.integer(Sum, Own.getType()) : nullptr;
}

/// The pointer that replaces \p Place, an iterator that leads to an element;
/// null if it stays.
Expr *AdvanceReplacer::replacedPlace(const Expr *Place) {
  Place = stripImplicit(Place);
  if (isVar(Place, Var))
    return value();
  if (const Operation Sum = movedIterator(Place); Sum.Left) {
    Expr *Pointer = replacedPlace(Sum.Left);
    return Pointer ? Nodes.compute(Pointer, Sum.Kind, Sum.Right) : nullptr;
  }
  return replaced(Place);
}

/// The replacement of \p E; null if it stays.
Expr *AdvanceReplacer::replaced(const Expr *E) {
  if (const Expr *Place = placeIn(E)) {
    const auto *Call = cast<CXXOperatorCallExpr>(E);
    Expr *Pointer = replacedPlace(Place);
    if (!Pointer || Call->getOperator() == OO_Arrow)
      return Pointer;
    return Nodes.element(Pointer, Call->getOperator() == OO_Star
                                      ? Nodes.number(0)
                                      : const_cast<Expr *>(Call->getArg(1)));
  }
  if (const Expr *Read = loadedBy(E)) {
    if (isVar(Read, Var))
      return value();
    E = Read;
    if (!stepOf(E).Var)
      return nullptr;
  }
  const Step Found = stepOf(E);
  if (!Found.Var || !isVar(Found.Var, Var))
    return nullptr;
  Expr *Old = value();
  if (!Old || !add(Found))
    return nullptr;
  return Found.YieldsOld ? Old : value();
}

// The children are visited in the order in which they run.
Stmt *AdvanceReplacer::inChildren(Stmt *S) {
  const std::optional<Branches> If =
      isa<Expr>(S) ? std::nullopt : branchesOf(S);
  Expr *InFront = nullptr;
  return Rewriter.rebuilt(S, [&](Stmt *Child) -> Stmt * {
    // Both branches of an `if` begin with the same value.
    if (If && Child == If->Then)
      InFront = Done;
    else if (If && Child == If->Else)
      Done = InFront;
    auto *E = dyn_cast<Expr>(Child);
    if (!E)
      return inChildren(Child);
    Nodes.setLoc(E->getExprLoc());
    if (isDropped(*E, *S) && stepOf(E).Var && isVar(stepOf(E).Var, Var))
      return add(stepOf(E)) ? new (Context) NullStmt(E->getExprLoc()) : nullptr;
    Expr *New = replaced(E);
    return New ? New : inChildren(E);
  });
}

/// The variables that \p S steps.
static llvm::SmallVector<const DeclRefExpr *, 4> steppedIn(const Stmt *S) {
  llvm::SmallVector<const DeclRefExpr *, 4> Found;
  forEachNode(S, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    const Step Next = E ? stepOf(E) : Step();
    if (Next.Var && llvm::none_of(Found, [&](const DeclRefExpr *Known) {
          return Known->getDecl() == Next.Var->getDecl();
        }))
      Found.push_back(Next.Var);
    return true;
  });
  return Found;
}

/// The use of \p Var in \p S; null if there is none.
static const DeclRefExpr *useIn(const Stmt *S, const VarDecl &Var) {
  return cast_or_null<DeclRefExpr>(
      firstExpr(S, [&](const Expr *E) { return isReferenceTo(E, &Var); }));
}

/// How much a variable has advanced before the current iteration of \p IV if
/// each one advances it by \p Amount; null if that is no multiple of the
/// distance from the first value of \p IV.
static Expr *advanceBefore(const Induction &IV, const ForStmt &For,
                           Expr *Amount, NodeBuilder &Nodes,
                           const ASTContext &Context) {
  const std::optional<int64_t> Constant = constantValue(Amount, Context);
  const int64_t Width = IV.Step < 0 ? -IV.Step : IV.Step;
  if (Width != 1) {
    if (!Constant || *Constant % Width != 0)
      return nullptr;
    Amount = Nodes.integer(Nodes.number(*Constant / Width), Amount->getType());
  }
  Expr *Distance = referTo(
      IV.Var, IV.Var->getLocation(), Context,
      useIn(For.getCond(), *IV.Var)->refersToEnclosingVariableOrCapture());
  auto *Lower = const_cast<Expr *>(IV.Lower);
  if (IV.Step < 0)
    Distance = Nodes.compute(Lower, BO_Sub, Distance);
  else if (constantValue(Lower, Context) != 0)
    Distance = Nodes.compute(Distance, BO_Sub, Lower);
  if (!Distance || (Constant && *Constant == Width))
    return Distance;
  return Nodes.compute(Distance, BO_Mul, Amount);
}

/// Whether \p Steps are what `linear(v : Amount)` says; a null Amount is 1.
static bool areLinear(ArrayRef<Step> Steps, const Expr *Amount,
                      const ASTContext &Context) {
  const std::optional<int64_t> Constant =
      Amount ? constantValue(Amount, Context) : 1;
  if (Constant)
    return constantSum(Steps, Context) == Constant;
  return Steps.size() == 1 && !Steps.front().IsDown && Steps.front().Amount &&
         sameExpression(stripImplicit(Steps.front().Amount),
                        stripImplicit(Amount));
}

/// The operands of `linear` clauses of \p D that name \p Var; std::nullopt if
/// one of these says something else than \p Steps.
static std::optional<llvm::SmallVector<const Expr *, 1>>
linearOperands(const ScanDirective &D, const VarDecl &Var, ArrayRef<Step> Steps,
               const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 1> Operands;
  auto All = llvm::to_vector<8>(D.Inner->clauses());
  if (D.Outer != D.Inner)
    All.append(D.Outer->clauses().begin(), D.Outer->clauses().end());
  for (OMPClause *C : All) {
    const auto *Linear = dyn_cast<OMPLinearClause>(C);
    if (!Linear)
      continue;
    for (const Expr *Operand : compat::varlist(Linear)) {
      if (!isVar(Operand, Var))
        continue;
      if (!areLinear(Steps, Linear->getStep(), Context))
        return std::nullopt;
      Operands.push_back(Operand);
    }
  }
  return Operands;
}

namespace {

/// A variable that every iteration advances.
struct Advancing {
  const DeclRefExpr *Ref;
  llvm::SmallVector<Step, 2> Steps;
  /// The operands of `linear` clauses that name it.
  llvm::SmallVector<const Expr *, 1> Linear;
};

} // namespace

/// The pointers among \p Candidates that every iteration of \p For advances by
/// the same amount and reads elements through. As items they are arrays:
/// `const float last = y[-1]; *y++ = last + x[i];`.
static VariableSet findArrays(const ForStmt &For,
                              ArrayRef<const DeclRefExpr *> Candidates,
                              const ASTContext &Context) {
  VariableSet Found;
  for (const DeclRefExpr *Ref : Candidates) {
    const auto *Var = cast<VarDecl>(Ref->getDecl());
    const bool IsRead =
        isPlacePointer(Var->getType()) &&
        anyNode(For.getBody(), [&](const Stmt *Node) {
          const Expr *Place = loadedBy(Node);
          const Expr *Base =
              Place ? elementAccess(Place, Context).Base : nullptr;
          return Base && isVar(strip(Base), *Var);
        });
    if (IsRead && AdvanceReader(*Var, For).read())
      Found.insert(Var->getCanonicalDecl());
  }
  return Found;
}

/// The variables among \p Candidates that every iteration of \p For, the loop
/// of \p D over \p IV, advances by the same amount.
static llvm::SmallVector<Advancing, 2>
findAdvances(const ScanDirective &D, const ForStmt &For, const Induction &IV,
             ArrayRef<const DeclRefExpr *> Candidates,
             const VariableSet &Arrays, const VariableSet &Unexposed,
             const ASTContext &Context) {
  llvm::SmallVector<Advancing, 2> Found;
  for (const DeclRefExpr *Ref : Candidates) {
    const auto *Var = cast<VarDecl>(Ref->getDecl());
    const QualType Type = Var->getType();
    if (!Unexposed.contains(Var->getCanonicalDecl()) ||
        !(isPlacePointer(Type) || isIterator(Type) ||
          (Type->isIntegerType() && !Type->isBooleanType())) ||
        Var->getCanonicalDecl() == IV.Var->getCanonicalDecl() ||
        (!Arrays.contains(Var->getCanonicalDecl()) &&
         (isInClause(*D.Inner, *Var) || isInClause(*D.Outer, *Var))))
      continue;
    AdvanceReader Reader(*Var, For);
    if (!Reader.read())
      continue;
    if (std::optional<llvm::SmallVector<const Expr *, 1>> Linear =
            linearOperands(D, *Var, Reader.Steps, Context))
      Found.push_back({Ref, std::move(Reader.Steps), std::move(*Linear)});
  }
  return Found;
}

/// Whether a loop with steps of \p Step advances one of \p All by no multiple
/// of them.
static bool hasFraction(ArrayRef<Advancing> All, int64_t Step,
                        const ASTContext &Context) {
  return llvm::any_of(All, [&](const Advancing &Each) {
    const std::optional<int64_t> Sum = constantSum(Each.Steps, Context);
    return Step != 1 && Step != -1 && (!Sum || *Sum % Step != 0);
  });
}

std::optional<llvm::SmallVector<Advance, 2>>
ompscan::plugin::replaceAdvances(ScanDirective &D, const VariableSet &Unexposed,
                                 Sema &S, DeclContext *DC) {
  ASTContext &Context = S.Context;
  llvm::SmallVector<Advance, 2> Result;
  ForStmt *For = singleLoop(D);
  if (!For)
    return Result;
  const llvm::SmallVector<const DeclRefExpr *, 4> Candidates =
      steppedIn(For->getBody());
  compat::QuietEngine Quiet(S.getSourceManager());
  std::optional<Induction> IV =
      Candidates.empty()
          ? std::nullopt
          : analyzeInduction(*For, Context, Diagnostics(Quiet.Engine));
  if (!IV || IV->Lower->HasSideEffects(Context) ||
      !useIn(For->getCond(), *IV->Var))
    return Result;
  const SemaContext InFunction(S, DC);
  NodeBuilder Nodes(S);
  const VariableSet Arrays = findArrays(*For, Candidates, Context);
  llvm::SmallVector<const DeclRefExpr *, 4> Counted;
  llvm::copy_if(Candidates, std::back_inserter(Counted),
                [&](const DeclRefExpr *Ref) {
                  return !Arrays.contains(
                      cast<VarDecl>(Ref->getDecl())->getCanonicalDecl());
                });
  For = countMovedItems(D, For, Counted, Unexposed, S, Result);
  if (!For)
    return std::nullopt;
  const llvm::SmallVector<Advancing, 2> Found =
      findAdvances(D, *For, *IV, Candidates, Arrays, Unexposed, Context);
  if (hasFraction(Found, IV->Step, Context) &&
      !isInClause(*D.Inner, *IV->Var) && !isInClause(*D.Outer, *IV->Var)) {
    const std::optional<ForStmt *> Counting =
        countingIterations(*For, *IV, S, DC);
    if (!Counting)
      return std::nullopt;
    For = *Counting;
    IV = analyzeInduction(*For, Context, Diagnostics(Quiet.Engine));
  }
  llvm::SmallVector<Stmt *, 8> Statements;
  for (const Advancing &Each : Found) {
    const auto *Var = cast<VarDecl>(Each.Ref->getDecl());
    Nodes.setLoc(Each.Ref->getExprLoc());
    auto *Ref = const_cast<DeclRefExpr *>(Each.Ref);
    Expr *Begin =
        isIterator(Var->getType()) ? Nodes.pointer(Ref) : loadOf(Ref, Context);
    if (!Begin)
      return std::nullopt;
    VarDecl *Own = iterationVariable(Var->getName(), Begin, *DC, Context);
    TreeRewriter Rewriter(*For, Context);
    AdvanceReplacer Sum(*Var, *Own, Nodes, Context, Rewriter);
    if (!llvm::all_of(Each.Steps,
                      [&](const Step &Next) { return Sum.add(Next); }))
      continue;
    Expr *Before = advanceBefore(*IV, *For, Sum.advanced(), Nodes, Context);
    Expr *Value =
        Before ? Nodes.compute(Own->getInit(), BO_Add, Before) : nullptr;
    Value = Value ? Nodes.integer(Value, Own->getType()) : nullptr;
    if (!Value)
      continue;
    Stmt *Block = AdvanceReplacer(*Var, *Own, Nodes, Context, Rewriter)
                      .inChildren(asBlock(For->getBody(), Context));
    if (!Block)
      return std::nullopt;
    Block = Rewriter.finished(Block);
    if (mentions(Block, Var)) // The initial value of a captured variable.
      continue;
    For = withBody(*For, Block, Context);
    Own->setInit(Value);
    // A clause that names the variable is fulfilled, and names the sum.
    for (const Expr *Operand : Each.Linear)
      D.Operands[Operand] = Sum.advanced();
    Statements.push_back(declarationOf(Own, Each.Ref->getExprLoc(), Context));
    Result.push_back({Each.Ref, Sum.advanced(), /*Count=*/nullptr});
  }
  if (!Statements.empty()) {
    const auto *Block = cast<CompoundStmt>(For->getBody());
    Statements.append(Block->body_begin(), Block->body_end());
    For = withBody(*For, blockOf(Statements, For->getSourceRange(), Context),
                   Context);
  }
  if (!Result.empty())
    D.OnHost = For;
  return Result;
}

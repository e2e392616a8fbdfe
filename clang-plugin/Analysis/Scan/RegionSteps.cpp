//===- RegionSteps.cpp - What the threads of a region do ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/RegionSteps.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Scan/PlainLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;
using namespace llvm::omp;

/// The statement of \p D, which may be a captured one or not.
static const Stmt *regionOf(const OMPExecutableDirective &D) {
  const Stmt *S = D.getAssociatedStmt();
  while (const auto *Captured = dyn_cast<CapturedStmt>(S))
    S = Captured->getCapturedDecl()->getBody();
  return S;
}

/// Whether \p S and the statements in it contain a loop.
static bool hasLoop(const nest::Statement &S) {
  return nest::anyStatement(S, [](const nest::Statement &Each) {
    return Each.kind() == nest::Statement::Kind::Loop;
  });
}

std::pair<const VarDecl *, const Expr *>
ompscan::plugin::definition(const nest::Statement &S) {
  if (const VarDecl *Var = variableDeclaredBy(S.source()))
    return {Var, Var->getInit()};
  const Expr *E = S.expression();
  const Assignment Assigned = E ? plainAssignment(E) : Assignment{};
  return {Assigned.Target ? variableOf(strip(Assigned.Target)) : nullptr,
          Assigned.Value};
}

/// Whether \p S passes the address of \p Array to a function that may store
/// there.
static bool passes(const Stmt *S, const Expr *Array) {
  return anyNode(S, [&](const Stmt *Node) {
    const auto *Call = dyn_cast<CallExpr>(Node);
    return Call && llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
             const QualType Type = Argument->getType();
             return Type->isPointerType() &&
                    !Type->getPointeeType().isConstQualified() &&
                    sameExpression(Argument->IgnoreParenImpCasts(), Array);
           });
  });
}

bool ompscan::plugin::mayChange(const Stmt *S, const Expr *Array,
                                const ASTContext &Context) {
  return passes(S, Array) ||
         llvm::any_of(changedElements(S, Context), [&](const Expr *Place) {
           const ElementAccess Element = elementAccess(Place, Context);
           return sameExpression(Element.Base ? Element.Base : Place, Array);
         });
}

RegionSteps::RegionSteps(ArrayRef<Stmt *> Statements, const ASTContext &Context,
                         const Diagnostics &Quiet, CallExpansion Expand)
    : Context(Context), Quiet(Quiet), Expand(Expand) {
  for (const Stmt *S : Statements)
    add(read(*S), /*IsByParts=*/false);
}

const nest::Statement &RegionSteps::read(const Stmt &S) {
  Bodies.push_back(std::make_unique<nest::Body>(S, Context));
  return Bodies.back()->root();
}

void RegionSteps::add(const nest::Statement &S, bool IsByParts) {
  if (S.kind() == nest::Statement::Kind::Empty)
    return;
  if (const auto *Block = dyn_cast<nest::Block>(&S)) {
    for (const nest::Statement *Each : Block->statements())
      add(*Each, IsByParts);
    return;
  }
  // A condition such as that there is more than one thread changes no order.
  if (const auto *If = dyn_cast<nest::If>(&S); If && !If->elseBranch() &&
                                               If->head().isPlain() &&
                                               concernsParts(If->condition())) {
    add(If->thenBranch(), IsByParts && !choosesThread(If->condition()));
    return;
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S.source());
      D && S.kind() == nest::Statement::Kind::Other) {
    if (D->hasAssociatedStmt())
      addDirective(S, *D, IsByParts);
    return;
  }
  if (addCalled(S, IsByParts))
    return;
  note(S);
  Steps.push_back({&S, nullptr, IsByParts, Function});
}

/// The steps of the function that \p S, an expression or a declaration, calls;
/// null if it calls nothing that is known.
const CalledSteps *RegionSteps::calledBy(const nest::Statement &S) {
  if (!S.expression() && !isa<nest::Declaration>(S))
    return nullptr;
  const Stmt *Source = S.source();
  auto Known = Called.find(Source);
  if (Known == Called.end())
    Known = Called.insert({Source, Expand(*Source)}).first;
  return Known->second ? &*Known->second : nullptr;
}

/// Adds the steps of the function that \p S calls; false if there are none.
bool RegionSteps::addCalled(const nest::Statement &S, bool IsByParts) {
  constexpr unsigned MostNested = 4;
  const CalledSteps *Steps = Depth < MostNested ? calledBy(S) : nullptr;
  if (!Steps)
    return false;
  // It may be moved when calls inside are added.
  const CalledSteps Inside = *Steps;
  // The variables of a function have one meaning.
  if (Inside.Function && !Bound.insert(Inside.Function).second)
    return false;
  for (const auto &[I, Argument] : llvm::enumerate(Inside.Arguments)) {
    const ParmVarDecl *Parameter = Inside.Function->getParamDecl(I);
    define(Parameter, Argument);
    Arguments[Parameter] = Argument;
    if (IsByParts && Parameter->getType()->isArithmeticType())
      Own.insert(Parameter);
  }
  if (IsByParts)
    for (const VarDecl *Var : variablesIn(Inside.Body))
      Own.insert(Var);
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  llvm::SaveAndRestore<const FunctionDecl *> Within(
      Function, Inside.Function ? Inside.Function : Function);
  add(read(*Inside.Body), IsByParts);
  return true;
}

/// Whether each iteration with \p Body, of a loop that is divided, is a part:
/// it contains loops, or calls functions that do for its element.
bool RegionSteps::hasBlocks(const nest::Statement &Body) {
  return hasLoop(Body) || nest::anyStatement(Body, [&](const auto &Each) {
           const Expr *E = Each.expression();
           const Assignment Stored = E ? plainAssignment(E) : Assignment{};
           return E &&
                  (isa<CallExpr>(E->IgnoreImplicit()) ||
                   (Stored.Target &&
                    elementAccess(Stored.Target, Context).Base)) &&
                  calledBy(Each);
         });
}

void RegionSteps::addDirective(const nest::Statement &S,
                               const OMPExecutableDirective &D,
                               bool IsByParts) {
  switch (D.getDirectiveKind()) {
  case OMPD_parallel:
    if (IsByParts)
      break;
    addOwn(D);
    add(read(*regionOf(D)), /*IsByParts=*/true);
    return;
  case OMPD_parallel_for:
  case OMPD_parallel_for_simd:
    if (IsByParts)
      break;
    addOwn(D);
    if (addShared(D))
      return;
    break;
  case OMPD_for:
  case OMPD_for_simd:
    if (IsByParts && addShared(D))
      return;
    break;
  case OMPD_simd:
    add(read(*regionOf(D)), IsByParts);
    return;
  case OMPD_single:
  case OMPD_master:
  case OMPD_masked:
    add(read(*regionOf(D)), /*IsByParts=*/false);
    return;
  default:
    break;
  }
  Steps.push_back({&S, nullptr, IsByParts, Function});
}

/// Whether \p S stores to the element of the part in a table.
bool RegionSteps::storesOfPart(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Stored = E ? plainAssignment(E) : Assignment{};
  return Stored.Target &&
         behindPart(elementAccess(Stored.Target, Context).Index);
}

/// Adds the loop \p For of \p Sharing. Where each iteration ends by a store for
/// the part, that of the last one counts: it becomes a step of its own.
void RegionSteps::addElements(ForStmt &For, const OMPLoopDirective &Sharing) {
  auto *Block = dyn_cast<CompoundStmt>(For.getBody());
  if (!Block || Block->size() < 2 || !storesOfPart(Block->body_back())) {
    Steps.push_back({&read(For), &Sharing, /*IsByParts=*/true, Function});
    return;
  }
  // Without source, since what is there has the store as well.
  auto &Nodes = const_cast<ASTContext &>(Context);
  const llvm::SmallVector<Stmt *, 4> Rest(Block->body_begin(),
                                          Block->body_end() - 1);
  Stmt *Body = blockOf(Rest, SourceLocation(), Nodes);
  ForStmt *Loop = withBody(For, Body, Context);
  Steps.push_back({&read(*Loop), &Sharing, /*IsByParts=*/true, Function});
  add(read(*Block->body_back()), /*IsByParts=*/true);
}

/// Adds the loop of \p D, which divides it among the threads, or what its
/// iterations do if they are blocks. False if it has several loops or none.
bool RegionSteps::addShared(const OMPExecutableDirective &D) {
  const auto *Sharing = cast<OMPLoopDirective>(&D);
  const nest::Statement *Only = nest::onlyStatement(read(*regionOf(D)));
  const auto *Loop = dyn_cast_or_null<nest::InnerLoop>(Only);
  auto *For =
      Loop ? dyn_cast<ForStmt>(const_cast<Stmt *>(Loop->source())) : nullptr;
  if (!For || Sharing->getLoopsNumber() != 1)
    return false;
  if (!hasBlocks(Loop->body())) {
    addElements(*For, *Sharing);
    return true;
  }
  const std::optional<Induction> IV = analyzeInduction(*For, Context, Quiet);
  if (!IV || IV->Step != 1)
    return false;
  Parts.insert(IV->Var);
  for (const VarDecl *Var : variablesIn(For))
    Own.insert(Var);
  add(Loop->body(), /*IsByParts=*/true);
  return true;
}

/// Adds the variables that the threads of \p D do not share.
void RegionSteps::addOwn(const OMPExecutableDirective &D) {
  for (const VarDecl *Var : variablesIn(regionOf(D)))
    Own.insert(Var);
  for (const OMPClause *C : D.clauses())
    if (C && isa<OMPPrivateClause, OMPFirstprivateClause>(C))
      for (const Expr *E : operands(C))
        if (const VarDecl *Var = variableOf(strip(E)))
          Own.insert(Var);
}

/// Notes whether \p Value, that of \p Var, is computed from the number of the
/// part.
void RegionSteps::define(const VarDecl *Var, const Expr *Value) {
  if (isPart(Value))
    Parts.insert(Var);
  else if (dependsOnPart(Value))
    Dependent.insert(Var);
}

/// Notes which variables \p S computes from the number of the part.
void RegionSteps::note(const nest::Statement &S) {
  for (const VarDecl *Var : nest::variablesOf(S))
    if (Var->getInit())
      define(Var, Var->getInit());
  const Expr *E = S.expression();
  if (!E)
    return;
  if (const Assignment Assigned = plainAssignment(E); Assigned.Target) {
    if (const VarDecl *Var = variableOf(strip(Assigned.Target)))
      define(Var, Assigned.Value);
  } else if (dependsOnPart(E)) {
    // `lo += rest` and `divide(thread, &lo, &hi)`
    forEachNode(E, [this](const Stmt *Node) {
      if (const Expr *Object = addressedBy(Node))
        if (const VarDecl *Var = variableOf(strip(Object)))
          Dependent.insert(Var);
      return true;
    });
    for (const Expr *Place : changedPlaces(E))
      if (const VarDecl *Var = variableOf(Place))
        Dependent.insert(Var);
  }
}

bool RegionSteps::isPart(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Var = variableOf(E))
    return Parts.count(Var);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getDeclName().isIdentifier() &&
         Callee->getName() == "omp_get_thread_num";
}

std::optional<int64_t> RegionSteps::behindPart(const Expr *E) const {
  if (!E)
    return std::nullopt;
  E = E->IgnoreParenCasts();
  if (isPart(E))
    return 0;
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  const bool IsSum = Sum->getOpcode() == BO_Add;
  const Expr *Left = Sum->getLHS(), *Right = Sum->getRHS();
  if (IsSum && constantValue(Left, Context))
    std::swap(Left, Right);
  const std::optional<int64_t> Part = behindPart(Left);
  const std::optional<int64_t> N = constantValue(Right, Context);
  if (!Part || !N || std::abs(*N) > 1)
    return std::nullopt;
  return *Part + (IsSum ? *N : -*N);
}

std::optional<PlaceOfPart> RegionSteps::placeOfPart(const Expr *Index) const {
  if (const std::optional<int64_t> Shift = behindPart(Index))
    return PlaceOfPart{*Shift, 1};
  const auto *Scaled =
      Index ? dyn_cast<BinaryOperator>(Index->IgnoreParenCasts()) : nullptr;
  if (!Scaled)
    return std::nullopt;
  const Expr *Left = Scaled->getLHS(), *Right = Scaled->getRHS();
  const BinaryOperatorKind Kind = Scaled->getOpcode();
  if (Kind == BO_Mul && constantValue(Left, Context))
    std::swap(Left, Right);
  std::optional<int64_t> N = constantValue(Right, Context);
  if (Kind == BO_Add || Kind == BO_Sub) { // `thread * 16 + 16`
    std::optional<PlaceOfPart> Place = placeOfPart(Left);
    if (!N || !Place || *N % Place->Stride != 0)
      return std::nullopt;
    Place->Shift += (Kind == BO_Add ? *N : -*N) / Place->Stride;
    return Place;
  }
  if (Kind == BO_Shl && N && *N >= 0 && *N < 32)
    N = int64_t(1) << *N;
  else if (Kind != BO_Mul)
    return std::nullopt;
  const std::optional<int64_t> Shift = behindPart(Left);
  return Shift && N && *N > 0 ? std::optional(PlaceOfPart{*Shift, *N})
                              : std::nullopt;
}

bool RegionSteps::dependsOnPart(const Stmt *S) const {
  return anyNode(S, [this](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    return E && (isPart(E) || Dependent.count(variableOf(E)));
  });
}

/// Whether \p Condition is about the number of the part or of all parts.
bool RegionSteps::concernsParts(const Expr &Condition) const {
  return dependsOnPart(&Condition) || !anyOf(&Condition, [this](const Expr *E) {
           const VarDecl *Var = variableOf(E);
           const Expr *Value = Var ? firstValueOf(Var) : nullptr;
           return Var && !(Value && isThreadNumber(*Value->IgnoreParenCasts()));
         });
}

/// Whether \p Condition holds in one thread only, such as that with number 0.
bool RegionSteps::choosesThread(const Expr &Condition) const {
  const Expr *E = Condition.IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E))
    return Not->getOpcode() == UO_LNot && isPart(Not->getSubExpr());
  const auto *Equal = dyn_cast<BinaryOperator>(E);
  return Equal && Equal->getOpcode() == BO_EQ &&
         (isPart(Equal->getLHS()) || isPart(Equal->getRHS()));
}

const Expr *RegionSteps::valueBefore(const VarDecl *Var, size_t At) const {
  for (const RegionStep &Step : llvm::reverse(steps().take_front(At)))
    if (const auto [Defined, Value] = definition(*Step.Statement);
        Defined == Var)
      return Value;
  const Expr *Argument = Arguments.lookup(Var);
  return Argument ? Argument : Var->getInit();
}

/// The first value of \p Var; null if it is not known.
const Expr *RegionSteps::firstValueOf(const VarDecl *Var) const {
  if (Var->getInit())
    return Var->getInit();
  if (const Expr *Argument = Arguments.lookup(Var))
    return Argument;
  for (const RegionStep &Step : steps())
    if (const auto [Defined, Value] = definition(*Step.Statement);
        Defined == Var && Value)
      return Value;
  return nullptr;
}

bool RegionSteps::haveSameValue(const Expr *A, const Expr *B) const {
  return matches(
      stripImplicit(A), stripImplicit(B),
      [this](const Expr *One, const Expr *Other) -> std::optional<bool> {
        const std::optional<int64_t> Left = behindPart(One);
        if (Left && Left == behindPart(Other))
          return true;
        const VarDecl *Var = variableOf(One), *Twin = variableOf(Other);
        if (!Var || !Twin || Var == Twin || !isOwn(Var) || !isOwn(Twin))
          return std::nullopt;
        const Expr *Value = firstValueOf(Var), *Same = firstValueOf(Twin);
        return Value && Same && haveSameValue(Value, Same);
      });
}

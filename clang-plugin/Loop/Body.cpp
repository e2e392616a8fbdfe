//===- Body.cpp - The statements of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/Body.h"
#include "Loop/BodyReader.h"
#include "Loop/Combination.h"
#include "Loop/Containers.h"
#include "Loop/Expressions.h"
#include "Loop/Rotation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan;

BodyReader::BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
                       const ASTContext &Context, const Diagnostics &Diags)
    : Loop(Loop), Accesses(Accesses), Context(Context), Diags(Diags),
      Counts(Loop.Items.size()), UpdateGuards(Loop.Items.size()) {
  for (Item &I : Loop.Items)
    Arrays.emplace_back(Loop, I, Context, Diags);
  Locals.insert(Loop.Privates.begin(), Loop.Privates.end());
}

std::optional<unsigned> BodyReader::scalarItem(const Expr *E) const {
  const Item *Found = Loop.scalarItem(E);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

std::optional<unsigned> BodyReader::listItem(const Expr *E) const {
  const Item *Found = Loop.listItem(E, Context);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

/// The item that \p E is, or that it is one of the accumulators of.
std::optional<unsigned> BodyReader::accumulator(const Expr *E) const {
  const std::optional<unsigned> Scalar = scalarItem(E);
  return Scalar ? Scalar : listItem(E);
}

/// Whether \p A and \p B are written as one accumulator.
bool BodyReader::isSameAccumulator(const Expr *A, const Expr *B) const {
  const std::optional<unsigned> Number = accumulator(A);
  if (!Number || Number != accumulator(B))
    return false;
  if (!Loop.Items[*Number].isList())
    return true;
  const ElementAccess One = elementAccess(strip(A), Context);
  const ElementAccess Other = elementAccess(strip(B), Context);
  return !One.Index == !Other.Index &&
         (!One.Index || sameExpression(One.Index, Other.Index));
}

std::optional<unsigned> BodyReader::arrayItem(const Expr *E) const {
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (!Loop.Items[I].isList() && Arrays[I].isElement(E))
      return I;
  return std::nullopt;
}

/// What \p E is a field or an element of; null if it is neither.
static const Expr *wholeOf(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (Member && !Member->isArrow())
    return stripImplicit(Member->getBase());
  return Subscript ? stripImplicit(Subscript->getBase()) : nullptr;
}

/// The same, at the root.
static const Expr *partOf(const Expr *E) {
  E = strip(E);
  while (const Expr *Whole = wholeOf(E))
    E = Whole;
  return E;
}

/// The scalar item that \p E is, or of which it is a part.
std::optional<unsigned> BodyReader::itemOf(const Expr *E) const {
  for (E = strip(E); E; E = wholeOf(E))
    if (const std::optional<unsigned> Number = scalarItem(E))
      return Number;
  return std::nullopt;
}

/// The member that is an item and lies in the object \p E, or null.
const Item *BodyReader::itemIn(const Expr *E) const {
  for (const Item &I : Loop.Items)
    for (const Expr *Whole = wholeOf(I.Base); Whole; Whole = wholeOf(Whole))
      if (sameExpression(Whole, E))
        return &I;
  return nullptr;
}

/// The variable of the iteration that \p E names, or of which it is a part.
const VarDecl *BodyReader::localRoot(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(partOf(E));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Locals.contains(Var) ? Var : nullptr;
}

/// Whether \p Local, or what it is a reference to, depends on an item.
bool BodyReader::isDependent(const VarDecl *Local) const {
  if (Dependent.contains(Local))
    return true;
  const VarDecl *Bound = Local->getType()->isReferenceType() && Local->getInit()
                             ? localRoot(Local->getInit())
                             : nullptr;
  return Bound && Bound != Local && isDependent(Bound);
}

/// The first element of \p Array that \p S assigns, or null.
static const Expr *findStore(const Stmt *S, const Recurrence &Array) {
  if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *Binary = dyn_cast<BinaryOperator>(E);
    const Expr *Target = Binary && Binary->isAssignmentOp()
                             ? Binary->getLHS()
                             : plainAssignment(E).Target;
    if (Target && Array.isElement(Target))
      return strip(Target);
  }
  for (const Stmt *Child : S->children())
    if (Child)
      if (const Expr *Found = findStore(Child, Array))
        return Found;
  return nullptr;
}

bool BodyReader::read() {
  Accesses.setInterceptor(
      [this](const Expr *E, bool Guarded) { return intercept(E, Guarded); });
  Accesses.setChanging([this](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return (Var && Locals.contains(Var)) || accumulator(E);
  });
  // What the body reads of an item in front of the store can be told then.
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    const Item &Next = Loop.Items[I];
    if (Next.FirstValue &&
        !Accesses.addScalar(Next.FirstValue, Next.FirstValue))
      return false;
    const Expr *Stored =
        Next.isList() ? nullptr : findStore(Loop.For->getBody(), Arrays[I]);
    if (Stored && !Arrays[I].setStore(Stored))
      return false;
  }
  findLastKept();
  const bool Valid = walk(Loop.For->getBody());
  Accesses.setInterceptor({});
  if (!Valid)
    return false;
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    Item &Target = Loop.Items[I];
    if (Counts[I].Most == 0) {
      Diags.report(Target.Base->getExprLoc(), Diag::err_no_update)
          << Target.Name;
      return false;
    }
    Target.Conditional = Counts[I].Least == 0;
    if (!Target.isArray()) {
      Target.Initial = Loop.Scalars.size();
      Loop.Scalars.push_back({Target.Name, Target.place(), Target.placeType()});
    }
    if (Target.isArray() && Target.Conditional) {
      Diags.report(Target.Store->getExprLoc(), Diag::err_statement)
          << Target.Name;
      return false;
    }
    if (Target.isArray() &&
        (!Accesses.addElement(Target.Store, AccessKind::Write) ||
         !Accesses.addElement(Target.Previous, AccessKind::Seed)))
      return false;
  }
  if (!checkCounted() || !findSelection())
    return false;
  dropWhole();
  Loop.Body = Loop.For->getBody();
  for (const Carry &C : Loop.Carries)
    if (Dependent.contains(C.Var)) {
      Diags.report(C.Value->getExprLoc(), Diag::err_carry) << C.Var->getName();
      return false;
    }
  if (!checkArrays() || !checkReferences() ||
      !checkRotations(Loop, Context, Diags))
    return false;
  Accesses.addNeighbours();
  return true;
}

/// Notes what the statement \p S, which has been read, did.
bool BodyReader::finish(const Stmt *S) {
  const Effects Was = std::exchange(Done, Effects());
  if (!Was.Output)
    return true;
  if (Was.Input) {
    Diags.report(S->getBeginLoc(), Diag::err_mixed);
    return false;
  }
  Loop.OutputOnly[S] = Was.Updates;
  return true;
}

/// Walks \p S, a branch of \p If.
bool BodyReader::walkBranch(const Stmt *S, const IfStmt &If, bool Depends) {
  Accesses.pushCondition(If.getCond(), S == If.getThen());
  Guards.push_back(S);
  DependentGuards += Depends;
  const bool Valid = walk(S);
  DependentGuards -= Depends;
  Guards.pop_back();
  Accesses.popCondition();
  return Valid;
}

bool BodyReader::walkIf(const IfStmt &If) {
  if (const std::optional<bool> Done = updateByIf(If))
    return *Done;
  if (If.getInit() && !walk(If.getInit()))
    return false;
  if (const DeclStmt *Declaration = If.getConditionVariableDeclStmt();
      Declaration && !walkDeclaration(*Declaration))
    return false;
  bool Depends = false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(If.getCond(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    if (Counts[I].Most != Start[I].Most) {
      Diags.report(If.getCond()->getExprLoc(), Diag::err_update_place)
          << Loop.Items[I].Name << 1;
      return false;
    }
  Done.Output |= Depends;
  if (!finish(&If) || !walkBranch(If.getThen(), If, Depends))
    return false;
  const std::vector<Count> Then = std::exchange(Counts, Start);
  if (If.getElse() && !walkBranch(If.getElse(), If, Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    Counts[I] = {std::min(Counts[I].Least, Then[I].Least),
                 std::max(Counts[I].Most, Then[I].Most)};
  return true;
}

/// The cases of \p Switch; std::nullopt, with an error, if there is more to it
/// than these.
std::optional<std::vector<BodyReader::Case>>
BodyReader::casesOf(const SwitchStmt &Switch, bool &HasDefault) const {
  std::vector<Case> Cases;
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  auto Refuse = [&](const Stmt *S) {
    Diags.report(S->getBeginLoc(), Diag::err_case);
    return std::nullopt;
  };
  if (!Body)
    return Refuse(Switch.getBody());
  for (const Stmt *S : Body->body()) {
    if (isa<SwitchCase>(S)) {
      Cases.emplace_back();
      while (const auto *Label = dyn_cast<SwitchCase>(S)) {
        HasDefault |= isa<DefaultStmt>(Label);
        S = Label->getSubStmt();
      }
    }
    if (Cases.empty() || Cases.back().Ends)
      return Refuse(S);
    Case &Last = Cases.back();
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (Block && !Block->body_empty() && isa<BreakStmt>(Block->body_back())) {
      Last.Statements.insert(Last.Statements.end(), Block->body_begin(),
                             Block->body_end() - 1);
      Last.Ends = true;
    } else if (isa<BreakStmt>(S)) {
      Last.Ends = true;
    } else {
      Last.Statements.push_back(S);
    }
  }
  return Cases;
}

bool BodyReader::walkSwitch(const SwitchStmt &Switch) {
  bool HasDefault = false;
  const auto Cases = casesOf(Switch, HasDefault);
  if (!Cases)
    return false;
  if (Switch.getInit() && !walk(Switch.getInit()))
    return false;
  if (const DeclStmt *Declaration = Switch.getConditionVariableDeclStmt();
      Declaration && !walkDeclaration(*Declaration))
    return false;
  bool Depends = false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(Switch.getCond(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    if (Counts[I].Most != Start[I].Most) {
      Diags.report(Switch.getCond()->getExprLoc(), Diag::err_update_place)
          << Loop.Items[I].Name << 1;
      return false;
    }
  Done.Output |= Depends;
  if (!finish(&Switch))
    return false;
  const auto Either = [](std::vector<Count> A, const std::vector<Count> &B) {
    for (size_t I = 0; I != A.size(); ++I)
      A[I] = {std::min(A[I].Least, B[I].Least), std::max(A[I].Most, B[I].Most)};
    return A;
  };
  std::optional<std::vector<Count>> All;
  if (!HasDefault)
    All = Start;
  bool GoesOn = false; // The case before goes on into the next one.
  llvm::SaveAndRestore<unsigned> Deeper(SwitchDepth, SwitchDepth + 1);
  for (const Case &Next : *Cases) {
    Counts = GoesOn ? Either(Start, Counts) : Start;
    Accesses.pushUnknownCondition();
    Guards.push_back(Next.Statements.empty() ? &Switch
                                             : Next.Statements.front());
    DependentGuards += Depends;
    const bool Valid =
        llvm::all_of(Next.Statements, [&](const Stmt *S) { return walk(S); });
    DependentGuards -= Depends;
    Guards.pop_back();
    Accesses.popCondition();
    if (!Valid)
      return false;
    GoesOn = !Next.Ends;
    if (!GoesOn || &Next == &Cases->back())
      All = All ? Either(*All, Counts) : Counts;
  }
  Counts = All.value_or(Start);
  return true;
}

/// Whether \p S may leave out what follows in it.
static bool leavesEarly(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt>(S) ||
               llvm::any_of(S->children(), leavesEarly));
}

/// Whether all of the body of \p For is run at least once: its bounds are
/// constant, and nothing leaves it.
static bool runsAtLeastOnce(const ForStmt &For, const ASTContext &Context) {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  const auto *Condition =
      For.getCond() ? dyn_cast<BinaryOperator>(stripImplicit(For.getCond()))
                    : nullptr;
  Expr::EvalResult First, Bound;
  if (!Var || !Var->getInit() || !Condition || !Condition->isRelationalOp() ||
      !mentions(Condition->getLHS(), Var) ||
      !Var->getInit()->EvaluateAsInt(First, Context) ||
      !Condition->getRHS()->EvaluateAsInt(Bound, Context) ||
      leavesEarly(For.getBody()))
    return false;
  const int Order =
      llvm::APSInt::compareValues(First.Val.getInt(), Bound.Val.getInt());
  switch (Condition->getOpcode()) {
  case BO_LT:
    return Order < 0;
  case BO_LE:
    return Order <= 0;
  case BO_GT:
    return Order > 0;
  default:
    return Order >= 0;
  }
}

bool BodyReader::walkLoop(const Stmt *Whole, const Stmt *Init,
                          const Expr *Condition, const Expr *Step,
                          const Stmt *Body) {
  if (Init && !walk(Init))
    return false;
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
  const auto *For = dyn_cast<ForStmt>(Whole);
  llvm::SaveAndRestore<unsigned> Maybe(
      MaybeDepth, MaybeDepth + !(For && runsAtLeastOnce(*For, Context)));
  // What one round finds to depend on an item, or stores, may be read further
  // up, so there is a second one, and others as long as they find anything.
  bool Depends = false;
  for (bool IsFirst = true;; IsFirst = false) {
    const size_t Known = Dependent.size();
    const bool Knew = Depends;
    llvm::SaveAndRestore<bool> Leaves(LeavesByItem, false);
    DependentGuards += Knew;
    bool Valid = !Condition || readExpr(Condition, Depends);
    const Effects Head = std::exchange(Done, Effects());
    Valid = Valid && walk(Body) && (!Step || readExpr(Step, Depends));
    DependentGuards -= Knew;
    if (!Valid)
      return false;
    if (!Head.Updates.empty() || !Done.Updates.empty()) {
      Diags.report(Whole->getBeginLoc(), Diag::err_update_place)
          << Loop.Items
                 [(Head.Updates.empty() ? Done : Head).Updates.front().Item]
                     .Name
          << 2;
      return false;
    }
    Depends |= LeavesByItem;
    Done.Output |= Head.Output || Depends;
    Done.Input |= Head.Input;
    if (!IsFirst && Dependent.size() == Known && Depends == Knew)
      return finish(Whole);
    Done = Effects();
  }
}

bool BodyReader::walkDeclaration(const DeclStmt &Declaration) {
  for (const Decl *D : Declaration.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    if (Var->isStaticLocal()) {
      if (Var->getType().isConstQualified())
        continue;
      Diags.report(Var->getLocation(), Diag::err_shared_scalar)
          << Var->getName();
      return false;
    }
    if (Var->getType()->isReferenceType() &&
        !Var->getType().getNonReferenceType().isConstQualified()) {
      Diags.report(Var->getLocation(), Diag::err_local_reference)
          << Var->getName();
      return false;
    }
    Locals.insert(Var);
    if (Var->getType()->isReferenceType() && Var->getInit())
      References.push_back(Var);
    bool Depends = false;
    if (Var->getInit() && !readExpr(Var->getInit(), Depends))
      return false;
    if (Depends || DependentGuards) {
      Dependent.insert(Var);
      OutputLocals.insert(Var);
    }
    (Depends || DependentGuards ? Done.Output : Done.Input) = true;
  }
  return finish(&Declaration);
}

bool BodyReader::walk(const Stmt *S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Compound->body(),
                        [&](const Stmt *Sub) { return walk(Sub); });
  if (isa<NullStmt, OMPScanDirective>(S))
    return true;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return walkDeclaration(*Declaration);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return walkIf(*If);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return walkSwitch(*Switch);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkLoop(For, For->getInit(), For->getCond(), For->getInc(),
                    For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable())
    return walkLoop(While, nullptr, While->getCond(), nullptr,
                    While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return walkLoop(Do, nullptr, Do->getCond(), nullptr, Do->getBody());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *E = dyn_cast<Expr>(S)) {
    bool Depends = false;
    llvm::SaveAndRestore<const Expr *> Whole(Statement, strip(E));
    return readExpr(E, Depends) && finish(E);
  }
  if (LoopDepth != 0 && isa<BreakStmt, ContinueStmt>(S)) {
    LeavesByItem |= DependentGuards != 0;
    return true;
  }
  if (SwitchDepth != 0 && isa<BreakStmt>(S)) {
    Diags.report(S->getBeginLoc(), Diag::err_case);
    return false;
  }
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S)) {
    Diags.report(S->getBeginLoc(), Diag::err_leaves)
        << (isa<BreakStmt>(S)      ? "break"
            : isa<ContinueStmt>(S) ? "continue"
            : isa<ReturnStmt>(S)   ? "return"
                                   : "goto")
        << isa<ContinueStmt>(S);
    return false;
  }
  Diags.report(S->getBeginLoc(), Diag::err_statement)
      << Loop.Items.front().Name;
  return false;
}

bool ompscan::analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                          const ASTContext &Context, const Diagnostics &Diags) {
  if (!findRotations(Loop, Diags))
    return false;
  return BodyReader(Loop, Accesses, Context, Diags).read();
}

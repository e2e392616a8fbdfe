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
  const auto *Ref = dyn_cast<DeclRefExpr>(strip(E));
  for (unsigned I = 0; Ref && I != Loop.Items.size(); ++I)
    if (sameExpression(Loop.Items[I].Base, Ref) && !isSequence(Ref->getType()))
      return I;
  return std::nullopt;
}

std::optional<unsigned> BodyReader::arrayItem(const Expr *E) const {
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (Arrays[I].isElement(E))
      return I;
  return std::nullopt;
}

/// What \p E is a field or an element of, at the root.
const Expr *ompscan::partOf(const Expr *E) {
  E = strip(E);
  while (true) {
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    if (Member && !Member->isArrow())
      E = stripImplicit(Member->getBase());
    else if (Subscript)
      E = stripImplicit(Subscript->getBase());
    else
      return E;
  }
}

/// The variable of the iteration that \p E names, or of which it is a part.
const VarDecl *BodyReader::localRoot(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(partOf(E));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Locals.contains(Var) ? Var : nullptr;
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
  Accesses.setChanging([this](const VarDecl *Var) {
    return Locals.contains(Var) || Loop.scalarItem(Var);
  });
  // What the body reads of an item in front of the store can be told then.
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (const Expr *Stored = findStore(Loop.For->getBody(), Arrays[I]);
        Stored && !Arrays[I].setStore(Stored))
      return false;
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
      Loop.Scalars.push_back({Target.Name, Target.Base, Target.Type});
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
  if (!checkCounted())
    return false;
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

/// Whether \p For runs at least once: its bounds are constant.
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
      !Condition->getRHS()->EvaluateAsInt(Bound, Context))
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
  bool Depends = false;
  if (Condition && !readExpr(Condition, Depends))
    return false;
  Done.Output |= Depends;
  if (!finish(Whole))
    return false;
  DependentGuards += Depends;
  // Twice: what the first round finds to depend on an item may be read above.
  bool Valid = walk(Body);
  if (Valid && Step)
    Valid = readExpr(Step, Depends);
  if (Valid && Condition)
    Valid = readExpr(Condition, Depends);
  Done.Output |= Depends;
  Valid = Valid && finish(Whole) && walk(Body);
  DependentGuards -= Depends;
  return Valid;
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
    if (Depends || DependentGuards)
      Dependent.insert(Var);
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
  if (LoopDepth != 0 && isa<BreakStmt, ContinueStmt>(S))
    return true;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S)) {
    Diags.report(S->getBeginLoc(), Diag::err_leaves)
        << (isa<BreakStmt>(S)      ? "break"
            : isa<ContinueStmt>(S) ? "continue"
            : isa<ReturnStmt>(S)   ? "return"
                                   : "goto");
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

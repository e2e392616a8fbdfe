//===- Body.cpp - The statements of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/Body.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Analysis/Scan/BodyReader.h"
#include "Analysis/Scan/LoopCarriedScalars.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

BodyReader::BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
                       const ASTContext &Context, const Diagnostics &Diags)
    : Loop(Loop), Accesses(Accesses), Context(Context), Diags(Diags),
      Counts(Loop.Items.size()), UpdateGuards(Loop.Items.size()) {
  for (Item &I : Loop.Items)
    Arrays.emplace_back(Loop, I, Context, Diags);
  Locals.insert(Loop.Privates.begin(), Loop.Privates.end());
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
  if (const Scan *Mode = Loop.scan())
    for (const LoopCarriedScalar &C : Mode->LoopCarriedScalars)
      if (Dependent.contains(C.Var)) {
        Diags.report(C.Value->getExprLoc(), Diag::err_carry)
            << C.Var->getName();
        return false;
      }
  if (!checkArrays() || !checkReferences() ||
      (Loop.scan() && !checkLoopCarriedScalars(Loop, Context, Diags)))
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

bool ompscan::plugin::analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                                  const ASTContext &Context,
                                  const Diagnostics &Diags) {
  if (!findLoopCarriedScalars(Loop, Diags))
    return false;
  return BodyReader(Loop, Accesses, Context, Diags).read();
}

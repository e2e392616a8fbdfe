//===- LoweringStmt.cpp - Statements in OpenCL C --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/LoweringStmt.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

void StmtLowering::open(StringRef Head) {
  line() << Head << (Head.empty() ? "{\n" : " {\n");
  ++Depth;
}

void StmtLowering::close(StringRef Tail) {
  --Depth;
  line() << "}" << Tail << "\n";
}

void StmtLowering::block(StringRef Head, const Stmt *S, StringRef Tail) {
  open(Head);
  if (const auto *Body = dyn_cast_or_null<CompoundStmt>(S)) {
    for (const Stmt *Child : Body->body())
      lower(Child);
  } else if (S) {
    lower(S);
  }
  close(Tail);
}

std::string StmtLowering::condition(const Expr *E) {
  return "(" + withoutParens(Exprs.condition(E).Text).str() + ")";
}

void StmtLowering::lower(const Stmt *S) {
  if (M.hasFailed())
    return;
  if (Replace)
    if (const std::optional<std::string> Text = Replace(S)) {
      line() << *Text << "\n";
      return;
    }
  Visit(S);
}

void StmtLowering::lowerStmtExpr(const CompoundStmt *S) {
  OS << "\n";
  Depth = 2;
  for (const Stmt *Child : S->body()) {
    const auto *Last = dyn_cast<Expr>(Child);
    if (Last && Child == S->body_back() && !Last->getType()->isVoidType())
      line() << Exprs.lower(Last).Text << ";\n";
    else
      lower(Child);
  }
  OS.indent(2);
}

void StmtLowering::VisitStmt(const Stmt *S) {
  M.refuse(S->getBeginLoc(), isa<OMPExecutableDirective>(S)
                                 ? "another OpenMP directive"
                                 : "a statement of this kind");
}

void StmtLowering::VisitExpr(const Expr *E) {
  std::string Text = Exprs.discarded(E);
  line() << Text << ";\n";
}

void StmtLowering::VisitNullStmt(const NullStmt *) { line() << ";\n"; }

void StmtLowering::VisitCompoundStmt(const CompoundStmt *S) { block("", S); }

void StmtLowering::VisitAttributedStmt(const AttributedStmt *S) {
  lower(S->getSubStmt());
}

void StmtLowering::VisitLabelStmt(const LabelStmt *S) {
  // Only a goto, which is refused, could come here by the label.
  lower(S->getSubStmt());
}

void StmtLowering::VisitGotoStmt(const GotoStmt *S) {
  M.refuse(S->getGotoLoc(), "'goto'");
}

void StmtLowering::VisitAsmStmt(const AsmStmt *S) {
  M.refuse(S->getAsmLoc(), "inline assembly");
}

void StmtLowering::VisitCXXTryStmt(const CXXTryStmt *S) {
  M.refuse(S->getTryLoc(), "exception handling");
}

void StmtLowering::VisitCXXCatchStmt(const CXXCatchStmt *S) {
  M.refuse(S->getCatchLoc(), "exception handling");
}

void StmtLowering::VisitIfStmt(const IfStmt *S) {
  // What is not chosen at compile time is not there to be lowered.
  std::optional<const Stmt *> Chosen;
  if (S->isConsteval())
    Chosen = S->isNegatedConsteval() ? S->getThen() : S->getElse();
  else if (S->isConstexpr())
    Chosen = S->getNondiscardedCase(M.context());

  bool IsScoped = S->getInit() || S->getConditionVariable();
  if (IsScoped)
    open();
  if (S->getInit())
    lower(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    variable(V);
  if (Chosen) {
    block("", *Chosen);
  } else {
    std::string Head = "if " + condition(S->getCond());
    if (S->getElse()) {
      block(Head, S->getThen(), " else");
      block("", S->getElse());
    } else {
      block(Head, S->getThen());
    }
  }
  if (IsScoped)
    close();
}

void StmtLowering::VisitWhileStmt(const WhileStmt *S) {
  if (!S->getConditionVariable()) {
    block("while " + condition(S->getCond()), S->getBody());
    return;
  }
  open("while (1)");
  variable(S->getConditionVariable());
  line() << "if (!" << condition(S->getCond()) << ")\n";
  line() << "  break;\n";
  lower(S->getBody());
  close();
}

void StmtLowering::VisitDoStmt(const DoStmt *S) {
  // The condition cannot see the body's variables, and comes after them.
  std::string Tail = " while " + condition(S->getCond()) + ";";
  block("do", S->getBody(), Tail);
}

void StmtLowering::VisitForStmt(const ForStmt *S) {
  if (S->getConditionVariable()) {
    M.refuse(S->getForLoc(), "a variable declared in this condition");
    return;
  }
  bool IsScoped = S->getInit() && isa<DeclStmt>(S->getInit());
  if (IsScoped)
    open();
  if (S->getInit())
    lower(S->getInit());
  std::string Head = "for (; ";
  if (S->getCond())
    Head += withoutParens(Exprs.condition(S->getCond()).Text);
  Head += "; ";
  if (S->getInc())
    Head += Exprs.discarded(S->getInc());
  block(Head + ")", S->getBody());
  if (IsScoped)
    close();
}

void StmtLowering::VisitCXXForRangeStmt(const CXXForRangeStmt *S) {
  open();
  for (const Stmt *Part :
       {S->getInit(), static_cast<const Stmt *>(S->getRangeStmt()),
        static_cast<const Stmt *>(S->getBeginStmt()),
        static_cast<const Stmt *>(S->getEndStmt())}) {
    if (Part)
      lower(Part);
  }
  std::string Condition = Exprs.lower(S->getCond()).Text;
  open("for (; " + withoutParens(Condition).str() + "; " +
       Exprs.discarded(S->getInc()) + ")");
  lower(S->getLoopVarStmt());
  lower(S->getBody());
  close();
  close();
}

void StmtLowering::VisitSwitchStmt(const SwitchStmt *S) {
  open();
  if (S->getInit())
    lower(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    variable(V);
  block("switch " + condition(S->getCond()), S->getBody());
  close();
}

void StmtLowering::VisitCaseStmt(const CaseStmt *S) {
  if (S->caseStmtIsGNURange()) {
    M.refuse(S->getCaseLoc(), "a range of cases");
    return;
  }
  llvm::APSInt Value = S->getLHS()->EvaluateKnownConstInt(M.context());
  line() << "case " << M.integer(Value, S->getLHS()->getType(), S->getCaseLoc())
         << ":;\n";
  lower(S->getSubStmt());
}

void StmtLowering::VisitDefaultStmt(const DefaultStmt *S) {
  line() << "default:;\n";
  lower(S->getSubStmt());
}

void StmtLowering::VisitBreakStmt(const BreakStmt *) { line() << "break;\n"; }

void StmtLowering::VisitContinueStmt(const ContinueStmt *) {
  line() << "continue;\n";
}

void StmtLowering::VisitReturnStmt(const ReturnStmt *S) {
  const Expr *Value = S->getRetValue();
  if (!Scope.Function) {
    VisitStmt(S);
    return;
  }
  if (!Value || Value->getType()->isVoidType()) {
    if (Value)
      VisitExpr(Value);
    line() << (Scope.IsConstructor ? "return self;\n" : "return;\n");
    return;
  }
  bool IsReference = Scope.Function->getReturnType()->isReferenceType();
  Piece P = Exprs.lower(Value, IsReference);
  Space To = IsReference ? P.In : P.To;
  if (Scope.Returns && *Scope.Returns != To)
    M.refuse(S->getReturnLoc(), "a pointer to different address spaces");
  Scope.Returns = To;
  line() << "return " << withoutParens(IsReference ? Exprs.address(P) : P.Text)
         << ";\n";
}

//===- StmtLowering.cpp - Statements in OpenCL C --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/StmtLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
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
  M.refuse(S->getBeginLoc(), isa<GotoStmt>(S)     ? "'goto'"
                             : isa<AsmStmt>(S)    ? "inline assembly"
                             : isa<CXXTryStmt>(S) ? "exception handling"
                             : isa<OMPExecutableDirective>(S)
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

void StmtLowering::VisitIfStmt(const IfStmt *S) {
  // Only the branch that is chosen at compile time can be lowered.
  std::optional<const Stmt *> Chosen;
  if (S->isConsteval())
    Chosen = S->isNegatedConsteval() ? S->getThen() : S->getElse();
  else if (S->isConstexpr())
    Chosen = compat::nondiscardedCase(*S, M.context());

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
  line() << "case "
         << M.Constants.integer(Value, S->getLHS()->getType(), S->getCaseLoc())
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
  line() << "return " << withoutParens(IsReference ? address(P) : P.Text)
         << ";\n";
}

/// Whether \p Init does not initialise the object.
static bool leavesUndefined(const Expr *Init) {
  const auto *Construct =
      dyn_cast<CXXConstructExpr>(Init->IgnoreParenImpCasts());
  return isa<NoInitExpr>(Init) ||
         (Construct && Construct->getConstructor()->isTrivial() &&
          Construct->getConstructor()->isDefaultConstructor() &&
          !Construct->requiresZeroInitialization());
}

void StmtLowering::VisitDeclStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || M.hasFailed())
      continue; // Types, functions and assertions are nothing at run time.
    variable(V);
    if (const auto *Decomposition = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Decomposition->bindings())
        if (const VarDecl *Holder = B->getHoldingVar())
          variable(Holder);
  }
}

void StmtLowering::variable(const VarDecl *V) {
  // Constants are replaced by their values where they are used; other static
  // variables are refused there.
  QualType T = V->getType();
  if (V->isStaticLocal() || V->hasExternalStorage())
    return;
  if (V->isConstexpr() && M.Constants.constant(V, V->getLocation()))
    return;
  if (T->isReferenceType() || T->isPointerType()) {
    reference(V);
    return;
  }
  std::string Name = Scope.name(V->getName());
  Scope.Variables[V].Name = Name;
  std::string Declaration =
      M.Types.declare(T.getUnqualifiedType(), Name, V->getLocation());
  const Expr *Init = V->getInit();
  if (!Init || leavesUndefined(Init)) {
    line() << Declaration
           << (M.Types.isPadded(T, V->getLocation()) ? " = {0}" : "") << ";\n";
    return;
  }
  const Expr *Inner = Init->IgnoreParenImpCasts();
  if (T->isArrayType() &&
      (isa<CXXConstructExpr>(Inner) || isa<ArrayInitLoopExpr>(Inner))) {
    line() << Declaration << ";\n";
    initialize(Name, T, Init);
    return;
  }
  std::string Value = Objects.initializer(Init);
  line() << Declaration << " = " << Value << ";\n";
}

/// Declares a pointer; a reference becomes one.
void StmtLowering::reference(const VarDecl *V) {
  QualType T = V->getType();
  std::string Name = Scope.name(V->getName());
  Scope.Variables[V].Name = Name;
  if (!V->getInit()) {
    line() << M.Types.declare(T, Name, V->getLocation()) << ";\n";
    return;
  }
  Piece P = Exprs.lower(V->getInit(), /*AsLValue=*/T->isReferenceType());
  Space To = T->isReferenceType() ? P.In : P.To;
  if (To == Space::Substituted) {
    M.refuse(V->getLocation(), "a local pointer into an array of the loop");
    return;
  }
  Scope.Variables[V].To = To;
  std::string Value = T->isReferenceType() ? address(P) : P.Text;
  line() << M.Types.declare(T, Name, V->getLocation(), To) << " = "
         << withoutParens(Value) << ";\n";
}

void StmtLowering::initialize(const std::string &Target, QualType T,
                              const Expr *Init) {
  if (leavesUndefined(Init))
    return;
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
    Init = Default->getExpr();
  if (const ConstantArrayType *A = M.context().getAsConstantArrayType(T)) {
    array(Target, A, Init);
    return;
  }
  std::string Value = Objects.initializer(Init);
  line() << Target << " = " << Value << ";\n";
}

void StmtLowering::elements(
    const std::string &Target, const ConstantArrayType *A, uint64_t First,
    llvm::function_ref<void(const std::string &, const std::string &)>
        Element) {
  std::string Index = Scope.Names.unique("i", "");
  open("for (ulong " + Index + " = " + std::to_string(First) + "; " + Index +
       " < " + std::to_string(A->getSize().getZExtValue()) + "; ++" + Index +
       ")");
  Element(Target + "[" + Index + "]", Index);
  close();
}

void StmtLowering::array(const std::string &Target, const ConstantArrayType *A,
                         const Expr *Init) {
  QualType T = A->getElementType();
  if (const auto *Full = dyn_cast<FullExpr>(Init))
    Init = Full->getSubExpr();
  Init = Init->IgnoreParenImpCasts();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
    Init = Default->getExpr();

  if (const auto *Loop = dyn_cast<ArrayInitLoopExpr>(Init)) {
    const OpaqueValueExpr *Common = Loop->getCommonExpr();
    bool IsOutermost = !Scope.Opaque.count(Common);
    if (IsOutermost)
      Scope.Opaque[Common] =
          Exprs.lower(Common->getSourceExpr(), /*AsLValue=*/true).Text;
    elements(Target, A, 0,
             [&](const std::string &Element, const std::string &Index) {
               Scope.Subscripts.push_back(Index);
               initialize(Element, T, Loop->getSubExpr());
               Scope.Subscripts.pop_back();
             });
    if (IsOutermost)
      Scope.Opaque.erase(Common);
    return;
  }
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init);
  if (Construct || isa<ImplicitValueInitExpr>(Init)) {
    elements(Target, A, 0,
             [&](const std::string &Element, const std::string &) {
               if (const auto *Inner = M.context().getAsConstantArrayType(T)) {
                 array(Element, Inner, Init);
                 return;
               }
               Piece Value = Construct ? Objects.construct(Construct, T)
                                       : Objects.zero(T, Init->getExprLoc());
               line() << Element << " = " << withoutParens(Value.Text) << ";\n";
             });
    return;
  }
  const auto *List = dyn_cast<InitListExpr>(Init);
  if (!List || List->isStringLiteralInit()) {
    M.refuse(Init->getExprLoc(), "this initialisation of an array");
    return;
  }
  unsigned Count = List->getNumInits();
  for (unsigned I = 0; I != Count; ++I)
    initialize(Target + "[" + std::to_string(I) + "]", T, List->getInit(I));
  if (const Expr *Filler = List->getArrayFiller();
      Filler && Count < A->getSize().getZExtValue())
    elements(Target, A, Count,
             [&](const std::string &Element, const std::string &) {
               initialize(Element, T, Filler);
             });
}

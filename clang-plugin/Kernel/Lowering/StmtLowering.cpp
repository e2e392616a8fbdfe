//===- StmtLowering.cpp - Statements in OpenCL C --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/StmtLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

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

void StmtLowering::block(StringRef Head, const nest::Statement &S,
                         StringRef Tail) {
  open(Head);
  if (const auto *Block = dyn_cast<nest::Block>(&S)) {
    for (const nest::Statement *Each : Block->statements())
      lower(*Each);
  } else {
    lower(S);
  }
  close(Tail);
}

std::string StmtLowering::condition(const Expr *E) {
  return "(" + withoutParens(Exprs.condition(E).Text).str() + ")";
}

void StmtLowering::lower(const nest::Statement &S) {
  if (M.hasFailed())
    return;
  if (Replace)
    if (const std::optional<std::string> Text = Replace(S)) {
      line() << *Text << "\n";
      return;
    }
  using Kind = nest::Statement::Kind;
  switch (S.kind()) {
  case Kind::Expression: {
    std::string Text = Exprs.discarded(S.expression());
    line() << Text << ";\n";
    return;
  }
  case Kind::Declaration:
    return lowerDeclaration(cast<nest::Declaration>(S).declared());
  case Kind::Block:
    return block("", S);
  case Kind::If:
    return lowerIf(cast<nest::If>(S));
  case Kind::Switch:
    return lowerSwitch(cast<nest::Switch>(S));
  case Kind::Case:
    return lowerCase(cast<nest::Case>(S));
  case Kind::Loop:
    return lowerLoop(cast<nest::InnerLoop>(S));
  case Kind::Jump:
    return lowerJump(cast<nest::Jump>(S));
  case Kind::Empty:
    line() << ";\n";
    return;
  case Kind::Separator: // The hooks say what happens there.
    line() << "\n";
    return;
  case Kind::Atomic:
  case Kind::Other:
    return lowerOther(S);
  }
}

void StmtLowering::lowerStmtExpr(const CompoundStmt &S) {
  OS << "\n";
  Depth = 2;
  const nest::Body Body(S, M.context());
  const llvm::ArrayRef<const nest::Statement *> All =
      cast<nest::Block>(Body.root()).statements();
  for (const nest::Statement *Each : All) {
    const Expr *Last = Each == All.back() ? Each->expression() : nullptr;
    if (Last && !Last->getType()->isVoidType())
      line() << Exprs.lower(Last).Text << ";\n";
    else
      lower(*Each);
  }
  OS.indent(2);
}

/// Reports a statement that the device cannot run.
void StmtLowering::lowerOther(const nest::Statement &S) {
  const Stmt *Source = S.source();
  M.refuse(S.loc(), isa<GotoStmt>(Source)     ? "'goto'"
                    : isa<AsmStmt>(Source)    ? "inline assembly"
                    : isa<CXXTryStmt>(Source) ? "exception handling"
                    : isa<OMPExecutableDirective>(Source)
                        ? "another OpenMP directive"
                        : "this statement");
}

void StmtLowering::lowerIf(const nest::If &S) {
  const bool IsScoped = !S.head().isPlain();
  if (IsScoped)
    open();
  if (S.head().Init)
    lower(*S.head().Init);
  if (S.head().Variable)
    lower(*S.head().Variable);
  // A chain of `else if` is not nested: compilers limit the depth of blocks.
  const nest::If *Last = &S;
  const nest::If *Next = nullptr;
  std::optional<std::string> Text;
  do {
    const nest::Statement *Else = Last->elseBranch();
    block("if " + condition(&Last->condition()), Last->thenBranch(),
          Else ? " else" : "");
    Next = dyn_cast_or_null<nest::If>(Else);
    if (Next && !Next->head().isPlain())
      Next = nullptr;
    Text = Next && Replace ? Replace(*Next) : std::nullopt;
    if (Text) {
      open();
      line() << *Text << "\n";
      close();
    } else if (Else && !Next) {
      block("", *Else);
    }
    Last = Next;
  } while (Next && !Text && !M.hasFailed());
  if (IsScoped)
    close();
}

void StmtLowering::lowerLoop(const nest::InnerLoop &S) {
  using Form = nest::InnerLoop::Form;
  const nest::Head &H = S.head();
  if (S.form() == Form::Do) {
    // The condition cannot see the body's variables, and comes after them.
    const std::string Tail = " while " + condition(H.Condition) + ";";
    return block("do", S.body(), Tail);
  }
  if (S.form() == Form::While && !H.Variable)
    return block("while " + condition(H.Condition), S.body());
  if (S.form() == Form::While) {
    open("while (1)");
    lower(*H.Variable);
    line() << "if (!" << condition(H.Condition) << ")\n";
    line() << "  break;\n";
    lower(S.body());
    return close();
  }
  if (H.Variable) {
    M.refuse(S.loc(), "a variable declared in this condition");
    return;
  }
  const bool IsRange = S.form() == Form::Range;
  const bool IsScoped = IsRange || isa_and_nonnull<nest::Declaration>(H.Init);
  if (IsScoped)
    open();
  for (const nest::Statement *Part : S.range())
    lower(*Part);
  if (H.Init)
    lower(*H.Init);
  std::string Head = "for (; ";
  if (H.Condition)
    Head += withoutParens(Exprs.condition(H.Condition).Text);
  Head += "; ";
  if (S.step())
    Head += Exprs.counting(S.step());
  if (IsRange) {
    open(Head + ")");
    lower(*S.rangeVariable());
    lower(S.body());
    close();
  } else {
    block(Head + ")", S.body());
  }
  if (IsScoped)
    close();
}

void StmtLowering::lowerSwitch(const nest::Switch &S) {
  open();
  if (S.head().Init)
    lower(*S.head().Init);
  if (S.head().Variable)
    lower(*S.head().Variable);
  block("switch " + condition(&S.condition()), S.body());
  close();
}

void StmtLowering::lowerCase(const nest::Case &S) {
  if (S.isDefault()) {
    line() << "default:;\n";
    return lower(S.next());
  }
  const CaseStmt &Label = S.label();
  if (Label.caseStmtIsGNURange()) {
    M.refuse(S.loc(), "a range of cases");
    return;
  }
  llvm::APSInt Value = Label.getLHS()->EvaluateKnownConstInt(M.context());
  line() << "case "
         << M.Constants.integer(Value, Label.getLHS()->getType(), S.loc())
         << ":;\n";
  lower(S.next());
}

void StmtLowering::lowerJump(const nest::Jump &S) {
  if (S.isInLoop())
    line() << S.spelling() << ";\n";
  else if (S.target() == nest::Jump::Target::Return && Scope.Function)
    lowerReturn(S);
  else
    lowerOther(S);
}

void StmtLowering::lowerReturn(const nest::Jump &S) {
  const Expr *Value = S.value();
  if (!Value || Value->getType()->isVoidType()) {
    if (Value) {
      std::string Text = Exprs.discarded(Value);
      line() << Text << ";\n";
    }
    line() << (Scope.IsConstructor ? "return self;\n" : "return;\n");
    return;
  }
  bool IsReference = Scope.Function->getReturnType()->isReferenceType();
  Piece P = Exprs.lower(Value, IsReference);
  Space To = IsReference ? P.In : P.To;
  if (Scope.Returns && *Scope.Returns != To)
    M.refuse(S.loc(), "a pointer to different address spaces");
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

void StmtLowering::lowerDeclaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
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
    const bool IsZeroed = M.context().getLangOpts().getTrivialAutoVarInit() ==
                          LangOptions::TrivialAutoVarInitKind::Zero;
    line() << Declaration
           << (IsZeroed || M.Types.isPadded(T, V->getLocation()) ? " = {0}"
                                                                 : "")
           << ";\n";
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

//===- LoweringVariables.cpp - Local variables ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/LoweringStmt.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p Init leaves the object as it is.
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
  // Constants have their value wherever they are used; what is static and not
  // constant is refused there.
  QualType T = V->getType();
  if (V->isStaticLocal() || V->hasExternalStorage())
    return;
  if (V->isConstexpr() && M.constant(V, V->getLocation()))
    return;
  if (T->isReferenceType() || T->isPointerType()) {
    reference(V);
    return;
  }
  std::string Name = Scope.name(V->getName());
  Scope.Variables[V].Name = Name;
  std::string Declaration =
      M.declare(T.getUnqualifiedType(), Name, V->getLocation());
  const Expr *Init = V->getInit();
  if (!Init || leavesUndefined(Init)) {
    line() << Declaration << ";\n";
    return;
  }
  const Expr *Inner = Init->IgnoreParenImpCasts();
  if (T->isArrayType() &&
      (isa<CXXConstructExpr>(Inner) || isa<ArrayInitLoopExpr>(Inner))) {
    line() << Declaration << ";\n";
    initialize(Name, T, Init);
    return;
  }
  std::string Value = Exprs.initializer(Init);
  line() << Declaration << " = " << Value << ";\n";
}

/// A pointer, or a reference as a pointer.
void StmtLowering::reference(const VarDecl *V) {
  QualType T = V->getType();
  std::string Name = Scope.name(V->getName());
  Scope.Variables[V].Name = Name;
  if (!V->getInit()) {
    line() << M.declare(T, Name, V->getLocation()) << ";\n";
    return;
  }
  Piece P = Exprs.lower(V->getInit(), /*AsLValue=*/T->isReferenceType());
  Space To = T->isReferenceType() ? P.In : P.To;
  if (To == Space::Substituted) {
    M.refuse(V->getLocation(), "a local pointer into an array of the loop");
    return;
  }
  Scope.Variables[V].To = To;
  std::string Value = T->isReferenceType() ? Exprs.address(P) : P.Text;
  line() << M.declare(T, Name, V->getLocation(), To) << " = "
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
  std::string Value = Exprs.initializer(Init);
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
               Piece Value = Construct ? Exprs.construct(Construct, T)
                                       : Exprs.zero(T, Init->getExprLoc());
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

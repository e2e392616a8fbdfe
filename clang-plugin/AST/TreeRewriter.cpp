//===- TreeRewriter.cpp - Statements with something else put in -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/TreeRewriter.h"
#include "AST/CopyNode.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

TreeRewriter::TreeRewriter(const Stmt &Tree, ASTContext &Context,
                           bool RemovesDirectives)
    : Context(Context), RemovesDirectives(RemovesDirectives) {
  size_t Before;
  do {
    Before = Pinned.size();
    pinVariables(&Tree, Inside::Nothing);
  } while (Pinned.size() != Before);
}

/// Whether \p S and all in it stay as they are.
bool TreeRewriter::keeps(const Stmt &S) const {
  return isOpaque(S) &&
         !(RemovesDirectives && isa<OMPExecutableDirective, CapturedStmt>(S));
}

void TreeRewriter::pinVariables(const Stmt *S, Inside Where) {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  if (Where == Inside::Nothing && keeps(*S))
    Where = isa<LambdaExpr>(S) ? Inside::Lambda : Inside::Opaque;
  else if (Where == Inside::Nothing && Declared && isFixed(*Declared))
    Where = Inside::Opaque;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const VarDecl *Var =
      Ref && Where != Inside::Nothing ? boundVariable(Ref) : nullptr;
  if (Var && (Where == Inside::Opaque || isa<BindingDecl>(Ref->getDecl()) ||
              !Var->getType().isConstQualified()))
    Pinned.insert(Var);
  for (const Stmt *Child : childrenOf(S))
    pinVariables(Child, Where);
}

/// Whether the variables of \p Declared keep their initial values.
bool TreeRewriter::isFixed(const DeclStmt &Declared) const {
  return llvm::any_of(Declared.decls(), [this](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var &&
           (!Var->hasLocalStorage() ||
            Var->getType()->isVariablyModifiedType() || Pinned.contains(Var));
  });
}

/// The variable that takes the place of \p Var, with another initial value.
VarDecl *TreeRewriter::copyOf(VarDecl &Var) {
  if (Copies.count(&Var))
    return &Var;
  if (ValueDecl *Known = Renamed.lookup(&Var))
    return cast<VarDecl>(Known);
  auto *Whole = dyn_cast<DecompositionDecl>(&Var);
  return Whole ? copyOfBindings(*Whole) : emptyCopyOf(Var);
}

/// Copies \p Whole with its bindings.
VarDecl *TreeRewriter::copyOfBindings(DecompositionDecl &Whole) {
  auto *DC = const_cast<DeclContext *>(Whole.getDeclContext());
  llvm::SmallVector<BindingDecl *, 4> Own;
  for (BindingDecl *B : Whole.bindings()) {
    Own.push_back(compat::createBinding(Context, DC, *B));
    Renamed[B] = Own.back();
  }
  auto *Copy = DecompositionDecl::Create(
      Context, DC, Whole.getBeginLoc(), Whole.getLocation(), Whole.getType(),
      Whole.getTypeSourceInfo(), Whole.getStorageClass(), Own);
  Copy->setReferenced();
  Copy->setIsUsed();
  Copy->setInitStyle(Whole.getInitStyle());
  Copies[Copy] = &Whole;
  Renamed[&Whole] = Copy;
  for (const auto &[Old, New] : llvm::zip_equal(Whole.bindings(), Own)) {
    // Of a tuple, a binding is a variable with what get<>() returns.
    if (VarDecl *Held = Old->getHoldingVar())
      emptyCopyOf(*Held)->setInit(withCopies(Held->getInit()));
    New->setBinding(Old->getType(), withCopies(Old->getBinding()));
    New->setReferenced();
    New->setIsUsed();
  }
  return Copy;
}

/// A variable like \p Var without its initial value.
VarDecl *TreeRewriter::emptyCopyOf(VarDecl &Var) {
  auto *Copy = VarDecl::Create(
      Context, const_cast<DeclContext *>(Var.getDeclContext()),
      Var.getBeginLoc(), Var.getLocation(), Var.getIdentifier(), Var.getType(),
      Var.getTypeSourceInfo(), Var.getStorageClass());
  Copy->setImplicit(Var.isImplicit());
  Copy->setReferenced();
  Copy->setIsUsed();
  Copy->setConstexpr(Var.isConstexpr());
  Copy->setCXXForRangeDecl(Var.isCXXForRangeDecl());
  Copy->setInitStyle(Var.getInitStyle());
  for (const Attr *A : Var.attrs())
    Copy->addAttr(A->clone(Context));
  Copies[Copy] = &Var;
  Renamed[&Var] = Copy;
  return Copy;
}

Stmt *TreeRewriter::rebuiltDeclaration(DeclStmt *Declared, Replacement New) {
  if (isFixed(*Declared))
    return Declared;
  llvm::SmallVector<Decl *, 2> Decls;
  bool Changes = false;
  for (Decl *D : Declared->decls()) {
    auto *Var = dyn_cast<VarDecl>(D);
    Expr *Init = Var ? Var->getInit() : nullptr;
    llvm::SaveAndRestore<const VarDecl *> Now(Declaring, Var);
    Stmt *NewInit = Init ? New(Init) : nullptr;
    if (Init && !NewInit)
      return nullptr;
    if (NewInit != Init) {
      Changes = true;
      VarDecl *Copy = copyOf(*Var);
      Copy->setInit(cast<Expr>(NewInit));
      D = Copy;
    }
    Decls.push_back(D);
  }
  return Changes
             ? new (Context) DeclStmt(
                   DeclGroupRef::Create(Context, Decls.data(), Decls.size()),
                   Declared->getBeginLoc(), Declared->getEndLoc())
             : Declared;
}

Stmt *TreeRewriter::rebuilt(Stmt *S, Replacement New) {
  if (isOpaque(*S))
    return S;
  if (auto *Declared = dyn_cast<DeclStmt>(S))
    return rebuiltDeclaration(Declared, New);
  llvm::SmallDenseMap<const Stmt *, Stmt *, 8> Instead;
  bool Changes = false;
  for (Stmt *Child : childrenOf(S)) {
    Stmt *Other = New(Child);
    if (!Other)
      return nullptr;
    Changes |= Other != Child;
    Instead[Child] = Other;
  }
  if (!Changes)
    return S;
  return copyNode(
      *S,
      [&](Stmt *Child) {
        const auto Found = Instead.find(Child);
        return Found == Instead.end() ? Child : Found->second;
      },
      [&](VarDecl *Var) {
        if (Var == Declaring)
          return copyOf(*Var);
        ValueDecl *Other = Renamed.lookup(Var);
        return Other ? cast<VarDecl>(Other) : Var;
      },
      Context);
}

Stmt *TreeRewriter::replaced(Stmt *S, const Stmt *Old, Stmt *New) {
  return S == Old ? New : rebuilt(S, [&](Stmt *Child) {
    return replaced(Child, Old, New);
  });
}

Stmt *TreeRewriter::renamed(Stmt *S, const VarDecl &Var, const VarDecl &Own) {
  if (isReferenceTo(S, &Var))
    return referTo(&Own, cast<Expr>(S)->getExprLoc(), Context);
  return rebuilt(S, [&](Stmt *Child) { return renamed(Child, Var, Own); });
}

Stmt *TreeRewriter::withCopies(Stmt *S) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    ValueDecl *Other = Renamed.lookup(Ref->getDecl());
    return Other
               ? DeclRefExpr::Create(Context, Ref->getQualifierLoc(),
                                     Ref->getTemplateKeywordLoc(), Other,
                                     Ref->refersToEnclosingVariableOrCapture(),
                                     Ref->getNameInfo(), Ref->getType(),
                                     Ref->getValueKind(), /*FoundD=*/nullptr,
                                     /*TemplateArgs=*/nullptr,
                                     Ref->isNonOdrUse())
               : Ref;
  }
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    return withCaptures(*Lambda);
  return rebuilt(S, [this](Stmt *Child) { return withCopies(Child); });
}

/// \p Lambda with captures of the variables that take the place of others. Its
/// body goes on to name these.
Stmt *TreeRewriter::withCaptures(LambdaExpr &Lambda) {
  llvm::SmallVector<Expr *, 4> Inits;
  for (Expr *Init : Lambda.capture_inits())
    Inits.push_back(withCopies(Init));
  return llvm::equal(Inits, Lambda.capture_inits())
             ? &Lambda
             : LambdaExpr::Create(
                   Context, Lambda.getLambdaClass(),
                   Lambda.getIntroducerRange(), Lambda.getCaptureDefault(),
                   Lambda.getCaptureDefaultLoc(),
                   Lambda.hasExplicitParameters(),
                   Lambda.hasExplicitResultType(), Inits, Lambda.getEndLoc(),
                   Lambda.containsUnexpandedParameterPack());
}

Stmt *TreeRewriter::finished(Stmt *S) {
  return S && !Renamed.empty() ? withCopies(S) : S;
}

ForStmt *ompscan::plugin::withParts(ForStmt &For, Stmt *Init, Expr *Condition,
                                    Expr *Step, Stmt *Body,
                                    const ASTContext &Context) {
  if (Init == For.getInit() && Condition == For.getCond() &&
      Step == For.getInc() && Body == For.getBody())
    return &For;
  return new (Context)
      ForStmt(Context, Init, Condition, For.getConditionVariable(), Step, Body,
              For.getForLoc(), For.getLParenLoc(), For.getRParenLoc());
}

ForStmt *ompscan::plugin::withBody(ForStmt &For, Stmt *Body,
                                   const ASTContext &Context) {
  return withParts(For, For.getInit(), For.getCond(), For.getInc(), Body,
                   Context);
}

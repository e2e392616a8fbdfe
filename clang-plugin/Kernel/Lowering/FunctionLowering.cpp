//===- FunctionLowering.cpp - Functions in OpenCL C -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/FunctionLowering.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Kernel/Lowering/ObjectLowering.h"
#include "Kernel/Lowering/StmtLowering.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// A readable name, which NameTable makes unique.
static std::string readableName(const FunctionDecl *F) {
  std::string Name;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
    Name = Method->getParent()->getNameAsString() + "_";
  if (isa<CXXConstructorDecl>(F))
    return Name + "create";
  switch (F->getOverloadedOperator()) {
  case OO_None:
    return Name + (F->getIdentifier() ? F->getName().str() : "convert");
#define OVERLOADED_OPERATOR(OP, Spelling, Token, Unary, Binary, MemberOnly)    \
  case OO_##OP:                                                                \
    return Name + "operator_" #OP;
#include "clang/Basic/OperatorKinds.def"
  default:
    llvm_unreachable("no operator");
  }
}

const FunctionDecl *FunctionLowering::definition(const FunctionDecl *F,
                                                 SourceLocation Loc) {
  if (!F->getDefinition() && RequestBody)
    RequestBody(F, Loc);
  const FunctionDecl *Definition = F->getDefinition();
  return Definition ? Definition : F;
}

FunctionLowering::Callee FunctionLowering::function(const FunctionDecl *F,
                                                    SourceLocation Loc,
                                                    ArrayRef<Space> Spaces,
                                                    bool Zeroed) {
  F = definition(F, Loc);
  if (!F->hasBody()) {
    M.error(Loc, Diag::err_device_function, F);
    return {};
  }
  // Address spaces are part of OpenCL C's types: every combination of them
  // needs its own function.
  std::string Key(Zeroed ? "0" : "");
  for (Space S : Spaces)
    Key += S == Space::Constant ? 'c' : 'p';
  Key.erase(Key.find_last_not_of('p') + 1);

  const VariantMap &Variants = Functions[F];
  auto Known = Variants.find(Key);
  if (Known != Variants.end())
    return Known->second;
  if (M.isInCallOf(F)) {
    M.error(Loc, Diag::err_device_recursion, F);
    return {};
  }
  Callee Result;
  M.runInCallOf(F, Loc, [&] { Result = define(F, Spaces, Zeroed); });
  return Functions[F][Key] = Result;
}

FunctionLowering::Callee FunctionLowering::define(const FunctionDecl *F,
                                                  ArrayRef<Space> Spaces,
                                                  bool Zeroed) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  FunctionScope Scope;
  Scope.Function = F;
  Scope.IsConstructor = Constructor;
  SourceLocation Loc = F->getLocation();

  SmallVector<std::string, 8> Parameters;
  std::string Self;
  if (Constructor) {
    const QualType Class = compat::tagType(Context, Constructor->getParent());
    Self = M.Types.type(Class, Loc);
    Zeroed |= M.Types.isPadded(Class, Loc);
    Scope.This = Piece("(&self)");
    Scope.This->Object = "self";
  } else if (Method && Method->isInstance()) {
    Scope.This = Piece("self");
    if (!Spaces.empty()) {
      Scope.This->To = Spaces.front();
      Spaces = Spaces.drop_front();
    }
    QualType T = compat::tagType(Context, Method->getParent());
    if (Method->getParent()->isLambda())
      compat::captureFields(*Method->getParent(), Scope.Captures);
    Parameters.push_back(M.Types.declare(Context.getPointerType(T), "self", Loc,
                                         Scope.This->To));
  }
  for (const ParmVarDecl *P : F->parameters()) {
    std::string Name = Scope.name(P->getName());
    Space To = Space::Private;
    if (!Spaces.empty()) {
      To = Spaces.front();
      Spaces = Spaces.drop_front();
    }
    Scope.Variables[P] = {Name, To};
    Parameters.push_back(M.Types.declare(P->getType().getUnqualifiedType(),
                                         Name, P->getLocation(), To));
  }

  std::string Text;
  llvm::raw_string_ostream OS(Text);
  ExprLowering Exprs(M, Scope);
  StmtLowering Stmts(Exprs, OS);
  if (Constructor) {
    Stmts.line() << Self << " self" << (Zeroed ? " = {0}" : "") << ";\n";
    initializeMembers(Constructor, Stmts, Exprs);
  }
  const nest::Body Body(*F->getBody(), Context);
  if (const auto *Block = dyn_cast<nest::Block>(&Body.root())) {
    for (const nest::Statement *S : Block->statements())
      Stmts.lower(*S);
  } else {
    Stmts.lower(Body.root());
  }
  if (Constructor)
    Stmts.line() << "return self;\n";

  Callee Result;
  Result.Returns = Scope.Returns.value_or(Space::Private);
  Result.Name = M.names().unique("ompscan_f_", readableName(F));
  std::string Head =
      Result.Name + "(" +
      (Parameters.empty() ? "void" : llvm::join(Parameters, ", ")) + ")";
  std::string Signature =
      Constructor ? Self + " " + Head
                  : M.Types.declare(F->getReturnType().getUnqualifiedType(),
                                    Head, Loc, Result.Returns);
  Definitions +=
      "static " + Signature + " {\n" + Scope.temporaries() + OS.str() + "}\n";
  return Result;
}

void FunctionLowering::initializeMembers(const CXXConstructorDecl *C,
                                         StmtLowering &Stmts,
                                         ExprLowering &Exprs) {
  for (const CXXCtorInitializer *I : C->inits()) {
    const Expr *Init = I->getInit();
    std::string Target = "self";
    QualType T = compat::tagType(Context, C->getParent());
    if (I->isBaseInitializer()) {
      T = QualType(I->getBaseClass(), 0);
      const CXXRecordDecl *Base = T->getAsCXXRecordDecl();
      if (Base->isEmpty()) {
        // It has no member, but its arguments are evaluated.
        if (Init->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
          Stmts.line() << Exprs.discarded(Init) << ";\n";
        continue;
      }
      Target += "." + M.Types.base(C->getParent(), Base);
    } else if (const IndirectFieldDecl *Path = I->getIndirectMember()) {
      for (const NamedDecl *Step : Path->chain())
        Target += "." + M.Types.field(cast<FieldDecl>(Step));
      if (M.Types.refusesUse(Path->getAnonField(), Init->getExprLoc()))
        return;
      T = Path->getType();
    } else if (const FieldDecl *F = I->getMember()) {
      if (F->isBitField()) {
        M.refuse(Init->getExprLoc(), "an initializer of bit-fields");
        return;
      }
      if (M.Types.isBytes(F) && isZero(Init, Context))
        continue; // As the whole object is in the beginning.
      if (M.Types.refusesUse(F, Init->getExprLoc()))
        return;
      if (!M.Types.isWholeNumber(F))
        Target += "." + M.Types.field(F);
      T = F->getType();
    }
    Stmts.initialize(Target, T, Init);
  }
}

void FunctionLowering::helper(StringRef Text) {
  if (Helpers.insert(Text).second)
    Definitions += Text.str() + "\n";
}

//===- Variables.cpp - Variables of the code that is built ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Variables.h"
#include "AST/Expressions.h"
#include "clang/AST/Expr.h"

using namespace clang;
using namespace ompscan::plugin;

VarDecl *ompscan::plugin::declareVariable(Sema &S, StringRef Name,
                                          QualType Type, Expr *Init,
                                          SmallVectorImpl<Stmt *> &Statements,
                                          SourceLocation Loc) {
  ASTContext &Context = S.Context;
  VarDecl *Var = VarDecl::Create(
      Context, S.CurContext, Loc, Loc, &Context.Idents.get(Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Var->setImplicit();
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  Statements.push_back(new (Context) DeclStmt(DeclGroupRef(Var), Loc, Loc));
  return Var;
}

VarDecl *ompscan::plugin::declareConst(Sema &S, StringRef Name, QualType Type,
                                       Expr *Init,
                                       SmallVectorImpl<Stmt *> &Statements,
                                       SourceLocation Loc) {
  return declareVariable(S, Name, Type.withConst(), Init, Statements, Loc);
}

Expr *ompscan::plugin::valueOf(Sema &S, VarDecl *Var, SourceLocation Loc) {
  return convertTo(Var->getType().getUnqualifiedType(), CK_LValueToRValue,
                   referTo(Var, Loc, S.Context), S.Context);
}

Expr *ompscan::plugin::nameMember(Sema &S, Expr *Object, StringRef Name,
                                  SourceLocation Loc) {
  CXXScopeSpec Scope;
  const DeclarationNameInfo Info(&S.Context.Idents.get(Name), Loc);
  return S
      .BuildMemberReferenceExpr(Object, Object->getType(), Loc,
                                /*IsArrow=*/false, Scope, SourceLocation(),
                                /*FirstQualifierInScope=*/nullptr, Info,
                                /*TemplateArgs=*/nullptr, /*S=*/nullptr)
      .get();
}

Expr *ompscan::plugin::callMember(Sema &S, Expr *Object, StringRef Name,
                                  SourceLocation Loc) {
  Expr *Member = nameMember(S, Object, Name, Loc);
  return Member ? S.BuildCallExpr(/*Scope=*/nullptr, Member, Loc, {}, Loc).get()
                : nullptr;
}

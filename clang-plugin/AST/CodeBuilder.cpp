//===- CodeBuilder.cpp - Code at one place of the program -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/CodeBuilder.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

Expr *CodeBuilder::unary(UnaryOperatorKind Op, Expr *E) const {
  return E ? S.BuildUnaryOp(/*Scope=*/nullptr, Loc, Op, E).get() : nullptr;
}

Expr *CodeBuilder::binary(Expr *Left, BinaryOperatorKind Op,
                          Expr *Right) const {
  return Left && Right
             ? S.BuildBinOp(/*Scope=*/nullptr, Loc, Op, Left, Right).get()
             : nullptr;
}

Expr *CodeBuilder::choose(Expr *Condition, Expr *A, Expr *B) const {
  return Condition && A && B
             ? S.ActOnConditionalOp(Loc, Loc, Condition, A, B).get()
             : nullptr;
}

Expr *CodeBuilder::integer(Expr *E, QualType Type) const {
  Expr *Value = E ? S.DefaultLvalueConversion(E).get() : nullptr;
  if (!Value || Context.hasSameType(Value->getType(), Type))
    return Value;
  return cast(Value, Type, CK_IntegralCast);
}

Expr *CodeBuilder::cast(Expr *E, QualType Type, CastKind Kind) const {
  return E ? CStyleCastExpr::Create(Context, Type, VK_PRValue, Kind, E,
                                    /*BasePath=*/nullptr, FPOptionsOverride(),
                                    Context.getTrivialTypeSourceInfo(Type, Loc),
                                    Loc, Loc)
           : nullptr;
}

Expr *CodeBuilder::member(Expr *Object, StringRef Name) const {
  CXXScopeSpec Scope;
  const DeclarationNameInfo Info(&Context.Idents.get(Name), Loc);
  return S
      .BuildMemberReferenceExpr(Object, Object->getType(), Loc,
                                /*IsArrow=*/false, Scope, SourceLocation(),
                                /*FirstQualifierInScope=*/nullptr, Info,
                                /*TemplateArgs=*/nullptr, /*S=*/nullptr)
      .get();
}

Expr *CodeBuilder::callMember(Expr *Object, StringRef Name) const {
  Expr *Member = member(Object, Name);
  return Member ? S.BuildCallExpr(/*Scope=*/nullptr, Member, Loc, {}, Loc).get()
                : nullptr;
}

Expr *CodeBuilder::reference(const ValueDecl *D) const {
  return referTo(D, Loc, Context);
}

Expr *CodeBuilder::valueOf(const VarDecl *Var) const {
  return convertTo(Var->getType().getUnqualifiedType(), CK_LValueToRValue,
                   reference(Var), Context);
}

VarDecl *CodeBuilder::variable(StringRef Name, QualType Type, Expr *Init,
                               SmallVectorImpl<Stmt *> &Statements) const {
  VarDecl *Var = VarDecl::Create(
      Context, S.CurContext, Loc, Loc, &Context.Idents.get(Name), Type,
      Context.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Var->setImplicit();
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  Statements.push_back(declarationOf(Var, Loc, Context));
  return Var;
}

Expr *CodeBuilder::held(Expr *E, SmallVectorImpl<Stmt *> &Statements,
                        StringRef Name) const {
  return E ? reference(constant(Name, E->getType(), E, Statements)) : nullptr;
}

CompoundStmt *CodeBuilder::block(ArrayRef<Stmt *> Statements,
                                 SourceLocation End) const {
  return llvm::is_contained(Statements, nullptr)
             ? nullptr
             : blockOf(Statements, {Loc, End.isValid() ? End : Loc}, Context);
}

Expr *CodeBuilder::blockValue(ArrayRef<Stmt *> Statements,
                              QualType Type) const {
  CompoundStmt *Block = block(Statements);
  return Block ? new (Context)
                     StmtExpr(Block, Type, Loc, Loc, /*TemplateDepth=*/0)
               : nullptr;
}

Stmt *CodeBuilder::unless(Expr *Condition, Stmt *Then, Stmt *Else) const {
  Expr *Fails = negated(Condition);
  if (!Fails || !Then)
    return nullptr;
  const ExprResult Whole =
      S.ActOnFinishFullExpr(Fails, Loc, /*DiscardedValue=*/false);
  return Whole.isInvalid() ? nullptr
                           : ifStatement(Whole.get(), Then, Else, Loc, Context);
}

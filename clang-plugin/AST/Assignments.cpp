//===- Assignments.cpp - What expressions assign --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace ompscan::plugin;

Assignment ompscan::plugin::plainAssignment(const Expr *E) {
  E = strip(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Assign
               ? Assignment{Binary->getLHS(), Binary->getRHS()}
               : Assignment();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
    return {};
  return {Call->getArg(0), Call->getArg(1)};
}

const Stmt *ompscan::plugin::singleStatement(const Stmt *S) {
  while (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Sub : Compound->body()) {
      if (isa<NullStmt>(Sub))
        continue;
      if (Only)
        return nullptr;
      Only = Sub;
    }
    if (!Only)
      return nullptr;
    S = Only;
  }
  return S;
}

const Expr *ompscan::plugin::changedBy(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return Binary->getLHS();
  return plainAssignment(E).Target;
}

/// The specialization of std::pair or std::tuple that \p Class is; null if it
/// is another class.
static const ClassTemplateSpecializationDecl *
tupleOf(const CXXRecordDecl &Class) {
  return Class.isInStdNamespace() && Class.getIdentifier() &&
                 (Class.getName() == "pair" || Class.getName() == "tuple")
             ? dyn_cast<ClassTemplateSpecializationDecl>(&Class)
             : nullptr;
}

bool ompscan::plugin::makesTuple(const FunctionDecl &F) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    return tupleOf(*Constructor->getParent());
  return F.isInStdNamespace() && F.getIdentifier() &&
         (F.getName() == "make_pair" || F.getName() == "make_tuple");
}

bool ompscan::plugin::isPlainTuple(QualType T, const ASTContext &Context) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const ClassTemplateSpecializationDecl *Tuple =
      Class ? tupleOf(*Class) : nullptr;
  if (!Tuple)
    return false;
  const auto IsPlain = [&](const TemplateArgument &Argument) {
    if (Argument.getKind() != TemplateArgument::Type)
      return false;
    const QualType Part = Argument.getAsType();
    return Part.isTriviallyCopyableType(Context) || isPlainTuple(Part, Context);
  };
  return llvm::all_of(Tuple->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &Argument) {
                        return Argument.getKind() == TemplateArgument::Pack
                                   ? llvm::all_of(Argument.pack_elements(),
                                                  IsPlain)
                                   : IsPlain(Argument);
                      });
}

bool ompscan::plugin::assignsTuple(const CXXMethodDecl &F) {
  const CXXRecordDecl *Class = F.getParent();
  if (F.getOverloadedOperator() != OO_Equal || F.getNumParams() != 1)
    return false;
  const ASTContext &Context = F.getASTContext();
  const CXXRecordDecl *From =
      F.getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return From && From->getCanonicalDecl() == Class->getCanonicalDecl() &&
         isPlainTuple(compat::tagType(Context, Class), Context);
}

llvm::SmallVector<const Expr *, 2>
ompscan::plugin::changedOperands(const CallExpr &Call, bool WithRValues) {
  llvm::SmallVector<const Expr *, 2> Changed;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || makesTuple(*Callee))
    return Changed;
  unsigned First = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject = Method && Method->isInstance();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (HasObject && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call.getArg(0);
    First = 1;
  }
  if (Object && HasObject && !Method->isConst())
    Changed.push_back(Object);
  for (unsigned I = First; I < Call.getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if ((Type->isLValueReferenceType() ||
           (WithRValues && Type->isRValueReferenceType())) &&
          !Type.getNonReferenceType().isConstQualified())
        Changed.push_back(Call.getArg(I));
    }
  return Changed;
}

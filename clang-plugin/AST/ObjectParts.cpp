//===- ObjectParts.cpp - Members and elements of objects ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/ObjectParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

const Expr *ompscan::plugin::partAround(const Expr *E) {
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !Member->isArrow() && isa<FieldDecl>(Member->getMemberDecl()))
    return stripImplicit(Member->getBase());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    if (const Expr *Base = stripImplicit(Subscript->getBase());
        Base->getType()->isArrayType())
      return Base;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_UncheckedDerivedToBase)
    return strip(Cast->getSubExpr());
  return nullptr;
}

const Expr *ompscan::plugin::wholeObject(const Expr *E) {
  E = strip(E);
  while (const Expr *Whole = partAround(E))
    E = Whole;
  return E;
}

Diag ompscan::plugin::whyNoTarget(const Expr *Target) {
  return isa<AbstractConditionalOperator>(wholeObject(Target))
             ? Diag::err_chosen_target
             : Diag::err_shared_scalar;
}

/// `Number * Extent + Index` in the width of addresses.
static const Expr *inRow(const Expr *Number, uint64_t Extent, const Expr *Index,
                         const ASTContext &Context) {
  auto &Nodes = const_cast<ASTContext &>(Context);
  const QualType Type = Context.getPointerDiffType();
  const SourceLocation Loc = Index->getExprLoc();
  auto Binary = [&](Expr *A, BinaryOperatorKind Op, Expr *B) {
    return BinaryOperator::Create(Nodes, A, B, Op, Type, VK_PRValue,
                                  OK_Ordinary, Loc, FPOptionsOverride());
  };
  Expr *Row = integerLiteral(Extent, Type, Loc, Context);
  return Binary(Binary(asWideAsAddress(Number, Context), BO_Mul, Row), BO_Add,
                asWideAsAddress(Index, Context));
}

WholeElement ompscan::plugin::wholeElement(const Expr *E,
                                           const ASTContext &Context) {
  // From the whole object down to the part.
  llvm::SmallVector<const Expr *, 8> Chain;
  for (const Expr *Part = strip(E); Part; Part = partAround(Part))
    Chain.insert(Chain.begin(), Part);
  WholeElement Found;
  size_t At = 0;
  if (ElementAccess First = elementAccess(Chain[0], Context); First.Base) {
    Found.Node = Chain[0];
    Found.Access = First;
  } else {
    while (At != Chain.size() && !Chain[At]->getType()->isArrayType())
      ++At;
    if (++At >= Chain.size())
      return {};
    Found.Node = Chain[At];
    Found.Access = elementAccess(Found.Node, Context);
  }
  // Rows of rows.
  while (Found.Node && Found.Node->getType()->isArrayType()) {
    const ConstantArrayType *Row =
        Context.getAsConstantArrayType(Found.Node->getType());
    if (++At >= Chain.size())
      return {};
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Chain[At]);
    Found.Node = Subscript;
    Found.HasUnknownRows |= !Row;
    if (!Subscript)
      return {};
    if (Row && Found.Access.Index)
      Found.Access.Index = inRow(Found.Access.Index, Row->getZExtSize(),
                                 Subscript->getIdx(), Context);
    else
      Found.Access.Index = Subscript->getIdx();
  }
  return Found;
}

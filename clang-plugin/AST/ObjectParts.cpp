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

Expr *ompscan::plugin::elementsIn(QualType Row, SourceLocation Loc,
                                  const ASTContext &Context) {
  auto &Nodes = const_cast<ASTContext &>(Context);
  const QualType Type = Context.getPointerDiffType();
  const int64_t Size =
      Context.getTypeSizeInChars(Context.getBaseElementType(Row)).getQuantity();
  if (Context.getAsConstantArrayType(Row))
    return integerLiteral(Context.getTypeSizeInChars(Row).getQuantity() / Size,
                          Type, Loc, Context);
  // A variable extent has the value that it had at the declaration: the
  // variable may have changed since.
  auto *Bytes = new (Nodes) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, Nodes.getTrivialTypeSourceInfo(Row, Loc),
      Context.getSizeType(), Loc, Loc);
  return BinaryOperator::Create(Nodes, asWideAsAddress(Bytes, Context),
                                integerLiteral(Size, Type, Loc, Context),
                                BO_Div, Type, VK_PRValue, OK_Ordinary, Loc,
                                FPOptionsOverride());
}

namespace {

/// The number of an element in an array of rows, in the width of addresses.
class RowIndex {
public:
  explicit RowIndex(const Expr *First, const ASTContext &Context)
      : Last(First), Context(Context) {}

  /// Continues with the element \p Index of the element counted so far, which
  /// has type \p Row.
  void enter(QualType Row, const Expr *Index) {
    if (Last)
      Rows = sum(binary(wide(Last), BO_Mul,
                        elementsIn(Row, Index->getExprLoc(), Context)));
    Last = Index;
  }
  const Expr *get() { return Rows ? sum(wide(Last)) : Last; }

private:
  Expr *wide(const Expr *E) const { return asWideAsAddress(E, Context); }
  Expr *sum(Expr *More) const {
    return Rows ? binary(Rows, BO_Add, More) : More;
  }
  Expr *binary(Expr *A, BinaryOperatorKind Op, Expr *B) const {
    return BinaryOperator::Create(
        Context, A, B, Op, Context.getPointerDiffType(), VK_PRValue,
        OK_Ordinary, Last->getExprLoc(), FPOptionsOverride());
  }

  /// The number of elements in front of the row; null for none.
  Expr *Rows = nullptr;
  const Expr *Last;
  const ASTContext &Context;
};

} // namespace

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
  RowIndex Index(Found.Access.Index, Context);
  while (Found.Node && Found.Node->getType()->isArrayType()) {
    const QualType Row = Found.Node->getType();
    if (++At >= Chain.size())
      return {};
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Chain[At]);
    Found.Node = Subscript;
    if (!Subscript)
      return {};
    Found.HasVariableRows |= !Context.getAsConstantArrayType(Row);
    Index.enter(Row, Subscript->getIdx());
  }
  Found.Access.Index = Index.get();
  return Found;
}

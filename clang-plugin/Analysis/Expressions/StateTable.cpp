//===- StateTable.cpp - Tables that a value selects from ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/StateTable.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p E uses the state.
static bool uses(const Expr *E, IsState Is) {
  return anyOf(E, [&](const Expr *Sub) { return Is(Sub); });
}

/// The element of which \p E selects bits at most, or \p E itself.
static const Expr *elementIn(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = stripImplicit(E);
    const auto *Cast = dyn_cast<CastExpr>(E);
    const auto *Binary = dyn_cast<BinaryOperator>(E);
    if (Cast && Cast->getType()->isIntegralOrEnumerationType())
      E = Cast->getSubExpr();
    else if (Binary &&
             (Binary->getOpcode() == BO_And || Binary->getOpcode() == BO_Shr) &&
             constantValue(Binary->getRHS(), Context))
      E = Binary->getLHS();
    else
      return E;
  }
}

/// \p E without conversions to the width of addresses.
static const Expr *stripWide(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = stripImplicit(E);
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast || !Cast->getType()->isIntegerType() ||
        Context.getIntWidth(Cast->getType()) != 64)
      return E;
    E = Cast->getSubExpr();
  }
}

/// The numbers of elements of \p Table in each dimension, from the outside to
/// the inside; 0 where its type does not have it.
static llvm::SmallVector<uint64_t, 3> dimensions(const Expr *Table,
                                                 const ASTContext &Context) {
  llvm::SmallVector<uint64_t, 3> Counts;
  QualType Type = Table->getType();
  if (const auto *Pointer = Type->getAs<PointerType>()) {
    Counts.push_back(0);
    Type = Pointer->getPointeeType();
  }
  while (const ArrayType *Array = Context.getAsArrayType(Type)) {
    const auto *Constant = dyn_cast<ConstantArrayType>(Array);
    Counts.push_back(Constant ? Constant->getSize().getLimitedValue() : 0);
    Type = Array->getElementType();
  }
  return Counts;
}

/// The subscripts, from the outside to the inside, in \p Index, one subscript
/// for all dimensions of these \p Counts (wholeElement()); none if it is
/// anything else.
static llvm::SmallVector<const Expr *, 3>
subscripts(const Expr *Index, llvm::ArrayRef<uint64_t> Counts,
           const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 3> Found;
  // The address of the first element has subscripts as well.
  while (const auto *Sum = dyn_cast<BinaryOperator>(stripImplicit(Index))) {
    if (Sum->getOpcode() != BO_Add ||
        constantValue(Sum->getLHS(), Context) != 0)
      break;
    Index = Sum->getRHS();
  }
  uint64_t Inner = 1;
  for (size_t Left = Counts.size(); Left != 0; --Left) {
    const Expr *Part = Index;
    if (Left != 1) {
      const auto *Sum = dyn_cast<BinaryOperator>(stripImplicit(Index));
      if (!Sum || Sum->getOpcode() != BO_Add)
        return {};
      Index = Sum->getLHS();
      Part = Sum->getRHS();
    }
    if (Left != Counts.size()) {
      const auto *Row = dyn_cast<BinaryOperator>(stripImplicit(Part));
      Inner *= Counts[Left];
      if (!Row || Row->getOpcode() != BO_Mul || Inner > INT32_MAX ||
          constantValue(Row->getRHS(), Context) != int64_t(Inner))
        return {};
      Part = Row->getLHS();
    }
    Found.insert(Found.begin(), stripWide(Part, Context));
  }
  return Found;
}

std::optional<unsigned> ompscan::plugin::statesOf(const Expr *E, IsState Is,
                                                  const ASTContext &Context) {
  const Expr *Read = elementIn(E, Context);
  const ElementAccess At = elementAccess(Read, Context);
  if (Is(Read) || !At.Index || uses(At.Base, Is) ||
      !Read->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const auto Counts = dimensions(At.Base, Context);
  std::optional<unsigned> Found;
  for (const auto &[Dimension, Subscript] :
       llvm::enumerate(subscripts(At.Index, Counts, Context))) {
    if (!uses(Subscript, Is))
      continue;
    const uint64_t Count = Counts[Dimension];
    if (Found || !Is(Subscript) || Count < 2 || Count > MostStates)
      return std::nullopt;
    Found = Count;
  }
  return Found;
}

Expr *ompscan::plugin::atState(const Expr *E, unsigned Number, IsState Is,
                               ASTContext &Context) {
  return copyExpr(
      E,
      [&](const Expr *Sub) -> Expr * {
        const Expr *Place = loadedBy(Sub);
        if (!(Place && Is(Place->IgnoreParens())) && !Is(Sub))
          return nullptr;
        Expr *Literal =
            integerLiteral(Number, Context.IntTy, Sub->getExprLoc(), Context);
        const QualType Type = Sub->getType().getUnqualifiedType();
        return Context.hasSameType(Type, Context.IntTy)
                   ? Literal
                   : convertTo(Type, CK_IntegralCast, Literal, Context);
      },
      Context);
}

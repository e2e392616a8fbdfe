//===- Conversions.cpp - Conversions that commute with an operator --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Conversions.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isTruthValue(const Expr *E) {
  E = stripImplicit(E);
  if (E->getType()->isBooleanType())
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isComparisonOp() || Binary->isLogicalOp();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_LNot;
}

bool ompscan::plugin::fits(QualType From, QualType To,
                           const ASTContext &Context) {
  if (To->isBooleanType())
    return From->isBooleanType();
  const bool FromUnsigned = From->isUnsignedIntegerOrEnumerationType();
  const bool ToUnsigned = To->isUnsignedIntegerOrEnumerationType();
  const unsigned FromBits = Context.getIntWidth(From);
  const unsigned ToBits = Context.getIntWidth(To);
  if (FromUnsigned == ToUnsigned)
    return FromBits <= ToBits;
  return FromUnsigned && FromBits < ToBits;
}

bool ompscan::plugin::commutes(Operator Op, QualType Item, QualType Computed,
                               const ASTContext &Context) {
  // A real part is not that of a product.
  if (Computed->isAnyComplexType() != Item->isAnyComplexType())
    return false;
  switch (traits(Op).Family) {
  case OperatorFamily::Logical:
    return true;                 // Both sides are 0 or 1.
  case OperatorFamily::Function: // FunctionReader asks about operations.
  case OperatorFamily::Declared:
    return Context.hasSameUnqualifiedType(Item, Computed);
  case OperatorFamily::Extremum:
    // Conversions keep the order; operandCommutes checks that they keep values.
    return Item->isFloatingType() || Computed->isIntegerType() ||
           Context.getIntWidth(Item) <= 32;
  case OperatorFamily::Arithmetic:
  case OperatorFamily::Bitwise:
    break;
  }
  if (Item->isFloatingType())
    return Computed->isFloatingType(); // Re-associated all the same.
  if (Item->isBooleanType())
    return true; // Operands are 0 or 1, and a conversion keeps zeros.
  return Computed->isIntegerType() && !Computed->isBooleanType() &&
         Context.getIntWidth(Computed) >= Context.getIntWidth(Item);
}

bool ompscan::plugin::operandCommutes(Operator Op, QualType Item, const Expr *E,
                                      const ASTContext &Context) {
  const QualType Type = stripImplicit(E)->getType();
  if (Type->isAnyComplexType() && !Item->isAnyComplexType())
    return false;
  switch (traits(Op).Family) {
  case OperatorFamily::Logical:
    return Type->isScalarType();
  case OperatorFamily::Function:
  case OperatorFamily::Declared:
    return Context.hasSameUnqualifiedType(Item, Type) ||
           (Item->isArithmeticType() && Type->isArithmeticType() &&
            (Item->isFloatingType()
                 ? Type->isIntegerType() ||
                       Context.getFloatingTypeOrder(Item, Type) >= 0
                 : Type->isIntegerType() && fits(Type, Item, Context)));
  case OperatorFamily::Extremum: {
    if (Item->isFloatingType())
      return Type->isArithmeticType(); // Rounding keeps the order.
    if (!Type->isIntegerType())
      return false;
    if (isTruthValue(E) || fits(Type, Item, Context))
      return true;
    Expr::EvalResult Value;
    if (!E->EvaluateAsInt(Value, Context))
      return false;
    const llvm::APSInt &N = Value.Val.getInt();
    return !Item->isBooleanType() &&
           llvm::APSInt::isSameValue(
               N, llvm::APSInt(N.extOrTrunc(Context.getIntWidth(Item)),
                               Item->isUnsignedIntegerType()));
  }
  case OperatorFamily::Arithmetic:
  case OperatorFamily::Bitwise:
    break;
  }
  if (Item->isBooleanType())
    return isTruthValue(E);
  return Item->isFloatingType() ? Type->isArithmeticType()
                                : Type->isIntegerType();
}

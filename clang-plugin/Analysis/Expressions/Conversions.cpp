//===- Conversions.cpp - Conversions that commute with an operator --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Conversions.h"
#include "AST/ComplexNumbers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isTruthType(QualType T) {
  if (const auto *Enum = T->getAs<EnumType>())
    T = Enum->getDecl()->getIntegerType();
  return !T.isNull() && T->isBooleanType();
}

bool ompscan::plugin::isTruthValue(const Expr *E) {
  E = stripImplicit(E);
  if (isTruthType(E->getType()))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isComparisonOp() || Binary->isLogicalOp();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_LNot;
}

bool ompscan::plugin::fits(QualType From, QualType To,
                           const ASTContext &Context) {
  if (isTruthType(To))
    return isTruthType(From);
  const bool FromUnsigned = From->isUnsignedIntegerOrEnumerationType();
  const bool ToUnsigned = To->isUnsignedIntegerOrEnumerationType();
  const unsigned FromBits = Context.getIntWidth(From);
  const unsigned ToBits = Context.getIntWidth(To);
  if (FromUnsigned == ToUnsigned)
    return FromBits <= ToBits;
  return FromUnsigned && FromBits < ToBits;
}

bool ompscan::plugin::keepsValues(QualType From, QualType To,
                                  const ASTContext &Context) {
  if (Context.hasSameUnqualifiedType(From, To))
    return true;
  if (To->isIntegralOrEnumerationType())
    return From->isIntegralOrEnumerationType() && fits(From, To, Context);
  if (!To->isRealFloatingType())
    return false;
  if (From->isRealFloatingType())
    return Context.getFloatingTypeOrder(To, From) >= 0;
  // The smallest number of a signed type is a power of two.
  return From->isIntegralOrEnumerationType() &&
         Context.getIntWidth(From) - From->isSignedIntegerOrEnumerationType() <=
             llvm::APFloat::semanticsPrecision(
                 Context.getFloatTypeSemantics(To));
}

bool ompscan::plugin::commutes(Operator Op, QualType Item, QualType Computed,
                               const ASTContext &Context) {
  Item = builtinNumber(Item, Context);
  Computed = builtinNumber(Computed, Context);
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
    if (keepsValues(Item, Computed, Context))
      return true;
    break; // There and back, a type of the same width will do.
  case OperatorFamily::Arithmetic:
  case OperatorFamily::Bitwise:
    break;
  }
  if (Item->isFloatingType())
    return traits(Op).Family == OperatorFamily::Arithmetic &&
           Computed->isFloatingType(); // Re-associated all the same.
  if (isTruthType(Item))
    return true; // Operands are 0 or 1, and a conversion keeps zeros.
  return Computed->isIntegerType() && !isTruthType(Computed) &&
         Context.getIntWidth(Computed) >= Context.getIntWidth(Item);
}

bool ompscan::plugin::operandCommutes(Operator Op, QualType Item, const Expr *E,
                                      const ASTContext &Context) {
  // A minimum or maximum compares the same value that it selects.
  E = traits(Op).Family == OperatorFamily::Extremum
          ? stripConversion(E, Context)
          : stripImplicit(E);
  Item = builtinNumber(Item, Context);
  const QualType Type = builtinNumber(E->getType(), Context);
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
    return !isTruthType(Item) &&
           llvm::APSInt::isSameValue(
               N, llvm::APSInt(N.extOrTrunc(Context.getIntWidth(Item)),
                               Item->isUnsignedIntegerType()));
  }
  case OperatorFamily::Arithmetic:
  case OperatorFamily::Bitwise:
    break;
  }
  if (isTruthType(Item))
    return isTruthValue(E);
  return Item->isFloatingType() ? Type->isArithmeticType()
                                : Type->isIntegerType();
}

void ompscan::plugin::reportConversion(SourceLocation Loc, QualType Found,
                                       QualType Item, Operator Op,
                                       ConversionFault Fault,
                                       const Diagnostics &Diags) {
  Diags.report(Loc, Diag::err_conversion)
      << Found.getUnqualifiedType() << Item << spelling(Op)
      << static_cast<unsigned>(Fault);
}

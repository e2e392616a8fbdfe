//===- ValueRange.cpp - The range of an integer ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/ValueRange.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;
using llvm::APInt;
using llvm::ConstantRange;

static ConstantRange between(const APInt &Low, const APInt &High) {
  return ConstantRange::getNonEmpty(Low, High + 1);
}

ConstantRange ValueRange::below(uint64_t Count) {
  return between(APInt::getZero(Bits), APInt(Bits, Count) - 1);
}

ConstantRange ValueRange::ofType(QualType T, const ASTContext &Context) {
  if (T->isBooleanType())
    return below(2);
  const unsigned Width = Context.getIntWidth(T);
  if (Width > MostWidth)
    return ConstantRange::getFull(Bits);
  if (T->isUnsignedIntegerOrEnumerationType())
    return between(APInt::getZero(Bits), APInt::getMaxValue(Width).zext(Bits));
  return between(APInt::getSignedMinValue(Width).sext(Bits),
                 APInt::getSignedMaxValue(Width).sext(Bits));
}

/// \p Value in the type \p T: a signed result beyond it is undefined.
ValueRange::Found ValueRange::fitted(Found Value, QualType T) {
  const ConstantRange Type = ofType(T, Context);
  if (Type.contains(Value.Range))
    return Value;
  Wraps |= Value.UsesKnown && T->isUnsignedIntegerOrEnumerationType();
  const bool IsDefinedInType = !T->isUnsignedIntegerOrEnumerationType() &&
                               !Context.getLangOpts().isSignedOverflowDefined();
  const ConstantRange Common = Type.intersectWith(Value.Range);
  Value.Range = IsDefinedInType && !Common.isEmptySet() ? Common : Type;
  return Value;
}

ValueRange::Found ValueRange::operation(const BinaryOperator &E) {
  if (E.isComparisonOp() || E.isLogicalOp())
    return unknown(E, below(2));
  const Found Left = find(E.getLHS()), Right = find(E.getRHS());
  Found Result{ofType(E.getType(), Context), Left.UsesKnown || Right.UsesKnown};
  const bool IsNatural = Left.Range.getSignedMin().isNonNegative() &&
                         Right.Range.getSignedMin().isNonNegative();
  switch (E.getOpcode()) {
  case BO_Add:
    Result.Range = Left.Range.add(Right.Range);
    return fitted(Result, E.getType());
  case BO_Sub:
    Result.Range = Left.Range.sub(Right.Range);
    return fitted(Result, E.getType());
  case BO_Mul:
    Result.Range = Left.Range.smul_fast(Right.Range);
    return fitted(Result, E.getType());
  case BO_Shl:
    if (const std::optional<int64_t> Amount =
            constantValue(E.getRHS(), Context);
        Amount && *Amount >= 0 && *Amount < 128) {
      Result.Range = Left.Range.smul_fast(
          ConstantRange(APInt::getOneBitSet(Bits, unsigned(*Amount))));
      return fitted(Result, E.getType());
    }
    break;
  case BO_And:
    // An operand that is not negative bounds the result.
    if (Right.Range.getSignedMin().isNonNegative())
      Result.Range = between(APInt::getZero(Bits), Right.Range.getSignedMax());
    else if (Left.Range.getSignedMin().isNonNegative())
      Result.Range = between(APInt::getZero(Bits), Left.Range.getSignedMax());
    break;
  case BO_Rem:
    if (IsNatural && !Right.Range.getSignedMax().isZero()) {
      Result.Range =
          between(APInt::getZero(Bits), Right.Range.getSignedMax() - 1);
      return Result;
    }
    break;
  case BO_Shr:
  case BO_Div:
    if (IsNatural)
      Result.Range = between(APInt::getZero(Bits), Left.Range.getSignedMax());
    break;
  default:
    break;
  }
  Wraps |= Result.UsesKnown;
  return Result;
}

ValueRange::Found ValueRange::unknown(const Expr &E, ConstantRange Range) {
  const bool UsesKnown =
      anyOf(&E, [&](const Expr *Sub) { return Known(Sub).has_value(); });
  Wraps |= UsesKnown;
  return {std::move(Range), UsesKnown};
}

ValueRange::Found ValueRange::find(const Expr *E) {
  E = E->IgnoreParens();
  if (const std::optional<ConstantRange> Told = Known(E))
    return {*Told, true};
  if (const Expr *Resolved = strip(E); isa<DeclRefExpr>(E) && Resolved != E)
    return find(Resolved);
  const QualType T = E->getType();
  if (!T->isIntegralOrEnumerationType() || Context.getIntWidth(T) > MostWidth)
    return unknown(*E, ConstantRange::getFull(Bits));
  Expr::EvalResult Constant;
  if (!E->isValueDependent() && E->EvaluateAsInt(Constant, Context)) {
    const llvm::APSInt &Value = Constant.Val.getInt();
    return {
        ConstantRange(Value.isSigned() ? Value.sext(Bits) : Value.zext(Bits)),
        false};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getSubExpr()->getType()->isIntegralOrEnumerationType()) {
    Found Value = find(Cast->getSubExpr());
    const ConstantRange Type = ofType(T, Context);
    if (Type.contains(Value.Range))
      return Value;
    Wraps |= Value.UsesKnown;
    return {Type, Value.UsesKnown};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return operation(*Binary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const Found Then = find(Choice->getTrueExpr());
    const Found Else = find(Choice->getFalseExpr());
    return {Then.Range.unionWith(Else.Range, ConstantRange::Signed),
            Then.UsesKnown || Else.UsesKnown};
  }
  return unknown(*E, ofType(T, Context));
}

ConstantRange ValueRange::of(const Expr *E) { return find(E).Range; }

bool ompscan::plugin::isNeverNegative(const Expr *E,
                                      const ASTContext &Context) {
  return ValueRange(Context, [](const Expr *) { return std::nullopt; })
      .of(E)
      .getSignedMin()
      .isNonNegative();
}

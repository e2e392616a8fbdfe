//===- ImplicitCasts.cpp - Values before implicit casts -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/ImplicitCasts.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Conversions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// \p E, which strip() has returned, if it is an implicit cast of a number to
/// an arithmetic type; else null.
static const ImplicitCastExpr *numberCast(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  // In C++ a cast in the source may be such a node, too.
  return Cast && !Cast->isPartOfExplicitCast() &&
                 Cast->getType()->isArithmeticType() &&
                 Cast->getSubExpr()->getType()->isScalarType()
             ? Cast
             : nullptr;
}

/// Whether \p Cast keeps every value of its operand.
static bool isWidening(const ImplicitCastExpr &Cast,
                       const ASTContext &Context) {
  switch (Cast.getCastKind()) {
  case CK_IntegralCast:
  case CK_FloatingCast:
  case CK_IntegralToFloating:
    return keepsValues(Cast.getSubExpr()->getType(), Cast.getType(), Context);
  default:
    return false;
  }
}

/// Whether the result of \p Cast is zero where its operand is, and only there.
static bool keepsTruth(const ImplicitCastExpr &Cast,
                       const ASTContext &Context) {
  switch (Cast.getCastKind()) {
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
  case CK_IntegralToFloating:
    return true;
  case CK_IntegralCast:
    return Context.getIntWidth(Cast.getSubExpr()->getType()) <=
               Context.getIntWidth(Cast.getType()) ||
           isTruthValue(Cast.getSubExpr());
  default:
    return isWidening(Cast, Context);
  }
}

const Expr *ompscan::plugin::stripWidening(const Expr *E,
                                           const ASTContext &Context) {
  while (true) {
    E = strip(E);
    const ImplicitCastExpr *Cast = numberCast(E);
    if (!Cast || !isWidening(*Cast, Context))
      return E;
    E = Cast->getSubExpr();
  }
}

const Expr *ompscan::plugin::stripConversion(const Expr *E,
                                             const ASTContext &Context) {
  E = strip(E);
  const ImplicitCastExpr *Cast = numberCast(E);
  return stripWidening(Cast ? Cast->getSubExpr() : E, Context);
}

std::pair<const Expr *, const Expr *>
ompscan::plugin::stripSameCasts(const Expr *A, const Expr *B,
                                const ASTContext &Context) {
  while (true) {
    A = stripWidening(A, Context);
    B = stripWidening(B, Context);
    const ImplicitCastExpr *OfA = numberCast(A), *OfB = numberCast(B);
    if (!OfA || !OfB ||
        !Context.hasSameUnqualifiedType(OfA->getType(), OfB->getType()))
      return {A, B};
    A = OfA->getSubExpr();
    B = OfB->getSubExpr();
  }
}

const Expr *ompscan::plugin::stripTruthCasts(const Expr *E,
                                             const ASTContext &Context) {
  while (true) {
    E = strip(E);
    const ImplicitCastExpr *Cast = numberCast(E);
    if (!Cast || !keepsTruth(*Cast, Context))
      return E;
    E = Cast->getSubExpr();
  }
}

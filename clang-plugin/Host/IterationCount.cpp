//===- IterationCount.cpp - How many iterations a loop has ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/IterationCount.h"

using namespace clang;
using namespace ompscan::plugin;

Expr *IterationCount::distance(Expr *Lower, Expr *Bound) {
  return IV.Step > 0 ? Calls.compute(Bound, BO_Sub, Lower)
                     : Calls.compute(Lower, BO_Sub, Bound);
}

Expr *IterationCount::estimate() {
  Expr *Lower = Calls.value(Move.expression(IV.Lower));
  Expr *Bound = Calls.value(Move.expression(IV.Bound));
  Expr *Distance = distance(Lower, Bound);
  return width() > 1 ? Calls.quotient(Distance, width()) : Distance;
}

/// \p E, the first value or the bound, as the condition compares it, which may
/// be in a type that neither has.
Expr *IterationCount::compared(const Expr *E) {
  const QualType Own = E == IV.Lower ? IV.Type : IV.ComparedType;
  return Calls.integer(Calls.integer(Move.expression(E), Own), IV.ComparedType);
}

Expr *IterationCount::isPositive() {
  Expr *Lower = compared(IV.Lower);
  Expr *Bound = compared(IV.Bound);
  return Calls.binary(Lower, comparisonOf(IV.Rel), Bound);
}

Expr *IterationCount::exact() {
  Expr *Lower = compared(IV.Lower);
  Expr *Bound = compared(IV.Bound);
  const bool IsInclusive = IV.Rel == Relation::LE || IV.Rel == Relation::GE;
  Expr *Runs = isPositive();
  Expr *Distance = distance(Lower, Bound);
  // ceil(Distance / Width), or floor(Distance / Width) + 1
  if (width() > 1)
    Distance = Calls.compute(
        Calls.compute(Distance, BO_Add,
                      Calls.number(IsInclusive ? width() : width() - 1)),
        BO_Div, Calls.number(width()));
  else if (IsInclusive)
    Distance = Calls.compute(Distance, BO_Add, Calls.number(1));
  return Calls.choose(Runs, Distance, Calls.value(Calls.number(0)));
}

//===- ItemLookup.cpp - The items that expressions name -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/ItemLookup.h"
#include "AST/Expressions.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<unsigned> ItemLookup::scalar(const Expr *E) const {
  const Item *Found = Loop.scalarItem(E);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

std::optional<unsigned> ItemLookup::list(const Expr *E) const {
  const Item *Found = Loop.listItem(E, Context);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

std::optional<unsigned> ItemLookup::accumulator(const Expr *E) const {
  const std::optional<unsigned> Scalar = scalar(E);
  return Scalar ? Scalar : list(E);
}

bool ItemLookup::isSameAccumulator(const Expr *A, const Expr *B) const {
  const std::optional<unsigned> Number = accumulator(A);
  if (!Number || Number != accumulator(B))
    return false;
  if (!Loop.Items[*Number].isList())
    return true;
  const ElementAccess One = elementAccess(strip(A), Context);
  const ElementAccess Other = elementAccess(strip(B), Context);
  return !One.Index == !Other.Index &&
         (!One.Index || sameExpression(One.Index, Other.Index));
}

std::optional<unsigned> ItemLookup::array(const Expr *E) const {
  const Expr *Base = elementAccess(E, Context).Base;
  for (unsigned I = 0; Base && I != Loop.Items.size(); ++I)
    if (!Loop.Items[I].isList() && sameExpression(Base, Loop.Items[I].Base))
      return I;
  return std::nullopt;
}

/// The object that \p E is a field or an element of; null if it is neither.
static const Expr *wholeOf(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (Member && !Member->isArrow())
    return stripImplicit(Member->getBase());
  return Subscript ? stripImplicit(Subscript->getBase()) : nullptr;
}

const Expr *ompscan::plugin::rootOf(const Expr *E) {
  E = strip(E);
  while (const Expr *Whole = wholeOf(E))
    E = Whole;
  return E;
}

std::optional<unsigned> ItemLookup::holding(const Expr *E) const {
  for (E = strip(E); E; E = wholeOf(E))
    if (const std::optional<unsigned> Number = scalar(E))
      return Number;
  return std::nullopt;
}

const Item *ItemLookup::inside(const Expr *E) const {
  for (const Item &I : Loop.Items)
    for (const Expr *Whole = wholeOf(I.Base); Whole; Whole = wholeOf(Whole))
      if (sameExpression(Whole, E))
        return &I;
  return nullptr;
}

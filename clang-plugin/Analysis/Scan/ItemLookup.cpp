//===- ItemLookup.cpp - The items that expressions name -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/ItemLookup.h"
#include "AST/ElementParts.h"
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

ElementAccess ompscan::plugin::itemElement(const Item &I, const Expr *E,
                                           const ASTContext &Context) {
  const Expr *Element = I.IsOfMembers ? elementHolding(E, Context) : E;
  const ElementAccess Access =
      Element ? elementAccess(Element, Context) : ElementAccess();
  return Access.Base && sameExpression(Access.Base, I.Base) &&
                 (!I.IsOfMembers || isSamePart(E, I.Series, Context))
             ? Access
             : ElementAccess();
}

/// How the element at \p Index meets those that the series \p I stores.
static Meeting meetSeries(const Item &I, const Expr *Index,
                          const ScanLoop &Loop, const ASTContext &Context) {
  const Expr *Stored = itemElement(I, I.Series, Context).Index;
  const std::optional<Affine> A = affine(Stored, Loop.IV.Var, Context);
  const std::optional<Affine> B =
      Index ? affine(Index, Loop.IV.Var, Context) : Affine();
  return A && B ? meet(*A, *B, Loop.IV) : Meeting::Elsewhere;
}

std::optional<unsigned> ItemLookup::array(const Expr *E) const {
  std::optional<unsigned> Apart;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    const ElementAccess Element =
        I.isList() ? ElementAccess() : itemElement(I, E, Context);
    if (!Element.Base)
      continue;
    // An element belongs to one series at most.
    if (!I.Series ||
        meetSeries(I, Element.Index, Loop, Context) != Meeting::Never)
      return Number;
    if (!Apart)
      Apart = Number;
  }
  return Apart;
}

std::optional<ItemLookup::Overlap>
ItemLookup::overlapping(const Expr *E) const {
  const Expr *Element = elementHolding(E, Context);
  const ElementAccess Access =
      Element ? elementAccess(Element, Context) : ElementAccess();
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    if (!Access.Base || !I.IsOfMembers ||
        !sameExpression(Access.Base, I.Base) ||
        areSeparate(E, I.Series, Context))
      continue;
    const Meeting Meets = meetSeries(I, Access.Index, Loop, Context);
    if (Meets != Meeting::Never)
      return Overlap{static_cast<unsigned>(Number), Meets};
  }
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

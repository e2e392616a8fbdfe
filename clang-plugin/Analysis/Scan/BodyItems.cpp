//===- BodyItems.cpp - What the names in a body stand for -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "Analysis/Scan/BodyReader.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<unsigned> BodyReader::scalarItem(const Expr *E) const {
  const Item *Found = Loop.scalarItem(E);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

std::optional<unsigned> BodyReader::listItem(const Expr *E) const {
  const Item *Found = Loop.listItem(E, Context);
  return Found ? std::optional<unsigned>(Found - Loop.Items.begin())
               : std::nullopt;
}

/// The item that \p E is, or that it is one of the accumulators of.
std::optional<unsigned> BodyReader::accumulator(const Expr *E) const {
  const std::optional<unsigned> Scalar = scalarItem(E);
  return Scalar ? Scalar : listItem(E);
}

/// Whether \p A and \p B are written as one accumulator.
bool BodyReader::isSameAccumulator(const Expr *A, const Expr *B) const {
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

std::optional<unsigned> BodyReader::arrayItem(const Expr *E) const {
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (!Loop.Items[I].isList() && Arrays[I].isElement(E))
      return I;
  return std::nullopt;
}

/// What \p E is a field or an element of; null if it is neither.
static const Expr *wholeOf(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (Member && !Member->isArrow())
    return stripImplicit(Member->getBase());
  return Subscript ? stripImplicit(Subscript->getBase()) : nullptr;
}

/// The same, at the root.
static const Expr *partOf(const Expr *E) {
  E = strip(E);
  while (const Expr *Whole = wholeOf(E))
    E = Whole;
  return E;
}

/// The scalar item that \p E is, or of which it is a part.
std::optional<unsigned> BodyReader::itemOf(const Expr *E) const {
  for (E = strip(E); E; E = wholeOf(E))
    if (const std::optional<unsigned> Number = scalarItem(E))
      return Number;
  return std::nullopt;
}

/// The member that is an item and lies in the object \p E, or null.
const Item *BodyReader::itemIn(const Expr *E) const {
  for (const Item &I : Loop.Items)
    for (const Expr *Whole = wholeOf(I.Base); Whole; Whole = wholeOf(Whole))
      if (sameExpression(Whole, E))
        return &I;
  return nullptr;
}

/// The variable of the iteration that \p E names, or of which it is a part.
const VarDecl *BodyReader::localRoot(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(partOf(E));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Locals.contains(Var) ? Var : nullptr;
}

/// Whether \p Local, or what it is a reference to, depends on an item.
bool BodyReader::isDependent(const VarDecl *Local) const {
  if (Dependent.contains(Local))
    return true;
  const VarDecl *Bound = Local->getType()->isReferenceType() && Local->getInit()
                             ? localRoot(Local->getInit())
                             : nullptr;
  return Bound && Bound != Local && isDependent(Bound);
}

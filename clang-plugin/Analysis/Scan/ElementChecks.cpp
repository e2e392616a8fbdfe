//===- ElementChecks.cpp - Elements that iterations share ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/ElementChecks.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

void ElementChecks::dropWhole() {
  auto IsSame = [&](const Expr *A, const Expr *B) {
    const ElementAccess One = elementAccess(A, Context);
    const ElementAccess Other = elementAccess(B, Context);
    return sameExpression(One.Base, Other.Base) && !One.Index == !Other.Index &&
           (!One.Index || sameExpression(One.Index, Other.Index));
  };
  for (const PartialStore &Store : Facts.PartialStores) {
    StoredBits Stored(Context);
    for (const PartialStore &Other : Facts.PartialStores)
      if (Other.IsAlways && IsSame(Store.Element, Other.Element))
        Stored.add(Other.Part, Other.Element);
    if (Store.Part != Store.Element && Stored.covers(Store.Element->getType()))
      Accesses.dropKept(Store.Element);
  }
}

bool ElementChecks::checkReferences() {
  for (const VarDecl *Var : Facts.References) {
    // An element, or a member of one.
    const Expr *Bound = stripImplicit(Var->getInit());
    while (const auto *Member = dyn_cast<MemberExpr>(Bound)) {
      if (Member->isArrow())
        break;
      Bound = stripImplicit(Member->getBase());
    }
    const ElementAccess Element = elementAccess(Bound, Context);
    const bool Changes =
        Items.holding(Bound) || Items.list(Bound) || Items.array(Bound) ||
        (Element.Base && llvm::any_of(Facts.Uses, [&](const ElementUse &U) {
           return U.IsStore &&
                  sameExpression(elementAccess(U.Element, Context).Base,
                                 Element.Base);
         }));
    if (Changes)
      return Diags.report(Var->getLocation(), Diag::err_local_reference)
             << Var->getName();
    if (Element.Base)
      Loop.References.push_back(Var);
  }
  return true;
}

bool ElementChecks::isApart(const Expr *Store, const Expr *Read,
                            bool Before) const {
  const ElementAccess Stored = elementAccess(Store, Context);
  const Expr *Other = elementAccess(Read, Context).Index;
  if (!Stored.Index || !Other || Accesses.changes(Stored.Index) ||
      Accesses.changes(Other))
    return false;
  const std::optional<Affine> A = affine(Stored.Index, Loop.IV.Var, Context);
  const std::optional<Affine> B = affine(Other, Loop.IV.Var, Context);
  const Meeting Meets =
      A && B && !A->isInvariant() ? meet(*A, *B, Loop.IV) : Meeting::Elsewhere;
  const auto Wraps = [](const NoWrap &N) { return N.wrapsAsNarrow(); };
  switch (Meets) {
  case Meeting::Never:
    return Accesses.followsFormula(Store) ||
           (llvm::none_of(A->NoWraps, Wraps) &&
            llvm::none_of(B->NoWraps, Wraps));
  case Meeting::Unknown:
    return Before && Accesses.followsFormula(Store);
  default:
    return false;
  }
}

bool ElementChecks::checkArrays() const {
  if (Loop.selection() && Loop.selection()->IsInPlace)
    return true;
  for (const auto &[Order, Store] : llvm::enumerate(Facts.Uses)) {
    if (!Store.IsStore)
      continue;
    const ElementAccess Stored = elementAccess(Store.Element, Context);
    for (const auto &[OtherOrder, Other] : llvm::enumerate(Facts.Uses)) {
      const ElementAccess Read = elementAccess(Other.Element, Context);
      if (Other.IsStore || !sameExpression(Stored.Base, Read.Base))
        continue;
      const bool Before = OtherOrder < Order;
      if (isApart(Store.Element, Other.Element, Before))
        continue;
      if ((Before || !mayMeet(Store.Part, Other.Part, Context)) &&
          Stored.Index && Read.Index &&
          sameExpression(Stored.Index, Read.Index) &&
          mentions(Stored.Index, Loop.IV.Var))
        continue;
      return Diags.report(Other.Element->getExprLoc(), Diag::err_in_place)
             << text(Stored.Base, Context);
    }
  }
  return true;
}

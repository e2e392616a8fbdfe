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

ElementChecks::ElementChecks(ScanLoop &Loop, const BodyFacts &Facts,
                             AccessCollector &Accesses,
                             const ASTContext &Context,
                             const Diagnostics &Diags)
    : Loop(Loop), Facts(Facts), Accesses(Accesses), Context(Context),
      Diags(Diags), Items(Loop, Context) {
  UseNumbers.update(Facts.Uses, [&](const ElementUse &Use) {
    return elementAccess(Use.Element, Context).Base;
  });
}

void ElementChecks::dropWhole() {
  struct Parts {
    const Expr *Element;
    ElementAccess At;
    StoredBits Stored;
  };
  std::vector<Parts> Elements;
  ExpressionIndex Numbers;
  const auto Find = [&](const PartialStore &Store) -> Parts & {
    const ElementAccess At = elementAccess(Store.Element, Context);
    for (const unsigned Number : Numbers.find(At)) {
      const ElementAccess &Other = Elements[Number].At;
      if (sameExpression(At.Base, Other.Base) && !At.Index == !Other.Index &&
          (!At.Index || sameExpression(At.Index, Other.Index)))
        return Elements[Number];
    }
    Elements.push_back({Store.Element, At, StoredBits(Context)});
    Numbers.update(Elements, [](const Parts &Each) { return Each.At; });
    return Elements.back();
  };
  llvm::DenseSet<size_t> Partial;
  for (const PartialStore &Store : Facts.PartialStores) {
    Parts &Each = Find(Store);
    if (Store.Part != Store.Element)
      Partial.insert(&Each - Elements.data());
    if (Store.IsAlways)
      Each.Stored.add(Store.Part, Store.Element);
  }
  llvm::SmallVector<const Expr *, 4> Whole;
  for (const auto &[Number, Each] : llvm::enumerate(Elements))
    if (Partial.contains(Number) && Each.Stored.covers(Each.Element->getType()))
      Whole.push_back(Each.Element);
  Accesses.dropKept(Whole);
}

bool ElementChecks::checkReferences() {
  for (const VarDecl *Var : Facts.References) {
    // An element, or a member of one.
    const Expr *Bound = stripImplicit(Var->getInit());
    const bool IsOfSeries = Items.overlapping(Bound).has_value();
    while (const auto *Member = dyn_cast<MemberExpr>(Bound)) {
      if (Member->isArrow())
        break;
      Bound = stripImplicit(Member->getBase());
    }
    const ElementAccess Element = elementAccess(Bound, Context);
    const bool Changes =
        IsOfSeries || Items.holding(Bound) || Items.list(Bound) ||
        Items.array(Bound) ||
        (Element.Base &&
         llvm::any_of(UseNumbers.find(Element.Base), [&](unsigned Number) {
           const ElementUse &U = Facts.Uses[Number];
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
    for (const unsigned OtherOrder : UseNumbers.find(Stored.Base)) {
      const ElementUse &Other = Facts.Uses[OtherOrder];
      if (Other.IsStore)
        continue;
      const ElementAccess Read = elementAccess(Other.Element, Context);
      if (!sameExpression(Stored.Base, Read.Base))
        continue;
      const bool Before = OtherOrder < Order;
      if (areSeparate(Store.Part, Other.Part, Context) ||
          isApart(Store.Element, Other.Element, Before))
        continue;
      if ((Before || !mayMeet(Store.Part, Other.Part, Context)) &&
          Stored.Index && Read.Index &&
          sameExpression(Stored.Index, Read.Index) &&
          mentions(Stored.Index, Loop.IV.Var))
        continue;
      const bool Appends =
          Stored.Index && anyOf(Stored.Index, [this](const Expr *E) {
            return Items.scalar(E).has_value();
          });
      return Diags.report(Other.Element->getExprLoc(), Diag::err_in_place)
             << text(Stored.Base, Context) << Appends;
    }
  }
  return true;
}

//===- SelectionReader.cpp - Loops that keep some iterations --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/SelectionReader.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Reasons why a loop that stores to an array at the value of an item may not
/// read it; the numbers of Diag::err_slide.
enum WhyNot { OtherItems, OtherStores, Unguarded, Depends, ReadsElsewhere };

} // namespace

static bool sameBase(const Expr *A, const Expr *B, const ASTContext &Context) {
  return sameExpression(elementAccess(A, Context).Base,
                        elementAccess(B, Context).Base);
}

/// Whether \p A and \p B are known to be the same part of elements of one type.
static bool samePart(const Expr *A, const Expr *B, const ASTContext &Context) {
  const auto One = pathOf(A, Context), Other = pathOf(B, Context);
  auto Same = [&](const Expr *E, const Expr *F) {
    const auto *M = dyn_cast<MemberExpr>(E), *N = dyn_cast<MemberExpr>(F);
    if (M || N)
      return M && N && M->getMemberDecl() == N->getMemberDecl();
    const std::optional<int64_t> I = constantIndex(E, Context);
    return I && I == constantIndex(F, Context);
  };
  return std::equal(One.begin(), One.end(), Other.begin(), Other.end(), Same);
}

/// The formula of a subscript that grows by a constant in every iteration.
std::optional<Affine> SelectionReader::risingFormula(const Expr *Index) const {
  const auto IsOwn = [&](const Expr *E) {
    const VarDecl *Var = boundVariable(E);
    return (Var && Var != Loop.IV.Var && Facts.Locals.contains(Var)) ||
           Items.holding(E);
  };
  if (!Index || anyOf(Index, IsOwn))
    return std::nullopt;
  std::optional<Affine> Formula = affine(Index, Loop.IV.Var, Context);
  if (!Formula || !Formula->Strides.empty() || Formula->Coefficient == 0 ||
      (Formula->Coefficient > 0) != (Loop.IV.Step > 0) ||
      Formula->Coefficient > INT32_MAX || Formula->Coefficient < -INT32_MAX ||
      Loop.IV.Step > INT32_MAX || Loop.IV.Step < -INT32_MAX)
    return std::nullopt;
  return Formula;
}

/// The formula of i if \p Store is `x[k] = x[i]`, or the same with members;
/// else std::nullopt.
std::optional<Affine>
SelectionReader::sourceOf(const CountedStore &Store) const {
  const Expr *Source =
      Store.Value ? elementHolding(Store.Value, Context) : nullptr;
  if (!Source || !sameBase(Source, Store.Target, Context) ||
      !Context.hasSameUnqualifiedType(strip(Store.Value)->getType(),
                                      Store.Part->getType()) ||
      !samePart(Store.Value, Store.Part, Context))
    return std::nullopt;
  return risingFormula(elementAccess(Source, Context).Index);
}

/// Whether \p A and \p B store to the same part of the same element.
bool SelectionReader::sameTarget(const CountedStore &A,
                                 const CountedStore &B) const {
  return Counters.sameElement(A, B) && samePart(A.Part, B.Part, Context);
}

/// Whether each branch that updates the item of \p Store has one such store.
bool SelectionReader::isAtEachUpdate(const CountedStore &Store) const {
  const auto &Places = Facts.UpdatePlaces[Store.Item];
  return Places.size() == 1 ||
         llvm::all_of(Places, [&](const UpdatePlace &Place) {
           return llvm::count_if(Facts.CountedStores,
                                 [&](const CountedStore &Other) {
                                   return Other.Guards == Place.Guards &&
                                          sameTarget(Store, Other);
                                 }) == 1;
         });
}

/// Adds \p Store to the moves of \p Found. \p Leads has the first store of
/// each.
void SelectionReader::addMove(
    const CountedStore &Store,
    llvm::SmallVectorImpl<const CountedStore *> &Leads,
    Selection &Found) const {
  const Expr *From = elementHolding(Store.Value, Context);
  const Selection::Move::Source Source{Store.Statement, Store.Value,
                                       From && Accesses.isAlwaysRead(From)};
  for (const auto &[Lead, Move] : llvm::zip_equal(Leads, Found.Moves))
    if (Lead->Guards != Store.Guards && sameTarget(*Lead, Store)) {
      Move.Sources.push_back(Source);
      return;
    }
  Leads.push_back(&Store);
  Found.Moves.push_back({Store.Item, Store.Part, Store.IsAfter, {Source}});
}

/// Whether there are two items, one of which each iteration moves on: one in
/// each branch of an `if`, by a constant.
bool SelectionReader::hasSides() const {
  if (Loop.Items.size() != 2)
    return false;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    bool IsConstant = false;
    if (I.isArray() || I.isList() || Facts.UpdatePlaces[Number].size() != 1 ||
        Facts.UpdatePlaces[Number].front().Guards.size() != 1 ||
        Counters.steps().stepOf(I, IsConstant).value_or(0) == 0 || !IsConstant)
      return false;
  }
  return Counters.areApart(0, 1);
}

/// The first reason why the loop is no selection, if there is one.
std::optional<unsigned> SelectionReader::whyNot() const {
  const auto IsStore = [](const ElementUse &U) { return U.IsStore; };
  // Rows can be selections as separate launches.
  if (Loop.isBatch() || Loop.Items.empty() || Loop.Items.front().isArray() ||
      (Loop.Items.size() != 1 && !hasSides()))
    return OtherItems;
  if (Facts.CountedStores.empty() || !Loop.Lasts.empty() ||
      size_t(llvm::count_if(Facts.Uses, IsStore)) != Facts.CountedStores.size())
    return OtherStores;
  for (const CountedStore &Store : Facts.CountedStores) {
    if (Store.IsDense || Store.IsEvery || Store.IsMaybe || !Store.IsMovable ||
        Store.Step < 1 || !Facts.isUpdatedUnder(Store.Item, Store.Guards) ||
        !isAtEachUpdate(Store))
      return Unguarded;
    if (!Store.Value)
      return Depends;
    // Only the counters of a partition may store at distances.
    if (!Store.IsPlain || Store.Formula.Coefficient < 0 ||
        (Loop.Items.size() == 1 && !Store.Formula.Symbols.empty()))
      return OtherStores;
  }
  // Other statements that depend on the item, including declarations.
  for (const auto &[S, Known] : Loop.Facts) {
    const auto IsStored = [S = S](const CountedStore &Store) {
      return Store.Statement == S;
    };
    if (Known.IsOutputOnly &&
        (!S->expression() ||
         (llvm::none_of(Facts.CountedStores, IsStored) && !Loop.updateAt(*S))))
      return Depends;
  }
  return std::nullopt;
}

/// Whether the iterations read elements of the array of \p Store only as they
/// are before the loop. The runtime compares the first subscripts.
bool SelectionReader::checkInPlace(const CountedStore &Store) {
  const std::optional<Affine> Source = sourceOf(Store);
  const size_t Place = llvm::find_if(Facts.Uses,
                                     [&](const ElementUse &U) {
                                       return U.IsStore &&
                                              U.Element == Store.Target &&
                                              U.Part == Store.Part;
                                     }) -
                       Facts.Uses.begin();
  for (const auto &[Order, Read] : llvm::enumerate(Facts.Uses)) {
    if (Read.IsStore || !sameBase(Read.Element, Store.Target, Context))
      continue;
    const std::optional<Affine> Formula =
        risingFormula(elementAccess(Read.Element, Context).Index);
    const std::optional<Affine> Distance =
        Formula && Source ? Source->minus(*Formula) : std::optional<Affine>();
    const bool IsKnown = Distance && Distance->isConstant();
    // An iteration runs only one of the branches.
    const bool IsApart = Counters.excludes(Read.Guards, Store.Guards);
    // The iteration's own subscript holds the value that was there.
    if (!Formula ||
        (Order > Place && !IsApart && mayMeet(Read.Part, Store.Part, Context) &&
         !(IsKnown && Distance->Constant == 0)))
      return false;
    if (mayMeet(Read.Part, Store.Part, Context) &&
        !(IsKnown && Distance->Constant == Source->Coefficient * Loop.IV.Step))
      Overtaken.push_back(elementAccess(Read.Element, Context).Index);
  }
  return true;
}

void SelectionReader::findLastKept() {
  const auto *If = dyn_cast_or_null<nest::If>(nest::onlyStatement(Loop.body()));
  const auto *Compare =
      If && !If->elseBranch() && If->head().isPlain()
          ? dyn_cast<BinaryOperator>(stripImplicit(&If->condition()))
          : nullptr;
  if (!Compare || Compare->getOpcode() != BO_NE || Loop.Items.size() != 1 ||
      isSequence(Loop.Items.front().Base->getType()))
    return;
  for (const auto &[One, Other] :
       {std::pair(Compare->getLHS(), Compare->getRHS()),
        std::pair(Compare->getRHS(), Compare->getLHS())}) {
    const auto [Source, Element] = stripSameCasts(One, Other, Context);
    const Expr *From = elementAccess(Source, Context).Index;
    const Expr *Index = elementAccess(Element, Context).Index;
    if (!Index || !From || !Source->getType()->isArithmeticType() ||
        mentions(Index, Loop.IV.Var) ||
        !Context.hasSameUnqualifiedType(Source->getType(), Element->getType()))
      continue;
    const std::optional<Affine> Place =
        affine(Index, Loop.Items.front().Base, Context);
    const std::optional<Affine> Rising = risingFormula(From);
    if (Place && Place->Coefficient == 1 && Place->Symbols.empty() &&
        Place->Strides.empty() && Rising &&
        Rising->Coefficient * Loop.IV.Step == 1)
      Facts.LastKept = {Element, Source, Place->Constant};
  }
}

/// Whether each kept element is stored where LastKept is read next. Then all
/// elements dropped since equal it.
bool SelectionReader::checkLastKept() const {
  const Expr *Source = Facts.LastKept.Source, *Element = Facts.LastKept.Element;
  unsigned Stores = 0, Copies = 0;
  for (const CountedStore &Store : Facts.CountedStores)
    if (sameBase(Store.Target, Element, Context)) {
      ++Stores;
      Copies += Store.Step == 1 && Store.Formula.Coefficient == 1 &&
                Facts.LastKept.Offset ==
                    Store.Formula.Constant - (Store.IsAfter ? 0 : Store.Step) &&
                Store.Formula.Symbols.empty() && Store.Part == Store.Target &&
                Store.Value && sameExpression(strip(Store.Value), Source) &&
                Context.hasSameUnqualifiedType(Store.Part->getType(),
                                               Source->getType());
    }
  return !whyNot() && Stores == 1 && Copies == 1;
}

bool SelectionReader::read() {
  const std::optional<unsigned> Why = whyNot();
  const auto HasReads = [&](const CountedStore &Store) {
    return llvm::any_of(Facts.Uses, [&](const ElementUse &U) {
      return !U.IsStore && sameBase(U.Element, Store.Target, Context);
    });
  };
  // One item must not overwrite what the other one keeps in place.
  const auto IsShared = [&](const CountedStore &Store) {
    return !Store.Formula.Symbols.empty() ||
           llvm::any_of(Facts.CountedStores, [&](const CountedStore &Other) {
             return Other.Item != Store.Item &&
                    sameBase(Other.Target, Store.Target, Context);
           });
  };
  const auto Report = [&](const CountedStore &Store, unsigned Reason) -> bool {
    return Diags.report(Store.Target->getExprLoc(), Diag::err_slide)
           << text(elementAccess(Store.Target, Context).Base, Context)
           << Counters.counterOf(Store).Name << Reason;
  };
  if (Facts.LastKept.Element && !checkLastKept())
    return Diags.report(Facts.LastKept.Element->getExprLoc(),
                        Diag::err_last_kept)
           << text(Facts.LastKept.Element, Context) << Loop.Items.front().Name;
  Selection Found;
  for (const CountedStore &Store : Facts.CountedStores) {
    if (!HasReads(Store))
      continue;
    if (Why || IsShared(Store))
      return Report(Store, Why.value_or(OtherStores));
    if (!checkInPlace(Store))
      return Report(Store, ReadsElsewhere);
    Found.IsInPlace = true;
  }
  if (Why)
    return true;
  for (const Item &I : Loop.Items) {
    bool IsConstant = false;
    Found.Steps.push_back(*Counters.steps().stepOf(I, IsConstant));
  }
  Found.MayStay =
      llvm::any_of(Facts.CountedStores,
                   [](const CountedStore &Store) { return Store.Item == 0; });
  for (const CountedStore &Store : Facts.CountedStores)
    if (HasReads(Store))
      Accesses.readInPlace(Store.Target, Overtaken);
  llvm::SmallVector<const CountedStore *, 2> Leads;
  for (const CountedStore &Store : Facts.CountedStores) {
    const std::optional<Affine> Source = sourceOf(Store);
    Found.MayStay &= Store.Item != 0 ||
                     (Source && Source->Coefficient * Loop.IV.Step ==
                                    Store.Formula.Coefficient * Store.Step);
    addMove(Store, Leads, Found);
  }
  Found.LastKept = Facts.LastKept;
  Loop.Mode = std::move(Found);
  return true;
}

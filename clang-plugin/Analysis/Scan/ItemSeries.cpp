//===- ItemSeries.cpp - Several recurrences in one array ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/ItemSeries.h"
#include "AST/Assignments.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "Analysis/Scan/OperatorChoice.h"
#include "Analysis/Scan/Recurrence.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

using ItemList = llvm::SmallVector<Item, 1>;

/// Finds the series of one array.
class SeriesFinder {
public:
  /// \p Named are the items of the array, one for each clause that names it.
  SeriesFinder(const ScanLoop &Loop, const ItemList &Named,
               const ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Named(Named), Context(Context), Diags(Diags),
        Quiet(Context.getDiagnostics().getSourceManager()),
        NoDiags(Quiet.Engine) {}

  std::optional<ItemList> find();

private:
  void addStores(const Expr &E);
  std::optional<Item> seriesAt(const Expr *Store);
  bool continues(Item Series) const;
  bool check(const Item &Series) const;
  bool chooseOperators(ItemList &All) const;
  bool isTwice() const;

  const ScanLoop &Loop;
  const ItemList &Named;
  const ASTContext &Context;
  const Diagnostics &Diags;
  compat::QuietEngine Quiet;
  const Diagnostics NoDiags;
  /// The places in elements of the array that the body assigns.
  llvm::SmallVector<const Expr *, 4> Stores;
};

} // namespace

/// Adds the places of the array that \p E assigns.
void SeriesFinder::addStores(const Expr &E) {
  anyOf(&E, [this](const Expr *Sub) {
    const Expr *Target = changedBy(Sub);
    const Expr *Element =
        Target ? elementHolding(strip(Target), Context) : nullptr;
    const Expr *Base = Element ? elementAccess(Element, Context).Base : nullptr;
    if (Base && sameExpression(Base, Named.front().Base))
      Stores.push_back(strip(Target));
    return false;
  });
}

/// The series that \p Store would begin; std::nullopt if no iteration has an
/// element of its own there.
std::optional<Item> SeriesFinder::seriesAt(const Expr *Store) {
  const Expr *Element = elementHolding(Store, Context);
  const Expr *Index = elementAccess(Element, Context).Index;
  const std::optional<Affine> Formula =
      Index ? affine(Index, Loop.IV.Var, Context) : std::nullopt;
  Item New = Named.front();
  New.IsOfMembers = Element != Store;
  New.Series = Store;
  if (New.IsOfMembers)
    New.Name = sourceText(Store, Context);
  New.WhyUnkept = Unkept::NoNumber;
  // A reference leads out of the element, and a subscript that is not constant
  // to several parts of it.
  const bool IsPart =
      llvm::all_of(pathOf(Store, Context), [&](const Expr *Step) {
        const auto *Member = dyn_cast<MemberExpr>(Step);
        return Member ? !Member->getMemberDecl()->getType()->isReferenceType()
                      : constantIndex(Step, Context).has_value();
      });
  if (!Formula || Formula->isInvariant() || !IsPart ||
      Store->getType()->isArrayType() || (New.IsOfMembers && New.Declared))
    return std::nullopt;
  return New;
}

/// Whether iterations use what earlier ones store to \p Series.
bool SeriesFinder::continues(Item Series) const {
  const Recurrence Array(Loop, Series, Context, NoDiags);
  return nest::anyStatement(Loop.body(), [&](const nest::Statement &S) {
    bool Found = false;
    nest::forEachExpression(S, [&](const Expr &E) {
      Found = Found || anyOf(&E, [&](const Expr *Sub) {
                return Array.isStoredBefore(Sub);
              });
    });
    return Found;
  });
}

/// Reports \p Series if no operator takes its values.
bool SeriesFinder::check(const Item &Series) const {
  const Expr *Store = Series.Series;
  const QualType Type = Store->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    return Diags.report(Store->getExprLoc(), Diag::err_volatile) << Series.Name;
  if (const auto *Member = dyn_cast<MemberExpr>(Store);
      Member && Store->refersToBitField())
    return Diags.report(Store->getExprLoc(), Diag::err_item_member)
           << Member->getMemberDecl() << 1;
  if (!isNumber(Type) && !Series.Declared)
    return Diags.report(Store->getExprLoc(), Diag::err_series)
           << 1 << Series.Name << Type;
  return true;
}

/// Whether one clause would be enough for the array. Reports an error if there
/// are several.
bool SeriesFinder::isTwice() const {
  if (Named.size() == 1)
    return false;
  Diags.report(Named.back().Base->getExprLoc(), Diag::err_item_twice)
      << "'" + Named.back().Name + "'";
  return true;
}

/// Gives each of \p All the operator of a clause, and each clause a series.
bool SeriesFinder::chooseOperators(ItemList &All) const {
  if (Named.size() == 1)
    return true;
  llvm::SmallVector<bool, 4> IsUsed(Named.size());
  for (Item &Series : All) {
    ScanLoop Only = Loop;
    Only.Items = {Series};
    size_t Chosen = 0;
    while (Chosen != Named.size() &&
           (Named[Chosen].Op == Operator::Auto ||
            !fitsOperator(Only, 0, Named[Chosen].Op, Context)))
      ++Chosen;
    if (Chosen == Named.size())
      Chosen =
          llvm::find_if(Named,
                        [](const Item &I) { return I.Op == Operator::Auto; }) -
          Named.begin();
    if (Chosen == Named.size())
      Chosen = 0; // Which reports why it does not fit.
    Series.Op = Named[Chosen].Op;
    IsUsed[Chosen] = true;
  }
  return llvm::all_of(IsUsed, [](bool Used) { return Used; }) || !isTwice();
}

std::optional<ItemList> SeriesFinder::find() {
  nest::forEachStatement(Loop.body(), [this](const nest::Statement &S) {
    nest::forEachExpression(S, [this](const Expr &E) { addStores(E); });
  });
  ItemList All;
  for (const Expr *Store : Stores)
    if (std::optional<Item> New = seriesAt(Store)) {
      // An element that another series has is no begin of a new one.
      const bool IsNew = llvm::all_of(All, [&](const Item &Known) {
        Item Copy = Known;
        const Role Found = Recurrence(Loop, Copy, Context, NoDiags).role(Store);
        return Found == Role::None || Found == Role::Apart;
      });
      if (IsNew)
        All.push_back(std::move(*New));
    }
  llvm::erase_if(All,
                 [this](const Item &Series) { return !continues(Series); });
  const bool IsWhole =
      All.empty() || (All.size() == 1 && !All.front().IsOfMembers &&
                      All.front().Series == Stores.front());
  if (IsWhole) {
    const Item &Only = Named.front();
    if (isTwice())
      return std::nullopt;
    if (!Only.Declared && !isNumber(Only.Type)) {
      Diags.report(Only.Base->getExprLoc(), Diag::err_series)
          << 0 << Only.Name << Only.Type;
      return std::nullopt;
    }
    return Named;
  }
  if (!llvm::all_of(All, [this](const Item &I) { return check(I); }) ||
      !chooseOperators(All))
    return std::nullopt;
  for (Item &Series : All)
    Series.Type = Series.Series->getType().getUnqualifiedType();
  return All;
}

bool ompscan::plugin::findSeries(ScanLoop &Loop, const ASTContext &Context,
                                 const Diagnostics &Diags) {
  ItemList Result;
  for (const Item &I : Loop.Items) {
    if (I.isList() || !isSequence(I.Base->getType())) {
      Result.push_back(I);
      continue;
    }
    const auto IsSame = [&](const Item &Other) {
      return sameExpression(Other.Base, I.Base);
    };
    if (llvm::any_of(Result, IsSame))
      continue;
    ItemList Named;
    llvm::copy_if(Loop.Items, std::back_inserter(Named), IsSame);
    std::optional<ItemList> Found =
        SeriesFinder(Loop, Named, Context, Diags).find();
    if (!Found)
      return false;
    Result.append(Found->begin(), Found->end());
  }
  Loop.Items = std::move(Result);
  return true;
}

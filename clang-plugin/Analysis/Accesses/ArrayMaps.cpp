//===- ArrayMaps.cpp - The mapped sections of arrays ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/ArrayMaps.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

const MapItem *ArrayMaps::find(const Expr *Base) const {
  const auto *Found = llvm::find_if(Said.Maps, [&](const MapItem &Item) {
    return sameExpression(Item.Base, Base);
  });
  return Found == Said.Maps.end() ? nullptr : Found;
}

/// Whether \p Base may be present on the device.
bool ArrayMaps::mayBeOnDevice(const Expr *Base) const {
  return Said.IsTarget ||
         llvm::any_of(Said.MappedAround, [&](const Expr *Mapped) {
           return sameExpression(Mapped, Base);
         });
}

bool ArrayMaps::knowsExtent(const ArrayUse &Used) const {
  const MapItem *Map = find(Used.Base);
  return Loop.parallel() || (Map && !Map->OtherShape) || Used.KnownCount != 0 ||
         isContainer(Used.Base->getType()) ||
         isBitVector(Used.Base->getType()) ||
         (!Map && mayBeOnDevice(Used.Base));
}

bool ArrayMaps::requireExtent(const Expr *E, const ArrayUse &Used, bool IsStore,
                              bool IsGuarded) const {
  if (knowsExtent(Used))
    return true;
  return Diags.report(E->getExprLoc(), Diag::err_extent)
         << Used.Name << IsGuarded << IsStore;
}

bool ArrayMaps::checkSeed(const ArrayUse &Item, const MapItem &Map,
                          const ArrayElement &Seed) const {
  const std::optional<Affine> Formula =
      affine(Seed.Index, Loop.IV.Var, Context);
  const std::optional<int64_t> Lower = constantValue(Loop.IV.Lower, Context);
  const std::optional<int64_t> First =
      Map.Begin ? constantValue(Map.Begin, Context) : 0;
  int64_t Number = 0;
  if (!Formula || !Formula->Symbols.empty() || !Formula->Strides.empty() ||
      !Lower || !First ||
      llvm::MulOverflow(Formula->Coefficient, *Lower, Number) ||
      llvm::AddOverflow(Number, Formula->Constant, Number) ||
      Number >= *First * static_cast<int64_t>(Item.RowCount))
    return true;
  return Diags.report(Map.Loc, Diag::err_map_seed)
         << Item.Name << std::to_string(*First) << std::to_string(Number);
}

bool ArrayMaps::check() const {
  for (const ArrayUse &Array : Loop.Arrays) {
    const MapItem *Map = find(Array.Base);
    if (!Map || Map->OnDevice)
      continue;
    if (Map->OtherShape)
      return Diags.report(Map->Loc, Diag::err_map_shape) << Array.Name;
    auto Has = [&](AccessKind Kind) {
      return llvm::any_of(Array.Accesses,
                          [&](const Access &A) { return A.Kind == Kind; });
    };
    for (const Item &I : Loop.Items)
      if (I.isArray() && !I.StartsAnew && sameExpression(I.Base, Array.Base) &&
          (!checkSeed(Array, *Map, I.PreviousElement) ||
           !llvm::all_of(I.EarlierElements, [&](const ArrayElement &Seed) {
             return checkSeed(Array, *Map, Seed);
           })))
        return false;
    const StringRef Type = spelling(Map->Kind);
    if ((Has(AccessKind::Write) || Has(AccessKind::WriteAny) ||
         Has(AccessKind::Counted)) &&
        (Map->Kind == MapKind::To || Map->Kind == MapKind::Alloc))
      Diags.report(Map->Loc, Diag::warn_map_to) << Array.Name << Type << 0;
    if ((Has(AccessKind::Read) || Has(AccessKind::ReadAny)) &&
        (Map->Kind == MapKind::From || Map->Kind == MapKind::Alloc))
      Diags.report(Map->Loc, Diag::warn_map_from) << Array.Name << Type;
  }
  return true;
}

//===- ClauseMaps.cpp - The maps of a loop --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "Analysis/Clauses/ClauseReader.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// A scan item or reduction comes back, whatever its map says.
void ClauseReader::checkScalarMap(const Expr *Scalar, MapKind Kind) const {
  if (Kind != MapKind::To && Kind != MapKind::Alloc)
    return;
  for (const Item &Known : Result.Items)
    if ((Known.isList() || !Known.Base->getType()->isPointerType()) &&
        sameExpression(Known.Base, Scalar))
      Diags.report(Scalar->getExprLoc(), Diag::warn_map_to)
          << Known.Name << spelling(Kind) << 1;
}

/// Whether \p Section is all of an array of constant size.
bool ClauseReader::isWhole(const ArraySectionExpr &Section) const {
  const ConstantArrayType *Type = Context.getAsConstantArrayType(
      ArraySectionExpr::getBaseOriginalType(Section.getBase()));
  auto Is = [&](const Expr *E, uint64_t Value) {
    Expr::EvalResult Result;
    return !E ||
           (E->EvaluateAsInt(Result, Context) && Result.Val.getInt() == Value);
  };
  return Type && Is(Section.getLowerBound(), 0) &&
         Is(Section.getLength(), Type->getZExtSize());
}

bool ClauseReader::readMap(const OMPMapClause &Map) {
  MapItem Item;
  switch (Map.getMapType()) {
  case OMPC_MAP_to:
    Item.Kind = MapKind::To;
    break;
  case OMPC_MAP_from:
    Item.Kind = MapKind::From;
    break;
  case OMPC_MAP_alloc:
    Item.Kind = MapKind::Alloc;
    break;
  case OMPC_MAP_tofrom:
  case OMPC_MAP_unknown:
    Item.Kind = MapKind::ToFrom;
    break;
  default:
    Diags.report(Map.getBeginLoc(), Diag::err_clause)
        << (Twine("map(") +
            getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_map,
                                          Map.getMapType()) +
            ": ...)")
               .str();
    return false;
  }
  // `close` asks for nothing.
  for (OpenMPMapModifierKind Modifier : Map.getMapTypeModifiers()) {
    Item.Always |= Modifier == OMPC_MAP_MODIFIER_always;
    Item.Present |= Modifier == OMPC_MAP_MODIFIER_present;
    if (Modifier == OMPC_MAP_MODIFIER_mapper ||
        Modifier == OMPC_MAP_MODIFIER_iterator) {
      Diags.report(Map.getBeginLoc(), Diag::err_clause)
          << (Twine("map(") +
              getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_map, Modifier) +
              ": ...)")
                 .str();
      return false;
    }
  }
  for (const Expr *E : compat::varlist(&Map)) {
    MapItem Entry = Item;
    Entry.Loc = E->getExprLoc();
    E = stripImplicit(E);
    if (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
      Entry.Base = stripImplicit(Section->getBase());
      Entry.Begin = Section->getLowerBound();
      Entry.Count = Section->getLength();
      while (const auto *Outer = dyn_cast<ArraySectionExpr>(Entry.Base)) {
        // Whole rows of a loop without a scan may be counted.
        Entry.OtherShape |= D.Scan || !isWhole(*Section);
        Section = Outer;
        Entry.Base = stripImplicit(Outer->getBase());
        Entry.Begin = Outer->getLowerBound();
        Entry.Count = Outer->getLength();
      }
      // `y[i:]` has its length only where the array has a known size.
      if (!Entry.Count &&
          (Entry.Begin || !Entry.Base->getType()->isArrayType()))
        Entry.OtherShape = true;
    } else if (E->getType()->isArrayType()) {
      Entry.Base = E;
    } else {
      // A scalar, or the pointer alone, which maps no element.
      checkScalarMap(E, Item.Kind);
      if (isa<DeclRefExpr, MemberExpr>(E))
        Result.Where.MappedScalars.push_back(E);
      continue;
    }
    if (listOf(Entry.Base))
      checkScalarMap(Entry.Base, Item.Kind);
    Result.Maps.push_back(Entry);
  }
  return true;
}

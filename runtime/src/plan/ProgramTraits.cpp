//===- ProgramTraits.cpp - What plans depend on ---------------- ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/ProgramTraits.h"
#include "ompscan/abi.h"
#include <tuple>

namespace ompscan::rt {

ProgramTraits ProgramTraits::of(uint32_t Template, uint32_t Traits,
                                uint32_t MovedSize, uint32_t StreamedSize) {
  const auto Has = [&](uint32_t Trait) { return (Traits & Trait) != 0; };
  ProgramTraits T;
  T.HasVectors = Has(OMPSCAN_TRAIT_HAS_VECTORS);
  T.IsPlain = Has(OMPSCAN_TRAIT_IS_PLAIN);
  T.HasResults = Has(OMPSCAN_TRAIT_HAS_RESULTS);
  T.CanReload = Has(OMPSCAN_TRAIT_CAN_RELOAD);
  T.Reduces = Has(OMPSCAN_TRAIT_HAS_REDUCTIONS);
  T.ByElement = Has(OMPSCAN_TRAIT_IS_BY_ELEMENT);
  T.Counts = Template == OMPSCAN_TEMPLATE_HISTOGRAM;
  T.IsStaged = Has(OMPSCAN_TRAIT_IS_STAGED);
  T.IsFold = Has(OMPSCAN_TRAIT_IS_FOLD);
  T.HasTeam = Has(OMPSCAN_TRAIT_HAS_TEAM);
  T.PrefersTeam = Has(OMPSCAN_TRAIT_PREFERS_TEAM);
  T.HasEqualRows = Has(OMPSCAN_TRAIT_HAS_EQUAL_ROWS);
  T.HasColumns = Has(OMPSCAN_TRAIT_HAS_COLUMNS);
  T.IsFastAlone = Has(OMPSCAN_TRAIT_IS_FAST_ALONE);
  T.NeedsThreads = Has(OMPSCAN_TRAIT_NEEDS_THREADS);
  T.HasBundles = Has(OMPSCAN_TRAIT_HAS_BUNDLES);
  T.HasParts = Has(OMPSCAN_TRAIT_HAS_PARTS);
  T.Rereads = Has(OMPSCAN_TRAIT_REREADS);
  T.IsOrdered = Has(OMPSCAN_TRAIT_IS_ORDERED);
  if (T.IsOrdered) {
    // templates/ordered-tile.cl moves vectors of values only.
    T.HasVectors &= T.IsPlain;
    T.HasResults = false;
    // Only the values in front of tiles are combined with others.
    T.CanReload = false;
  }
  T.MovedSize = MovedSize;
  T.StreamedSize = StreamedSize;
  return T;
}

bool ProgramTraits::operator==(const ProgramTraits &T) const {
  const auto All = [](const ProgramTraits &X) {
    return std::tie(X.HasVectors, X.IsPlain, X.HasResults, X.CanReload,
                    X.Reduces, X.ByElement, X.Counts, X.IsStaged, X.IsFold,
                    X.HasTeam, X.PrefersTeam, X.HasEqualRows, X.HasColumns,
                    X.HasBundles, X.HasParts, X.Rereads, X.IsFastAlone,
                    X.NeedsThreads, X.IsOrdered, X.MovedSize, X.StreamedSize,
                    X.SerialItems, X.SegmentSize, X.HasKeys);
  };
  return All(*this) == All(T);
}

} // namespace ompscan::rt

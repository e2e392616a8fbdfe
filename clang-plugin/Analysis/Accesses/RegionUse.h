//===- RegionUse.h - What a construct may use ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_REGIONUSE_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_REGIONUSE_H

#include "Analysis/Clauses/DataClauses.h"
#include "clang/AST/StmtOpenMP.h"

namespace ompscan::plugin {

/// What a `target` construct may use of the data that is mapped when it begins,
/// besides what its map clauses name.
struct RegionUse {
  struct Place {
    /// A variable or a member of one (of `*this` as well); or a pointer, which
    /// leads to what is meant.
    const clang::Expr *What;
    bool IsPointer;
    /// The construct does not store there.
    bool IsRead;
  };
  llvm::SmallVector<Place, 4> Places;
  /// Variables of which the construct has a copy.
  llvm::SmallVector<const clang::VarDecl *, 4> Copies;
  /// It calls what is not known, or takes pointers out of memory: it may use
  /// everything.
  bool IsUnknown = false;
};

/// What the construct \p D, whose clauses are \p Said, may use. References are
/// made in \p Context as they have to be where the construct stands in \p DC.
RegionUse findRegionUse(const clang::OMPExecutableDirective &D,
                        const DataClauses &Said, const clang::DeclContext &DC,
                        clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_REGIONUSE_H

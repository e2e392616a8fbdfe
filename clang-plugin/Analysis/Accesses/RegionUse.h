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

/// The data that a `target` construct may use besides its own maps, and that
/// may be mapped when it begins.
struct RegionUse {
  struct Place {
    /// A variable, a member of one or of `*this`; or a pointer to the data.
    const clang::Expr *What;
    bool IsPointer;
    /// The construct only reads it.
    bool IsRead;
  };
  llvm::SmallVector<Place, 4> Places;
  /// Variables of which the construct has a copy.
  llvm::SmallVector<const clang::VarDecl *, 4> Copies;
  /// It calls unknown functions or loads pointers from memory, so it may use
  /// anything.
  bool IsUnknown = false;
};

/// Whether \p Item, of a clause of the construct \p D, is mapped without `from`
/// and the construct may change it. On a device with its own memory the host
/// does not see the change.
bool isPrivateToDevice(const clang::OMPExecutableDirective &D,
                       const DataItem &Item);

/// The uses of the construct \p D with the clauses \p Said. References are
/// created for use in \p DC.
RegionUse findRegionUse(const clang::OMPExecutableDirective &D,
                        const DataClauses &Said, const clang::DeclContext &DC,
                        clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_REGIONUSE_H

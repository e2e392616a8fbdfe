//===- StandardForm.h - OpenMP's own form of a scan ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_STANDARDFORM_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_STANDARDFORM_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include <optional>
#include <string>

namespace clang {
class OMPExecutableDirective;
}

namespace ompscan::plugin {

/// A use of a list item in the input phase that does not update it. OpenMP
/// defines the item's scanned value for the scan phase only.
struct InputUse {
  clang::SourceLocation Loc;
  std::string Item;
};

/// Reports the first place where \p Loop, which is in OpenMP's own form, means
/// something else in OpenMP than as a sequential loop: an item is updated in
/// the scan phase, or a variable belongs to a thread. What OpenMP leaves open
/// is as in the sequential loop; \p Early is the first such place. In the
/// program the updates \p Moved stand further behind.
bool checkStandardForm(const ScanLoop &Loop,
                       llvm::ArrayRef<const clang::Stmt *> Moved,
                       const clang::ASTContext &Context,
                       const Diagnostics &Diags,
                       std::optional<InputUse> &Early);

/// A use of a variable or an element in the input phase of the loop \p D, a
/// `simd` in OpenMP's own form, that the scan phase in front of it sets; null
/// if there is none. Clang's code runs the input phase first.
const clang::Expr *findSetInScanPhase(const clang::OMPExecutableDirective &D);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_STANDARDFORM_H

//===- Race.h - Loops whose iterations race ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_SCAN_RACE_H
#define OMPSCAN_PLUGIN_ANALYSIS_SCAN_RACE_H

#include "Model/ScanLoop.h"

namespace clang {
class OMPExecutableDirective;
}

namespace ompscan::plugin {

/// Whether threads run the iterations of the loop of \p D, which may have a
/// `scan` clause, and nothing in it orders them. \p Around are the directives
/// around it in its function, from the outside to the inside.
bool runsUnordered(const clang::OMPExecutableDirective &D,
                   llvm::ArrayRef<const clang::OMPExecutableDirective *> Around,
                   const clang::ASTContext &Context);

/// Whether \p Loop, which is what the loop of such a directive \p D would be as
/// a scan of its last item, is a race without the clause: the threads share the
/// item, and more than one iteration updates it whatever the data is.
bool isRace(const ScanLoop &Loop, const clang::OMPExecutableDirective &D,
            llvm::ArrayRef<const clang::OMPExecutableDirective *> Around,
            const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_SCAN_RACE_H

//===- Remarks.h - What -Rpass=ompscan tells ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_REMARKS_H
#define OMPSCAN_REMARKS_H

#include "Loop/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "clang/Basic/CodeGenOptions.h"

namespace ompscan {

/// Remarks on loops, each where the user's -Rpass, -Rpass-missed or
/// -Rpass-analysis matches "ompscan".
class Remarks {
public:
  Remarks(const clang::CodeGenOptions &Options, const Diagnostics &Diags)
      : Options(Options), Diags(Diags) {}

  /// -Rpass: what \p Loop, which goes to the device, became.
  void offloaded(const ScanLoop &Loop, const clang::ASTContext &Context) const;

  /// Why a loop that carries a scan stays on the host.
  enum class Missed { NoTarget, NeverHolds };
  /// -Rpass-missed.
  void missed(clang::SourceLocation Loc, Missed Why) const;

  /// Whether plain(), -Rpass-analysis, says anything.
  bool wantsPlain() const;
  /// Points out that \p Loop, which has no directive, is a scan.
  void plain(const ScanLoop &Loop, const clang::SourceManager &SM) const;

private:
  const clang::CodeGenOptions &Options;
  const Diagnostics &Diags;
};

} // namespace ompscan

#endif // OMPSCAN_REMARKS_H

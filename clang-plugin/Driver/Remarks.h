//===- Remarks.h - What -Rpass=ompscan tells ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_REMARKS_H
#define OMPSCAN_PLUGIN_DRIVER_REMARKS_H

#include "Analysis/Scan/StandardForm.h"
#include "Analysis/Scan/TwoPasses.h"
#include "Kernel/KernelBuilder.h"
#include "Model/ScanLoop.h"
#include "Proof/OperatorJudge.h"
#include "Support/Diagnostics.h"
#include "Support/FirstReason.h"
#include "clang/Basic/CodeGenOptions.h"

namespace ompscan::plugin {

/// Remarks on loops, each where the user's -Rpass, -Rpass-missed or
/// -Rpass-analysis matches "ompscan", and a warning.
class Remarks {
public:
  Remarks(const clang::CodeGenOptions &Options, const Diagnostics &Diags)
      : Options(Options), Diags(Diags) {}

  /// -Rpass: \p Loop has been offloaded.
  void offloaded(const ScanLoop &Loop, const clang::ASTContext &Context) const;

  /// -Rpass: the loop at \p Loc has become \p Count launches, because the item
  /// \p Dependent depends on the item \p Decisive.
  void inPasses(clang::SourceLocation Loc, size_t Count,
                llvm::StringRef Dependent, llvm::StringRef Decisive) const;

  /// Why a loop that carries a scan stays on the host.
  enum class Missed { OtherConstruct, NeverHolds };
  /// -Rpass-missed.
  void missed(clang::SourceLocation Loc, Missed Why) const;

  /// -Rpass-missed: why the `target` loop without a scan at \p Loc stays on the
  /// host. \p ReasonLoc may be invalid.
  void parallelMissed(clang::SourceLocation Loc, llvm::StringRef Reason,
                      clang::SourceLocation ReasonLoc) const;
  /// Reports that the scan at \p Loc, in OpenMP's own form, cannot be compiled,
  /// or warns if it IsSequential, and says why. \p ReasonLoc may be invalid.
  void standardMissed(clang::SourceLocation Loc, llvm::StringRef Reason,
                      clang::SourceLocation ReasonLoc, bool IsSequential) const;
  /// Warns of \p Early.
  void inputUse(const InputUse &Early) const;
  /// -Rpass-analysis: which arrays of \p Loop cannot be copied to a device.
  void hostOnly(const ScanLoop &Loop) const;
  /// -Rpass-analysis: only the host's cores run the scan at \p Loc, because it
  /// uses the type \p Wide; nothing if that is null.
  void coresOnly(clang::SourceLocation Loc, clang::QualType Wide) const;
  /// Says why the results of \p Loop, which asks for those of all devices, may
  /// depend on the device, if they may. \p K is its kernels.
  /// \p HasRows: it has a launch for all its rows, too.
  void ownOrder(const ScanLoop &Loop, const Kernel &K, bool HasRows) const;
  /// -Rpass-missed: why each row of the scan at \p Loc is a separate launch.
  void rowsApart(clang::SourceLocation Loc, llvm::StringRef Reason,
                 clang::SourceLocation ReasonLoc) const;
  /// -Rpass-missed: why the iterations of the loop at \p Loc launch the loops
  /// in them separately.
  void nestApart(clang::SourceLocation Loc, llvm::StringRef Reason,
                 clang::SourceLocation ReasonLoc) const;
  /// -Rpass-missed: why one work-item of a GPU runs an iteration of the loop at
  /// \p Loc, with all loops in it.
  void oneWorkItem(clang::SourceLocation Loc, llvm::StringRef Reason,
                   clang::SourceLocation ReasonLoc) const;
  /// -Rpass: \p Loop includes the work of the preceding loop.
  void fused(const ScanLoop &Loop, const clang::ASTContext &Context) const;
  /// -Rpass-missed: why the loop at \p Loc, which fills the input of a scan, is
  /// a separate launch.
  void notFused(clang::SourceLocation Loc, llvm::StringRef Reason,
                clang::SourceLocation ReasonLoc) const;
  /// -Rpass-missed: a `target` construct stays on the host. \p All: all mapped
  /// data is transferred to the host.
  void onHost(clang::SourceLocation Loc, bool All) const;

  /// Whether the operator of \p I, which \p Loop uses, is associative.
  void judged(const Item &I, const ScanLoop &Loop, const Finding &Found) const;
  /// Whether its initializer is an identity and, if \p Loop is a reduction,
  /// whether it commutes.
  void judgedFurther(const Item &I, const ScanLoop &Loop,
                     const OperatorFindings &Found) const;

  /// Whether -Rpass-analysis asks for plain() and twoPasses().
  bool wantsPlain() const;
  /// Warns that the loop of \p D, without a scan, is a race as \p Loop would
  /// not be, and inserts the clause.
  void race(const ScanLoop &Loop, const clang::OMPExecutableDirective &D,
            const clang::ASTContext &Context) const;
  /// -Rpass-analysis: \p Loop, which has no directive, is a scan.
  void plain(const ScanLoop &Loop, const clang::SourceManager &SM) const;
  /// -Rpass-analysis: the parallel region at \p Loc does \p Found by hand.
  void twoPasses(clang::SourceLocation Loc, const TwoPassScan &Found,
                 const clang::ASTContext &Context) const;

private:
  void apart(Diag Kind, clang::SourceLocation Loc, llvm::StringRef Reason,
             clang::SourceLocation ReasonLoc) const;
  const clang::CodeGenOptions &Options;
  const Diagnostics &Diags;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_REMARKS_H

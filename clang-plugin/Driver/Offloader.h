//===- Offloader.h - Replaces directives ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_OFFLOADER_H
#define OMPSCAN_PLUGIN_DRIVER_OFFLOADER_H

#include "Analysis/Clauses/Directives.h"
#include "Driver/KernelCompiler.h"
#include "Driver/Options.h"
#include "Driver/Remarks.h"
#include "Host/DataBuilder.h"
#include "Host/HostBuilder.h"
#include "Model/Advance.h"
#include "Proof/OperatorJudge.h"
#include "Support/Diagnostics.h"

namespace clang {
class CompilerInstance;
}

namespace ompscan::plugin {

struct DirectiveLoop;

/// Builds the host code that replaces a directive, and the kernels that it
/// launches. Says in remarks what became of each loop.
class Offloader {
public:
  Offloader(clang::CompilerInstance &CI, clang::Sema &S, const Options &Opts,
            const Diagnostics &Diags, const Remarks &Says)
      : CI(CI), S(S), Opts(Opts), Diags(Diags), Says(Says),
        Host(S, CI.getCodeGenOpts().OptimizationLevel > 0), Data(S),
        Kernels(CI, S, Opts.KernelDirectory, Diags) {}

  /// The context that a directive stands in, and the body of the function
  /// around it or null.
  struct Site {
    clang::DeclContext *DC;
    const clang::Stmt *Function;
  };

  /// Has \p D, a `target` construct in \p DC, ask the runtime which device it
  /// stands for.
  void redirectQueries(clang::OMPExecutableDirective &D,
                       clang::DeclContext *DC) {
    Data.redirectQueries(D, DC);
  }

  /// The replacement of \p D, a directive with a scan; the directive itself,
  /// with an error, if there is none.
  clang::Stmt *replaceScan(const ScanDirective &D, const Site &At);
  /// The replacement of \p D, a scan in OpenMP's own form without `target`; the
  /// directive itself, with an error, if there is none.
  clang::Stmt *replaceStandardScan(const ScanDirective &D, const Site &At);
  /// The sequential loop in the place of \p D, in OpenMP's own form, with a
  /// warning that gives \p Reason; null, with an error, if it cannot be built.
  clang::Stmt *runInPhases(const ScanDirective &D, const Site &At,
                           llvm::StringRef Reason,
                           clang::SourceLocation ReasonLoc);
  /// The replacement of \p D, a `target` loop without a scan; null, with a
  /// remark, if the loop stays on the host.
  clang::Stmt *replaceParallel(ScanDirective &D, const Site &At);
  /// The replacement of \p D, a `target` loop whose iterations run loops with
  /// directives of their own, by one launch of all of them. Where that fails at
  /// run time, the host code runs what \p Apart builds: the directive with
  /// those in it replaced separately. Beside Clang's own offload it runs the
  /// loop in sequence. Null, with a remark, if there can be no such launch;
  /// then nothing has changed.
  clang::Stmt *replaceNest(ScanDirective &D, const Site &At,
                           llvm::function_ref<clang::Stmt *()> Apart);
  /// The replacement of \p First, a `target` loop, and \p Second, the scan
  /// behind it, by one launch. Where that fails at run time the host code runs
  /// what \p Apart builds: both directives, replaced separately. Null if there
  /// can be no such launch; then nothing has changed, unless \p Apart has been
  /// called, whose result is the replacement then.
  clang::Stmt *fuse(ScanDirective &First, ScanDirective &Second, const Site &At,
                    llvm::function_ref<clang::Stmt *()> Apart);
  /// The replacement of \p D, a directive on data only.
  clang::Stmt *replaceData(clang::OMPExecutableDirective &D,
                           clang::DeclContext *DC);
  /// \p D, a `target` construct, on the host, with the values of mapped data
  /// that it may use. \p SharesMemory: memory of a device is the host's.
  /// \p IsTold: a remark has said why.
  clang::Stmt *keepOnHost(clang::OMPExecutableDirective &D,
                          clang::DeclContext *DC, bool SharesMemory,
                          bool IsTold);
  /// Reports that \p Written, a `for` without a directive, is a scan, if it is
  /// one.
  void suggestScan(clang::Stmt &Written, const Site &At);
  /// Reports that \p Statements, the first of which is a directive with
  /// `parallel`, are a scan by hand, if they are one. Returns its loop over the
  /// threads, or null.
  const clang::Stmt *suggestOneLoop(llvm::ArrayRef<clang::Stmt *> Statements,
                                    const Site &At);
  /// Warns if the loop of \p D, a directive without a scan that is inside of
  /// the directives \p Around, is a race that a clause mends.
  void warnOfRace(clang::OMPExecutableDirective &D,
                  llvm::ArrayRef<const clang::OMPExecutableDirective *> Around,
                  const Site &At);
  /// Emits the descriptors of all launches, at the end of the translation unit.
  void emitConstants() { Host.emitConstants(); }

private:
  /// A loop and its kernels.
  struct Compiled {
    ScanLoop Loop;
    Kernel Kernels;
  };

  /// A loop in several passes, and what the host code declares for them.
  struct InPasses {
    std::vector<Compiled> Passes;
    /// The last loop with all items.
    ScanLoop Whole;
    llvm::SmallVector<HostBuilder::Kept, 2> Kept;
    /// An item, and one of an earlier pass that it depends on.
    std::string Dependent, Decisive;
  };

  /// What became of a loop on its way to the form that the analysis reads.
  struct Normalized {
    llvm::SmallVector<Advance, 2> Advances;
    std::vector<InlinedCall> Inlined;
    /// See DirectForm.
    llvm::SmallVector<const clang::Stmt *, 1> Moved;
  };

  std::optional<Normalized> normalize(ScanDirective &D, const Site &At,
                                      const Diagnostics &Reasons);
  std::optional<ScanLoop> plainScan(clang::Stmt &Written,
                                    const clang::Expr *Item, const Site &At);
  bool findPasses(const ScanDirective &D, DirectiveLoop &Own, const Site &At,
                  llvm::ArrayRef<InlinedCall> Inlined,
                  const Diagnostics &Reasons, std::optional<InPasses> &Several);
  clang::Stmt *passesCode(InPasses &Several, llvm::ArrayRef<Advance> Advances,
                          const Site &At);
  clang::Stmt *replaceRewrittenForm(const ScanDirective &D, const Site &At);
  clang::Stmt *scanCode(const ScanDirective &D, const Site &At,
                        const Diagnostics &Reasons,
                        bool *IsSequential = nullptr);
  /// Reports what has been found out about the declared operators of \p Loop.
  void judge(const ScanLoop &Loop);
  clang::Stmt *forThreads(const ScanDirective &D, clang::Stmt *Code,
                          const Site &At);
  std::optional<Kernel> compileForTeams(ScanLoop &Loop,
                                        llvm::ArrayRef<ScanDirective> Inner,
                                        const NamedArrays &Bases,
                                        const Site &At);
  bool canLaunchApart(const ScanDirective &D, const ScanLoop &Nest,
                      const Site &At);
  std::optional<Compiled> parallelLoop(ScanDirective &D, const Site &At,
                                       const Diagnostics &Reasons);
  std::optional<HostBuilder::Pass> allRows(const ScanDirective &D,
                                           const DirectiveLoop &Own,
                                           const ScanLoop &Loop, const Site &At,
                                           std::optional<Kernel> &Built);
  std::optional<Program> rowsProgram(ScanLoop &Batch, const ScanDirective &D,
                                     const DirectiveLoop &Own, const Site &At,
                                     const Diagnostics &Reasons,
                                     std::optional<Kernel> &Built);

  clang::CompilerInstance &CI;
  clang::Sema &S;
  const Options &Opts;
  const Diagnostics &Diags;
  const Remarks &Says;
  HostBuilder Host;
  DataBuilder Data;
  KernelCompiler Kernels;
  /// The declared operators of the loops so far.
  llvm::DenseMap<const clang::OMPDeclareReductionDecl *, OperatorFindings>
      Judged;
  /// The operators whose further findings are reported: for a scan (0), for a
  /// reduction (1).
  llvm::DenseSet<std::pair<const clang::OMPDeclareReductionDecl *, unsigned>>
      Reported;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_OFFLOADER_H

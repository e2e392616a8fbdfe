//===- HostBuilder.h - From a ScanLoop to host code ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H
#define OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H

#include "Analysis/Clauses/Directives.h"
#include "Host/ConstantData.h"
#include "Host/LaunchBuilder.h"
#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Host/ShortLoop.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Builds what takes the place of a directive:
///
///   {
///     #pragma omp taskwait depend(...)    // Where there is a depend clause.
///     const bool __ompscan_short =
///         (!(lower < bound) && -1 < __ompscan_short_loop) ||
///         (bound - lower) * work < __ompscan_short_loop;
///     const T __ompscan_lower = lower;
///     U __ompscan_copy = u;                 // Of unexposed scalars.
///     const int __ompscan_done =
///         __ompscan_short ? 0 : __ompscan_run(...);  // See LaunchBuilder.
///     if (!__ompscan_short)
///       u = __ompscan_copy;
///     if (!__ompscan_done) {
///       T t;             // Of private variables.
///       for (...)        // The user's loop, without its directive, from
///         ...            // __ompscan_resume(__ompscan_lower) on if not short.
///       if (!__ompscan_short) {
///         __ompscan_copy = u;
///         __ompscan_end();
///       }
///     }
///   }
///
/// A loop whose iterations take an unknown time is short if it has none.
/// With `collapse` all of it but the wait is the body of the outer loops; if
/// all rows can be one launch, that stands in front of them:
///
///   if (!__ompscan_run(...))
///     for (...) { ... }
///
/// With an `if` clause the condition is `!(c ? run(...) : skip(...))`. Where
/// scalars may be mapped, all but the wait stands between
/// __ompscan_host_begin and __ompscan_host_end (see DataBuilder.h).
class HostBuilder {
public:
  /// \p Optimizes: the host code is compiled with optimization.
  HostBuilder(clang::Sema &S, bool Optimizes)
      : S(S), Context(S.Context), Optimizes(Optimizes), Calls(S), Constants(S),
        Short(Calls) {}

  struct Pass {
    ScanLoop Loop;
    Program Launched;
  };

  /// \p DC is the context that the directive stands in. Null if an
  /// expression cannot be built, which Sema has reported then.
  /// With \p Rows, all rows of \p Loop together, they are done one by one only
  /// where they cannot be done so.
  clang::Stmt *build(const ScanLoop &Loop, const Program &P,
                     clang::DeclContext *DC, const Pass *Rows = nullptr);

  /// Builds what takes the place of \p Loop, which has no kernels: the loop
  /// without its directive, on the host with all data that is mapped.
  clang::Stmt *buildSequential(const ScanLoop &Loop, clang::DeclContext *DC);
  /// Builds what takes the place of \p D, in OpenMP's own form, whose loop the
  /// analysis refuses: PhaseCode. Null if it cannot be built.
  clang::Stmt *buildPhases(const ScanDirective &D, clang::DeclContext *DC);

  /// Builds what takes the place of two constructs of which \p Loop does both:
  ///
  ///   {
  ///     const int __ompscan_scalar = __ompscan_run(...);
  ///     if (!__ompscan_scalar) {
  ///       ...              // What \p Apart makes of each of them.
  ///     }
  ///   }
  ///
  /// \p Apart is called last, and answers null if it fails.
  clang::Stmt *buildFused(const ScanLoop &Loop, const Program &P,
                          clang::DeclContext *DC,
                          llvm::function_ref<clang::Stmt *()> Apart);

  /// A scalar item of a pass that is not the last one.
  struct Kept {
    const clang::Expr *Item; ///< as the program names it
    clang::VarDecl *Result;  ///< its value in the pass
    clang::VarDecl *Values;  ///< points to its values before the iterations
  };

  /// Builds what takes the place of a loop that is done in \p Passes:
  ///
  ///   {
  ///     const bool __ompscan_short = ...;
  ///     T __ompscan_result = item;
  ///     T *__ompscan_kept = __ompscan_short ? 0 : __ompscan_keep(...);
  ///     const int __ompscan_done = __ompscan_kept && __ompscan_run(...) &&
  ///                                __ompscan_run(...);
  ///     __ompscan_drop(__ompscan_kept);
  ///     if (__ompscan_done)
  ///       item = __ompscan_result;
  ///     else
  ///       ...            // The user's loop.
  ///   }
  ///
  /// Under a `target` directive the kept values are mapped around the launches.
  /// \p Whole is the last loop with all items.
  clang::Stmt *buildPasses(llvm::ArrayRef<Pass> Passes, const ScanLoop &Whole,
                           llvm::ArrayRef<Kept> All, clang::DeclContext *DC);

  /// Has one thread of a team run \p Code, and the others wait or help it:
  ///
  ///   {
  ///     const int __ompscan_scalar = __ompscan_team_begin();
  ///     if (__ompscan_scalar)
  ///       ...            // Code
  ///     __ompscan_team_end(__ompscan_scalar);
  ///   }
  ///
  /// Null if that cannot be built, or if \p Code is null.
  clang::Stmt *forTeam(clang::Stmt *Code, clang::DeclContext *DC);

  /// Has the constants of all launches emitted, at the end of the translation
  /// unit.
  void emitConstants() { Constants.emit(); }

private:
  /// A launch, and what the code around it needs.
  struct Launched {
    clang::Expr *Done = nullptr; ///< null if it cannot be built
    /// Holds the first value of the induction variable.
    clang::VarDecl *First = nullptr;
    llvm::SmallVector<LaunchBuilder::ScalarCopy, 4> Copies;
  };

  /// Begins code in \p DC, at \p At.
  SemaContext enter(clang::DeclContext *DC, clang::SourceLocation At);
  Launched launch(const ScanLoop &Loop, Program P, const Rebase &Move,
                  llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  bool addCopies(const Launched &Launch, bool ToScalars,
                 llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  clang::Stmt *inRows(const ScanLoop &Loop, clang::Stmt *Body,
                      const Rebase &Move);
  bool addCondition(const ScanLoop &Loop, const Rebase &Move,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                    clang::Expr *&Condition);
  clang::Expr *attemptIf(clang::Expr *Condition, clang::Expr *Launch);
  clang::Expr *launchUnlessSkipped(const ScanLoop &Loop, clang::Expr *Launch,
                                   clang::Expr *Condition);
  clang::Stmt *useOnHost(clang::Expr *Handle, llvm::StringRef Name,
                         clang::Expr *Condition,
                         llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  bool bringScalars(const ScanLoop &Loop, clang::Expr *Condition,
                    const Rebase &Move,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                    clang::Stmt *&End);
  bool beginBehindDevice(const ScanLoop &Loop, clang::ForStmt *For,
                         clang::VarDecl *First);
  clang::ForStmt *addLoop(const ScanLoop &Loop, Rebase &Move,
                          llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  clang::Stmt *hostLoop(const ScanLoop &Loop, const Launched &Launch,
                        Rebase Move);
  bool declareKept(const ScanLoop &Loop, unsigned Features,
                   llvm::ArrayRef<Kept> All, const Rebase &Move,
                   llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                   clang::Expr *&AreThere, clang::Expr *&Mapped);
  clang::Stmt *bringAll(llvm::StringRef Location, clang::Expr *Device,
                        clang::Expr *Condition,
                        llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  clang::Stmt *wholeLoop(const ScanLoop &Loop, clang::Expr *Condition,
                         Rebase Move);
  clang::DeclStmt *copyVariable(const clang::VarDecl *Var, Rebase &Move);
  std::string location(const ScanLoop &Loop) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  const bool Optimizes;
  RuntimeCalls Calls;
  ConstantData Constants;
  clang::DeclContext *Target = nullptr;
  clang::SourceLocation Loc;
  ShortLoop Short;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H

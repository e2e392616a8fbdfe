//===- HostBuilder.h - From a ScanLoop to host code ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H
#define OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H

#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Builds what takes the place of a directive:
///
///   {
///     #pragma omp taskwait depend(...)    // Where there is a depend clause.
///     const T __ompscan_lower = lower;
///     if (!__ompscan_launch(... __ompscan_begin(...) ...)) {
///       T t;             // Of private variables.
///       for (...)        // The user's loop, without its directive, from
///         ...            // __ompscan_resume(__ompscan_lower) on.
///       __ompscan_end();
///     }
///   }
///
/// With `collapse` all of it but the wait is the body of the outer loops; if
/// all rows can be one launch, that stands in front of them:
///
///   if (!__ompscan_launch(...))
///     for (...) { ... }
///
/// With an `if` clause the condition is `!(c ? launch(...) : skip(...))`. Where
/// scalars may be mapped, all but the wait stands between
/// __ompscan_host_begin and __ompscan_host_end (see DataBuilder.h).
class HostBuilder {
public:
  explicit HostBuilder(clang::Sema &S) : S(S), Context(S.Context), Calls(S) {}

  /// What the host code says of the loop's program.
  struct Program {
    llvm::StringRef Source;
    /// Bits of ompscan_feature.
    unsigned Features;
    uint64_t ValueSize;
    /// Where each item lies in a value.
    llvm::ArrayRef<uint64_t> Offsets;
    /// And each of the loop's Lasts behind it.
    llvm::ArrayRef<uint64_t> LastOffsets;
  };

  /// \p DC is the context that the directive stands in. Null if an
  /// expression cannot be built, which Sema has reported then.
  /// With \p Batch, the rows of \p Loop together, whose program is \p BatchP,
  /// rows are done one by one only where they cannot be done so.
  clang::Stmt *build(const ScanLoop &Loop, const Program &P,
                     clang::DeclContext *DC, const ScanLoop *Batch = nullptr,
                     const Program &BatchP = {});

  /// Builds what takes the place of two constructs of which \p Loop does both:
  ///
  ///   {
  ///     const int __ompscan_scalar = __ompscan_launch(...);
  ///     if (!__ompscan_scalar) {
  ///       ...              // What \p Apart makes of each of them.
  ///     }
  ///   }
  ///
  /// \p Apart is called last, and answers null if it fails.
  clang::Stmt *buildFused(const ScanLoop &Loop, const Program &P,
                          clang::DeclContext *DC,
                          llvm::function_ref<clang::Stmt *()> Apart);

private:
  clang::Expr *addArray(clang::Expr *Handle, const ScanLoop &Loop,
                        const ArrayUse &Array, const Rebase &Move);
  clang::Expr *callMember(clang::Expr *Object, llvm::StringRef Name) const;
  clang::Expr *elements(clang::Expr *Container);
  clang::Expr *addGuard(clang::Expr *Handle, const Guard &G,
                        const Rebase &Move);
  clang::Expr *addNested(clang::Expr *Handle, const Induction &IV,
                         const Rebase &Move);
  clang::Expr *addResults(clang::Expr *Handle, const ScanLoop &Loop,
                          const Program &P, const Rebase &Move);
  clang::Expr *keep(clang::Expr *Value,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements);
  clang::Expr *addRead(clang::Expr *Handle, clang::Expr *Place);
  clang::Expr *atLower(clang::Expr *E) const;
  clang::Expr *addOuter(clang::Expr *Handle, unsigned Target,
                        llvm::ArrayRef<Movement> Outer, const Rebase &Move);
  clang::Expr *firstValue(const Induction &IV, const Rebase &Move,
                          llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  clang::Expr *launch(const ScanLoop &Loop, const Program &P,
                      const Rebase &Move,
                      llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  clang::Stmt *unlessDone(clang::Expr *Done, clang::Stmt *Otherwise);
  clang::Stmt *inRows(const ScanLoop &Loop, clang::Stmt *Body,
                      const Rebase &Move);
  clang::Expr *stride(int64_t Constant, llvm::ArrayRef<Scaled> Symbols,
                      const Rebase &Move);
  bool addCondition(const ScanLoop &Loop, const Rebase &Move,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                    clang::Expr *&Condition);
  clang::Expr *attemptIf(clang::Expr *Condition, clang::Expr *Launch);
  clang::Expr *launchUnlessSkipped(const ScanLoop &Loop, clang::Expr *Launch,
                                   clang::Expr *Condition);
  bool bringScalars(const ScanLoop &Loop, clang::Expr *Condition,
                    const Rebase &Move,
                    llvm::SmallVectorImpl<clang::Stmt *> &Statements,
                    clang::Expr *&End);
  clang::Expr *valueOf(clang::VarDecl *Var) const;
  bool beginBehindDevice(const ScanLoop &Loop, clang::ForStmt *For);
  clang::Stmt *hostLoop(const ScanLoop &Loop, Rebase Move);
  clang::DeclStmt *copyVariable(const clang::VarDecl *Var, Rebase &Move);
  std::string location(const ScanLoop &Loop) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  RuntimeCalls Calls;
  clang::DeclContext *Target = nullptr;
  /// The induction variables at work, and what holds their first values.
  struct FirstValue {
    const clang::VarDecl *Variable;
    clang::VarDecl *Value;
  };
  llvm::SmallVector<FirstValue, 2> Firsts;
  clang::SourceLocation Loc;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_HOSTBUILDER_H

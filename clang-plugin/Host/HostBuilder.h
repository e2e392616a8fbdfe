//===- HostBuilder.h - From a ScanLoop to host code ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_HOST_HOSTBUILDER_H
#define OMPSCAN_HOST_HOSTBUILDER_H

#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Loop/ScanLoop.h"

namespace ompscan {

/// Builds what takes the place of a directive:
///
///   {
///     const T __ompscan_lower = lower;
///     if (!__ompscan_launch(... __ompscan_begin(...) ...)) {
///       for (...)        // The user's loop, without its directive.
///         ...
///       __ompscan_end();
///     }
///   }
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
  };

  /// \p Target is the context that the directive stands in. Null if an
  /// expression cannot be built, which Sema has reported then.
  clang::Stmt *build(const ScanLoop &Loop, const Program &P,
                     clang::DeclContext *Target);

private:
  clang::Expr *addArray(clang::Expr *Handle, const ScanLoop &Loop,
                        const ArrayUse &Array, const Rebase &Move);
  clang::Expr *addResults(clang::Expr *Handle, const ScanLoop &Loop,
                          const Program &P, const Rebase &Move);
  clang::Expr *atLower(clang::Expr *E) const;
  clang::Expr *device(const ScanLoop &Loop, const Rebase &Move);
  std::string location(const ScanLoop &Loop) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  RuntimeCalls Calls;
  /// The induction variable of the loop at work, and what holds its first
  /// value.
  const clang::VarDecl *Variable = nullptr;
  clang::VarDecl *Lower = nullptr;
  clang::SourceLocation Loc;
};

} // namespace ompscan

#endif // OMPSCAN_HOST_HOSTBUILDER_H

//===- LoweringModule.h - One kernel text being lowered ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H

#include "AST/Arithmetic.h"
#include "Kernel/Lowering/ConstantLowering.h"
#include "Kernel/Lowering/FunctionLowering.h"
#include "Kernel/Lowering/FunctionScope.h"
#include "Kernel/Lowering/Lowering.h"
#include "Kernel/Lowering/TypeLowering.h"
#include <algorithm>
#include <utility>

namespace ompscan::plugin {

/// One kernel text: its definitions, the features that it needs, and the
/// reporting of code that cannot become part of it.
class LoweringModule {
public:
  LoweringModule(clang::ASTContext &Context, const Diagnostics &Diags,
                 Lowering::BodyRequest RequestBody,
                 llvm::ArrayRef<InlinedCall> Inlined)
      : Types(*this, Context), Constants(*this, Context),
        Functions(*this, Context, std::move(RequestBody)), Context(Context),
        Diags(Diags), Inlined(Inlined) {}

  TypeLowering Types;
  ConstantLowering Constants;
  FunctionLowering Functions;

  clang::ASTContext &context() const { return Context; }
  /// The names of all definitions.
  NameTable &names() { return Names; }
  std::string definitions() const {
    return Types.definitions() + Constants.definitions() +
           Functions.definitions();
  }

  /// Records that the device computes with \p T, if not every one can.
  void use(clang::QualType T);
  bool usesDouble() const { return UsesDouble; }
  /// See Lowering::wideInteger().
  clang::QualType wideInteger() const { return WideInteger; }
  /// Notes that the text calls \p Calls.
  void note(LibraryCalls Calls) { Called = std::max(Called, Calls); }
  /// See Lowering::libraryCalls().
  LibraryCalls libraryCalls() const { return Called; }
  /// Notes what does not let the kernel contract, and reports what it cannot
  /// do.
  void follow(const ArithmeticRules &Rules);
  bool allowsContraction() const { return AllowsContraction; }

  /// Runs \p Body, which defines \p F for a call at \p Call.
  void runInCallOf(const clang::FunctionDecl *F, clang::SourceLocation Call,
                   llvm::function_ref<void()> Body);
  /// Whether a definition of \p F is being made.
  bool isInCallOf(const clang::FunctionDecl *F) const;

  /// See Lowering::hasFailed().
  bool hasFailed() const { return Failed; }
  /// See Lowering::fail().
  void fail(llvm::function_ref<void()> Report) {
    if (!std::exchange(Failed, true))
      Report();
  }

  /// Fails with a report at \p Loc, or at the call that led there where \p Loc
  /// is in a system header, with the chain of calls as notes.
  template <typename... ArgTs>
  void error(clang::SourceLocation Loc, Diag Kind, const ArgTs &...Args) {
    fail([&] {
      unsigned Frame = visibleFrame(Loc);
      (Diags.report(Loc, Kind) << ... << Args);
      noteCallers(Loc, Frame);
    });
  }

  /// \p What completes "... is not supported in a scan loop".
  void refuse(clang::SourceLocation Loc, llvm::StringRef What) {
    error(Loc, Diag::err_device_expr, What);
  }

private:
  /// A call whose callee is being defined.
  struct Frame {
    const clang::FunctionDecl *Callee;
    clang::SourceLocation Call;
  };

  unsigned visibleFrame(clang::SourceLocation &Loc) const;
  const InlinedCall *inlinedAround(clang::SourceLocation Loc) const;
  void noteCallers(clang::SourceLocation Loc, unsigned Frame) const;

  clang::ASTContext &Context;
  Diagnostics Diags;
  const llvm::ArrayRef<InlinedCall> Inlined;
  NameTable Names;
  llvm::SmallVector<Frame, 8> Calls;
  bool Failed = false;
  bool UsesDouble = false;
  clang::QualType WideInteger;
  LibraryCalls Called = LibraryCalls::None;
  bool AllowsContraction = true;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H

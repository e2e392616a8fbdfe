//===- AtomicCode.h - Atomic directives in OpenCL C ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_ATOMICCODE_H
#define OMPSCAN_PLUGIN_KERNEL_ATOMICCODE_H

#include "Kernel/Lowering/Lowering.h"
#include "clang/AST/StmtOpenMP.h"

namespace ompscan::plugin {

/// Statements that do what `atomic` directives on elements in global memory
/// say: by the functions of OpenCL 1.2 where there is one, else by comparing
/// and exchanging.
class AtomicCode {
public:
  AtomicCode(Lowering &Lower, const clang::ASTContext &Context)
      : Lower(Lower), Context(Context) {}

  /// The text for \p D, whose expressions \p Lowered lowers; std::nullopt if
  /// that has reported something. While it runs, operand() answers for the
  /// values that Clang's formula of an update is written with.
  std::optional<std::string> lower(const clang::OMPAtomicDirective &D,
                                   Lowering::Here Lowered);

  /// What stands for \p E in the formula of the update at work, if anything.
  std::optional<std::string> operand(const clang::Expr *E) const;

  /// Whether any of them was of 64 bits, for which OpenCL 1.2 has an extension.
  bool usesLong() const { return UsesLong; }

private:
  std::optional<std::string> function(const clang::OMPAtomicDirective &D,
                                      llvm::StringRef Address,
                                      llvm::StringRef Operand) const;
  std::optional<std::string> compare(const clang::OMPAtomicDirective &D,
                                     Lowering::Here Lowered);

  Lowering &Lower;
  const clang::ASTContext &Context;
  const clang::Expr *Old = nullptr;
  const clang::Expr *Other = nullptr;
  bool UsesLong = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ATOMICCODE_H

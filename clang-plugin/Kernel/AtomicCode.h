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

/// Lowers `atomic` directives on elements in global memory: to an atomic
/// function of OpenCL 1.2 if there is one, else to a loop around `cmpxchg`.
class AtomicCode {
public:
  AtomicCode(Lowering &Lower, const clang::ASTContext &Context)
      : Lower(Lower), Context(Context) {}

  /// The text for \p D, whose expressions \p Lowered lowers. \p Lowered has to
  /// ask operand() first.
  std::string lower(const clang::OMPAtomicDirective &D, Lowering::Here Lowered);

  /// The variable for \p E, an operand of the update that is being lowered;
  /// std::nullopt for any other expression.
  std::optional<std::string> operand(const clang::Expr *E) const;

  /// Whether any directive was on 64 bits, which needs an extension.
  bool usesLong() const { return UsesLong; }

private:
  std::optional<std::string> function(const clang::OMPAtomicDirective &D,
                                      llvm::StringRef Address,
                                      llvm::StringRef Operand) const;
  /// Declares \p Variable with the value of \p E.
  std::string keep(llvm::StringRef Variable, const clang::Expr *E,
                   Lowering::Here Lowered) const;
  std::string compare(const clang::OMPAtomicDirective &D,
                      Lowering::Here Lowered);

  Lowering &Lower;
  const clang::ASTContext &Context;
  const clang::Expr *Old = nullptr;
  const clang::Expr *Other = nullptr;
  bool UsesLong = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ATOMICCODE_H

//===- IterationVariables.h - Variables of an iteration ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_ITERATIONVARIABLES_H
#define OMPSCAN_PLUGIN_KERNEL_ITERATIONVARIABLES_H

#include "Kernel/KernelHooks.h"

namespace ompscan::plugin {

/// The private variables of an iteration, and the references to elements in its
/// body.
class IterationVariables {
public:
  explicit IterationVariables(KernelHooks &S) : S(S), Loop(S.Loop) {}

  /// A private variable, a reference to an element, or whatever
  /// KernelHooks::substitute() knows.
  std::optional<std::string> substitute(const clang::Expr *E,
                                        Lowering::Substitution Inner) const;

  /// The name of \p Var, a private variable.
  std::string name(const clang::ValueDecl *Var) const;
  /// Declarations of the private variables.
  std::string declarations();

  /// The name of \p Var, a reference to an element.
  std::string referenceName(const clang::ValueDecl *Var) const;
  /// The declaration \p St of a reference to an element as that of a pointer,
  /// or of a copy of a temporary object; std::nullopt if it is something else.
  std::optional<std::string> reference(const nest::Statement &Declaring,
                                       Lowering::Here Lowered);

  /// Stores the private variables of the last iteration behind its value, in
  /// the work-items for which \p Condition holds.
  std::string lastValues(llvm::StringRef Condition = "");

private:
  bool isCopied(const clang::VarDecl *Var) const;

  KernelHooks &S;
  const ScanLoop &Loop;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ITERATIONVARIABLES_H

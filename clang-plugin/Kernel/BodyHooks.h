//===- BodyHooks.h - The hooks of a scan with a body --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H

#include "Kernel/IterationVariables.h"
#include "Kernel/VectorHooks.h"

namespace ompscan::plugin {

/// Adds the input and the output of a scan with a body. The input runs the body
/// without the statements that only stores need; the output runs all of it,
/// with the items' values known.
class BodyHooks {
public:
  BodyHooks(KernelHooks &S, const Scan &Mode, VectorHooks &Vectors)
      : S(S), Loop(S.Loop), Mode(Mode), Vars(S), Vectors(Vectors) {}

  void add();

private:
  std::optional<std::string> substitute(const clang::Expr *E);
  std::string lowered(const clang::Expr *E) {
    return S.Lower.expression(
        E, [this](const clang::Expr *Sub) { return substitute(Sub); });
  }
  std::optional<std::string> contributions(const nest::Statement &St,
                                           Lowering::Here Lowered) const;
  std::string update(UpdateRef Ref);
  std::string step(unsigned Number, const Update &U,
                   Lowering::Here Lowered) const;
  std::string updateByIf(UpdateRef Ref, Lowering::Here Lowered);
  std::string stored(const Item &I);
  std::string put(unsigned Number, const Update &U,
                  Lowering::Here Lowered) const;
  void addInput(llvm::StringRef Privates);
  std::string neutralInput() const;
  void addOutput(llvm::StringRef Privates);
  std::optional<std::string> streamed(const nest::Statement &St);
  const ArrayElement *onlyStore() const;
  std::string inputs(Lowering::Substitution Substitute);
  void addResults();
  std::optional<std::string> resultOf(const nest::Statement &St,
                                      Lowering::Here Lowered);
  std::string valuesBefore() const;
  std::string isLast(const ItemValue &Store) const;
  std::string isLast(const KeptValue &Store);
  std::string lastCondition(const nest::Statement &St);
  /// The scanned value that an iteration stores.
  llvm::StringRef after() const {
    return Mode.ReadsAhead ? "ompscan_before" : "ompscan_after";
  }

  KernelHooks &S;
  const ScanLoop &Loop;
  const Scan &Mode;
  IterationVariables Vars;
  VectorHooks &Vectors;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H

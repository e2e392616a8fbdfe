//===- OperatorProgram.h - A declared operator as LLVM's IR --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_OPERATORPROGRAM_H
#define OMPSCAN_PLUGIN_PROOF_OPERATORPROGRAM_H

#include "Kernel/Lowering/Lowering.h"
#include "Model/Item.h"
#include "llvm/IR/LLVMContext.h"
#include <memory>
#include <string>

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompscan::plugin {

/// The functions of one declared operator for values of one type. They are
/// compiled from the text that kernels have, too.
class OperatorProgram {
public:
  /// The operator of \p I; null, with \p WhyNot, if it does not compile.
  static std::unique_ptr<OperatorProgram>
  compile(const Item &I, clang::CompilerInstance &CI,
          Lowering::BodyRequest RequestBody, std::string &WhyNot);

  ~OperatorProgram();

  const llvm::Module &module() const { return *M; }
  /// `void f(T *r, const T *a, const T *b)`, which sets `*r` to `a op b`.
  const llvm::Function &combine() const { return *Combine; }
  /// `void f(T *r)`, which sets `*r` to what a reduction begins with; null if
  /// the operator has no initializer, or one that depends on the item.
  const llvm::Function *identity() const { return Identity; }

private:
  OperatorProgram() = default;

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  const llvm::Function *Combine = nullptr, *Identity = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_OPERATORPROGRAM_H

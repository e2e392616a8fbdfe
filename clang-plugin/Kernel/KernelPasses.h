//===- KernelPasses.h - Optimization of kernels --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELPASSES_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELPASSES_H

#include "llvm/ADT/StringRef.h"
#include <functional>
#include <memory>

namespace clang {
class CodeGenOptions;
class TargetOptions;
} // namespace clang

namespace llvm {
class Module;
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace ompscan::plugin {

/// Optimizes modules of kernels. Simplification and vectorization together are
/// LLVM's pipeline for -O2, or for -O3 or -Os if the user asks for one of
/// these.
class KernelPasses {
public:
  /// \p Machine, which has to outlive this object, may be null. \p Extend, if
  /// there is one, registers more passes.
  KernelPasses(const clang::CodeGenOptions &Options,
               llvm::TargetMachine *Machine,
               std::function<void(llvm::PassBuilder &)> Extend = {})
      : Options(Options), Machine(Machine), Extend(std::move(Extend)) {}

  /// Inlines and simplifies \p M. A copy of the result serves any processor.
  void simplify(llvm::Module &M) const;
  /// Vectorizes and unrolls the loops of \p M, which is simplified, for the
  /// processor that its functions name.
  void vectorize(llvm::Module &M) const;
  /// Prepares \p M, which is simplified, for the code generator as it is.
  void finish(llvm::Module &M) const;
  /// Runs the passes of \p Pipeline, as LLVM's `opt` reads them, and `combine`,
  /// which is `instcombine` without a check.
  void run(llvm::Module &M, llvm::StringRef Pipeline) const;

private:
  template <typename AddT> void build(llvm::Module &M, AddT Add) const;

  const clang::CodeGenOptions &Options;
  llvm::TargetMachine *const Machine;
  const std::function<void(llvm::PassBuilder &)> Extend;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELPASSES_H

//===- NativePasses.h - Optimization of loops for the host ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_NATIVEPASSES_H
#define OMPSCAN_PLUGIN_KERNEL_NATIVEPASSES_H

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ompscan::plugin {

/// Optimizes modules of native code. The two steps together are LLVM's pipeline
/// for -O2, or for -O3 or -Os if the user asks for one of these.
class NativePasses {
public:
  explicit NativePasses(const clang::CompilerInstance &CI);
  ~NativePasses();

  /// Inlines and simplifies \p M. A copy of the result serves any processor.
  void simplify(llvm::Module &M) const;
  /// Vectorizes and unrolls the loops of \p M, which is simplified, for the
  /// processor that its functions name.
  void optimize(llvm::Module &M) const;

private:
  template <typename AddT> void run(llvm::Module &M, AddT Add) const;

  const clang::CompilerInstance &CI;
  /// Null if LLVM does not know the target.
  std::unique_ptr<llvm::TargetMachine> Machine;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_NATIVEPASSES_H

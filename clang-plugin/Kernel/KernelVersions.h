//===- KernelVersions.h - Kernels for drivers ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H

#include "Kernel/KernelFormat.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace llvm {
class Constant;
class Module;
} // namespace llvm

namespace ompscan::plugin {

class Jobs;
class LoopConstant;

/// The kernels of the loops of a module for drivers, in some formats and for
/// each plan of plan/CompiledPlans.h.
class KernelVersions {
public:
  /// Adds the compilation of each version to \p Work, which has to end before
  /// this object does and before addToModule(). \p M, \p CI and \p Formats have
  /// to outlive this object.
  KernelVersions(llvm::Module &M, clang::CompilerInstance &CI,
                 const std::vector<std::unique_ptr<KernelFormat>> &Formats,
                 Jobs &Work);
  ~KernelVersions();

  /// Sets the member `versions` of the descriptors.
  /// Says why a loop lacks a format: by a warning if the format was asked for,
  /// else by a remark of -Rpass-missed. To be called once.
  /// \returns whether the module has changed.
  bool addToModule();

private:
  struct Program;

  void report(const LoopConstant &Loop, const Program &P);

  llvm::Module &M;
  clang::CompilerInstance &CI;
  /// By the texts and all else that versions depend on.
  llvm::StringMap<std::unique_ptr<Program>> Programs;
  /// An error about machine code has been reported: others are alike.
  bool HasFailed = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H

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
#include "llvm/Support/thread.h"
#include <atomic>
#include <cstddef>
#include <functional>
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

class LoopConstant;

/// The kernels of the loops of a module for drivers, in some formats and for
/// each plan of plan/CompiledPlans.h.
///
/// Threads of their own compile them from the construction on: a version takes
/// a tenth of a second, and none depends on another one or on the rest of the
/// module.
class KernelVersions {
public:
  /// \p M, \p CI and \p Formats have to outlive this object.
  KernelVersions(llvm::Module &M, clang::CompilerInstance &CI,
                 const std::vector<std::unique_ptr<KernelFormat>> &Formats);
  ~KernelVersions();

  /// Waits for the kernels, and sets the member `versions` of the descriptors.
  /// Says why a loop lacks a format: by a warning if the format was asked for,
  /// else by a remark of -Rpass-missed. To be called once.
  /// \returns whether the module has changed.
  bool addToModule();

private:
  struct Program;

  void runJobs();
  void report(const LoopConstant &Loop, const Program &P);

  llvm::Module &M;
  clang::CompilerInstance &CI;
  /// By the texts and all else that versions depend on.
  llvm::StringMap<std::unique_ptr<Program>> Programs;
  std::vector<std::function<void()>> Jobs; ///< of all programs
  std::atomic<size_t> NextJob{0};
  std::vector<llvm::thread> Threads;
  /// An error about machine code has been reported: others are alike.
  bool HasFailed = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELVERSIONS_H

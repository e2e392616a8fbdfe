//===- CompiledKernels.cpp - Kernels in the object code ------- -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/CompiledKernels.h"
#include "Kernel/KernelFormat.h"
#include "Kernel/KernelVersions.h"
#include "Kernel/NativeCode.h"
#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include <utility>

using namespace clang;
using namespace ompscan::plugin;

static bool addTo(llvm::Module &M, CompilerInstance &CI,
                  const KernelForms &Forms) {
  std::vector<std::unique_ptr<KernelFormat>> Formats;
  if (Forms.Ptx)
    Formats.push_back(makePtxFormat(CI, Forms));
  if (Forms.Spirv)
    Formats.push_back(makeSpirvFormat(CI));
  KernelVersions Versions(M, CI, Formats);
  // Other cores compile the versions meanwhile.
  const bool HasNative = Forms.Native && addNativeCode(M, CI);
  const bool HasVersions = Versions.addToModule();
  return HasNative || HasVersions;
}

namespace {

class CompiledKernelsPass : public llvm::PassInfoMixin<CompiledKernelsPass> {
public:
  CompiledKernelsPass(CompilerInstance &CI, KernelForms Forms)
      : CI(CI), Forms(std::move(Forms)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return addTo(M, CI, Forms) ? llvm::PreservedAnalyses::none()
                               : llvm::PreservedAnalyses::all();
  }
  /// Runs at -O0, too.
  static bool isRequired() { return true; }

private:
  CompilerInstance &CI;
  const KernelForms Forms;
};

} // namespace

std::shared_ptr<void>
ompscan::plugin::addCompiledKernels(CompilerInstance &CI,
                                    const KernelForms &Forms) {
  if (!Forms.Native && !Forms.Ptx && !Forms.Spirv)
    return nullptr;
  // The options may live longer than the compiler, or be used by another one.
  auto Life = std::make_shared<CompilerInstance *>(&CI);
  const std::weak_ptr<CompilerInstance *> Weak = Life;
  compat::addPasses(
      CI.getCodeGenOpts(), [Weak, Forms](llvm::PassBuilder &Builder) {
        Builder.registerPipelineStartEPCallback(
            [Weak, Forms](llvm::ModulePassManager &Passes,
                          llvm::OptimizationLevel) {
              if (const auto Compiler = Weak.lock())
                Passes.addPass(CompiledKernelsPass(**Compiler, Forms));
            });
        const auto Compiler = Weak.lock();
        if (!Compiler || !(*Compiler)->getCodeGenOpts().DisableLLVMPasses)
          return;
        // There is no pipeline, but the passes that write the module.
        Builder.getPassInstrumentationCallbacks()
            ->registerBeforeNonSkippedPassCallback(
                [Weak, Forms, IsFirst = true](StringRef, llvm::Any IR) mutable {
                  auto *const *M = llvm::any_cast<const llvm::Module *>(&IR);
                  const auto Compiler = Weak.lock();
                  if (M && Compiler && std::exchange(IsFirst, false))
                    addTo(const_cast<llvm::Module &>(**M), **Compiler, Forms);
                });
      });
  return Life;
}

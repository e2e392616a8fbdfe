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

static bool addVersions(llvm::Module &M, CompilerInstance &CI,
                        const KernelForms &Forms) {
  const bool HasPlaces = Forms.Native && notePlaces(M);
  std::vector<std::unique_ptr<KernelFormat>> Formats;
  if (Forms.Ptx)
    Formats.push_back(makePtxFormat(CI, Forms));
  if (Forms.Spirv)
    Formats.push_back(makeSpirvFormat(CI));
  const bool HasVersions =
      !Formats.empty() && addKernelVersions(M, CI, Formats);
  return HasPlaces || HasVersions;
}

static bool addNative(llvm::Module &M, CompilerInstance &CI,
                      const KernelForms &Forms) {
  return Forms.Native && addNativeCode(M, CI, Forms);
}

namespace {

using AddFunction = bool (*)(llvm::Module &, CompilerInstance &,
                             const KernelForms &);

/// Calls a function that adds kernels, and says whether it did.
class CompiledKernelsPass : public llvm::PassInfoMixin<CompiledKernelsPass> {
public:
  CompiledKernelsPass(AddFunction Add, CompilerInstance &CI, KernelForms Forms)
      : Add(Add), CI(CI), Forms(std::move(Forms)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return Add(M, CI, Forms) ? llvm::PreservedAnalyses::none()
                             : llvm::PreservedAnalyses::all();
  }
  /// Runs at -O0, too.
  static bool isRequired() { return true; }

private:
  const AddFunction Add;
  CompilerInstance &CI;
  const KernelForms Forms;
};

} // namespace

/// Whether passes at the end of the simplification instrument the program.
static bool isInstrumented(const CompilerInstance &CI) {
  return !CI.getLangOpts().Sanitize.empty() ||
         CI.getCodeGenOpts().hasSanitizeCoverage();
}

std::shared_ptr<void>
ompscan::plugin::addCompiledKernels(CompilerInstance &CI,
                                    const KernelForms &Forms) {
  if (!Forms.Native && !Forms.Ptx && !Forms.Spirv)
    return nullptr;
  // The options may live longer than the compiler, or be used by another one.
  auto Life = std::make_shared<CompilerInstance *>(&CI);
  const std::weak_ptr<CompilerInstance *> Weak = Life;
  compat::addPasses(CI.getCodeGenOpts(), [Weak,
                                          Forms](llvm::PassBuilder &Builder) {
    const auto Compiler = Weak.lock();
    if (!Compiler)
      return;
    const auto Adder = [Weak, Forms](AddFunction Add) {
      // LLVM 20 and newer pass the phase of link-time optimization, too.
      return
          [Weak, Forms, Add](llvm::ModulePassManager &Passes, const auto &...) {
            if (const auto Compiler = Weak.lock())
              Passes.addPass(CompiledKernelsPass(Add, **Compiler, Forms));
          };
    };
    Builder.registerPipelineStartEPCallback(Adder(addVersions));
    // Native code is optimized already, and the passes need not see it.
    if (isInstrumented(**Compiler))
      Builder.registerOptimizerEarlyEPCallback(Adder(addNative));
    else
      Builder.registerOptimizerLastEPCallback(Adder(addNative));
    if (!(*Compiler)->getCodeGenOpts().DisableLLVMPasses)
      return;
    // There is no pipeline, but the passes that write the module.
    Builder.getPassInstrumentationCallbacks()
        ->registerBeforeNonSkippedPassCallback(
            [Weak, Forms, IsFirst = true](StringRef, llvm::Any IR) mutable {
              auto *const *M = llvm::any_cast<const llvm::Module *>(&IR);
              const auto Compiler = Weak.lock();
              if (!M || !Compiler || !std::exchange(IsFirst, false))
                return;
              auto &Module = const_cast<llvm::Module &>(**M);
              addVersions(Module, **Compiler, Forms);
              addNative(Module, **Compiler, Forms);
            });
  });
  return Life;
}

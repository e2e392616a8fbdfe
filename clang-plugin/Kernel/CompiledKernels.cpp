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
#include "Kernel/LoopConstant.h"
#include "Kernel/NativeCode.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include <cstddef>
#include <utility>

using namespace clang;
using namespace ompscan::plugin;

/// Whether a loop of \p M may run on a device without being told so by the
/// environment: it is on a `target` construct, or the module maps data, which
/// loops follow.
static bool mayUseDevices(llvm::Module &M) {
  return llvm::any_of(loopsOf(M),
                      [](const LoopConstant &Loop) {
                        return !(Loop.number(offsetof(ompscan_loop_descriptor,
                                                      features)) &
                                 OMPSCAN_FEATURE_FOLLOWS_DATA);
                      }) ||
         llvm::any_of(M, [](const llvm::Function &F) {
           return llvm::any_of(
               llvm::ArrayRef<StringRef>{"__ompscan_data_", "ompscan_",
                                         "omp_target_", "__ompscan_omp_"},
               [&](StringRef Prefix) {
                 return compat::startsWith(F.getName(), Prefix);
               });
         });
}

/// Keeps what later passes cannot find any more.
static bool prepare(llvm::Module &M, CompilerInstance & /*CI*/,
                    const KernelForms &Forms) {
  return Forms.Native && notePlaces(M);
}

static bool addTo(llvm::Module &M, CompilerInstance &CI,
                  const KernelForms &Forms) {
  std::vector<std::unique_ptr<KernelFormat>> Formats;
  if (Forms.Ptx && (Forms.PtxIsAsked || mayUseDevices(M)))
    Formats.push_back(makePtxFormat(CI, Forms));
  if (Forms.Spirv)
    Formats.push_back(makeSpirvFormat(CI));
  KernelVersions Versions(M, CI, Formats);
  // Other cores compile the versions meanwhile.
  const bool HasNative = Forms.Native && addNativeCode(M, CI, Forms);
  const bool HasVersions = Versions.addToModule();
  return HasNative || HasVersions;
}

namespace {

using Step = bool (*)(llvm::Module &, CompilerInstance &, const KernelForms &);

/// Runs a function that says whether it has changed the module.
class CompiledKernelsPass : public llvm::PassInfoMixin<CompiledKernelsPass> {
public:
  CompiledKernelsPass(Step Run, CompilerInstance &CI, KernelForms Forms)
      : Run(Run), CI(CI), Forms(std::move(Forms)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return Run(M, CI, Forms) ? llvm::PreservedAnalyses::none()
                             : llvm::PreservedAnalyses::all();
  }
  /// Runs at -O0, too.
  static bool isRequired() { return true; }

private:
  const Step Run;
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
    const auto Pass = [Weak, Forms](Step Run) {
      // LLVM 20 and newer pass the phase of link-time optimization, too.
      return
          [Weak, Forms, Run](llvm::ModulePassManager &Passes, const auto &...) {
            if (const auto Compiler = Weak.lock())
              Passes.addPass(CompiledKernelsPass(Run, **Compiler, Forms));
          };
    };
    Builder.registerPipelineStartEPCallback(Pass(prepare));
    // Kernels are optimized already, and the passes need not see them.
    if (isInstrumented(**Compiler))
      Builder.registerOptimizerEarlyEPCallback(Pass(addTo));
    else
      Builder.registerOptimizerLastEPCallback(Pass(addTo));
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
              prepare(Module, **Compiler, Forms);
              addTo(Module, **Compiler, Forms);
            });
  });
  return Life;
}

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
#include "Support/Jobs.h"
#include "ompscan/abi.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include <cstddef>
#include <optional>
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

namespace {

/// The kernels of a module, which threads compile while it is optimized.
class Compilation {
public:
  Compilation(llvm::Module &M, CompilerInstance &CI, const KernelForms &Forms)
      : M(M) {
    if (Forms.Ptx && (Forms.PtxIsAsked || mayUseDevices(M)))
      Formats.push_back(makePtxFormat(CI, Forms));
    if (Forms.Spirv)
      Formats.push_back(makeSpirvFormat(CI));
    if (Forms.Native)
      Native.emplace(M, CI, Forms, Work);
    Versions.emplace(M, CI, Formats, Work);
    Work.start(CI.getFrontendOpts().TimeTraceGranularity);
  }

  bool isOf(const llvm::Module &Other) const { return &M == &Other; }

  /// \returns whether the module has changed.
  bool addToModule() {
    Work.finish();
    const bool HasNative = Native && Native->addToModule();
    const bool HasVersions = Versions->addToModule();
    return HasNative || HasVersions;
  }

private:
  llvm::Module &M;
  std::vector<std::unique_ptr<KernelFormat>> Formats;
  std::optional<NativeCode> Native;
  std::optional<KernelVersions> Versions;
  Jobs Work; ///< ends before what it refers to
};

/// Compiles the kernels of the modules of a pipeline, one module at a time.
class Compiler {
public:
  Compiler(CompilerInstance &CI, const KernelForms &Forms)
      : CI(CI), Forms(Forms) {}

  void begin(llvm::Module &M) {
    Current = std::make_unique<Compilation>(M, CI, Forms);
  }
  bool end(llvm::Module &M) {
    if (!Current || !Current->isOf(M))
      begin(M);
    return std::exchange(Current, nullptr)->addToModule();
  }

private:
  CompilerInstance &CI;
  const KernelForms Forms;
  std::unique_ptr<Compilation> Current;
};

/// Begins to compile the kernels of a module.
class BeginKernelsPass : public llvm::PassInfoMixin<BeginKernelsPass> {
public:
  explicit BeginKernelsPass(std::shared_ptr<Compiler> Kernels)
      : Kernels(std::move(Kernels)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    Kernels->begin(M);
    return llvm::PreservedAnalyses::all();
  }
  /// Runs at -O0, too.
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Compiler> Kernels;
};

/// Adds the kernels to the module.
class EndKernelsPass : public llvm::PassInfoMixin<EndKernelsPass> {
public:
  explicit EndKernelsPass(std::shared_ptr<Compiler> Kernels)
      : Kernels(std::move(Kernels)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return Kernels->end(M) ? llvm::PreservedAnalyses::none()
                           : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Compiler> Kernels;
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
    const auto Owner = Weak.lock();
    if (!Owner)
      return;
    const auto Kernels = std::make_shared<Compiler>(**Owner, Forms);
    // LLVM 20 and newer pass the phase of link-time optimization, too.
    const auto Begin = [Weak, Kernels](llvm::ModulePassManager &Passes,
                                       const auto &...) {
      if (Weak.lock())
        Passes.addPass(BeginKernelsPass(Kernels));
    };
    const auto End = [Weak, Kernels](llvm::ModulePassManager &Passes,
                                     const auto &...) {
      if (Weak.lock())
        Passes.addPass(EndKernelsPass(Kernels));
    };
    Builder.registerPipelineStartEPCallback(Begin);
    // Kernels are optimized already, and the passes need not see them.
    if (isInstrumented(**Owner))
      Builder.registerOptimizerEarlyEPCallback(End);
    else
      Builder.registerOptimizerLastEPCallback(End);
    if (!(*Owner)->getCodeGenOpts().DisableLLVMPasses)
      return;
    // There is no pipeline, but the passes that write the module.
    Builder.getPassInstrumentationCallbacks()
        ->registerBeforeNonSkippedPassCallback(
            [Weak, Kernels, IsFirst = true](StringRef, llvm::Any IR) mutable {
              auto *const *M = llvm::any_cast<const llvm::Module *>(&IR);
              if (M && Weak.lock() && std::exchange(IsFirst, false))
                Kernels->end(const_cast<llvm::Module &>(**M));
            });
  });
  return Life;
}

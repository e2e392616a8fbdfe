//===- NativePasses.cpp - Optimization of loops for the host --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/NativePasses.h"
#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

using namespace clang;
using namespace ompscan::plugin;

NativePasses::NativePasses(const CompilerInstance &CI)
    : CI(CI), Machine(compat::makeTargetMachine(CI.getTargetOpts())) {}

NativePasses::~NativePasses() = default;

static llvm::OptimizationLevel levelOf(const CodeGenOptions &Options) {
  return Options.OptimizeSize             ? llvm::OptimizationLevel::Os
         : Options.OptimizationLevel >= 3 ? llvm::OptimizationLevel::O3
                                          : llvm::OptimizationLevel::O2;
}

/// Runs the passes that \p Add makes of a builder and a level.
template <typename AddT>
void NativePasses::run(llvm::Module &M, AddT Add) const {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  llvm::PassBuilder Builder(Machine.get(), Tuning);
  const std::unique_ptr<llvm::TargetLibraryInfoImpl> Library =
      compat::libraryOf(llvm::Triple(M.getTargetTriple()), CI.getCodeGenOpts());
  Functions.registerPass(
      [&Library] { return llvm::TargetLibraryAnalysis(*Library); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  llvm::ModulePassManager Passes = Add(Builder, levelOf(CI.getCodeGenOpts()));
  Passes.run(M, Modules);
}

void NativePasses::simplify(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanSimplify", M.getName());
  run(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    return Builder.buildModuleSimplificationPipeline(
        Level, llvm::ThinOrFullLTOPhase::None);
  });
}

void NativePasses::optimize(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  run(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    return Builder.buildModuleOptimizationPipeline(
        Level, llvm::ThinOrFullLTOPhase::None);
  });
}

//===- KernelPasses.cpp - Optimization of kernels -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelPasses.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Freezes the values that address computations in a loop take from outside.
/// The strength reduction of the code generator then sees a base and a step.
/// Otherwise it looks into the sums that a base is made of, and takes as long
/// as everything else in the code generator to choose among the ways to split
/// them.
class FreezeBasesPass : public llvm::PassInfoMixin<FreezeBasesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace

/// Whether \p V may be a sum that SCEV sees, computed outside of \p L.
static bool isBase(const llvm::Value *V, const llvm::Loop &L) {
  return isa<llvm::GetElementPtrInst, llvm::BinaryOperator>(V) &&
         L.isLoopInvariant(V) &&
         (V->getType()->isPointerTy() || V->getType()->isIntegerTy());
}

llvm::PreservedAnalyses
FreezeBasesPass::run(llvm::Function &F,
                     llvm::FunctionAnalysisManager &Analyses) {
  const auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  for (llvm::Loop *L : Loops.getLoopsInPreorder()) {
    llvm::BasicBlock *const Before = L->getLoopPreheader();
    if (!Before)
      continue;
    llvm::SmallDenseMap<llvm::Value *, llvm::Value *> Frozen;
    for (llvm::BasicBlock *Block : L->blocks())
      for (llvm::Instruction &Each : *Block) {
        if (Loops.getLoopFor(Block) != L ||
            !isa<llvm::GetElementPtrInst, llvm::BinaryOperator>(Each))
          continue;
        for (llvm::Use &Operand : Each.operands()) {
          if (!isBase(Operand, *L))
            continue;
          llvm::Value *&Base = Frozen[Operand];
          if (!Base)
            Base = llvm::IRBuilder<>(Before->getTerminator())
                       .CreateFreeze(Operand);
          Operand = Base;
        }
      }
  }
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

static llvm::OptimizationLevel levelOf(const CodeGenOptions &Options) {
  return Options.OptimizeSize             ? llvm::OptimizationLevel::Os
         : Options.OptimizationLevel >= 3 ? llvm::OptimizationLevel::O3
                                          : llvm::OptimizationLevel::O2;
}

/// Runs the passes that \p Add makes of a builder and a level.
template <typename AddT>
void KernelPasses::build(llvm::Module &M, AddT Add) const {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  llvm::PassBuilder Builder(Machine, Tuning);
  const std::unique_ptr<llvm::TargetLibraryInfoImpl> Library =
      compat::libraryOf(llvm::Triple(M.getTargetTriple()), Options);
  Functions.registerPass(
      [&Library] { return llvm::TargetLibraryAnalysis(*Library); });
  if (Extend)
    Extend(Builder);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  llvm::ModulePassManager Passes = Add(Builder, levelOf(Options));
  Passes.run(M, Modules);
}

void KernelPasses::simplify(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanSimplify", M.getName());
  // Most functions are called once or twice and end up in a few others, so that
  // LLVM's own order, which simplifies each of them completely before that,
  // takes half as long again.
  static constexpr llvm::StringLiteral Flatten =
      "function(sroa,early-cse,simplifycfg),"
      "cgscc(devirt<4>(inline,function(sroa,early-cse<memssa>,simplifycfg))),"
      "globaldce";
  build(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    llvm::ModulePassManager Passes;
    llvm::cantFail(Builder.parsePassPipeline(Passes, Flatten));
    Passes.addPass(llvm::createModuleToFunctionPassAdaptor(
        Builder.buildFunctionSimplificationPipeline(
            Level, llvm::ThinOrFullLTOPhase::None)));
    llvm::cantFail(Builder.parsePassPipeline(Passes, "rpo-function-attrs"));
    return Passes;
  });
}

void KernelPasses::vectorize(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  build(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    llvm::ModulePassManager Passes = Builder.buildModuleOptimizationPipeline(
        Level, llvm::ThinOrFullLTOPhase::None);
    Passes.addPass(llvm::createModuleToFunctionPassAdaptor(FreezeBasesPass()));
    return Passes;
  });
}

void KernelPasses::run(llvm::Module &M, StringRef Pipeline) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  build(M, [Pipeline](llvm::PassBuilder &Builder, llvm::OptimizationLevel) {
    Builder.registerPipelineParsingCallback(
        [](StringRef Name, llvm::FunctionPassManager &Passes,
           ArrayRef<llvm::PassBuilder::PipelineElement>) {
          const bool IsOurs = Name == "combine";
          if (IsOurs)
            Passes.addPass(llvm::InstCombinePass());
          return IsOurs;
        });
    llvm::ModulePassManager Passes;
    llvm::cantFail(Builder.parsePassPipeline(Passes, Pipeline));
    return Passes;
  });
}

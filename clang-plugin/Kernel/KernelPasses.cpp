//===- KernelPasses.cpp - Optimization of kernels -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelPasses.h"
#include "Kernel/LoopAddresses.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace clang;
using namespace ompscan::plugin;

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
  // Nothing is left of the loops of a kernel for it, whose analysis takes long.
  llvm::PassInstrumentationCallbacks Callbacks;
  Callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef Name, llvm::Any) {
        return Name != "LoopLoadEliminationPass";
      });
  llvm::PassBuilder Builder(Machine, Tuning, /*PGOOpt=*/{}, &Callbacks);
  const std::unique_ptr<llvm::TargetLibraryInfoImpl> Library =
      compat::libraryOf(llvm::Triple(M.getTargetTriple()), Options);
  Functions.registerPass(
      [&Library] { return llvm::TargetLibraryAnalysis(*Library); });
  // LLVM's `instcombine` checks that it has reached a fixed point.
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, llvm::FunctionPassManager &Passes,
         ArrayRef<llvm::PassBuilder::PipelineElement>) {
        const bool IsOurs = Name == "combine";
        if (IsOurs)
          Passes.addPass(llvm::InstCombinePass());
        return IsOurs;
      });
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

/// Most functions are called once or twice and end up in a few others, so that
/// LLVM's own order, which simplifies each of them completely before that,
/// takes half as long again. Functions that are always inlined are so together
/// with the others: a function that has them already may be too long to inline.
static constexpr llvm::StringLiteral Flatten =
    "function(sroa,early-cse,simplifycfg),"
    "cgscc(inline,function(sroa,early-cse<memssa>,simplifycfg)),globaldce";

/// The simplification of a function as LLVM has it for -O2, but for the loops
/// over induction variables: they follow the unrolling of loops with few
/// iterations, of which kernels have many, instead of preceding it. Their
/// analysis of these loops took a quarter of the time.
static constexpr llvm::StringLiteral BeforeUnrolling =
    "function(sroa,early-cse<memssa>,jump-threading,correlated-propagation,"
    "simplifycfg,combine,aggressive-instcombine,tailcallelim,simplifycfg,"
    "reassociate,constraint-elimination,"
    "loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,"
    "loop-rotate,licm))";
static constexpr llvm::StringLiteral AfterUnrolling =
    "function(sroa,loop(loop-idiom,indvars,loop-deletion),vector-combine,"
    "mldst-motion,gvn,sccp,bdce,combine,jump-threading,correlated-propagation,"
    "adce,memcpyopt,dse,loop-mssa(licm),"
    "simplifycfg<hoist-common-insts;sink-common-insts>,combine)";

void KernelPasses::simplify(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanSimplify", M.getName());
  build(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    llvm::ModulePassManager Passes;
    const auto Add = [&](StringRef Text) {
      llvm::cantFail(Builder.parsePassPipeline(Passes, Text));
    };
    const bool IsO3 = Level == llvm::OptimizationLevel::O3;
    Add(Flatten);
    Add(BeforeUnrolling);
    Add(IsO3 ? "function(loop-mssa(simple-loop-unswitch<nontrivial>))"
             : "function(loop-mssa(simple-loop-unswitch))");
    Add("function(simplifycfg,combine,loop(loop-deletion))");
    Passes.addPass(llvm::createModuleToFunctionPassAdaptor(
        llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass(
            static_cast<int>(Level.getSpeedupLevel())))));
    Add(AfterUnrolling);
    Add("rpo-function-attrs");
    return Passes;
  });
}

/// The passes in front of the code generator.
static llvm::FunctionPassManager addressPasses() {
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::LoopSimplifyPass());
  Passes.addPass(LoopAddressesPass());
  return Passes;
}

void KernelPasses::vectorize(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  build(M, [](llvm::PassBuilder &Builder, llvm::OptimizationLevel Level) {
    llvm::ModulePassManager Passes = Builder.buildModuleOptimizationPipeline(
        Level, llvm::ThinOrFullLTOPhase::None);
    Passes.addPass(llvm::createModuleToFunctionPassAdaptor(addressPasses()));
    return Passes;
  });
}

void KernelPasses::finish(llvm::Module &M) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  // The linker's passes over loops need to recognize counters.
  const bool IsForLinker = Options.PrepareForLTO || Options.PrepareForThinLTO;
  build(M, [=](llvm::PassBuilder &Builder, llvm::OptimizationLevel) {
    llvm::ModulePassManager Passes;
    llvm::cantFail(Builder.parsePassPipeline(
        Passes, "function(instsimplify,simplifycfg)"));
    if (!IsForLinker)
      Passes.addPass(llvm::createModuleToFunctionPassAdaptor(addressPasses()));
    return Passes;
  });
}

void KernelPasses::run(llvm::Module &M, StringRef Pipeline) const {
  const llvm::TimeTraceScope Scope("OmpScanOptimize", M.getName());
  build(M, [Pipeline](llvm::PassBuilder &Builder, llvm::OptimizationLevel) {
    llvm::ModulePassManager Passes;
    llvm::cantFail(Builder.parsePassPipeline(Passes, Pipeline));
    return Passes;
  });
}

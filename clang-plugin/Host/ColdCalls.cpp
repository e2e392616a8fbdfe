//===- ColdCalls.cpp - Calls that short loops save nothing for ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ColdCalls.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

/// A function that calls \p Callee with its own arguments, and preserves the
/// registers of its callers.
static llvm::Function *preservingCallOf(llvm::Function &Callee) {
  llvm::Module &M = *Callee.getParent();
  llvm::Function *New = llvm::Function::createWithDefaultAttr(
      Callee.getFunctionType(), llvm::GlobalValue::InternalLinkage,
      Callee.getAddressSpace(), Callee.getName() + ".cold", &M);
  New->setCallingConv(llvm::CallingConv::PreserveMost);
  New->addFnAttr(llvm::Attribute::NoInline);
  New->addFnAttr(llvm::Attribute::Cold);
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(M.getContext(), "", New));
  llvm::SmallVector<llvm::Value *, 2> Arguments;
  for (llvm::Argument &Each : New->args())
    Arguments.push_back(&Each);
  llvm::CallInst *Call = Builder.CreateCall(&Callee, Arguments);
  if (Call->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return New;
}

static bool replaceCalls(llvm::Module &M) {
  const llvm::Triple Target(M.getTargetTriple());
  if (Target.getArch() != llvm::Triple::x86_64 && !Target.isAArch64())
    return false;
  bool Changed = false;
  for (const char *Name :
       {"__ompscan_run", "__ompscan_resume", "__ompscan_end"}) {
    llvm::Function *Callee = M.getFunction(Name);
    if (!Callee || !Callee->isDeclaration())
      continue;
    llvm::SmallVector<llvm::CallBase *, 8> Calls;
    // The options of one compiler may serve another one, too: a call that has
    // been replaced stays.
    for (llvm::User *Each : Callee->users())
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(Each);
          Call && Call->getCalledFunction() == Callee &&
          Call->getFunction()->getCallingConv() !=
              llvm::CallingConv::PreserveMost)
        Calls.push_back(Call);
    if (Calls.empty())
      continue;
    llvm::Function *Cold = preservingCallOf(*Callee);
    for (llvm::CallBase *Each : Calls) {
      Each->setCalledFunction(Cold);
      Each->setCallingConv(llvm::CallingConv::PreserveMost);
    }
    Changed = true;
  }
  return Changed;
}

namespace {

struct ColdCallsPass : llvm::PassInfoMixin<ColdCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return replaceCalls(M) ? llvm::PreservedAnalyses::none()
                           : llvm::PreservedAnalyses::all();
  }
};

} // namespace

void ompscan::plugin::addColdCalls(clang::CodeGenOptions &Options) {
  if (!compat::PreservingCallsReturn)
    return;
  compat::addPasses(Options, [](llvm::PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback(
        [](llvm::ModulePassManager &Passes, llvm::OptimizationLevel Level) {
          if (Level != llvm::OptimizationLevel::O0)
            Passes.addPass(ColdCallsPass());
        });
  });
}

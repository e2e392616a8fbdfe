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

using namespace llvm;

/// A function that calls \p Callee with its own arguments, and preserves the
/// registers of its callers.
static Function *preservingCallOf(Function &Callee) {
  Module &M = *Callee.getParent();
  Function *New = Function::createWithDefaultAttr(
      Callee.getFunctionType(), GlobalValue::InternalLinkage,
      Callee.getAddressSpace(), Callee.getName() + ".cold", &M);
  New->setCallingConv(CallingConv::PreserveMost);
  New->addFnAttr(Attribute::NoInline);
  New->addFnAttr(Attribute::Cold);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", New));
  SmallVector<Value *, 2> Arguments;
  for (Argument &Each : New->args())
    Arguments.push_back(&Each);
  CallInst *Call = Builder.CreateCall(&Callee, Arguments);
  if (Call->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return New;
}

static bool replaceCalls(Module &M) {
  const Triple Target(M.getTargetTriple());
  if (Target.getArch() != Triple::x86_64 && !Target.isAArch64())
    return false;
  bool Changed = false;
  for (const char *Name :
       {"__ompscan_run", "__ompscan_resume", "__ompscan_end"}) {
    Function *Callee = M.getFunction(Name);
    if (!Callee || !Callee->isDeclaration())
      continue;
    SmallVector<CallBase *, 8> Calls;
    // The options of one compiler may serve another one, too: a call that has
    // been replaced stays.
    for (User *Each : Callee->users())
      if (auto *Call = dyn_cast<CallBase>(Each);
          Call && Call->getCalledFunction() == Callee &&
          Call->getFunction()->getCallingConv() != CallingConv::PreserveMost)
        Calls.push_back(Call);
    if (Calls.empty())
      continue;
    Function *Cold = preservingCallOf(*Callee);
    for (CallBase *Each : Calls) {
      Each->setCalledFunction(Cold);
      Each->setCallingConv(CallingConv::PreserveMost);
    }
    Changed = true;
  }
  return Changed;
}

namespace {

struct ColdCallsPass : PassInfoMixin<ColdCallsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return replaceCalls(M) ? PreservedAnalyses::none()
                           : PreservedAnalyses::all();
  }
};

} // namespace

void ompscan::plugin::addColdCalls(clang::CodeGenOptions &Options) {
  if (!compat::PreservingCallsReturn)
    return;
  compat::addPasses(Options, [](PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel Level) {
          if (Level != OptimizationLevel::O0)
            Passes.addPass(ColdCallsPass());
        });
  });
}

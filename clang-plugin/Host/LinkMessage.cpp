//===- LinkMessage.cpp - What a linker says without the runtime -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LinkMessage.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace ompscan::plugin;

#define OMPSCAN_TEXT_OF(Name) #Name
#define OMPSCAN_TEXT(Name) OMPSCAN_TEXT_OF(Name)

/// The name of the variable that refers to it. All modules define it, so that a
/// program has it once.
static constexpr char Reference[] = "__ompscan_link_reference";

static bool refer(llvm::Module &M) {
  const auto CallsRuntime = [](const llvm::Function &F) {
    return F.isDeclaration() && !F.use_empty() &&
           compat::startsWith(F.getName(), "__ompscan_");
  };
  // The options of one compiler may serve another one, too.
  if (M.getNamedValue(Reference) || llvm::none_of(M, CallsRuntime))
    return false;
  llvm::LLVMContext &Context = M.getContext();
  auto *const Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context),
                                             /*isVarArg=*/false);
  auto *const Message = llvm::cast<llvm::Constant>(
      M.getOrInsertFunction(OMPSCAN_TEXT(OMPSCAN_LINK_MESSAGE), Type)
          .getCallee());
  auto *const Variable = new llvm::GlobalVariable(
      M, Message->getType(), /*isConstant=*/true,
      llvm::GlobalValue::LinkOnceODRLinkage, Message, Reference);
  Variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
  Variable->setComdat(M.getOrInsertComdat(Reference));
  llvm::appendToCompilerUsed(M, {Variable});
  return true;
}

namespace {

struct LinkMessagePass : llvm::PassInfoMixin<LinkMessagePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return refer(M) ? llvm::PreservedAnalyses::none()
                    : llvm::PreservedAnalyses::all();
  }
  /// Runs at -O0, too.
  static bool isRequired() { return true; }
};

} // namespace

void ompscan::plugin::addLinkMessage(clang::CodeGenOptions &Options) {
  compat::addPasses(Options, [](llvm::PassBuilder &Builder) {
    // LLVM 20 and newer pass the phase of link-time optimization, too.
    Builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager &Passes, const auto &...) {
          Passes.addPass(LinkMessagePass());
        });
  });
}

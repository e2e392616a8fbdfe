//===- NativeCode.cpp - Loops as machine code of the host -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/NativeCode.h"
#include "Compose.h"
#include "Kernel/LoopConstant.h"
#include "Support/ClangCompat.h"
#include "Support/Diagnostics.h"
#include "Support/Jobs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include <cstddef>

using namespace clang;
using namespace ompscan::plugin;

/// Whether the module is for a host that the text can be compiled for. A
/// sanitizer that follows values through memory knows nothing of what the
/// runtime does, which is not instrumented; so the loop itself has to run.
bool NativeCode::isPossible() const {
  const llvm::Triple Triple(CI.getTargetOpts().Triple);
  const LangOptions &Lang = CI.getLangOpts();
  return Triple.isArch64Bit() && M.getDataLayout().getPointerSize() == 8 &&
         (Triple.isX86() || Triple.isAArch64() || Triple.isRISCV() ||
          Triple.isPPC64() || Triple.isLoongArch() || Triple.isSystemZ()) &&
         !compat::isTargetDevice(Lang) && !Lang.CUDAIsDevice &&
         !Lang.Sanitize.hasOneOf(SanitizerKind::Memory |
                                 SanitizerKind::KernelMemory |
                                 SanitizerKind::DataFlow);
}

/// Where the user's code launches \p Loop, as debug information tells it.
static llvm::DebugLoc placeOf(const llvm::GlobalVariable &Loop) {
  for (const llvm::User *Each : Loop.users())
    if (const auto *Call = dyn_cast<llvm::Instruction>(Each))
      if (Call->getDebugLoc())
        return Call->getDebugLoc();
  return {};
}

/// The program of \p Loop, which is launched at \p Place.
static std::string sourceOf(const LoopConstant &Loop,
                            const llvm::DebugLoc &Place) {
  StringRef Hooks = Loop.text(offsetof(ompscan_loop_descriptor, hooks));
  // Without the name of the place, equal loops are one; a debugger shows each.
  while (!Place && compat::startsWith(Hooks, "//"))
    Hooks = Hooks.split('\n').second;
  return ompscan::templates::composeNative(
      Loop.number(offsetof(ompscan_loop_descriptor, kernel_template)),
      Loop.number(offsetof(ompscan_loop_descriptor, traits)),
      Loop.number(offsetof(ompscan_loop_descriptor, item_size)),
      Hooks.str().c_str());
}

NativeCode::NativeCode(llvm::Module &M, CompilerInstance &CI,
                       const KernelForms &Forms, Jobs &Work)
    : M(M), CI(CI), Compiler(CI, Forms) {
  if (!isPossible())
    return;
  for (const LoopConstant &Loop : loopsOf(M)) {
    if (!Loop.isNull(offsetof(ompscan_loop_descriptor, native)))
      continue;
    const llvm::DebugLoc Place = placeOf(Loop.variable());
    const auto [Entry, IsNew] = Programs.try_emplace(sourceOf(Loop, Place));
    if (IsNew) {
      Entry->second = std::make_unique<Program>();
      Work.add([this, Source = Entry->first(), Of = Entry->second.get()] {
        Of->Code = Compiler.compile(Source);
      });
    }
    Launches.push_back({&Loop.variable(), Place, Entry->second.get()});
  }
}

/// Links \p V, and returns the ompscan_native_version of its kernels; null if
/// it cannot be linked.
llvm::Constant *NativeCode::link(NativeProgram::Version &V, bool IsLast) {
  llvm::LLVMContext &Context = M.getContext();
  llvm::Expected<std::unique_ptr<llvm::Module>> Read = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::toStringRef(V.Bitcode), "native"), Context);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return nullptr;
  }
  std::unique_ptr<llvm::Module> Native = std::move(*Read);
  Native->setTargetTriple(M.getTargetTriple());
  Native->setDataLayout(M.getDataLayout());
  // A flag that one of two modules lacks may be reset, such as that of -fPIC.
  if (llvm::NamedMDNode *Flags = M.getModuleFlagsMetadata())
    for (llvm::MDNode *Flag : Flags->operands())
      if (llvm::mdconst::extract<llvm::ConstantInt>(Flag->getOperand(0))
              ->getZExtValue() != llvm::Module::Append)
        Native->addModuleFlag(Flag);
  llvm::Type *const Word = llvm::Type::getInt32Ty(Context);
  auto *const Pointer = llvm::PointerType::get(Context, 0);
  auto *Counts = Native->getNamedGlobal("ompscan_native_parameters");
  llvm::SmallVector<llvm::Constant *, OMPSCAN_NATIVE_KERNELS> Parameters;
  for (unsigned I = 0; I != OMPSCAN_NATIVE_KERNELS; ++I)
    Parameters.push_back(Counts->getInitializer()->getAggregateElement(I));
  Counts->eraseFromParent();
  if (llvm::Linker::linkModules(M, std::move(Native)))
    return nullptr;
  llvm::SmallVector<llvm::Constant *, OMPSCAN_NATIVE_KERNELS> Kernels;
  for (const std::string &Name : V.Kernels) {
    if (Name.empty()) {
      Kernels.push_back(llvm::ConstantPointerNull::get(Pointer));
      continue;
    }
    // Equal code of several objects is one.
    llvm::Function *F = M.getFunction(Name);
    F->setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    F->setVisibility(llvm::GlobalValue::HiddenVisibility);
    if (llvm::Triple(M.getTargetTriple()).supportsCOMDAT())
      F->setComdat(M.getOrInsertComdat(Name));
    Kernels.push_back(F);
  }
  return llvm::ConstantStruct::getAnon(
      {llvm::ConstantInt::get(Word, V.Instructions),
       llvm::ConstantInt::get(Word, IsLast),
       llvm::ConstantArray::get(
           llvm::ArrayType::get(Word, OMPSCAN_NATIVE_KERNELS), Parameters),
       llvm::ConstantArray::get(
           llvm::ArrayType::get(Pointer, OMPSCAN_NATIVE_KERNELS), Kernels)});
}

/// A debugger shows the line \p Place for all code of \p F.
void NativeCode::setPlace(llvm::Function &F,
                          const llvm::DebugLoc &Place) const {
  llvm::LLVMContext &Context = M.getContext();
  llvm::DIFile *const File = Place->getFile();
  auto *Type = llvm::DISubroutineType::get(Context, llvm::DINode::FlagZero,
                                           /*CC=*/0, nullptr);
  auto *Program = llvm::DISubprogram::getDistinct(
      Context, File, F.getName(), F.getName(), File, Place.getLine(), Type,
      Place.getLine(), /*ContainingType=*/nullptr, /*VirtualIndex=*/0,
      /*ThisAdjustment=*/0, llvm::DINode::FlagArtificial,
      llvm::DISubprogram::SPFlagDefinition |
          llvm::DISubprogram::SPFlagOptimized,
      Place->getScope()->getSubprogram()->getUnit());
  F.setSubprogram(Program);
  const llvm::DebugLoc Own =
      llvm::DILocation::get(Context, Place.getLine(), Place.getCol(), Program);
  for (llvm::Instruction &Each : llvm::instructions(F))
    Each.setDebugLoc(Own);
}

/// Links the versions of \p Code, and returns their objects; null, with \p
/// Error, if they cannot be linked.
llvm::Constant *NativeCode::link(NativeProgram &Code,
                                 const llvm::DebugLoc &Place,
                                 std::string &Error) {
  llvm::SmallVector<llvm::Constant *, 3> Records;
  for (NativeProgram::Version &Each : Code.Versions) {
    llvm::Constant *Record = link(Each, &Each == &Code.Versions.back());
    if (!Record) {
      Error = "cannot be linked";
      return nullptr;
    }
    Records.push_back(Record);
  }
  for (const NativeProgram::Version &Each : Code.Versions)
    for (const std::string &Name : Each.Functions) {
      llvm::Function *F = M.getFunction(Name);
      if (F && F->hasExternalLinkage()) // No other version refers to it.
        F->setLinkage(llvm::GlobalValue::InternalLinkage);
      if (F && Place)
        setPlace(*F, Place);
    }
  auto *Type = llvm::ArrayType::get(Records.front()->getType(), Records.size());
  return new llvm::GlobalVariable(
      M, Type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(Type, Records), "__ompscan_native_versions");
}

void NativeCode::addTo(LoopConstant &Loop, const Launch &L) {
  Program &P = *L.Of;
  if (!std::exchange(P.IsLinked, true)) {
    std::string Error = P.Code.Error;
    if (Error.empty())
      P.Versions = link(P.Code, L.Place, Error);
    P.Code.Versions.clear();
    if (!P.Versions)
      Diagnostics(CI.getDiagnostics())
              .report(SourceLocation(), Diag::warn_native)
          << Loop.text(offsetof(ompscan_loop_descriptor, location)) << Error;
  }
  if (P.Versions)
    Loop.set(offsetof(ompscan_loop_descriptor, native), P.Versions);
}

bool NativeCode::addToModule() {
  bool HasChanged = false;
  for (const Launch &Each : Launches)
    if (auto *Var = dyn_cast_or_null<llvm::GlobalVariable>(Each.Loop)) {
      LoopConstant Loop(*Var);
      addTo(Loop, Each);
      HasChanged = true;
    }
  return HasChanged;
}

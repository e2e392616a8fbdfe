//===- KernelVersions.cpp - Kernels for drivers ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelVersions.h"
#include "Kernel/LoopConstant.h"
#include "Support/ClangCompat.h"
#include "Support/Diagnostics.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>
#include <utility>

using namespace clang;
using namespace ompscan::plugin;
using ompscan::rt::Plan;

namespace {

using Formats = std::vector<std::unique_ptr<KernelFormat>>;

class KernelVersions {
public:
  KernelVersions(CompilerInstance &CI, llvm::Module &M, const Formats &All)
      : M(M), Diags(CI.getDiagnostics()),
        TellsMissed(CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches(
            RemarkPass)),
        All(All) {}

  bool add();

private:
  /// The code of a version, and the members of its ompscan_kernel_version that
  /// depend on nothing else.
  struct Version {
    ompscan_kernel_format Format;
    uint32_t Capability;
    Plan For;
    llvm::Constant *Code;
    uint64_t Size;
  };
  llvm::Constant *bytes(StringRef Code);
  void reportMissed(const KernelFormat &F, const LoopConstant &Loop,
                    StringRef Reason) const;
  void addVersions(const KernelFormat &F, const LoopConstant &Loop,
                   const KernelSource &Source, std::vector<Version> &Versions);
  llvm::Constant *table(const std::vector<Version> &Versions);
  llvm::Constant *record(const Version &V, bool IsLast) const;
  void addTo(LoopConstant &Loop);
  void announcePtx();

  llvm::Module &M;
  const Diagnostics Diags;
  /// Whether -Rpass-missed asks why loops lack a format.
  const bool TellsMissed;
  const Formats &All;
  bool HasPtx = false;
  /// An error about machine code has been reported: others are alike.
  bool HasFailed = false;
  /// The versions of each program, and of the bytes that its iterations read.
  llvm::StringMap<llvm::Constant *> Known;
};

} // namespace

/// The bytes that an iteration reads at formulas.
static uint64_t inputSize(const LoopConstant &Loop) {
  constexpr size_t Arrays = offsetof(ompscan_loop_descriptor, arrays);
  constexpr size_t Accesses = offsetof(ompscan_loop_descriptor, accesses);
  const uint64_t Count =
      Loop.number(offsetof(ompscan_loop_descriptor, array_count));
  uint64_t Size = 0;
  unsigned Access = 0;
  for (unsigned I = 0; I != Count; ++I) {
    const uint64_t Element = Loop.numberIn(
        Arrays, I, offsetof(ompscan_array_descriptor, element_size));
    const uint64_t Uses = Loop.numberIn(
        Arrays, I, offsetof(ompscan_array_descriptor, access_count));
    for (uint64_t J = 0; J != Uses; ++J)
      if ((Loop.numberIn(Accesses, Access++,
                         offsetof(ompscan_access_descriptor, kind)) &
           OMPSCAN_ACCESS_MASK) == OMPSCAN_ACCESS_READ)
        Size += Element;
  }
  return Size;
}

static KernelSource sourceOf(const LoopConstant &Loop) {
  const auto Number = [&](size_t Offset) {
    return static_cast<uint32_t>(Loop.number(Offset));
  };
  return {Number(offsetof(ompscan_loop_descriptor, kernel_template)),
          Number(offsetof(ompscan_loop_descriptor, traits)),
          Number(offsetof(ompscan_loop_descriptor, moved_size)),
          Number(offsetof(ompscan_loop_descriptor, streamed_size)),
          Loop.number(offsetof(ompscan_loop_descriptor, item_size)),
          inputSize(Loop),
          Loop.text(offsetof(ompscan_loop_descriptor, hooks))};
}

/// Two loops of one key have the same versions.
static std::string keyOf(const KernelSource &S) {
  std::string Key;
  for (const uint64_t Number :
       {uint64_t(S.Template), uint64_t(S.Traits), uint64_t(S.MovedSize),
        uint64_t(S.StreamedSize), S.ItemSize, S.InputSize})
    Key += std::to_string(Number) + " ";
  return Key + S.Hooks.str();
}

/// The ompscan_kernel_version of \p V.
llvm::Constant *KernelVersions::record(const Version &V, bool IsLast) const {
  const auto Word = [&](uint32_t N) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(M.getContext()), N);
  };
  return llvm::ConstantStruct::getAnon(
      {V.Code,
       llvm::ConstantInt::get(llvm::Type::getInt64Ty(M.getContext()), V.Size),
       Word(V.Format), Word(IsLast), Word(V.Capability),
       Word(static_cast<uint32_t>(V.For.Method)), Word(V.For.Tile.Group),
       Word(V.For.Tile.Items), Word(V.For.SumItems), Word(V.For.Vector),
       Word(V.For.StatusWords), Word(V.For.Ptx != 0), Word(V.For.IsAligned),
       Word(V.For.Chains)});
}

/// Says why \p Loop lacks the format \p F, if -Rpass-missed asks for it.
void KernelVersions::reportMissed(const KernelFormat &F,
                                  const LoopConstant &Loop,
                                  StringRef Reason) const {
  if (TellsMissed)
    Diags.report(SourceLocation(), Diag::remark_kernel_format)
        << Loop.text(offsetof(ompscan_loop_descriptor, location)) << F.name()
        << Reason;
}

/// Adds what \p F makes of \p Source, or nothing if one plan does not compile.
/// Machine code follows what it was made of.
void KernelVersions::addVersions(const KernelFormat &F,
                                 const LoopConstant &Loop,
                                 const KernelSource &Source,
                                 std::vector<Version> &Versions) {
  if (Loop.number(offsetof(ompscan_loop_descriptor, features)) &
      OMPSCAN_FEATURE_INT128) {
    reportMissed(F, Loop,
                 "only the host's cores compute with integers of 128 bits");
    return;
  }
  const std::string Text = F.compose(Source);
  std::vector<std::pair<Plan, std::string>> Compiled;
  for (const Plan &Each : F.plans(Source)) {
    std::string Error;
    Compiled.emplace_back(Each, F.compile(Text, Each, Source.ItemSize, Error));
    if (!Compiled.back().second.empty())
      continue;
    reportMissed(F, Loop, Error);
    return;
  }
  HasPtx |= F.number() == OMPSCAN_FORMAT_PTX;
  for (const auto &[For, Code] : Compiled) {
    Versions.push_back(
        {F.number(), F.capability(For), For, bytes(Code), Code.size()});
    std::string Error;
    for (const MachineCode &Each : F.assemble(Code, For, Error))
      Versions.push_back({Each.Format, Each.Capability, For, bytes(Each.Bytes),
                          Each.Bytes.size()});
    if (!Error.empty() && !std::exchange(HasFailed, true))
      Diags.report(SourceLocation(), Diag::err_machine_code)
          << Loop.text(offsetof(ompscan_loop_descriptor, location)) << Error;
  }
}

/// A constant of the module with \p Code and a zero behind it.
llvm::Constant *KernelVersions::bytes(StringRef Code) {
  llvm::Constant *Bytes =
      llvm::ConstantDataArray::getString(M.getContext(), Code);
  auto *Var = new llvm::GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                       llvm::GlobalValue::PrivateLinkage, Bytes,
                                       "__ompscan_kernels");
  Var->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  // Words of SPIR-V, and of the headers of machine code.
  Var->setAlignment(llvm::Align(alignof(uint64_t)));
  return Var;
}

/// The list of \p Versions; null if there are none.
llvm::Constant *KernelVersions::table(const std::vector<Version> &Versions) {
  if (Versions.empty())
    return nullptr;
  llvm::SmallVector<llvm::Constant *, 4> Records;
  for (const Version &Each : Versions)
    Records.push_back(record(Each, &Each == &Versions.back()));
  auto *Type = llvm::ArrayType::get(Records.front()->getType(), Records.size());
  return new llvm::GlobalVariable(
      M, Type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(Type, Records), "__ompscan_kernel_versions");
}

void KernelVersions::addTo(LoopConstant &Loop) {
  constexpr size_t Member = offsetof(ompscan_loop_descriptor, versions);
  if (!Loop.isNull(Member))
    return;
  const KernelSource Source = sourceOf(Loop);
  const auto [Entry, IsNew] = Known.try_emplace(keyOf(Source), nullptr);
  if (IsNew) {
    std::vector<Version> Versions;
    for (const auto &Each : All)
      addVersions(*Each, Loop, Source, Versions);
    Entry->second = table(Versions);
  }
  if (Entry->second)
    Loop.set(Member, Entry->second);
}

/// Has the program call __ompscan_note_ptx when it is loaded. A function of the
/// module does it, since AddressSanitizer expects constructors to have a body.
void KernelVersions::announcePtx() {
  llvm::LLVMContext &Context = M.getContext();
  auto *const Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context),
                                             /*isVarArg=*/false);
  auto *const Constructor = llvm::Function::Create(
      Type, llvm::GlobalValue::InternalLinkage, "__ompscan_announce_ptx", M);
  llvm::IRBuilder<> Builder(
      llvm::BasicBlock::Create(Context, "entry", Constructor));
  Builder.CreateCall(M.getOrInsertFunction("__ompscan_note_ptx", Type));
  Builder.CreateRetVoid();
  constexpr int DefaultPriority = 65535;
  llvm::appendToGlobalCtors(M, Constructor, DefaultPriority);
}

bool KernelVersions::add() {
  std::vector<LoopConstant> Loops = loopsOf(M);
  for (LoopConstant &Loop : Loops)
    addTo(Loop);
  if (HasPtx)
    announcePtx();
  return !Loops.empty();
}

bool ompscan::plugin::addKernelVersions(llvm::Module &M, CompilerInstance &CI,
                                        const Formats &Formats) {
  const LangOptions &Lang = CI.getLangOpts();
  return M.getDataLayout().getPointerSize() == 8 &&
         !compat::isTargetDevice(Lang) && !Lang.CUDAIsDevice &&
         KernelVersions(CI, M, Formats).add();
}

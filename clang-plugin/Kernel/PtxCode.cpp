//===- PtxCode.cpp - Loops as PTX ----------------------------- -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/PtxCode.h"
#include "Compose.h"
#include "Kernel/KernelCheck.h"
#include "Kernel/LoopConstant.h"
#include "Kernel/PtxPasses.h"
#include "Support/ClangCompat.h"
#include "Support/Diagnostics.h"
#include "plan/PtxPlans.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>

using namespace clang;
using namespace ompscan::plugin;
using ompscan::rt::Plan;

namespace {

class PtxCode {
public:
  PtxCode(CompilerInstance &CI, llvm::Module &M, std::string Library)
      : M(M), Diags(CI.getDiagnostics()),
        TellsMissed(CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches(
            RemarkPass)),
        Library(std::move(Library)) {}

  bool add();

private:
  std::string compile(StringRef Source, const Plan &For, uint64_t ItemSize,
                      std::string &Error) const;
  llvm::Constant *versions(const LoopConstant &Loop, std::string &Error);
  llvm::Constant *version(StringRef Text, const Plan &For, bool IsLast) const;
  void addTo(LoopConstant &Loop);
  void announce();

  llvm::Module &M;
  const Diagnostics Diags;
  /// Whether -Rpass-missed asks why loops have no PTX.
  const bool TellsMissed;
  /// The bitcode of libclc, or an empty string.
  const std::string Library;
  /// The versions of each program, and of the bytes that its iterations read.
  llvm::StringMap<llvm::Constant *> Known;
};

} // namespace

/// Says how many threads the groups of each kernel have, in the place where
/// Clang's back end leaves OpenCL's attribute out: ptxas gives kernels as many
/// registers as these may have.
static std::string withGroupSize(StringRef Ptx, uint32_t Group) {
  const std::string Size = "\n.reqntid " + std::to_string(Group) + ", 1, 1";
  std::string Text;
  for (;;) {
    // The parameters end at the first parenthesis.
    const size_t Kernel = Ptx.find(".entry ");
    const size_t End = Ptx.find(')', Kernel);
    if (Kernel == StringRef::npos || End == StringRef::npos)
      return Text + Ptx.str();
    Text += Ptx.take_front(End + 1).str() + Size;
    Ptx = Ptx.drop_front(End + 1);
  }
}

/// The PTX of \p Source for \p For, or an empty string with \p Error.
std::string PtxCode::compile(StringRef Source, const Plan &For,
                             uint64_t ItemSize, std::string &Error) const {
  static constexpr const char *FileName = "kernel.cl";
  // Templates read elements as vectors, and pass on values that only some
  // work-items have computed. Quotients of floats are those of the host.
  std::vector<const char *> Arguments = {
      "-S",
      "-w",
      "-fno-spell-checking",
      "-x",
      "cl",
      "-cl-std=CL1.2",
      "-cl-ext=+cl_khr_fp64",
      "-cl-fp32-correctly-rounded-divide-sqrt",
      "-relaxed-aliasing",
      "-no-enable-noundef-analysis",
      "-O2",
      "-triple",
      "nvptx64-nvidia-nvcl",
      "-target-cpu",
      "sm_70"};
  const std::string Options = For.options(ItemSize);
  llvm::SmallVector<StringRef, 32> Words;
  StringRef(Options).split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const std::vector<std::string> Kept(Words.begin(), Words.end());
  for (const std::string &Each : Kept)
    Arguments.push_back(Each.c_str());
  Arguments.push_back(FileName);
  FirstError Errors;
  llvm::SmallString<0> Text;
  auto Invocation = std::make_shared<CompilerInvocation>();
  EmitAssemblyAction Action;
  if (compat::parseArguments(*Invocation, Arguments, Errors)) {
    addPtxPasses(Invocation->getCodeGenOpts(), Library, Error);
    if (compileKernel(std::move(Invocation), FileName, Source, Errors, Action,
                      std::make_unique<llvm::raw_svector_ostream>(Text)) &&
        Error.empty())
      return withGroupSize(Text.str(), For.Tile.Group);
  }
  if (Error.empty())
    Error = Errors.Text.empty() ? "unknown error" : Errors.Text;
  return "";
}

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

/// The ompscan_ptx_version of \p Text.
llvm::Constant *PtxCode::version(StringRef Text, const Plan &For,
                                 bool IsLast) const {
  llvm::LLVMContext &Context = M.getContext();
  llvm::Constant *Bytes = llvm::ConstantDataArray::getString(Context, Text);
  auto *Var = new llvm::GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                       llvm::GlobalValue::PrivateLinkage, Bytes,
                                       "__ompscan_ptx");
  Var->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  const auto Word = [&](uint32_t N) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), N);
  };
  return llvm::ConstantStruct::getAnon(
      {Var, Word(IsLast), Word(ompscan::rt::LeastPtxCapability),
       Word(static_cast<uint32_t>(For.Method)), Word(For.Tile.Group),
       Word(For.Tile.Items), Word(For.SumItems), Word(For.Vector),
       Word(For.StatusWords), Word(For.Ptx != 0), Word(For.IsAligned)});
}

/// The ompscan_ptx_version objects of \p Loop; null, with \p Error, if it does
/// not compile.
llvm::Constant *PtxCode::versions(const LoopConstant &Loop,
                                  std::string &Error) {
  const auto Number = [&](size_t Offset) {
    return static_cast<uint32_t>(Loop.number(Offset));
  };
  const uint32_t Template =
      Number(offsetof(ompscan_loop_descriptor, kernel_template));
  const uint32_t Traits = Number(offsetof(ompscan_loop_descriptor, traits));
  const uint64_t ItemSize =
      Loop.number(offsetof(ompscan_loop_descriptor, item_size));
  const uint64_t Inputs = inputSize(Loop);
  const std::string Source = ompscan::templates::composePtx(
      Template, Traits,
      Loop.text(offsetof(ompscan_loop_descriptor, hooks)).str().c_str());
  const auto [Entry, IsNew] =
      Known.try_emplace(std::to_string(Inputs) + "\n" + Source, nullptr);
  if (!IsNew)
    return Entry->second;
  const std::vector<Plan> Plans = ompscan::rt::ptxPlans(
      Template,
      ompscan::rt::ProgramTraits::of(
          Template, Traits,
          Number(offsetof(ompscan_loop_descriptor, moved_size)),
          Number(offsetof(ompscan_loop_descriptor, streamed_size))),
      ItemSize, Inputs);
  std::vector<std::string> Texts;
  for (const Plan &Each : Plans) {
    Texts.push_back(compile(Source, Each, ItemSize, Error));
    if (Texts.back().empty())
      return nullptr;
  }
  llvm::SmallVector<llvm::Constant *, 4> Records;
  for (size_t I = 0; I != Plans.size(); ++I)
    Records.push_back(version(Texts[I], Plans[I], I + 1 == Plans.size()));
  auto *Type = llvm::ArrayType::get(Records.front()->getType(), Records.size());
  return Entry->second = new llvm::GlobalVariable(
             M, Type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
             llvm::ConstantArray::get(Type, Records), "__ompscan_ptx_versions");
}

void PtxCode::addTo(LoopConstant &Loop) {
  constexpr size_t Member = offsetof(ompscan_loop_descriptor, ptx);
  if (!Loop.isNull(Member))
    return;
  std::string Error;
  if (llvm::Constant *Versions = versions(Loop, Error))
    Loop.set(Member, Versions);
  else if (!Error.empty() && TellsMissed)
    Diags.report(SourceLocation(), Diag::remark_ptx)
        << Loop.text(offsetof(ompscan_loop_descriptor, location)) << Error;
}

/// Has the program call __ompscan_note_ptx when it is loaded. A function of the
/// module does it, since AddressSanitizer expects constructors to have a body.
void PtxCode::announce() {
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

bool PtxCode::add() {
  std::vector<LoopConstant> Loops = loopsOf(M);
  bool HasPtx = false;
  for (LoopConstant &Loop : Loops) {
    addTo(Loop);
    HasPtx |= !Loop.isNull(offsetof(ompscan_loop_descriptor, ptx));
  }
  if (HasPtx)
    announce();
  return !Loops.empty();
}

bool ompscan::plugin::addPtxCode(llvm::Module &M, CompilerInstance &CI,
                                 StringRef Library) {
  const LangOptions &Lang = CI.getLangOpts();
  return M.getDataLayout().getPointerSize() == 8 &&
         !Lang.OpenMPIsTargetDevice && !Lang.CUDAIsDevice &&
         PtxCode(CI, M,
                 Library.empty()
                     ? findPtxLibrary(CI.getHeaderSearchOpts().ResourceDir)
                     : Library.str())
             .add();
}

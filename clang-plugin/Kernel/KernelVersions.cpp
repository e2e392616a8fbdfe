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
#include "Support/Jobs.h"
#include "plan/CompiledPlans.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Compression.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

using namespace clang;
using namespace ompscan::plugin;
using ompscan::rt::Plan;

namespace {

/// A program in one format.
struct CompiledFormat {
  struct Version {
    Plan For;
    std::string Code;  ///< empty if it, or another one, does not compile
    std::string Error; ///< why it does not
    std::vector<MachineCode> Machine;
    std::string MachineError;
  };

  const KernelFormat &Format;
  std::string Text;   ///< of the program
  std::string WhyNot; ///< why it has no versions
  std::vector<Version> Versions;

  /// Why the program lacks the format; empty if it does not.
  llvm::StringRef problem() const {
    for (const Version &Each : Versions)
      if (!Each.Error.empty())
        return Each.Error;
    return WhyNot;
  }
};

} // namespace

/// A program in all formats. The jobs refer to its versions.
struct KernelVersions::Program {
  std::vector<CompiledFormat> Formats;
  /// The list of its versions in the module, once it is written; null if there
  /// are none.
  std::optional<llvm::Constant *> Table;
  bool HasPtx = false; ///< in that list
};

/// The bytes that an iteration uses at formulas by accesses of the kind \p
/// Kind, without those that vectors of other accesses have, too.
static uint64_t usedSize(const LoopConstant &Loop, unsigned Kind) {
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
           (OMPSCAN_ACCESS_MASK | OMPSCAN_ACCESS_BEHIND)) == Kind)
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
          usedSize(Loop, OMPSCAN_ACCESS_READ),
          usedSize(Loop, OMPSCAN_ACCESS_WRITE),
          Loop.text(offsetof(ompscan_loop_descriptor, hooks))};
}

/// Two loops of one key have the same versions.
static std::string keyOf(const KernelSource &S) {
  std::string Key;
  for (const uint64_t Number :
       {uint64_t(S.Template), uint64_t(S.Traits), uint64_t(S.MovedSize),
        uint64_t(S.StreamedSize), S.ItemSize, S.InputSize, S.OutputSize})
    Key += std::to_string(Number) + " ";
  return Key + S.Hooks.str();
}

/// \p Source in \p Format, whose versions are yet to be compiled.
static CompiledFormat prepare(const KernelFormat &Format,
                              const KernelSource &Source, uint64_t Features) {
  CompiledFormat New{Format, "", "", {}};
  if (Features & OMPSCAN_FEATURE_INT128) {
    New.WhyNot = "only the host's cores compute with integers of 128 bits";
    return New;
  }
  New.Text = Format.compose(Source);
  for (const Plan &Each : Format.plans(Source))
    New.Versions.push_back({Each, "", "", {}, ""});
  return New;
}

/// \p Versions of a program; those that have one kernel together.
static std::vector<std::vector<CompiledFormat::Version *>>
byKernel(std::vector<CompiledFormat::Version> &Versions) {
  std::vector<std::vector<CompiledFormat::Version *>> All;
  for (CompiledFormat::Version &V : Versions) {
    const auto Same = llvm::find_if(All, [&V](const auto &Each) {
      return ompscan::rt::haveOneKernel(Each.front()->For, V.For);
    });
    if (Same == All.end())
      All.push_back({&V});
    else
      Same->push_back(&V);
  }
  return All;
}

/// Compiles \p Versions of \p F, which have one kernel.
/// \returns false if they do not compile.
static bool compile(const CompiledFormat &F,
                    llvm::ArrayRef<CompiledFormat::Version *> Versions,
                    uint64_t ItemSize) {
  std::vector<Plan> Plans;
  for (const CompiledFormat::Version *V : Versions)
    Plans.push_back(V->For);
  std::vector<std::string> Codes =
      F.Format.compile(F.Text, Plans, ItemSize, Versions.front()->Error);
  if (Codes.empty())
    return false;
  for (const auto &[V, Code] : llvm::zip_equal(Versions, Codes)) {
    V->Code = std::move(Code);
    V->Machine = F.Format.assemble(V->Code, V->For, V->MachineError);
  }
  return true;
}

KernelVersions::KernelVersions(
    llvm::Module &M, CompilerInstance &CI,
    const std::vector<std::unique_ptr<KernelFormat>> &Formats, Jobs &Work)
    : M(M), CI(CI) {
  const LangOptions &Lang = CI.getLangOpts();
  if (Formats.empty() || M.getDataLayout().getPointerSize() != 8 ||
      compat::isTargetDevice(Lang) || Lang.CUDAIsDevice)
    return;
  for (const LoopConstant &Loop : loopsOf(M)) {
    const KernelSource Source = sourceOf(Loop);
    const auto [Entry, IsNew] = Programs.try_emplace(keyOf(Source));
    if (!IsNew || !Loop.isNull(offsetof(ompscan_loop_descriptor, versions)))
      continue;
    Entry->second = std::make_unique<Program>();
    for (const auto &Each : Formats)
      Entry->second->Formats.push_back(
          prepare(*Each, Source,
                  Loop.number(offsetof(ompscan_loop_descriptor, features))));
    for (CompiledFormat &F : Entry->second->Formats) {
      // One version that does not compile is enough.
      const auto IsGivenUp = std::make_shared<std::atomic<bool>>(false);
      for (std::vector<CompiledFormat::Version *> &Each : byKernel(F.Versions))
        Work.add([&F, Each = std::move(Each), IsGivenUp,
                  ItemSize = Source.ItemSize] {
          if (!*IsGivenUp && !compile(F, Each, ItemSize))
            *IsGivenUp = true;
        });
    }
  }
}

KernelVersions::~KernelVersions() = default;

/// Says what \p P, the program of \p Loop, lacks.
void KernelVersions::report(const LoopConstant &Loop, const Program &P) {
  const Diagnostics Diags(CI.getDiagnostics());
  const llvm::StringRef Place =
      Loop.text(offsetof(ompscan_loop_descriptor, location));
  const bool WantsRemarks =
      CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches(RemarkPass);
  for (const CompiledFormat &F : P.Formats) {
    const bool IsAsked = F.Format.isAsked();
    if (const llvm::StringRef Problem = F.problem(); !Problem.empty()) {
      if (IsAsked || WantsRemarks)
        Diags.report(SourceLocation(), IsAsked ? Diag::warn_kernel_format
                                               : Diag::remark_kernel_format)
            << Place << F.Format.name() << Problem;
      continue;
    }
    for (const CompiledFormat::Version &V : F.Versions)
      if (!V.MachineError.empty() && !std::exchange(HasFailed, true))
        Diags.report(SourceLocation(), Diag::err_machine_code)
            << Place << V.MachineError;
  }
}

namespace {

/// Writes versions into a module.
class VersionWriter {
public:
  explicit VersionWriter(llvm::Module &M) : M(M) {}

  void add(const CompiledFormat &F);
  /// The list of all that add() has been called for; null if that is nothing.
  llvm::Constant *table();

private:
  /// The code of a version, and the members of its ompscan_kernel_version that
  /// depend on nothing else.
  struct Record {
    ompscan_kernel_format Format;
    uint32_t Capability;
    Plan For;
    llvm::Constant *Code;
    uint64_t Size;
  };
  llvm::Constant *number(uint64_t N) const {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(M.getContext()), N);
  }
  llvm::Constant *variable(llvm::Constant *Value, const char *Name) const;
  llvm::Constant *bytes(StringRef Code) const;
  llvm::Constant *record(const Record &R, bool IsLast) const;

  llvm::Module &M;
  std::vector<Record> Records;
};

} // namespace

/// A constant of the module.
llvm::Constant *VersionWriter::variable(llvm::Constant *Value,
                                        const char *Name) const {
  auto *Var =
      new llvm::GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, Value, Name);
  Var->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  // Words of SPIR-V, and of the headers of machine code.
  Var->setAlignment(llvm::Align(alignof(uint64_t)));
  return Var;
}

/// \p Code with a zero behind it.
llvm::Constant *VersionWriter::bytes(StringRef Code) const {
  return variable(llvm::ConstantDataArray::getString(M.getContext(), Code),
                  "__ompscan_kernels");
}

/// Adds the versions of \p F. Machine code follows what it was made of.
void VersionWriter::add(const CompiledFormat &F) {
  // All texts of a program are alike: one frame has them all.
  const bool IsCompressed = F.Format.isCompressed();
  std::string Texts;
  llvm::Constant *Frame = nullptr;
  uint64_t FrameSize = 0;
  if (IsCompressed) {
    for (const CompiledFormat::Version &V : F.Versions)
      Texts += V.Code + '\0';
    // A higher level takes several times as long, for a tenth of the size.
    constexpr int Level = 9;
    llvm::SmallVector<uint8_t, 0> Compressed;
    llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(Texts),
                                      Compressed, Level);
    Frame = bytes(llvm::toStringRef(Compressed));
    FrameSize = Compressed.size();
  }
  uint64_t Offset = 0;
  for (const CompiledFormat::Version &V : F.Versions) {
    if (IsCompressed)
      Records.push_back(
          {OMPSCAN_FORMAT_ZSTD_PTX, F.Format.capability(V.For), V.For,
           variable(llvm::ConstantStruct::getAnon({Frame, number(FrameSize),
                                                   number(Texts.size()),
                                                   number(Offset)}),
                    "__ompscan_compressed_text"),
           V.Code.size()});
    else
      Records.push_back({F.Format.number(), F.Format.capability(V.For), V.For,
                         bytes(V.Code), V.Code.size()});
    Offset += V.Code.size() + 1;
    for (const MachineCode &Each : V.Machine)
      Records.push_back({Each.Format, Each.Capability, V.For, bytes(Each.Bytes),
                         Each.Bytes.size()});
  }
}

/// The ompscan_kernel_version of \p R.
llvm::Constant *VersionWriter::record(const Record &R, bool IsLast) const {
  const auto Word = [&](uint32_t N) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(M.getContext()), N);
  };
  return llvm::ConstantStruct::getAnon(
      {R.Code, number(R.Size), Word(R.Format), Word(IsLast), Word(R.Capability),
       Word(static_cast<uint32_t>(R.For.Method)), Word(R.For.Tile.Group),
       Word(R.For.Tile.Items), Word(R.For.SumItems), Word(R.For.Vector),
       Word(R.For.StatusWords), Word(R.For.Ptx != 0), Word(R.For.IsAligned),
       Word(R.For.Chains)});
}

llvm::Constant *VersionWriter::table() {
  if (Records.empty())
    return nullptr;
  llvm::SmallVector<llvm::Constant *, 4> All;
  for (const Record &Each : Records)
    All.push_back(record(Each, &Each == &Records.back()));
  auto *Type = llvm::ArrayType::get(All.front()->getType(), All.size());
  return new llvm::GlobalVariable(
      M, Type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(Type, All), "__ompscan_kernel_versions");
}

/// A function of \p M that calls \p Callee with \p Arguments. Functions of the
/// module do so, since AddressSanitizer expects constructors to have a body.
static llvm::Function *makeCaller(llvm::Module &M, const char *Name,
                                  const char *Callee,
                                  llvm::ArrayRef<llvm::Constant *> Arguments) {
  llvm::LLVMContext &Context = M.getContext();
  auto *const Void = llvm::Type::getVoidTy(Context);
  auto *const Caller =
      llvm::Function::Create(llvm::FunctionType::get(Void, /*isVarArg=*/false),
                             llvm::GlobalValue::InternalLinkage, Name, M);
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(Context, "entry", Caller));
  llvm::SmallVector<llvm::Type *, 2> Types;
  llvm::SmallVector<llvm::Value *, 2> Values;
  for (llvm::Constant *Each : Arguments) {
    Types.push_back(Each->getType());
    Values.push_back(Each);
  }
  Builder.CreateCall(
      M.getOrInsertFunction(
          Callee, llvm::FunctionType::get(Void, Types, /*isVarArg=*/false)),
      Values);
  Builder.CreateRetVoid();
  return Caller;
}

/// Tells the runtime of \p Loops, which have PTX, while the program or library
/// is loaded.
static void announceLoops(llvm::Module &M,
                          llvm::ArrayRef<llvm::Constant *> Loops) {
  auto *const Type =
      llvm::ArrayType::get(Loops.front()->getType(), Loops.size());
  auto *const Table = new llvm::GlobalVariable(
      M, Type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(Type, Loops), "__ompscan_loops");
  auto *const Count = llvm::ConstantInt::get(
      llvm::Type::getInt64Ty(M.getContext()), Loops.size());
  constexpr int DefaultPriority = 65535;
  llvm::appendToGlobalCtors(M,
                            makeCaller(M, "__ompscan_announce_loops",
                                       "__ompscan_add_loops", {Table, Count}),
                            DefaultPriority);
  llvm::appendToGlobalDtors(M,
                            makeCaller(M, "__ompscan_withdraw_loops",
                                       "__ompscan_remove_loops",
                                       {Table, Count}),
                            DefaultPriority);
}

bool KernelVersions::addToModule() {
  bool HasChanged = false;
  llvm::SmallVector<llvm::Constant *, 8> WithPtx;
  if (Programs.empty())
    return false;
  for (LoopConstant &Loop : loopsOf(M)) {
    constexpr size_t Member = offsetof(ompscan_loop_descriptor, versions);
    const auto Found = Programs.find(keyOf(sourceOf(Loop)));
    if (!Loop.isNull(Member) || Found == Programs.end() || !Found->second)
      continue;
    Program &P = *Found->second;
    if (!P.Table) {
      report(Loop, P);
      VersionWriter Writer(M);
      for (const CompiledFormat &F : P.Formats)
        if (F.problem().empty()) {
          Writer.add(F);
          P.HasPtx |= F.Format.number() == OMPSCAN_FORMAT_PTX;
        }
      P.Table = Writer.table();
    }
    if (*P.Table)
      Loop.set(Member, *P.Table);
    HasChanged |= *P.Table != nullptr;
    if (P.HasPtx)
      WithPtx.push_back(&Loop.variable());
  }
  if (!WithPtx.empty())
    announceLoops(M, WithPtx);
  return HasChanged;
}

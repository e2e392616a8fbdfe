//===- PtxPasses.cpp - Passes over kernels that become PTX ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/PtxPasses.h"
#include "Kernel/KernelPasses.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <dlfcn.h>

using namespace clang;
using namespace ompscan::plugin;

std::string ompscan::plugin::ownPtxLibrary() {
  static const char Anchor = 0;
  Dl_info About;
  if (!dladdr(&Anchor, &About) || !About.dli_fname)
    return "";
  // In a build tree it is in a folder of its own.
  const StringRef Folder = llvm::sys::path::parent_path(About.dli_fname);
  for (const char *Subfolder : {"", "ompscan"}) {
    llvm::SmallString<128> File(Folder);
    llvm::sys::path::append(File, Subfolder,
                            "libclc-nvptx64-" +
                                std::to_string(OMPSCAN_CLANG_MAJOR) + ".bc");
    if (llvm::sys::fs::exists(File))
      return std::string(File);
  }
  return "";
}

std::string ompscan::plugin::findPtxLibrary(StringRef ResourceDirectory) {
  // LLVM installs it with Clang; Debian and Fedora have places of their own.
  llvm::SmallString<128> WithClang(ResourceDirectory);
  llvm::sys::path::append(WithClang, "../../../share/clc");
  for (const StringRef Folder :
       {StringRef(WithClang), StringRef("/usr/lib/clc"),
        StringRef("/usr/lib64/clc"), StringRef("/usr/share/clc")}) {
    llvm::SmallString<128> File(Folder);
    llvm::sys::path::append(File, "nvptx64--.bc");
    if (llvm::sys::fs::exists(File))
      return std::string(File);
  }
  return "";
}

/// A function that \p M calls and does not define; null if there is none.
static const llvm::Function *findUndefined(const llvm::Module &M) {
  for (const llvm::Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty())
      return &F;
  return nullptr;
}

/// Removes functions that nothing calls, so that they need no library.
static void removeUnused(llvm::Module &M) {
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (llvm::Function &F : llvm::make_early_inc_range(M))
      if (!F.isDeclaration() && F.isDefTriviallyDead()) {
        F.eraseFromParent();
        HasChanged = true;
      }
  }
}

/// Clang before 20 gives kernels the convention of SPIR.
static bool isKernel(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
         F.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Links those functions of \p Library that \p M lacks, as its own.
/// \returns an error, or an empty string.
static std::string link(llvm::Module &M, StringRef Library) {
  auto Buffer = llvm::MemoryBuffer::getFile(Library);
  if (!Buffer)
    return ("'" + Library + "' cannot be read: " + Buffer.getError().message())
        .str();
  auto Linked =
      llvm::getOwningLazyBitcodeModule(std::move(*Buffer), M.getContext());
  if (!Linked)
    return ("'" + Library +
            "' cannot be read: " + llvm::toString(Linked.takeError()))
        .str();
  (*Linked)->setTargetTriple(M.getTargetTriple());
  (*Linked)->setDataLayout(M.getDataLayout());
  // The processor and its instructions are those of the kernels: LLVM inlines
  // no others.
  llvm::SmallVector<llvm::Attribute, 2> Target;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && Target.empty())
      Target = {F.getFnAttribute("target-cpu"),
                F.getFnAttribute("target-features")};
  const auto Adopt = [&Target](llvm::Module &M,
                               const llvm::StringSet<> &Names) {
    llvm::internalizeModule(M, [&Names](const llvm::GlobalValue &V) {
      return !V.hasName() || !Names.contains(V.getName());
    });
    for (const auto &Name : Names)
      if (llvm::Function *F = M.getFunction(Name.getKey()))
        for (const llvm::Attribute &Each : Target)
          F->addFnAttr(Each);
  };
  return llvm::Linker::linkModules(M, std::move(*Linked),
                                   llvm::Linker::LinkOnlyNeeded, Adopt)
             ? ("'" + Library + "' cannot be linked").str()
             : "";
}

std::string ompscan::plugin::completeKernels(llvm::Module &M,
                                             StringRef Library) {
  // Clang 21 and newer make two functions of a kernel, and LLVM would keep
  // both. In 21 the one is a kernel, too, and is not called as one, which LLVM
  // takes for unreachable code.
  for (llvm::Function &F : M)
    if (compat::startsWith(F.getName(), "__clang_ocl_kern_imp_")) {
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
      F.removeFnAttr(llvm::Attribute::NoInline);
      F.addFnAttr(llvm::Attribute::AlwaysInline);
      F.setCallingConv(llvm::CallingConv::C);
      for (llvm::User *Each : F.users())
        if (auto *Call = llvm::dyn_cast<llvm::CallBase>(Each))
          Call->setCallingConv(llvm::CallingConv::C);
    }
  // The functions of templates and built-in ones become a part of a kernel in
  // any case. LLVM need not weigh each call.
  for (llvm::Function &F : M)
    if (F.hasFnAttribute(llvm::Attribute::InlineHint) &&
        (compat::startsWith(F.getName(), "ompscan_") ||
         compat::startsWith(F.getName(), "_Z"))) {
      F.removeFnAttr(llvm::Attribute::InlineHint);
      F.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  // With OpenCL's header the functions of builtins.cl are not static.
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !isKernel(F))
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
  removeUnused(M);
  if (const llvm::Function *Called = findUndefined(M)) {
    const std::string Name = llvm::demangle(Called->getName().str());
    std::string Why =
        Library.empty()
            ? "libclc for nvptx64 was not there when OmpScan was built, and is "
              "not installed (Debian: libclc-" +
                  std::to_string(OMPSCAN_CLANG_MAJOR) +
                  "; elsewhere -fplugin-arg-ompscan-libclc=FILE)"
            : link(M, Library);
    if (Why.empty())
      if (const llvm::Function *F = findUndefined(M))
        Why = ("'" + Library + "' lacks '" +
               llvm::demangle(F->getName().str()) + "'")
                  .str();
    if (!Why.empty())
      return "it calls '" + Name + "', and " + Why;
  }
  return "";
}

namespace {

/// Has short loops over the elements of local variables unrolled, such as those
/// of a product of matrices, however much code that makes: an array is in
/// registers only if all its subscripts are constants, and in memory it takes
/// twice the time (a scan of 4x4 matrices on an H200).
class UnrollArraysPass : public llvm::PassInfoMixin<UnrollArraysPass> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &Results,
                              llvm::LPMUpdater &) {
    constexpr unsigned MaxTrips = 16;
    const unsigned Trips = Results.SE.getSmallConstantTripCount(&L);
    if (Trips != 0 && Trips <= MaxTrips && walksArray(L) &&
        llvm::hasUnrollTransformation(&L) == llvm::TM_Unspecified)
      llvm::addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
    return llvm::PreservedAnalyses::all();
  }

private:
  /// Whether a subscript of a local variable changes with the iteration.
  static bool walksArray(const llvm::Loop &L) {
    for (const llvm::BasicBlock *Block : L.blocks())
      for (const llvm::Instruction &Each : *Block)
        if (const auto *Place = llvm::dyn_cast<llvm::GetElementPtrInst>(&Each))
          if (!L.hasLoopInvariantOperands(Place) &&
              llvm::isa<llvm::AllocaInst>(
                  llvm::getUnderlyingObject(Place->getPointerOperand())))
            return true;
    return false;
  }
};

} // namespace

/// The parameters of a kernel that point to memory and are part of \p Address.
/// Numbers that are read from memory are offsets.
static llvm::SmallPtrSet<const llvm::Argument *, 2>
pointersIn(const llvm::Value *Address) {
  llvm::SmallPtrSet<const llvm::Argument *, 2> Pointers;
  llvm::SmallPtrSet<const llvm::Value *, 16> Seen;
  llvm::SmallVector<const llvm::Value *, 16> Work = {Address};
  while (!Work.empty()) {
    const llvm::Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (const auto *Parameter = dyn_cast<llvm::Argument>(V)) {
      if (Parameter->getType()->isPointerTy())
        Pointers.insert(Parameter);
    } else if (isa<llvm::GetElementPtrInst, llvm::CastInst,
                   llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst,
                   llvm::FreezeInst>(V)) {
      const auto *Each = cast<llvm::Instruction>(V);
      Work.append(Each->value_op_begin(), Each->value_op_end());
    }
  }
  return Pointers;
}

namespace {

/// A mark of templates/team.cl; it names an array.
bool isOverwrittenMark(const llvm::Instruction &Each) {
  const auto *Call = dyn_cast<llvm::CallInst>(&Each);
  const auto *Text =
      Call ? dyn_cast<llvm::InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Text && StringRef(Text->getAsmString()).contains("ompscan overwrites");
}

bool isGlobal(const llvm::Type *T) {
  constexpr unsigned Global = 1;
  return T->isPointerTy() && T->getPointerAddressSpace() == Global;
}

using Parameters = llvm::SmallPtrSet<const llvm::Argument *, 8>;

/// The arrays whose elements a row does not read after it has stored them.
Parameters overwrittenIn(const llvm::Function &F) {
  Parameters Overwritten;
  for (const llvm::Instruction &Each : llvm::instructions(F))
    if (isOverwrittenMark(Each))
      for (const llvm::Argument *Array : pointersIn(Each.getOperand(0)))
        Overwritten.insert(Array);
  return Overwritten;
}

/// The array that \p Each loads an element of; null if there is none, or
/// several are possible.
const llvm::Argument *loadedArray(const llvm::Instruction &Each) {
  const auto *Load = dyn_cast<llvm::LoadInst>(&Each);
  if (!Load || !Load->isSimple() || !isGlobal(Load->getPointerOperandType()))
    return nullptr;
  const auto Pointers = pointersIn(Load->getPointerOperand());
  return Pointers.size() == 1 ? *Pointers.begin() : nullptr;
}

/// Marks loads from arrays that a kernel never stores to, so that a value need
/// not be loaded again behind a barrier. A team runs a row only if no array
/// that is stored overlaps another one (storesUnderTwoNames() of the runtime).
/// Loads from overwritten arrays have the mark up to ForgetOverwrittenPass.
class MarkUnchangedPass : public llvm::PassInfoMixin<MarkUnchangedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &) {
    const Parameters Overwritten = overwrittenIn(F);
    Parameters Changed;
    for (const llvm::Instruction &Each : llvm::instructions(F)) {
      if (!Each.mayWriteToMemory() || isOverwrittenMark(Each))
        continue;
      for (const llvm::Value *Operand : Each.operands()) {
        if (!Operand->getType()->isPtrOrPtrVectorTy() &&
            !isa<llvm::CallBase>(Each))
          continue;
        const auto Pointers = pointersIn(Operand);
        // The address may come from memory.
        if (Pointers.empty() && isGlobal(Operand->getType()))
          return llvm::PreservedAnalyses::all();
        Changed.insert(Pointers.begin(), Pointers.end());
      }
    }
    for (llvm::Instruction &Each : llvm::instructions(F))
      if (const llvm::Argument *Array = loadedArray(Each))
        if (!Changed.contains(Array) || Overwritten.contains(Array))
          Each.setMetadata(llvm::LLVMContext::MD_invariant_load,
                           llvm::MDNode::get(F.getContext(), {}));
    return llvm::PreservedAnalyses::none();
  }
};

/// Drops the mark of loads from overwritten arrays when loads of one element
/// have become one, since other passes might move the load behind the store.
class ForgetOverwrittenPass
    : public llvm::PassInfoMixin<ForgetOverwrittenPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &) {
    const Parameters Overwritten = overwrittenIn(F);
    for (llvm::Instruction &Each :
         llvm::make_early_inc_range(llvm::instructions(F)))
      if (isOverwrittenMark(Each))
        Each.eraseFromParent();
      else if (const llvm::Argument *Array = loadedArray(Each);
               Array && Overwritten.contains(Array))
        Each.setMetadata(llvm::LLVMContext::MD_invariant_load, nullptr);
    return llvm::PreservedAnalyses::none();
  }
};

} // namespace

/// Replaces memmove between address spaces by memcpy. Where an object is copied
/// through another one, optimizations make a memmove of both copies, and LLVM
/// (19 to 22) drops it if it has 128 bytes or more: NVPTXLowerAggrCopies erases
/// what expandMemMoveAsLoop() cannot expand. In OpenCL C 1.2 there are no
/// generic pointers, so that the two objects cannot overlap.
static void replaceDisjointMoves(llvm::Module &M) {
  llvm::SmallVector<llvm::MemMoveInst *, 8> Moves;
  for (llvm::Function &F : M)
    for (llvm::Instruction &Each : llvm::instructions(F))
      if (auto *Move = llvm::dyn_cast<llvm::MemMoveInst>(&Each))
        if (Move->getDestAddressSpace() != Move->getSourceAddressSpace())
          Moves.push_back(Move);
  for (llvm::MemMoveInst *Move : Moves) {
    llvm::IRBuilder<>(Move).CreateMemCpy(
        Move->getRawDest(), Move->getDestAlign(), Move->getRawSource(),
        Move->getSourceAlign(), Move->getLength(), Move->isVolatile());
    Move->eraseFromParent();
  }
}

/// Workaround: OMPSCAN_NEGATED of templates/prelude.cl hides the negations that
/// programs write from ptxas, and says why. This hides those that LLVM makes,
/// of a product with -1 for example.
static void hideNegations(llvm::Module &M) {
  using namespace llvm::PatternMatch;
  llvm::SmallVector<llvm::BinaryOperator *, 8> Negations;
  bool HasExtrema = false;
  for (llvm::Function &F : M)
    for (llvm::Instruction &Each : llvm::instructions(F)) {
      HasExtrema |= llvm::isa<llvm::MinMaxIntrinsic>(Each);
      if (match(&Each, m_Neg(m_Value())) &&
          (Each.getType()->isIntegerTy(16) || Each.getType()->isIntegerTy(32)))
        Negations.push_back(llvm::cast<llvm::BinaryOperator>(&Each));
    }
  if (!HasExtrema)
    return;
  for (llvm::BinaryOperator *Each : Negations) {
    llvm::Type *const Type = Each->getType();
    const bool IsWord = Type->isIntegerTy(32);
    llvm::IRBuilder<> Builder(Each);
    Each->replaceAllUsesWith(Builder.CreateCall(
        llvm::InlineAsm::get(
            llvm::FunctionType::get(Type, {Type}, /*isVarArg=*/false),
            IsWord ? "{.reg .b32 t; not.b32 t, $1; add.s32 $0, t, 1;}"
                   : "{.reg .b16 t; not.b16 t, $1; add.s16 $0, t, 1;}",
            IsWord ? "=r,r" : "=h,h", /*hasSideEffects=*/false),
        {Each->getOperand(1)}));
    Each->eraseFromParent();
  }
}

/// The passes that pay: LLVM's pipeline for -O2 takes half as long again, and
/// ptxas makes as good code of the result. Functions are small when they become
/// parts of others.
static constexpr llvm::StringLiteral Inlining =
    "function(sroa,early-cse,simplifycfg),always-inline,globaldce,"
    "cgscc(devirt<4>(inline,function(sroa,early-cse<memssa>,simplifycfg))),"
    "globaldce,";
static constexpr llvm::StringLiteral Simplification =
    "function(combine,simplifycfg,reassociate,loop-mssa(loop-rotate,licm),";
/// The simplification of induction variables makes the code of scans longer,
/// and saves registers of teams. Loads that are redundant are near each other
/// in a scan: looking for them everywhere took a quarter of the time for a
/// selection.
static constexpr llvm::StringLiteral LoopsOfScans =
    "loop(loop-deletion,unroll-arrays,loop-unroll-full),"
    "memcpyopt,sroa,early-cse<memssa>,gvn<no-memdep>,";
static constexpr llvm::StringLiteral LoopsOfTeams =
    "loop(indvars,loop-deletion,unroll-arrays,loop-unroll-full),"
    "memcpyopt,sroa,gvn,";
static constexpr llvm::StringLiteral Unrolling =
    "loop-unroll<O2>,combine,dse,adce,simplifycfg)";
/// These passes share the common parts of the loops of a row, before others
/// make them differ.
static constexpr llvm::StringLiteral Sharing =
    "function(simplifycfg,sroa,mark-unchanged,loop-mssa(loop-rotate),"
    "early-cse,simplifycfg,"
    "loop(loop-unroll-full),sroa,early-cse,forget-overwritten),";

std::string ompscan::plugin::generatePtx(llvm::Module &M, StringRef Cpu) {
  TargetOptions Target;
  Target.Triple = llvm::Triple(M.getTargetTriple()).str();
  Target.CPU = Cpu.str();
  const std::unique_ptr<llvm::TargetMachine> Machine =
      compat::makeTargetMachine(Target);
  if (!Machine)
    return "";
  CodeGenOptions Options;
  Options.OptimizationLevel = 2;
  const bool KeepsRows = M.getFunction("ompscan_keep_row") != nullptr;
  const KernelPasses Passes(
      Options, Machine.get(), [](llvm::PassBuilder &Builder) {
        Builder.registerPipelineParsingCallback(
            [](StringRef Name, llvm::LoopPassManager &Loops,
               ArrayRef<llvm::PassBuilder::PipelineElement>) {
              const bool IsOurs = Name == "unroll-arrays";
              if (IsOurs)
                Loops.addPass(UnrollArraysPass());
              return IsOurs;
            });
        Builder.registerPipelineParsingCallback(
            [](StringRef Name, llvm::FunctionPassManager &Functions,
               ArrayRef<llvm::PassBuilder::PipelineElement>) {
              if (Name == "mark-unchanged")
                Functions.addPass(MarkUnchangedPass());
              else if (Name == "forget-overwritten")
                Functions.addPass(ForgetOverwrittenPass());
              else
                return false;
              return true;
            });
      });
  const bool IsScan = M.getFunction("ompscan_scan") != nullptr;
  Passes.run(M, (Inlining + (KeepsRows ? Sharing : "") + Simplification +
                 (IsScan ? LoopsOfScans : LoopsOfTeams) + Unrolling)
                    .str());
  replaceDisjointMoves(M);
  hideNegations(M);
  const llvm::TimeTraceScope Scope("OmpScanPtx", M.getName());
  return compat::assemblyOf(M, *Machine);
}

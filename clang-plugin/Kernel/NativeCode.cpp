//===- NativeCode.cpp - Loops as machine code of the host -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/NativeCode.h"
#include "Compose.h"
#include "Kernel/CompiledKernels.h"
#include "Kernel/CompressCode.h"
#include "Kernel/KernelCheck.h"
#include "Kernel/KernelPasses.h"
#include "Kernel/LoopConstant.h"
#include "Kernel/WithoutPlugins.h"
#include "Support/ClangCompat.h"
#include "Support/Diagnostics.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MD5.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cstddef>

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Instructions to compile for, and the name of a processor that has them.
struct Target {
  ompscan_instructions Instructions;
  std::string Cpu;
  std::string Suffix; ///< of names
};

/// The functions of one version, before and after they are linked.
struct Version {
  Target For;
  std::unique_ptr<llvm::Module> Native;
  /// Names of the kernels in the user's module; empty if there is none.
  std::string Kernels[OMPSCAN_NATIVE_KERNELS];
  /// Names of all functions.
  std::vector<std::string> Functions;
};

class NativeCode {
public:
  NativeCode(CompilerInstance &CI, llvm::Module &M, const KernelForms &Forms)
      : CI(CI), M(M), Forms(Forms), Diags(CI.getDiagnostics()),
        Machine(compat::makeTargetMachine(CI.getTargetOpts())),
        Passes(CI.getCodeGenOpts(), Machine.get()) {}

  bool isPossible() const;
  bool add();

private:
  std::vector<Target> targets() const;
  bool isOptimizedByLinker() const;
  std::unique_ptr<llvm::Module> compile(StringRef Source, const Target &For,
                                        FirstError &Errors) const;
  std::vector<Version> optimize(std::unique_ptr<llvm::Module> Native,
                                llvm::ArrayRef<Target> Targets) const;
  std::string suffixOf(const Target &For, StringRef Source) const;
  void prepare(Version &V, StringRef Source) const;
  llvm::Constant *link(Version &V, bool IsLast);
  llvm::Constant *versions(StringRef Source, llvm::DebugLoc Place,
                           std::string &Error);
  void setPlace(llvm::Function &F, const llvm::DebugLoc &Place) const;
  void addTo(LoopConstant &Loop);

  CompilerInstance &CI;
  llvm::Module &M;
  const KernelForms &Forms;
  const Diagnostics Diags;
  /// Null if LLVM does not know the target.
  const std::unique_ptr<llvm::TargetMachine> Machine;
  const KernelPasses Passes;
  /// Where the program launches each loop.
  llvm::DenseMap<const llvm::Value *, llvm::DebugLoc> Places;
  /// The versions of each program of the module.
  llvm::StringMap<llvm::Constant *> Known;
};

} // namespace

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

/// On x86-64 there are several versions, unless the user asks for a processor
/// or its instructions, or for no optimization.
std::vector<Target> NativeCode::targets() const {
  const TargetOptions &Wanted = CI.getTargetOpts();
  std::vector<Target> All = {{OMPSCAN_INSTRUCTIONS_BASE, Wanted.CPU, ""}};
  if (llvm::Triple(Wanted.Triple).getArch() == llvm::Triple::x86_64 &&
      Wanted.CPU == "x86-64" && Wanted.FeaturesAsWritten.empty() &&
      CI.getCodeGenOpts().OptimizationLevel > 0) {
    if (Forms.NativeV3)
      All.push_back({OMPSCAN_INSTRUCTIONS_X86_64_V3, "x86-64-v3", "_v3"});
    if (Forms.NativeV4)
      All.push_back({OMPSCAN_INSTRUCTIONS_X86_64_V4, "x86-64-v4", "_v4"});
  }
  return All;
}

/// Whether the linker vectorizes and unrolls loops.
bool NativeCode::isOptimizedByLinker() const {
  const CodeGenOptions &Wanted = CI.getCodeGenOpts();
  return (Wanted.PrepareForLTO || Wanted.PrepareForThinLTO) &&
         Wanted.OptimizationLevel >= 2 && Wanted.VectorizeLoop &&
         Wanted.VectorizeSLP;
}

/// Copies the options that change what code means. What they say of arithmetic
/// and of types is in the text (AST/Arithmetic.h).
static void copyMeaning(const CodeGenOptions &From, CodeGenOptions &To) {
  To.RelaxedAliasing = From.RelaxedAliasing;
  To.NullPointerIsValid = From.NullPointerIsValid;
  To.StrictFloatCastOverflow = From.StrictFloatCastOverflow;
  To.FPDenormalMode = From.FPDenormalMode;
  To.FP32DenormalMode = From.FP32DenormalMode;
}

/// A text that differs wherever these options change the generated code.
static std::string meaningOf(const CodeGenOptions &Options) {
  std::string Text;
  llvm::raw_string_ostream(Text)
      << Options.RelaxedAliasing << Options.NullPointerIsValid
      << Options.StrictFloatCastOverflow << Options.FPDenormalMode
      << Options.FP32DenormalMode;
  return Text;
}

std::unique_ptr<llvm::Module> NativeCode::compile(StringRef Source,
                                                  const Target &For,
                                                  FirstError &Errors) const {
  static constexpr const char *FileName = "kernel.cl";
  const std::string &Triple = CI.getTargetOpts().Triple;
  std::vector<const char *> Arguments = {"-emit-llvm-only",
                                         "-w",
                                         "-x",
                                         "cl",
                                         "-cl-std=CL1.2",
                                         NativeExtensions,
                                         "-O2",
                                         "-disable-llvm-passes",
                                         "-disable-llvm-verifier",
                                         "-triple",
                                         Triple.c_str()};
  const CodeGenOptions &Wanted = CI.getCodeGenOpts();
  if (Wanted.DiscardValueNames)
    Arguments.push_back("-discard-value-names");
  if (!For.Cpu.empty())
    Arguments.insert(Arguments.end(), {"-target-cpu", For.Cpu.c_str()});
  Arguments.push_back(FileName);
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!compat::parseArguments(*Invocation, Arguments, Errors))
    return nullptr;
  TargetOptions &Host = Invocation->getTargetOpts();
  Host.FeaturesAsWritten = CI.getTargetOpts().FeaturesAsWritten;
  Host.TuneCPU = CI.getTargetOpts().TuneCPU;
  Host.ABI = CI.getTargetOpts().ABI;
  LangOptions &Lang = compat::langOpts(*Invocation);
  Lang.setStackProtector(CI.getLangOpts().getStackProtector());
  // There are no other threads that a function could wait for.
  Lang.ConvergentFunctions = false;
  CodeGenOptions &Code = Invocation->getCodeGenOpts();
  Code.setFramePointer(Wanted.getFramePointer());
  Code.UnwindTables = Wanted.UnwindTables;
  Code.DisableRedZone = Wanted.DisableRedZone;
  copyMeaning(Wanted, Code);
  WithoutPlugins<EmitLLVMOnlyAction> Action(&M.getContext());
  const bool IsCompiled =
      compileKernel(std::move(Invocation), FileName, Source, Errors, Action);
  return IsCompiled ? Action.takeModule() : nullptr;
}

/// The number of the kernel that native-entries.cl calls \p Name.
static unsigned kernelNamed(StringRef Name) {
  return llvm::StringSwitch<unsigned>(Name)
      .Case("first", OMPSCAN_NATIVE_FIRST)
      .Case("last", OMPSCAN_NATIVE_LAST)
      .Case("total", OMPSCAN_NATIVE_TOTAL)
      .Case("combine", OMPSCAN_NATIVE_COMBINE)
      .Case("seed", OMPSCAN_NATIVE_SEED);
}

/// Has the sanitizers of the program check \p Native. Not ThreadSanitizer,
/// which does not know what a fence orders.
static void addSanitizers(llvm::Module &Native, const SanitizerSet &Wanted) {
  for (llvm::Function &F : Native) {
    if (Wanted.has(SanitizerKind::Address))
      F.addFnAttr(llvm::Attribute::SanitizeAddress);
    if (Wanted.has(SanitizerKind::HWAddress))
      F.addFnAttr(llvm::Attribute::SanitizeHWAddress);
  }
}

/// Whether all versions share \p F, the base version's own: it gains nothing
/// from newer instructions.
static bool isShared(const llvm::GlobalValue &F) {
  return F.getName() == "ompscan_native_combine" ||
         F.getName() == "ompscan_native_seed";
}

/// The end of the names of all functions of the program \p Source for the
/// target
/// \p For.
std::string NativeCode::suffixOf(const Target &For, StringRef Source) const {
  llvm::MD5 Hash;
  Hash.update(Source);
  Hash.update(For.Cpu);
  Hash.update(meaningOf(CI.getCodeGenOpts()));
  for (const std::string &Each : CI.getTargetOpts().FeaturesAsWritten)
    Hash.update(Each);
  llvm::MD5::MD5Result Digest;
  Hash.final(Digest);
  return For.Suffix + "_" + Digest.digest().str().str();
}

/// Gives the functions of \p V what those of the user's module have.
void NativeCode::prepare(Version &V, StringRef Source) const {
  const std::string Tail = suffixOf(V.For, Source);
  const std::string SharedTail = suffixOf(targets().front(), Source);
  llvm::Module &Native = *V.Native;
  for (llvm::Function &F : Native) {
    if (F.isDeclaration() && !isShared(F))
      continue;
    StringRef Name = F.getName();
    const std::string &Own = isShared(F) ? SharedTail : Tail;
    if (Name.consume_front("ompscan_native_")) {
      const unsigned Kernel = kernelNamed(Name);
      F.setName("__ompscan_native_" + Name + Own);
      V.Kernels[Kernel] = F.getName().str();
    } else {
      if (!isShared(F))
        F.setLinkage(llvm::GlobalValue::InternalLinkage);
      Name.consume_front("ompscan_");
      F.setName("__ompscan_native_" + Name + "." + Own);
    }
    if (!F.isDeclaration())
      V.Functions.push_back(F.getName().str());
  }
  for (llvm::GlobalVariable &Var : Native.globals())
    if (!Var.isDeclaration() && !Var.hasLinkOnceODRLinkage() &&
        Var.getName() != "ompscan_native_parameters")
      Var.setLinkage(llvm::GlobalValue::InternalLinkage);
  Native.setTargetTriple(M.getTargetTriple());
  Native.setDataLayout(M.getDataLayout());
  for (const char *Name :
       {"opencl.ocl.version", "opencl.spir.version", "llvm.module.flags"})
    if (llvm::NamedMDNode *Old = Native.getNamedMetadata(Name))
      Native.eraseNamedMetadata(Old);
  // A flag that one of two modules lacks may be reset, such as that of -fPIC.
  if (llvm::NamedMDNode *Flags = M.getModuleFlagsMetadata())
    for (llvm::MDNode *Flag : Flags->operands())
      if (llvm::mdconst::extract<llvm::ConstantInt>(Flag->getOperand(0))
              ->getZExtValue() != llvm::Module::Append)
        Native.addModuleFlag(Flag);
}

/// Links \p V, and returns the ompscan_native_version of its kernels.
llvm::Constant *NativeCode::link(Version &V, bool IsLast) {
  llvm::LLVMContext &Context = M.getContext();
  llvm::Type *const Word = llvm::Type::getInt32Ty(Context);
  auto *const Pointer = llvm::PointerType::get(Context, 0);
  auto *Counts = V.Native->getNamedGlobal("ompscan_native_parameters");
  llvm::SmallVector<llvm::Constant *, OMPSCAN_NATIVE_KERNELS> Parameters;
  for (unsigned I = 0; I != OMPSCAN_NATIVE_KERNELS; ++I)
    Parameters.push_back(Counts->getInitializer()->getAggregateElement(I));
  Counts->eraseFromParent();
  if (llvm::Linker::linkModules(M, std::move(V.Native)))
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
      {llvm::ConstantInt::get(Word, V.For.Instructions),
       llvm::ConstantInt::get(Word, IsLast),
       llvm::ConstantArray::get(
           llvm::ArrayType::get(Word, OMPSCAN_NATIVE_KERNELS), Parameters),
       llvm::ConstantArray::get(
           llvm::ArrayType::get(Pointer, OMPSCAN_NATIVE_KERNELS), Kernels)});
}

/// Where the user's code launches \p Loop, as debug information tells it.
static llvm::DebugLoc placeOf(const llvm::GlobalVariable &Loop) {
  for (const llvm::User *Each : Loop.users())
    if (const auto *Call = dyn_cast<llvm::Instruction>(Each))
      if (Call->getDebugLoc())
        return Call->getDebugLoc();
  return {};
}

/// The metadata with the places.
static constexpr llvm::StringLiteral PlacesName = "ompscan.places";

bool ompscan::plugin::notePlaces(llvm::Module &M) {
  llvm::LLVMContext &Context = M.getContext();
  const auto Number = [&](unsigned N) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), N));
  };
  bool HasPlaces = false;
  for (const LoopConstant &Loop : loopsOf(M))
    if (const llvm::DebugLoc Place = placeOf(Loop.variable())) {
      M.getOrInsertNamedMetadata(PlacesName)
          ->addOperand(llvm::MDTuple::get(
              Context,
              {llvm::ValueAsMetadata::get(&Loop.variable()), Place->getScope(),
               Number(Place->getLine()), Number(Place->getColumn())}));
      HasPlaces = true;
    }
  return HasPlaces;
}

/// Removes the places that notePlaces() has kept in \p M, and returns them.
static llvm::DenseMap<const llvm::Value *, llvm::DebugLoc>
takePlaces(llvm::Module &M) {
  llvm::DenseMap<const llvm::Value *, llvm::DebugLoc> Places;
  llvm::NamedMDNode *const Kept = M.getNamedMetadata(PlacesName);
  if (!Kept)
    return Places;
  for (const llvm::MDNode *Each : Kept->operands()) {
    const auto Number = [Each](unsigned I) {
      return unsigned(
          llvm::mdconst::extract<llvm::ConstantInt>(Each->getOperand(I))
              ->getZExtValue());
    };
    // The loop may be gone.
    if (const auto *Loop =
            dyn_cast_or_null<llvm::ValueAsMetadata>(Each->getOperand(0).get()))
      Places[Loop->getValue()] = llvm::DILocation::get(
          M.getContext(), Number(2), Number(3), Each->getOperand(1).get());
  }
  M.eraseNamedMetadata(Kept);
  return Places;
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

/// Says whether \p Native may store past the caches (native-prelude.cl). If it
/// may not, one of two loops is left.
static void setStreams(llvm::Module &Native, bool MayStream) {
  llvm::Function *const Question = Native.getFunction("ompscan_may_stream");
  if (!Question)
    return;
  for (llvm::User *Each : llvm::make_early_inc_range(Question->users())) {
    auto *const Call = cast<llvm::CallInst>(Each);
    Call->replaceAllUsesWith(
        llvm::ConstantInt::get(Call->getType(), MayStream));
    Call->eraseFromParent();
  }
  Question->eraseFromParent();
}

/// A copy of \p Native, which is only simplified, for the processor \p Cpu.
static std::unique_ptr<llvm::Module> retarget(const llvm::Module &Native,
                                              StringRef Cpu) {
  llvm::ValueToValueMapTy Values;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(
      Native, Values, [](const llvm::GlobalValue *V) { return !isShared(*V); });
  for (llvm::Function &F : *Copy) {
    F.addFnAttr("target-cpu", Cpu);
    F.removeFnAttr("target-features"); // They follow from the processor.
  }
  return Copy;
}

/// The vector instructions of a version.
struct VectorUse {
  unsigned Operations = 0, Accesses = 0;
  /// Computes with integers of 64 bits. Only x86-64-v4 has instructions for
  /// their products, extrema and conversions.
  bool HasWideIntegers = false;
};

static VectorUse vectorUseOf(const llvm::Module &Native) {
  const auto IsVector = [](const llvm::Value *V) {
    return V->getType()->isVectorTy();
  };
  const auto IsWide = [](const llvm::Value *V) {
    return V->getType()->isVectorTy() && V->getType()->isIntOrIntVectorTy(64);
  };
  VectorUse Use;
  for (const llvm::Function &F : Native)
    for (const llvm::Instruction &Each : llvm::instructions(F)) {
      if (isa<llvm::LoadInst, llvm::StoreInst>(Each)) {
        Use.Accesses += IsVector(&Each) || IsVector(Each.getOperand(0));
      } else if (isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst,
                     llvm::CallBase>(Each) &&
                 !isa<llvm::BitCastInst>(Each)) {
        Use.Operations +=
            IsVector(&Each) || llvm::any_of(Each.operands(), IsVector);
        Use.HasWideIntegers |=
            IsWide(&Each) || llvm::any_of(Each.operands(), IsWide);
      }
    }
  return Use;
}

/// Whether a version for x86-64-v4 pays besides \p V3, that for x86-64-v3:
/// loops that compute little for each access wait for memory.
static bool gainsFromV4(const llvm::Module &V3) {
  constexpr unsigned Least = 4; // operations for an access
  const VectorUse Use = vectorUseOf(V3);
  return Use.HasWideIntegers || Use.Operations > Least * Use.Accesses;
}

/// The versions of \p Native, which is simplified, for \p Targets. The first
/// one runs on processors older than the others only, and is small if there are
/// others.
std::vector<Version>
NativeCode::optimize(std::unique_ptr<llvm::Module> Native,
                     llvm::ArrayRef<Target> Targets) const {
  const bool Vectorizes = !isOptimizedByLinker();
  const bool HasWideCompression = hasWideCompression(*Native);
  std::vector<Version> All;
  All.push_back({Targets.front(), nullptr, {}, {}});
  for (const Target &Each : llvm::drop_begin(Targets)) {
    const bool IsV4 = Each.Instructions == OMPSCAN_INSTRUCTIONS_X86_64_V4;
    const bool GainsOtherwise = !IsV4 || All.size() == 1 || !Vectorizes ||
                                gainsFromV4(*All.back().Native);
    if (!GainsOtherwise && !HasWideCompression)
      continue;
    All.push_back({Each, retarget(*Native, Each.Cpu), {}, {}});
    // The version before has the same code that stores kept elements.
    if (!GainsOtherwise)
      All.back().Native->getFunction("ompscan_native_first")->eraseFromParent();
    setStreams(*All.back().Native, /*MayStream=*/true);
    setCompression(*All.back().Native, IsV4 ? Compression::ByInstructions
                                            : Compression::ByPermutations);
    if (Vectorizes)
      Passes.vectorize(*All.back().Native);
  }
  const bool IsSmall = Targets.size() > 1;
  setStreams(*Native, /*MayStream=*/!IsSmall);
  setCompression(*Native, compressionOf(*Native));
  if (IsSmall)
    Passes.finish(*Native);
  else if (Vectorizes)
    Passes.vectorize(*Native);
  All.front().Native = std::move(Native);
  return All;
}

/// The ompscan_native_version objects of \p Source; null, with \p Error, if it
/// does not compile.
llvm::Constant *NativeCode::versions(StringRef Source, llvm::DebugLoc Place,
                                     std::string &Error) {
  std::vector<Target> Targets = targets();
  FirstError Errors;
  std::unique_ptr<llvm::Module> Native =
      compile(Source, Targets.front(), Errors);
  if (!Native) {
    Error = Errors.Text.empty() ? "unknown error" : Errors.Text;
    return nullptr;
  }
  addSanitizers(*Native, CI.getLangOpts().Sanitize);
  // The front end and the simplification make the same code for all processors.
  Passes.simplify(*Native);
  std::vector<Version> All = optimize(std::move(Native), Targets);
  for (size_t Number = 0; Number != All.size(); ++Number) {
    prepare(All[Number], Source);
    for (unsigned I = 0; Number != 0 && I != OMPSCAN_NATIVE_KERNELS; ++I)
      if (All[Number].Kernels[I].empty())
        All[Number].Kernels[I] = All[Number - 1].Kernels[I];
  }
  llvm::SmallVector<llvm::Constant *, 3> Records;
  for (Version &Each : All) {
    llvm::Constant *Record = link(Each, &Each == &All.back());
    if (!Record) {
      Error = "cannot be linked";
      return nullptr;
    }
    Records.push_back(Record);
  }
  for (const Version &Each : All)
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

void NativeCode::addTo(LoopConstant &Loop) {
  if (!Loop.isNull(offsetof(ompscan_loop_descriptor, native)))
    return;
  const llvm::DebugLoc Place = Places.lookup(&Loop.variable());
  StringRef Hooks = Loop.text(offsetof(ompscan_loop_descriptor, hooks));
  // Without the name of the place, equal loops are one; a debugger shows each.
  while (!Place && compat::startsWith(Hooks, "//"))
    Hooks = Hooks.split('\n').second;
  const std::string Source = ompscan::templates::composeNative(
      Loop.number(offsetof(ompscan_loop_descriptor, kernel_template)),
      Loop.number(offsetof(ompscan_loop_descriptor, traits)),
      Loop.number(offsetof(ompscan_loop_descriptor, item_size)),
      Hooks.str().c_str());
  const auto [Entry, IsNew] = Known.try_emplace(Source, nullptr);
  if (IsNew) {
    std::string Error;
    Entry->second = versions(Source, Place, Error);
    if (!Entry->second)
      Diags.report(SourceLocation(), Diag::warn_native)
          << Loop.text(offsetof(ompscan_loop_descriptor, location)) << Error;
  }
  if (Entry->second)
    Loop.set(offsetof(ompscan_loop_descriptor, native), Entry->second);
}

bool NativeCode::add() {
  std::vector<LoopConstant> Loops = loopsOf(M);
  Places = takePlaces(M);
  llvm::LLVMContext &Context = M.getContext();
  const bool Discards = Context.shouldDiscardValueNames();
  for (LoopConstant &Loop : Loops)
    addTo(Loop);
  Context.setDiscardValueNames(Discards);
  return !Loops.empty();
}

bool ompscan::plugin::addNativeCode(llvm::Module &M, CompilerInstance &CI,
                                    const KernelForms &Forms) {
  NativeCode Code(CI, M, Forms);
  return Code.isPossible() && Code.add();
}

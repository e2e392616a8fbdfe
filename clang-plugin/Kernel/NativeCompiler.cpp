//===- NativeCompiler.cpp - Programs in machine code of the host ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/NativeCompiler.h"
#include "Kernel/CompiledKernels.h"
#include "Kernel/CompressCode.h"
#include "Kernel/KernelCheck.h"
#include "Kernel/KernelPasses.h"
#include "Kernel/WithoutPlugins.h"
#include "Support/ClangCompat.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace clang;
using namespace ompscan::plugin;

NativeCompiler::NativeCompiler(const CompilerInstance &CI,
                               const KernelForms &Forms)
    : CI(CI), HasV3(Forms.NativeV3), HasV4(Forms.NativeV4) {}

/// On x86-64 there are several versions, unless the user asks for a processor
/// or its instructions, or for no optimization.
std::vector<NativeCompiler::Target> NativeCompiler::targets() const {
  const TargetOptions &Wanted = CI.getTargetOpts();
  std::vector<Target> All = {{OMPSCAN_INSTRUCTIONS_BASE, Wanted.CPU, ""}};
  if (llvm::Triple(Wanted.Triple).getArch() == llvm::Triple::x86_64 &&
      Wanted.CPU == "x86-64" && Wanted.FeaturesAsWritten.empty() &&
      CI.getCodeGenOpts().OptimizationLevel > 0) {
    if (HasV3)
      All.push_back({OMPSCAN_INSTRUCTIONS_X86_64_V3, "x86-64-v3", "_v3"});
    if (HasV4)
      All.push_back({OMPSCAN_INSTRUCTIONS_X86_64_V4, "x86-64-v4", "_v4"});
  }
  return All;
}

/// Whether the linker vectorizes and unrolls loops.
bool NativeCompiler::isOptimizedByLinker() const {
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

std::unique_ptr<llvm::Module>
NativeCompiler::parse(StringRef Source, const Target &For, FirstError &Errors,
                      llvm::LLVMContext &Context) const {
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
  WithoutPlugins<EmitLLVMOnlyAction> Action(&Context);
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

/// The end of the names of all functions of a program for the target \p For.
/// \p Digest is that of the text.
std::string NativeCompiler::suffixOf(const Target &For,
                                     StringRef Digest) const {
  llvm::MD5 Hash;
  Hash.update(Digest);
  Hash.update(For.Cpu);
  Hash.update(meaningOf(CI.getCodeGenOpts()));
  for (const std::string &Each : CI.getTargetOpts().FeaturesAsWritten)
    Hash.update(Each);
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  return For.Suffix + "_" + Result.digest().str().str();
}

/// The bitcode of \p D, whose functions get the names of a program whose text
/// has the digest \p Digest.
NativeProgram::Version NativeCompiler::write(Draft &D, StringRef Digest) const {
  NativeProgram::Version V{D.For.Instructions, {}, {}, {}};
  const std::string Tail = suffixOf(D.For, Digest);
  const std::string SharedTail = suffixOf(targets().front(), Digest);
  llvm::Module &Native = *D.Native;
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
  // The module that it becomes a part of has flags of its own, such as that of
  // -fshort-wchar.
  for (const char *Name :
       {"opencl.ocl.version", "opencl.spir.version", "llvm.module.flags"})
    if (llvm::NamedMDNode *Own = Native.getNamedMetadata(Name))
      Native.eraseNamedMetadata(Own);
  llvm::raw_svector_ostream OS(V.Bitcode);
  llvm::WriteBitcodeToFile(Native, OS);
  return V;
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
std::vector<NativeCompiler::Draft>
NativeCompiler::optimize(std::unique_ptr<llvm::Module> Native,
                         llvm::ArrayRef<Target> Targets,
                         const KernelPasses &Passes) const {
  const bool Vectorizes = !isOptimizedByLinker();
  const bool HasWideCompression = hasWideCompression(*Native);
  std::vector<Draft> All;
  All.push_back({Targets.front(), nullptr});
  for (const Target &Each : llvm::drop_begin(Targets)) {
    const bool IsV4 = Each.Instructions == OMPSCAN_INSTRUCTIONS_X86_64_V4;
    const bool GainsOtherwise = !IsV4 || All.size() == 1 || !Vectorizes ||
                                gainsFromV4(*All.back().Native);
    if (!GainsOtherwise && !HasWideCompression)
      continue;
    All.push_back({Each, retarget(*Native, Each.Cpu)});
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

namespace {

/// Keeps the first error of LLVM's passes. Remarks and warnings are about code
/// that the user has not written.
class PassErrors : public llvm::DiagnosticHandler {
public:
  explicit PassErrors(std::string &First) : First(First) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    if (Info.getSeverity() != llvm::DS_Error || !First.empty())
      return true;
    llvm::raw_string_ostream OS(First);
    llvm::DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    return true;
  }

private:
  std::string &First;
};

} // namespace

NativeProgram NativeCompiler::compile(StringRef Source) const {
  NativeProgram Program;
  const std::vector<Target> Targets = targets();
  llvm::LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<PassErrors>(Program.Error));
  FirstError Errors;
  std::unique_ptr<llvm::Module> Native =
      parse(Source, Targets.front(), Errors, Context);
  if (!Native) {
    Program.Error = Errors.Text.empty() ? "unknown error" : Errors.Text;
    return Program;
  }
  addSanitizers(*Native, CI.getLangOpts().Sanitize);
  // Null if LLVM does not know the target.
  const std::unique_ptr<llvm::TargetMachine> Machine =
      compat::makeTargetMachine(CI.getTargetOpts());
  const KernelPasses Passes(CI.getCodeGenOpts(), Machine.get());
  // The front end and the simplification make the same code for all processors.
  Passes.simplify(*Native);
  const auto Digest = llvm::MD5::hash(llvm::arrayRefFromStringRef(Source));
  for (Draft &Each : optimize(std::move(Native), Targets, Passes)) {
    NativeProgram::Version V = write(Each, Digest.digest());
    for (unsigned I = 0;
         !Program.Versions.empty() && I != OMPSCAN_NATIVE_KERNELS; ++I)
      if (V.Kernels[I].empty())
        V.Kernels[I] = Program.Versions.back().Kernels[I];
    Program.Versions.push_back(std::move(V));
  }
  if (!Program.Error.empty())
    Program.Versions.clear();
  return Program;
}

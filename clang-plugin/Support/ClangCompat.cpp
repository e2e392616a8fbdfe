//===- ClangCompat.cpp - Differences between Clang releases ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ClangCompat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Program.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <mutex>
#include <utility>

#if CLANG_VERSION_MAJOR >= 18
#include "llvm/Frontend/Driver/CodeGenOptions.h"
#endif

using namespace ompscan::plugin;

bool compat::canMakePtx() { return CLANG_VERSION_MAJOR >= 17; }

bool compat::runQuietly(llvm::StringRef Program,
                        llvm::ArrayRef<llvm::StringRef> Arguments) {
#if CLANG_VERSION_MAJOR >= 16
  using Stream = std::optional<llvm::StringRef>;
#else
  using Stream = llvm::Optional<llvm::StringRef>;
#endif
  const Stream Nowhere = llvm::StringRef("");
  const Stream Streams[] = {Nowhere, Nowhere, Nowhere};
  return llvm::sys::ExecuteAndWait(Program, Arguments, /*Env=*/{}, Streams) ==
         0;
}

const clang::APValue *compat::constantValue(const clang::VarDecl *V,
                                            clang::APValue &Storage) {
  if (const clang::APValue *Value = V->evaluateValue())
    return Value;
#if CLANG_VERSION_MAJOR < 17
  // Clang evaluates initializers of arrays and records in C++ only.
  const clang::ASTContext &Context = V->getASTContext();
  clang::Expr::EvalResult Result;
  if (!Context.getLangOpts().CPlusPlus && V->hasGlobalStorage() &&
      V->getInit()->EvaluateAsConstantExpr(Result, Context)) {
    Storage = std::move(Result.Val);
    return &Storage;
  }
#endif
  (void)Storage;
  return nullptr;
}

/// The context for the host's code. Newer releases also want the number of an
/// offload device, -1 for none.
template <typename ContextT>
static std::unique_ptr<ContextT>
hostContext(clang::ASTContext &Context,
            llvm::ArrayRef<llvm::omp::TraitProperty> Constructs) {
  std::function<void(llvm::StringRef)> Ignore = [](llvm::StringRef) {};
  if constexpr (std::is_constructible_v<ContextT, clang::ASTContext &,
                                        decltype(Ignore) &&, std::nullptr_t,
                                        decltype(Constructs), int>)
    return std::make_unique<ContextT>(Context, std::move(Ignore), nullptr,
                                      Constructs, -1);
  else
    return std::make_unique<ContextT>(Context, std::move(Ignore), nullptr,
                                      Constructs);
}

std::unique_ptr<llvm::omp::OMPContext>
compat::deviceContext(clang::ASTContext &Context,
                      llvm::ArrayRef<llvm::omp::TraitProperty> Constructs) {
  using llvm::omp::TraitProperty;
  auto Result = hostContext<clang::TargetOMPContext>(Context, Constructs);
  Result->ActiveTraits.reset(unsigned(TraitProperty::device_kind_host));
  Result->ActiveTraits.set(unsigned(TraitProperty::device_kind_nohost));
  return Result;
}

clang::FieldDecl *compat::captureFields(
    const clang::CXXRecordDecl &Class,
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> &Fields) {
  clang::FieldDecl *This = nullptr;
#if CLANG_VERSION_MAJOR >= 16
  Class.getCaptureFields(Fields, This);
#else
  llvm::DenseMap<const clang::VarDecl *, clang::FieldDecl *> OfVariables;
  Class.getCaptureFields(OfVariables, This);
  Fields.insert(OfVariables.begin(), OfVariables.end());
#endif
  return This;
}

std::unique_ptr<llvm::TargetMachine>
compat::makeTargetMachine(const clang::TargetOptions &Options) {
#if CLANG_VERSION_MAJOR >= 22
  const llvm::Triple Triple(Options.Triple);
#else
  const std::string &Triple = Options.Triple;
#endif
  std::string Error;
  const llvm::Target *Target =
      llvm::TargetRegistry::lookupTarget(Triple, Error);
  llvm::TargetOptions Machine;
  Machine.MCOptions.ABIName = Options.ABI;
  return std::unique_ptr<llvm::TargetMachine>(
      Target ? Target->createTargetMachine(Triple, Options.CPU,
                                           /*Features=*/"", Machine, {})
             : nullptr);
}

/// Adds the passes that write the assembly to \p OS, without LSR. No argument
/// leaves that out, but an option of LLVM, which is read when passes are added.
static bool addAssemblyPasses(llvm::legacy::PassManager &Passes,
                              llvm::raw_pwrite_stream &OS,
                              llvm::TargetMachine &Machine) {
#if CLANG_VERSION_MAJOR >= 18
  constexpr auto Kind = llvm::CodeGenFileType::AssemblyFile;
#else
  constexpr auto Kind = llvm::CGFT_AssemblyFile;
#endif
  static std::mutex Options;
  const std::lock_guard<std::mutex> Lock(Options);
  auto &All = llvm::cl::getRegisteredOptions();
  const auto Found = All.find("disable-lsr");
  auto *const Option = Found == All.end()
                           ? nullptr
                           : static_cast<llvm::cl::opt<bool> *>(Found->second);
  const bool Old = Option && *Option;
  if (Option)
    Option->setValue(true);
  const bool HasFailed = Machine.addPassesToEmitFile(Passes, OS, nullptr, Kind,
                                                     /*DisableVerify=*/true);
  if (Option)
    Option->setValue(Old);
  return !HasFailed;
}

namespace {

/// Leaves out passes over straight-line code. Releases differ in whether the
/// virtual function is constant, and in what a pass is called.
class NoStraightLines : public llvm::OptPassGate {
public:
  bool isEnabled() const { return true; }
  bool shouldRunPass(llvm::StringRef Name, llvm::StringRef) {
    return isWanted(Name);
  }
  bool shouldRunPass(llvm::StringRef Name, llvm::StringRef) const {
    return isWanted(Name);
  }

private:
  static bool isWanted(llvm::StringRef Name) {
    return Name != "slsr" && Name != "Straight line strength reduction" &&
           Name != "nary-reassociate" && Name != "Nary reassociation";
  }
};

} // namespace

std::string compat::assemblyOf(llvm::Module &M, llvm::TargetMachine &Machine) {
  llvm::SmallString<0> Text;
  llvm::raw_svector_ostream OS(Text);
  llvm::legacy::PassManager Passes;
  Passes.add(llvm::createTargetTransformInfoWrapperPass(
      Machine.getTargetIRAnalysis()));
  if (!addAssemblyPasses(Passes, OS, Machine))
    return "";
  NoStraightLines Gate;
  llvm::OptPassGate &Before = M.getContext().getOptPassGate();
  M.getContext().setOptPassGate(Gate);
  Passes.run(M);
  M.getContext().setOptPassGate(Before);
  return std::string(Text);
}

std::unique_ptr<llvm::TargetLibraryInfoImpl>
compat::libraryOf(const llvm::Triple &Triple,
                  const clang::CodeGenOptions &Options) {
#if CLANG_VERSION_MAJOR >= 18
  llvm::Triple Copy = Triple;
  return std::unique_ptr<llvm::TargetLibraryInfoImpl>(
      llvm::driver::createTLII(Copy, Options.getVecLib()));
#else
  (void)Options;
  return std::make_unique<llvm::TargetLibraryInfoImpl>(Triple);
#endif
}

using AddFunction = std::function<void(llvm::PassBuilder &)>;

#if CLANG_VERSION_MAJOR >= 18

void compat::addPasses(clang::CodeGenOptions &Options, AddFunction Add) {
  Options.PassBuilderCallbacks.push_back(std::move(Add));
}

#else

#include "llvm/ADT/STLExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include <dlfcn.h>

// CodeGenOptions can only name plugins of passes, as -fpass-plugin does. Clang
// loads this library again as such a plugin, but does not pass it the options
// of the compilation.

/// The functions for the compiler of this thread that sets up its passes next.
/// A nested compiler starts while the passes of the outer one run.
static thread_local std::vector<AddFunction> Waiting;

/// The file that this code is from.
static std::string library() {
  static const char Anchor = 0;
  Dl_info About;
  return dladdr(&Anchor, &About) && About.dli_fname ? About.dli_fname : "";
}

void compat::addPasses(clang::CodeGenOptions &Options, AddFunction Add) {
  const std::string Library = library();
  if (!llvm::is_contained(Options.PassPlugins, Library)) {
    Options.PassPlugins.push_back(Library);
    // A compiler that failed before its passes leaves some.
    Waiting.clear();
  }
  Waiting.push_back(std::move(Add));
}

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompscan", "",
          [](llvm::PassBuilder &Builder) {
            for (const AddFunction &Add : std::exchange(Waiting, {}))
              Add(Builder);
          }};
}

#endif

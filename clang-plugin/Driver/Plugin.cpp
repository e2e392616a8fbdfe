//===- Plugin.cpp - Registration with Clang -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Options.h"
#include "Driver/ScanConsumer.h"
#include "Kernel/KernelCheck.h"
#include "Kernel/KernelFormat.h"
#include "Kernel/PtxAssembler.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/ModuleUnit.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <unistd.h>

using namespace clang;
using namespace ompscan::plugin;

namespace {

class OmpScanAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override;
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override;
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Options Opts;
};

} // namespace

/// Reads one of the names of "opencl,ptx,sm_90" into \p Forms.
static bool readForm(StringRef Name, KernelForms &Forms) {
  unsigned Architecture;
  if (Name == "ptx")
    Forms.Ptx = Forms.PtxIsAsked = true;
  else if (Name == "spirv")
    Forms.Spirv = true;
  else if (Name.consume_front("sm_") && !Name.getAsInteger(10, Architecture))
    Forms.CudaArchitectures.push_back(Architecture);
  else
    return Name == "opencl";
  return true;
}

/// Reads "v3,v4" or "base" into \p Forms; false if it is something else. The
/// base version serves processors that no other one does, and is always there.
static bool readVersions(StringRef Names, KernelForms &Forms) {
  llvm::SmallVector<StringRef, 3> Each;
  Names.split(Each, ',');
  Forms.NativeV3 = llvm::is_contained(Each, "v3");
  Forms.NativeV4 = llvm::is_contained(Each, "v4");
  return llvm::all_of(Each, [](StringRef Name) {
    return Name == "base" || Name == "v3" || Name == "v4";
  });
}

/// Reads "opencl,ptx,sm_90" into \p Forms. \p Names must have no other form,
/// contain OpenCL, whose text is what the others are made of, PTX if machine
/// code is made of it, and no format that this Clang cannot make.
static bool readForms(StringRef Names, KernelForms &Forms,
                      DiagnosticsEngine &Engine) {
  Diagnostics Diags(Engine);
  llvm::SmallVector<StringRef, 3> Each;
  Names.split(Each, ',');
  Forms.Ptx = Forms.PtxIsAsked = Forms.Spirv = false;
  Forms.CudaArchitectures.clear();
  if (!llvm::all_of(Each,
                    [&](StringRef Name) { return readForm(Name, Forms); }) ||
      !llvm::is_contained(Each, "opencl") ||
      (!Forms.CudaArchitectures.empty() && !Forms.Ptx))
    Diags.report(SourceLocation(), Diag::err_kernel_forms) << Names;
  else if (Forms.Ptx && !compat::canMakePtx())
    Diags.report(SourceLocation(), Diag::err_no_format) << Names << 0;
  else if (Forms.Spirv && !canMakeSpirv())
    Diags.report(SourceLocation(), Diag::err_no_format) << Names << 1;
  else
    return true;
  return false;
}

/// The architectures that Clang and ptxas know, from the least that PTX is for.
static constexpr unsigned KnownArchitectures[] = {
    70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

/// "sm_70, sm_72, ..."
static std::string listArchitectures() {
  std::string Names;
  for (const unsigned Each : KnownArchitectures)
    Names += (Names.empty() ? "sm_" : ", sm_") + std::to_string(Each);
  return Names;
}

/// Reads "native,sm_90", the value of '--offload-arch', into \p Forms, which
/// then have PTX.
static bool readOffloadArch(StringRef Names, KernelForms &Forms,
                            const Diagnostics &Diags) {
  llvm::SmallVector<StringRef, 3> Each;
  Names.split(Each, ',');
  for (StringRef Name : Each) {
    const StringRef Whole = Name;
    std::vector<unsigned> Found;
    unsigned Architecture;
    if (Name == "native") {
      std::string Error;
      Found = findNativeArchitectures(Error);
      if (Found.empty())
        return Diags.report(SourceLocation(), Diag::err_no_native_gpu) << Error;
    } else if (Name.consume_front("sm_") &&
               !Name.getAsInteger(10, Architecture) &&
               llvm::is_contained(KnownArchitectures, Architecture)) {
      Found = {Architecture};
    } else {
      return Diags.report(SourceLocation(), Diag::err_offload_arch)
             << Whole << listArchitectures();
    }
    for (const unsigned A : Found)
      if (!llvm::is_contained(Forms.CudaArchitectures, A))
        Forms.CudaArchitectures.push_back(A);
  }
  Forms.Ptx = Forms.PtxIsAsked = true;
  return true;
}

/// Whether programs for \p Host may run where there is a driver of CUDA.
static bool mayHaveCuda(const llvm::Triple &Host) {
  return Host.isOSLinux() && (Host.getArch() == llvm::Triple::x86_64 ||
                              Host.getArch() == llvm::Triple::aarch64);
}

bool OmpScanAction::ParseArgs(const CompilerInstance &CI,
                              const std::vector<std::string> &Arguments) {
  if (isCheckingKernel())
    return true;
  Opts.Forms.Ptx = compat::canMakePtx() &&
                   mayHaveCuda(llvm::Triple(CI.getTargetOpts().Triple));
  // `sm_90` of kernels= has to be made; --offload-arch asks for the best.
  bool NeedsAssembler = true;
  for (StringRef Argument : Arguments) {
    if (Argument == "print-loops") {
      Opts.PrintLoops = true;
    } else if (Argument == "no-target-loops") {
      Opts.TargetLoops = false;
    } else if (Argument == "no-inscan") {
      Opts.StandardForm = false;
    } else if (Argument == "no-associativity") {
      Opts.JudgesOperators = false;
    } else if (Argument == "no-fusion") {
      Opts.Fusion = false;
    } else if (Argument == "no-native") {
      Opts.Forms.Native = false;
    } else if (Argument == "no-ptx") {
      Opts.Forms.Ptx = false;
    } else if (Argument == "no-compression") {
      Opts.Forms.Compresses = false;
    } else if (StringRef Forms = Argument; Forms.consume_front("kernels=")) {
      if (!readForms(Forms, Opts.Forms, CI.getDiagnostics()))
        return false;
    } else if (StringRef Names = Argument;
               Names.consume_front("offload-arch=")) {
      NeedsAssembler = false;
      if (!readOffloadArch(Names, Opts.Forms, Diagnostics(CI.getDiagnostics())))
        return false;
    } else if (StringRef File = Argument; File.consume_front("libclc=")) {
      Opts.Forms.PtxLibrary = File.str();
    } else if (StringRef File = Argument; File.consume_front("ptxas=")) {
      Opts.Forms.PtxAssembler = File.str();
    } else if (Argument.consume_front("emit-kernels=")) {
      Opts.KernelDirectory = Argument.str();
    } else if (StringRef Names = Argument; Names.consume_front("native=") &&
                                           readVersions(Names, Opts.Forms)) {
      continue;
    } else if (Diagnostics::setGroup(Argument)) {
      continue;
    } else if (compat::startsWith(Argument, "W")) {
      CI.getDiagnostics().Report(diag::warn_unknown_diag_option)
          << 0 << ("-" + Argument).str() << 0;
    } else {
      Diagnostics(CI.getDiagnostics())
              .report(SourceLocation(), Diag::err_argument)
          << Argument;
      return false;
    }
  }
  std::string &Assembler = Opts.Forms.PtxAssembler;
  if (Opts.Forms.CudaArchitectures.empty() || !Assembler.empty())
    return true;
  Assembler = findPtxas();
  if (!Assembler.empty())
    return true;
  const Diagnostics Diags(CI.getDiagnostics());
  if (NeedsAssembler)
    return Diags.report(SourceLocation(), Diag::err_no_assembler);
  Opts.Forms.CudaArchitectures.clear();
  if (CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches(RemarkPass))
    Diags.report(SourceLocation(), Diag::remark_no_assembler);
  return true;
}

std::unique_ptr<ASTConsumer>
OmpScanAction::CreateASTConsumer(CompilerInstance &CI, StringRef) {
  if (isCheckingKernel() || CI.getLangOpts().OpenCL)
    return std::make_unique<ASTConsumer>();
  Diagnostics::readGroup(CI.getDiagnosticOpts(), CI.getDiagnostics());
  // Programs can test for the plugin.
  Preprocessor &PP = CI.getPreprocessor();
  PP.setPredefines(PP.getPredefines() + "#define __OMPSCAN__ " +
                   std::to_string(OMPSCAN_VERSION_NUMBER) + "\n");
  if (CI.getLangOpts().CPlusPlus11 && CI.getLangOpts().OpenMP &&
      !isModuleUnit(CI))
    // Warnings are suppressed as in a system header.
    PP.setPredefines(PP.getPredefines() + "# 1 \"<built-in>\" 3\n" +
                     PlaceholderDeclarations + "# 1 \"<built-in>\"\n");
  return std::make_unique<ScanConsumer>(CI, Opts);
}

/// The plugin for \p Release in the folder of this one; empty without any.
static std::string pluginFor(long Release) {
  static const char Anchor = 0;
  Dl_info About;
  if (!dladdr(&Anchor, &About) || !About.dli_fname)
    return "";
  std::string Path = About.dli_fname;
  const size_t Slash = Path.rfind('/');
  Path.resize(Slash == std::string::npos ? 0 : Slash + 1);
  Path += "ClangOmpScan-" + std::to_string(Release) + ".so";
  return access(Path.c_str(), R_OK) == 0 ? Path : "";
}

/// Ends the program with an error if the Clang that loads the plugin is not of
/// the release that the plugin was built for.
static void requireHostClang() {
  // "Debian clang version 22.1.8 (...)": nothing is called here that may differ
  // between releases.
  const std::string Version = clang::getClangFullVersion();
  static constexpr char Words[] = "clang version ";
  const size_t Begin = Version.find(Words);
  const char *Number =
      Begin == std::string::npos ? "" : Version.c_str() + Begin + 14;
  static_assert(sizeof Words == 14 + 1);
  const long Release = std::strtol(Number, nullptr, 10);
  if (Release == OMPSCAN_CLANG_MAJOR)
    return;
  const std::string Right = pluginFor(Release);
  std::fprintf(stderr,
               "error: the plugin ClangOmpScan-%d.so is for Clang %d and was "
               "loaded by '%s'; %s%s, or compile with ompscan-clang, which "
               "picks a Clang with its plugin\n",
               OMPSCAN_CLANG_MAJOR, OMPSCAN_CLANG_MAJOR, Version.c_str(),
               Right.empty() ? "this Clang has no plugin there: run clang-"
                             : "load ",
               Right.empty() ? std::to_string(OMPSCAN_CLANG_MAJOR).c_str()
                             : Right.c_str());
  std::_Exit(EXIT_FAILURE);
}

// Checked before the registration, which is the first use of Clang's classes.
[[maybe_unused]] static const bool HostChecked = (requireHostClang(), true);

static FrontendPluginRegistry::Add<OmpScanAction>
    Registered("ompscan", "offloads OpenMP scan loops to OpenCL devices");

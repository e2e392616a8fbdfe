//===- SpirvFormat.cpp - Kernels as SPIR-V --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compose.h"
#include "Kernel/KernelFormat.h"
#include "Kernel/WithoutPlugins.h"
#include "Support/ClangCompat.h"
#include "plan/CompiledPlans.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace clang;
using namespace ompscan::plugin;
using ompscan::rt::Plan;

namespace {

/// OpenCL 1.2 takes no newer SPIR-V.
constexpr char TargetTriple[] = "spirv64v1.0-unknown-unknown";

class SpirvFormat : public KernelFormat {
public:
  explicit SpirvFormat(std::string Resources)
      : Resources(std::move(Resources)) {}

  ompscan_kernel_format number() const override { return OMPSCAN_FORMAT_SPIRV; }
  const char *name() const override { return "SPIR-V"; }
  std::vector<Plan> plans(const KernelSource &Loop) const override {
    return ompscan::rt::spirvPlans(Loop.Template, Loop.traits(), Loop.ItemSize);
  }
  std::string compose(const KernelSource &Loop) const override {
    return ompscan::templates::compose(Loop.Template, Loop.Traits,
                                       Loop.Hooks.str().c_str());
  }
  std::vector<std::string> compile(StringRef Text, llvm::ArrayRef<Plan> Plans,
                                   uint64_t ItemSize,
                                   std::string &Error) const override;

private:
  /// The folder of Clang's own headers.
  const std::string Resources;
};

} // namespace

/// The SPIR-V of \p Bitcode, or nothing with an \p Error. Another process of
/// this Clang generates it: the back end of LLVM 22 keeps numbers of blocks
/// from one module to the next (SPIRVModuleAnalysis::MAI), so that only the
/// first one of a process is valid. It also makes invalid instructions, with
/// operands of two widths, of the result of passes that generate code at -O1
/// and above.
static std::string generate(StringRef Bitcode, std::string &Error) {
  llvm::SmallString<128> In, Out;
  llvm::FileRemover RemoveIn, RemoveOut;
  int File = -1;
  std::error_code Code =
      llvm::sys::fs::createTemporaryFile("ompscan", "bc", File, In);
  if (!Code) {
    RemoveIn.setFile(In);
    Code = llvm::sys::fs::createTemporaryFile("ompscan", "spv", Out);
  }
  if (Code) {
    Error = "no temporary file can be made: " + Code.message();
    return "";
  }
  RemoveOut.setFile(Out);
  llvm::raw_fd_ostream(File, /*shouldClose=*/true) << Bitcode;

  const std::string Clang =
      llvm::sys::fs::getMainExecutable(/*argv0=*/nullptr, nullptr);
  const StringRef Arguments[] = {Clang,       "-cc1", "-triple", TargetTriple,
                                 "-emit-obj", "-O0",  "-x",      "ir",
                                 In,          "-o",   Out};
  if (!compat::runQuietly(Clang, Arguments)) {
    Error = "LLVM's back end for SPIR-V fails";
    return "";
  }
  const auto Spirv = llvm::MemoryBuffer::getFile(Out);
  if (!Spirv || (*Spirv)->getBufferSize() == 0) {
    Error = "LLVM's back end for SPIR-V writes nothing";
    return "";
  }
  return (*Spirv)->getBuffer().str();
}

std::vector<std::string> SpirvFormat::compile(StringRef Text,
                                              llvm::ArrayRef<Plan> Plans,
                                              uint64_t ItemSize,
                                              std::string &Error) const {
  WithoutPlugins<EmitBCAction> Action;
  llvm::SmallString<0> Bitcode;
  if (!compileWith({"-emit-llvm-bc", "-O2", "-triple", TargetTriple,
                    "-finclude-default-header", "-fdeclare-opencl-builtins",
                    "-resource-dir", Resources.c_str()},
                   Text, Plans.front().options(ItemSize), Action, Bitcode,
                   Error))
    return {};
  const std::string Code = generate(Bitcode, Error);
  return Code.empty() ? std::vector<std::string>() : std::vector{Code};
}

bool ompscan::plugin::canMakeSpirv() {
  std::string Error;
  llvm::Triple Any;
  return llvm::TargetRegistry::lookupTarget("spirv64", Any, Error) != nullptr;
}

std::unique_ptr<KernelFormat>
ompscan::plugin::makeSpirvFormat(const CompilerInstance &CI) {
  return std::make_unique<SpirvFormat>(CI.getHeaderSearchOpts().ResourceDir);
}

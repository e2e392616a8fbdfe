//===- KernelCheck.cpp - Compiling kernels on the host --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelCheck.h"
#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

static thread_local bool Checking = false;

bool ompscan::plugin::isCheckingKernel() { return Checking; }

void FirstError::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                  const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level < DiagnosticsEngine::Error || !Text.empty())
    return;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  Text = Message.str().str();
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return;
  const SourceManager &SM = Info.getSourceManager();
  const StringRef Buffer =
      SM.getBufferData(SM.getFileID(SM.getFileLoc(Info.getLocation())));
  const unsigned Line = SM.getExpansionLineNumber(Info.getLocation());
  llvm::SmallVector<StringRef, 0> Lines;
  Buffer.split(Lines, '\n');
  if (Line != 0 && Line <= Lines.size())
    Text += (" in '" + Lines[Line - 1].trim() + "'").str();
}

bool ompscan::plugin::compileKernel(
    std::shared_ptr<CompilerInvocation> Invocation, const char *FileName,
    StringRef Source, FirstError &Errors, FrontendAction &Action,
    std::unique_ptr<llvm::raw_pwrite_stream> Output) {
  llvm::SaveAndRestore<bool> Guard(Checking, true);
  Invocation->getPreprocessorOpts().addRemappedFile(
      FileName,
      llvm::MemoryBuffer::getMemBufferCopy(Source, FileName).release());
  std::unique_ptr<CompilerInstance> Clang =
      compat::makeCompilerInstance(std::move(Invocation), Errors);
  Clang->setVerboseOutputStream(llvm::nulls()); // "1 error generated."
  if (Output)
    Clang->setOutputStream(std::move(Output));
  return Clang->ExecuteAction(Action);
}

/// The first error in \p Source with \p Options; empty if there is none.
static std::string check(StringRef Source, ArrayRef<const char *> Options) {
  static constexpr const char *FileName = "kernel.cl";
  llvm::SmallVector<const char *, 16> Arguments = {"-fsyntax-only", "-w", "-x",
                                                   "cl", "-cl-std=CL1.2"};
  Arguments.append(Options.begin(), Options.end());
  Arguments.push_back(FileName);
  FirstError Errors;
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!compat::parseArguments(*Invocation, Arguments, Errors))
    return "invalid arguments of the kernel check";
  SyntaxOnlyAction Action;
  if (!compileKernel(std::move(Invocation), FileName, Source, Errors, Action) &&
      Errors.Text.empty())
    return "the kernel check failed";
  return Errors.Text;
}

std::string ompscan::plugin::checkKernel(StringRef Source,
                                         const CompilerInstance &Host) {
  const std::string &Resources = Host.getHeaderSearchOpts().ResourceDir;
  return check(Source,
               {"-triple", "spir64-unknown-unknown", "-finclude-default-header",
                "-fdeclare-opencl-builtins", "-DOMPSCAN_GROUP=64",
                "-DOMPSCAN_ITEMS=4",
                "-DOMPSCAN_ALGORITHM=2", // Serves every loop.
                "-DOMPSCAN_ITEM_SIZE=4", "-resource-dir", Resources.c_str()});
}

std::string ompscan::plugin::checkNativeKernel(StringRef Source,
                                               const CompilerInstance &Host) {
  return check(Source, {"-cl-ext=+cl_khr_fp64", "-triple",
                        Host.getTargetOpts().Triple.c_str()});
}

//===- KernelCheck.cpp - Compiling kernels on the host --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelCheck.h"
#include "Kernel/WithoutPlugins.h"
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

/// The line of the source that \p Place is in.
static StringRef lineOf(const SourceManager &SM, SourceLocation Place) {
  const auto [File, Offset] = SM.getDecomposedExpansionLoc(Place);
  const StringRef Buffer = SM.getBufferData(File);
  const size_t Before = Buffer.take_front(Offset).rfind('\n');
  return Buffer.drop_front(Before == StringRef::npos ? 0 : Before + 1)
      .split('\n')
      .first;
}

void FirstError::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                  const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  const bool IsNote = Level == DiagnosticsEngine::Note;
  if (!IsNote && Level < DiagnosticsEngine::Error)
    return;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  const bool IsFirst = Text.empty() && !IsNote;
  if (IsFirst)
    Text = Message.str().str();
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return;
  const SourceManager &SM = Info.getSourceManager();
  const StringRef Line = lineOf(SM, Info.getLocation());
  if (IsFirst)
    Text += (" in '" + Line.trim() + "'").str();
  const PresumedLoc Place =
      SM.getPresumedLoc(SM.getExpansionLoc(Info.getLocation()));
  llvm::raw_string_ostream(Log)
      << Place.getFilename() << ":" << Place.getLine() << ":"
      << Place.getColumn() << (IsNote ? ": note: " : ": error: ") << Message
      << "\n"
      << Line << "\n"
      << std::string(Place.getColumn() - 1, ' ') << "^\n";
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
  WithoutPlugins<SyntaxOnlyAction> Action;
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
  return check(Source, {NativeExtensions, "-triple",
                        Host.getTargetOpts().Triple.c_str()});
}

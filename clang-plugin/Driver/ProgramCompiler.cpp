//===- ProgramCompiler.cpp - PTX of a list of programs --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin besides ClangOmpScan. Clang with it compiles programs in OpenCL C
/// to PTX: those that runtime/programs lists, when OmpScan is built, and those
/// that the runtime's PtxCompiler is asked for.
///
///     clang -cc1 -load PLUGIN -plugin ompscan-programs
///       -plugin-arg-ompscan-programs LIST -x c /dev/null -o FILE
///
/// LIST (runtime/programs/README.md) and FILE may be "-". FILE gets a module
/// for each program (PtxLibrary.h). If one does not compile, FILE ends with the
/// reason, by one of these words, and the status is 1:
///
///     // refused <name> <size>   what Clang says of the text
///     // failed <name> <size>    why there is no PTX of it, such as no libclc
///
//===----------------------------------------------------------------------===//

#include "Kernel/KernelCheck.h"
#include "Kernel/KernelFormat.h"
#include "Kernel/PtxPasses.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// One program of the list.
struct Program {
  StringRef Name, Options, Text;
  uint32_t Capability = 0, Group = 0;
};

class ProgramsAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<ASTConsumer>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &Arguments) override {
    if (!isCheckingKernel() && Arguments.size() == 1)
      List = Arguments.front();
    return true;
  }
  void ExecuteAction() override;

private:
  std::string List;
};

} // namespace

/// Removes the first program from \p List. False if that is none.
static bool read(StringRef &List, Program &P) {
  const auto [Line, Rest] = List.split('\n');
  llvm::SmallVector<StringRef, 5> Words;
  Line.split(Words, ' ', /*MaxSplit=*/4);
  size_t Size = 0;
  if (Words.size() != 5 || Words[0] != "program" ||
      Words[2].getAsInteger(10, Size) || Size > Rest.size() ||
      Words[3].getAsInteger(10, P.Capability))
    return false;
  P.Name = Words[1];
  P.Options = Words[4];
  P.Text = Rest.take_front(Size);
  StringRef Group = P.Options.split("OMPSCAN_GROUP=").second;
  List = Rest.drop_front(Size);
  return !Group.consumeInteger(10, P.Group);
}

/// \p Ptx without comments, blank lines and indents, a quarter of it.
static std::string compact(StringRef Ptx) {
  std::string Text;
  while (!Ptx.empty()) {
    const auto [Line, Rest] = Ptx.split('\n');
    const StringRef Code = Line.split("//").first.trim();
    if (!Code.empty())
      Text += Code.str() + "\n";
    Ptx = Rest;
  }
  return Text;
}

/// One part of the file.
static void write(raw_ostream &To, StringRef Word, const Program &P,
                  StringRef Text) {
  To << "// " << Word << " " << P.Name << " " << Text.size() << "\n" << Text;
}

void ProgramsAction::ExecuteAction() {
  CompilerInstance &CI = getCompilerInstance();
  const auto Fail = [&CI](const std::string &Message) {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
        << Message;
  };
  const auto File = llvm::MemoryBuffer::getFileOrSTDIN(List);
  if (!File)
    return Fail("the list of programs '" + List +
                "' cannot be read: " + File.getError().message());
  const auto Output =
      CI.createDefaultOutputFile(/*Binary=*/false, "programs", "ptx");
  if (!Output)
    return;
  const std::string &Resources = CI.getHeaderSearchOpts().ResourceDir;
  // A program may use all of OpenCL C.
  std::string Library = findPtxLibrary(Resources);
  if (Library.empty())
    Library = ownPtxLibrary();
  for (StringRef Rest = (*File)->getBuffer(); !Rest.empty();) {
    Program P;
    if (!read(Rest, P))
      return Fail("'" + List + "' is no list of programs");
    std::string Error, Log;
    const std::string Ptx = compact(compilePtx(
        {P.Text, P.Options, P.Capability, P.Group, Library, Resources}, Error,
        &Log));
    if (!Ptx.empty()) {
      write(*Output, "program", P, Ptx);
      continue;
    }
    if (Log.empty())
      write(*Output, "failed", P, Error);
    else
      write(*Output, "refused", P, Log);
    return Fail("program " + P.Name.str() + " (" + P.Options.str() +
                ") does not compile: " + Error);
  }
}

static FrontendPluginRegistry::Add<ProgramsAction>
    Registered("ompscan-programs", "compiles programs of primitives to PTX");

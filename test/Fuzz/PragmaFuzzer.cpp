//===- PragmaFuzzer.cpp - Directives that nobody would write --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzz target for libFuzzer. An input is a digit, which selects a piece of
/// source, and the text of a directive, which replaces the '@' in it. Clang
/// compiles it in this process, with the plugin, which OMPSCAN_FUZZ_PLUGIN
/// names and which is instrumented. Clang must not crash, nor take long.
///
/// If OMPSCAN_FUZZ_PLUGIN is "none", Clang compiles the text alone, as it is
/// and as the plugin would pass it on: an input at which it fails like that is
/// no finding (scripts/fuzz.sh).
///
//===----------------------------------------------------------------------===//

#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

using namespace clang;
using llvm::StringRef;
using namespace ompscan::plugin;

namespace {

struct Piece {
  bool IsCxx;
  const char *Text;
  bool InMethod = false;
};

constexpr Piece Pieces[] = {
    {false, "void f(int *y, const int *x, int n, int s) {\n#pragma omp @\n"
            "  for (int i = 1; i < n; i++)\n    y[i] = y[i-1] + x[i-1];\n}\n"},
    {false, "void f(int *y, const int *x, int n, int k) {\n#pragma omp @\n"
            "  for (int i = 0; i < n; i++)\n    if (x[i] > 0)\n"
            "      y[k++] = x[i];\n}\n"},
    {false, "typedef struct { int x, y; } Pair;\n"
            "Pair op(Pair a, Pair b) { Pair r = {a.x * b.y, a.y}; return r; }\n"
            "#pragma omp @\n"
            "void f(Pair *y, const Pair *x, int n) {\n"
            "#pragma omp parallel for scan(op : y)\n"
            "  for (int i = 1; i < n; i++)\n    y[i] = op(y[i-1], x[i]);\n}\n"},
    {false, "void f(int *y, const int *x, int n, int s) {\n"
            "#pragma omp parallel for reduction(inscan, + : s)\n"
            "  for (int i = 0; i < n; i++) {\n    s += x[i];\n#pragma omp @\n"
            "    y[i] = s;\n  }\n}\n"},
    {false, "void f(int y[64][64], const int *x, int n, int s) {\n"
            "#pragma omp target data map(tofrom : y[0:64])\n#pragma omp @\n"
            "  for (int r = 0; r < n; r++)\n"
            "    for (int i = 1; i < n; i++)\n"
            "      y[r][i] = y[r][i-1] + x[i];\n}\n"},
    {true, "template <class T> struct V { T *p; int n; int size() const; "
           "T &operator[](int); T *begin(); T *end(); };\n"
           "template <class T> void f(V<T> &y, T *x, int n, T s) {\n"
           "#pragma omp @\n"
           "  for (int i = 1; i < n; i++)\n    x[i] = x[i-1] + y[i];\n}\n"
           "template void f<int>(V<int> &, int *, int, int);\n"},
    {true,
     "struct C { int *y, n, s; void f(const int *x) {\n#pragma omp @\n"
     "  for (int i = 0; i < n; i++) { s += x[i]; y[i] = s; }\n} };\n",
     /*InMethod=*/true},
    {true, "struct P { int x; P operator+(P o) const { return {x + o.x}; } };\n"
           "#pragma omp @\n"
           "void f(P *y, const P *x, int n) {\n"
           "  auto g = [=] {\n"
           "#pragma omp target parallel for scan(+ : y) map(y[0:n], x[0:n])\n"
           "  for (int i = 1; i < n; i++)\n    y[i] = y[i-1] + x[i];\n"
           "  };\n  g();\n}\n"},
};
constexpr size_t NumPieces = sizeof Pieces / sizeof *Pieces;

/// Where \p Word stands as a word in \p Text, from \p From on; npos if it does
/// not.
size_t findWord(StringRef Text, StringRef Word, size_t From) {
  const auto IsLetter = [&](size_t I) {
    return I < Text.size() &&
           (std::isalnum(static_cast<unsigned char>(Text[I])) ||
            Text[I] == '_');
  };
  while ((From = Text.find(Word, From)) != StringRef::npos) {
    if ((From == 0 || !IsLetter(From - 1)) && !IsLetter(From + Word.size()))
      return From;
    ++From;
  }
  return StringRef::npos;
}

/// Prints diagnostics if OMPSCAN_FUZZ_VERBOSE is set, to look at one input.
class Printer : public DiagnosticConsumer {
  void HandleDiagnostic(DiagnosticsEngine::Level,
                        const Diagnostic &Info) override {
    static const bool Verbose = std::getenv("OMPSCAN_FUZZ_VERBOSE");
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    if (Verbose)
      llvm::errs() << Message << "\n";
  }
};

/// Whether Clang has no plugin.
bool IsAlone = false;

/// Returns true if Clang alone may fail: it takes time that doubles with each
/// bracket that is open, does not end at the word "local" behind most
/// directives, and \p InMethod crashes, or does not end, at a bracket that does
/// not close the innermost one.
bool breaksClang(StringRef Input, bool InMethod) {
  std::string Open;
  for (const char C : Input) {
    if (const size_t Kind = StringRef("([{").find(C); Kind != StringRef::npos) {
      Open += ")]}"[Kind];
    } else if (StringRef(")]}").contains(C)) {
      if (InMethod && (Open.empty() || Open.back() != C))
        return true;
      if (!Open.empty())
        Open.pop_back();
    }
    if (Open.size() > 8)
      return true;
  }
  return findWord(Input, "local", 0) != StringRef::npos;
}

/// What the plugin makes of \p Source for Clang's parser, about: the clause
/// `scan(op : a, b)` becomes `reduction(op : a[0:1], b[0:1])`.
std::string withReductions(const std::string &Source) {
  std::string Result = Source;
  for (size_t At = 0; (At = findWord(Result, "scan", At)) != StringRef::npos;) {
    const size_t Begin = Result.find_first_not_of(' ', At + 4);
    if (Begin == std::string::npos || Result[Begin] != '(') {
      At += 4;
      continue;
    }
    bool IsItem = false;
    size_t I = Begin + 1;
    for (int Open = 1; I < Result.size() && Result[I] != '\n'; ++I) {
      const char C = Result[I];
      Open += StringRef("([{").contains(C) ? 1 : 0;
      Open -= StringRef(")]}").contains(C) ? 1 : 0;
      if (IsItem && (Open == 0 || (Open == 1 && C == ','))) {
        Result.insert(I, "[0:1]");
        I += 5;
      }
      IsItem |= Open == 1 && C == ':';
      if (Open == 0)
        break;
    }
    Result.replace(At, 4, "reduction");
    At += 9;
  }
  return Result;
}

void compile(const Piece &P, const std::string &Source) {
  static constexpr const char *FileName = "input";
  const char *Arguments[] = {"-fsyntax-only",
                             "-fopenmp",
                             "-triple",
                             "x86_64-unknown-linux-gnu",
                             "-ferror-limit",
                             "0",
                             "-x",
                             P.IsCxx ? "c++" : "c",
                             "-resource-dir",
                             OMPSCAN_FUZZ_RESOURCES,
                             FileName};
  Printer Client;
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!compat::parseArguments(*Invocation, Arguments, Client))
    std::abort();
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getPreprocessorOpts().addRemappedFile(
      FileName,
      llvm::MemoryBuffer::getMemBufferCopy(Source, FileName).release());
  std::unique_ptr<CompilerInstance> Clang =
      compat::makeCompilerInstance(std::move(Invocation), Client);
  Clang->setVerboseOutputStream(llvm::nulls());
  SyntaxOnlyAction Action;
  Clang->ExecuteAction(Action);
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  const char *Plugin = std::getenv("OMPSCAN_FUZZ_PLUGIN");
  IsAlone = Plugin && StringRef(Plugin) == "none";
  std::string Error;
  if (!IsAlone && (!Plugin || llvm::sys::DynamicLibrary::LoadLibraryPermanently(
                                  Plugin, &Error))) {
    llvm::errs() << "OMPSCAN_FUZZ_PLUGIN names no plugin: " << Error << "\n";
    std::exit(1);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const StringRef Input(reinterpret_cast<const char *>(Data), Size);
  if (Input.empty() || Input.contains('\0'))
    return 0;
  const Piece &P = Pieces[Data[0] % NumPieces];
  if (breaksClang(Input, P.InMethod))
    return 0;
  std::string Source = P.Text;
  Source.replace(Source.find('@'), 1, Input.drop_front().str());
  compile(P, Source);
  if (IsAlone)
    compile(P, withReductions(Source));
  return 0;
}

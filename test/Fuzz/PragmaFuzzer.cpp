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
//===----------------------------------------------------------------------===//

#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

using namespace clang;
using namespace ompscan::plugin;

namespace {

struct Piece {
  bool IsCxx;
  const char *Text;
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
    {true, "struct C { int *y, n, s; void f(const int *x) {\n#pragma omp @\n"
           "  for (int i = 0; i < n; i++) { s += x[i]; y[i] = s; }\n} };\n"},
    {true, "struct P { int x; P operator+(P o) const { return {x + o.x}; } };\n"
           "#pragma omp @\n"
           "void f(P *y, const P *x, int n) {\n"
           "  auto g = [=] {\n"
           "#pragma omp target parallel for scan(+ : y) map(y[0:n], x[0:n])\n"
           "  for (int i = 1; i < n; i++)\n    y[i] = y[i-1] + x[i];\n"
           "  };\n  g();\n}\n"},
};
constexpr size_t NumPieces = sizeof Pieces / sizeof *Pieces;

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

/// Returns true if Clang alone may fail: it takes time that doubles with each
/// bracket that is open, and crashes in methods at one that closes nothing.
bool breaksClang(const uint8_t *Data, size_t Size) {
  int Open = 0;
  for (size_t I = 0; I != Size && Open >= 0 && Open <= 8; ++I) {
    Open += std::strchr("([{", Data[I]) ? 1 : 0;
    Open -= std::strchr(")]}", Data[I]) ? 1 : 0;
  }
  return Open < 0 || Open > 8;
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
  std::string Error;
  if (!Plugin ||
      llvm::sys::DynamicLibrary::LoadLibraryPermanently(Plugin, &Error)) {
    llvm::errs() << "OMPSCAN_FUZZ_PLUGIN names no plugin: " << Error << "\n";
    std::exit(1);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0 || std::memchr(Data, 0, Size) || breaksClang(Data, Size))
    return 0;
  const Piece &P = Pieces[Data[0] % NumPieces];
  std::string Source = P.Text;
  Source.replace(Source.find('@'), 1, reinterpret_cast<const char *>(Data) + 1,
                 Size - 1);
  compile(P, Source);
  return 0;
}

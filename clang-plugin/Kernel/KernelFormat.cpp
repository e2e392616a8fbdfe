//===- KernelFormat.cpp - Formats of compiled kernels ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelFormat.h"
#include "Kernel/KernelCheck.h"
#include "Support/ClangCompat.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

std::string ompscan::plugin::compileWith(
    std::vector<const char *> Arguments, StringRef Text, StringRef Options,
    FrontendAction &Action, const std::function<void(CodeGenOptions &)> &Change,
    std::string &Error, std::string *Log) {
  static constexpr const char *FileName = "kernel.cl";
  llvm::SmallVector<StringRef, 32> Words;
  Options.split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const std::vector<std::string> Kept(Words.begin(), Words.end());
  for (const std::string &Each : Kept)
    Arguments.push_back(Each.c_str());
  // Templates read elements as vectors, and pass on values that only some
  // work-items have computed.
  for (const char *Each :
       {"-w", "-fno-spell-checking", "-x", "cl", "-cl-std=CL1.2",
        "-relaxed-aliasing", "-no-enable-noundef-analysis", FileName})
    Arguments.push_back(Each);
  FirstError Errors;
  llvm::SmallString<0> Output;
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (compat::parseArguments(*Invocation, Arguments, Errors)) {
    Change(Invocation->getCodeGenOpts());
    if (compileKernel(std::move(Invocation), FileName, Text, Errors, Action,
                      std::make_unique<llvm::raw_svector_ostream>(Output)) &&
        Error.empty())
      return std::string(Output);
  }
  if (Error.empty())
    Error = Errors.Text.empty() ? "unknown error" : Errors.Text;
  if (Log)
    *Log = Errors.Log;
  return "";
}

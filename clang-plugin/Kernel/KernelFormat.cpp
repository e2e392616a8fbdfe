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
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::compileWith(std::vector<const char *> Arguments,
                                  StringRef Text, StringRef Options,
                                  FrontendAction &Action,
                                  llvm::SmallVectorImpl<char> &Output,
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
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (compat::parseArguments(*Invocation, Arguments, Errors) &&
      compileKernel(std::move(Invocation), FileName, Text, Errors, Action,
                    std::make_unique<llvm::raw_svector_ostream>(Output)))
    return true;
  Error = Errors.Text.empty() ? "unknown error" : Errors.Text;
  if (Log)
    *Log = Errors.Log;
  return false;
}

//===- KernelCompiler.cpp - Compiles and checks kernels -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/KernelCompiler.h"
#include "Kernel/KernelCheck.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

Lowering::BodyRequest KernelCompiler::bodyRequest() const {
  return [this](const FunctionDecl *F, SourceLocation Loc) {
    if (F->getTemplateInstantiationPattern())
      S.InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(F),
                                      /*Recursive=*/true);
  };
}

std::optional<Kernel> KernelCompiler::compile(const ScanLoop &Loop,
                                              const Diagnostics &Reports) {
  std::optional<Kernel> Kernels =
      buildKernel(Loop, S.Context, Reports, bodyRequest());
  if (!Kernels)
    return std::nullopt;
  write(Loop, *Kernels);
  const std::string Source = Kernels->checkedSource();
  const std::string Error = Kernels->WideInteger.isNull()
                                ? checkKernel(Source, CI)
                                : checkNativeKernel(Source, CI);
  if (!Error.empty()) {
    Reports.report(Loop.Loc, Diag::err_kernel) << Error;
    return std::nullopt;
  }
  return Kernels;
}

void KernelCompiler::write(const ScanLoop &Loop, const Kernel &Kernels) {
  if (Directory.empty())
    return;
  const SourceManager &SM = CI.getSourceManager();
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loop.Loc));
  const std::string Stem =
      (llvm::sys::path::stem(Place.getFilename()) + "-" +
       Twine(Place.getLine()) + "-" + Twine(Place.getColumn()))
          .str();
  // Instantiations of a template share the location.
  const std::string First = Loop.Fills.empty() ? Stem : Stem + "-fused";
  std::string Name = First;
  for (unsigned I = 2; !WrittenNames.insert(Name).second; ++I)
    Name = First + "-" + std::to_string(I);
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, Name + ".cl");
  std::error_code Error = llvm::sys::fs::create_directories(Directory);
  if (!Error) {
    llvm::raw_fd_ostream OS(Path, Error);
    if (!Error) {
      OS << Kernels.source();
      OS.close();
      Error = OS.error();
      OS.clear_error();
    }
  }
  if (Error)
    Diags.report(Loop.Loc, Diag::err_emit_kernels)
        << Path.str() << Error.message();
}

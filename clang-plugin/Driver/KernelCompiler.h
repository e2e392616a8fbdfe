//===- KernelCompiler.h - Compiles and checks kernels --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_DRIVER_KERNELCOMPILER_H
#define OMPSCAN_PLUGIN_DRIVER_KERNELCOMPILER_H

#include "Kernel/KernelBuilder.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class CompilerInstance;
class Sema;
} // namespace clang

namespace ompscan::plugin {

/// Builds the kernels of loops, checks them with a nested compiler and writes
/// them to a directory if the user asks for that.
class KernelCompiler {
public:
  /// \p Directory is empty if kernels are not to be written.
  KernelCompiler(clang::CompilerInstance &CI, clang::Sema &S,
                 llvm::StringRef Directory, const Diagnostics &Diags)
      : CI(CI), S(S), Directory(Directory), Diags(Diags) {}

  /// Has Sema make the functions that kernels call.
  Lowering::BodyRequest bodyRequest() const;

  /// The kernels of \p Loop; std::nullopt if they cannot be built or do not
  /// compile, which is reported to \p Reports.
  std::optional<Kernel> compile(const ScanLoop &Loop,
                                const Diagnostics &Reports);

private:
  void write(const ScanLoop &Loop, const Kernel &Kernels);

  clang::CompilerInstance &CI;
  clang::Sema &S;
  const llvm::StringRef Directory;
  const Diagnostics &Diags;
  llvm::StringSet<> WrittenNames;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_DRIVER_KERNELCOMPILER_H

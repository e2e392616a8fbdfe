//===- KernelCheck.h - Compiling kernels on the host ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H
#define OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
class FrontendAction;
} // namespace clang

namespace ompscan::plugin {

/// Keeps the first error, with its line of the source.
class FirstError : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  std::string Text;
  /// All errors and notes at places of the source, as Clang prints them: with
  /// the names and lines that `#line` gives them.
  std::string Log;
};

/// The argument for what programs of templates::composeNative() use beyond
/// OpenCL C 1.2.
constexpr const char *NativeExtensions =
    "-cl-ext=+cl_khr_fp64,+__cl_clang_function_pointers";

/// Executes \p Action on \p Source, the file \p FileName of \p Invocation, by
/// a second Clang in this process. What the action writes goes to \p Output.
/// False if there are errors.
bool compileKernel(std::shared_ptr<clang::CompilerInvocation> Invocation,
                   const char *FileName, llvm::StringRef Source,
                   FirstError &Errors, clang::FrontendAction &Action,
                   std::unique_ptr<llvm::raw_pwrite_stream> Output = nullptr);

/// Compiles \p Source as OpenCL C 1.2 by a second Clang in this process, for a
/// generic 64-bit device; no OpenCL implementation is needed. Returns the first
/// error, or an empty string.
std::string checkKernel(llvm::StringRef Source,
                        const clang::CompilerInstance &Host);

/// The same for \p Source of templates::composeNative() and the target of
/// \p Host.
std::string checkNativeKernel(llvm::StringRef Source,
                              const clang::CompilerInstance &Host);

/// Whether a check is running on this thread. The second Clang loads the plugin
/// as well, which must do nothing there.
bool isCheckingKernel();

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_KERNELCHECK_H

//===- NativeCompiler.h - Programs in machine code of the host - *- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_NATIVECOMPILER_H
#define OMPSCAN_PLUGIN_KERNEL_NATIVECOMPILER_H

#include "ompscan/abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ompscan::plugin {

class FirstError;
class KernelPasses;
struct KernelForms;

/// A program for the host, optimized for several kinds of processors.
struct NativeProgram {
  struct Version {
    ompscan_instructions Instructions;
    llvm::SmallVector<char, 0> Bitcode;
    /// Names of the kernels in the user's module; empty if there is none.
    std::string Kernels[OMPSCAN_NATIVE_KERNELS];
    /// Names of all functions.
    std::vector<std::string> Functions;
  };
  std::vector<Version> Versions; ///< the base version first
  std::string Error;             ///< why there are none
};

/// Compiles programs of templates::composeNative() up to the code generator,
/// in a context of LLVM that no other program uses: threads compile several at
/// once.
class NativeCompiler {
public:
  /// \p CI has to outlive this object. \p Forms has the versions.
  NativeCompiler(const clang::CompilerInstance &CI, const KernelForms &Forms);

  NativeProgram compile(llvm::StringRef Source) const;

private:
  /// Instructions to compile for, and the name of a processor that has them.
  struct Target {
    ompscan_instructions Instructions;
    std::string Cpu;
    std::string Suffix; ///< of names
  };
  /// A version before it is written.
  struct Draft {
    Target For;
    std::unique_ptr<llvm::Module> Native;
  };

  std::vector<Target> targets() const;
  bool isOptimizedByLinker() const;
  std::unique_ptr<llvm::Module> parse(llvm::StringRef Source, const Target &For,
                                      FirstError &Errors,
                                      llvm::LLVMContext &Context) const;
  std::vector<Draft> optimize(std::unique_ptr<llvm::Module> Native,
                              llvm::ArrayRef<Target> Targets,
                              const KernelPasses &Passes) const;
  std::string suffixOf(const Target &For, llvm::StringRef Digest) const;
  NativeProgram::Version write(Draft &D, llvm::StringRef Digest) const;

  const clang::CompilerInstance &CI;
  const bool HasV3, HasV4;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_NATIVECOMPILER_H

//===- NativeCode.h - Loops as machine code of the host ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H
#define OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

#include "Kernel/NativeCompiler.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/ValueHandle.h"
#include <memory>
#include <vector>

namespace llvm {
class Constant;
class Function;
} // namespace llvm

namespace ompscan::plugin {

class Jobs;
class LoopConstant;

/// The machine code of the loops of a module, which templates::composeNative()
/// makes of their hooks. The functions are optimized at -O0, too.
///
/// There is none, and nothing is reported, on targets that are not hosts of 64
/// bits, and under a sanitizer that has to see every store of the program.
class NativeCode {
public:
  /// Adds the compilation of each program to \p Work, which has to end before
  /// this object does and before addToModule(). Keeps where \p M launches each
  /// loop, as its debug information tells it: optimization loses that. \p M, \p
  /// CI and \p Forms have to outlive this object.
  NativeCode(llvm::Module &M, clang::CompilerInstance &CI,
             const KernelForms &Forms, Jobs &Work);

  /// Links the programs of the loops that are left, and sets the member
  /// `native` of their descriptors. To be called once.
  /// \returns whether the module has changed.
  bool addToModule();

private:
  struct Program {
    NativeProgram Code;
    /// The ompscan_native_version objects, once they are linked.
    llvm::Constant *Versions = nullptr;
    bool IsLinked = false;
  };
  struct Launch {
    /// The descriptor; null if no code refers to it any more.
    llvm::WeakTrackingVH Loop;
    llvm::DebugLoc Place; ///< may be invalid
    Program *Of;
  };

  bool isPossible() const;
  llvm::Constant *link(NativeProgram::Version &V, bool IsLast);
  llvm::Constant *link(NativeProgram &Code, const llvm::DebugLoc &Place,
                       std::string &Error);
  void setPlace(llvm::Function &F, const llvm::DebugLoc &Place) const;
  void addTo(LoopConstant &Loop, const Launch &L);

  llvm::Module &M;
  clang::CompilerInstance &CI;
  const NativeCompiler Compiler;
  /// By their texts.
  llvm::StringMap<std::unique_ptr<Program>> Programs;
  std::vector<Launch> Launches;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_NATIVECODE_H

//===- LoopConstant.h - Descriptors in a module --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOOPCONSTANT_H
#define OMPSCAN_PLUGIN_KERNEL_LOOPCONSTANT_H

#include "llvm/IR/GlobalVariable.h"
#include <cstddef>
#include <vector>

namespace ompscan::plugin {

/// An ompscan_loop_descriptor of a module. Members are named by their offsets
/// in ompscan/abi.h.
class LoopConstant {
public:
  explicit LoopConstant(llvm::GlobalVariable &Var) : Var(&Var) {}

  llvm::GlobalVariable &variable() const { return *Var; }
  uint64_t number(size_t Offset) const;
  llvm::StringRef text(size_t Offset) const;
  bool isNull(size_t Offset) const;
  void set(size_t Offset, llvm::Constant *Value);
  /// The integer at \p Offset of structure \p I in the list that the pointer at
  /// \p List refers to.
  uint64_t numberIn(size_t List, unsigned I, size_t Offset) const;

private:
  unsigned index(size_t Offset) const;
  llvm::Constant *member(size_t Offset) const;

  llvm::GlobalVariable *Var;
};

/// The descriptors that \p M defines.
std::vector<LoopConstant> loopsOf(llvm::Module &M);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOOPCONSTANT_H

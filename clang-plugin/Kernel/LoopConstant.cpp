//===- LoopConstant.cpp - Descriptors in a module ------------- -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LoopConstant.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace ompscan::plugin;

/// The member of \p Value, a structure, at \p Offset.
static unsigned indexIn(const llvm::Constant &Value, size_t Offset,
                        const llvm::DataLayout &Layout) {
  return Layout.getStructLayout(llvm::cast<llvm::StructType>(Value.getType()))
      ->getElementContainingOffset(Offset);
}

unsigned LoopConstant::index(size_t Offset) const {
  return indexIn(*Var->getInitializer(), Offset,
                 Var->getParent()->getDataLayout());
}

llvm::Constant *LoopConstant::member(size_t Offset) const {
  return Var->getInitializer()->getAggregateElement(index(Offset));
}

uint64_t LoopConstant::number(size_t Offset) const {
  return llvm::cast<llvm::ConstantInt>(member(Offset))->getZExtValue();
}

llvm::StringRef LoopConstant::text(size_t Offset) const {
  const auto *Text =
      llvm::cast<llvm::GlobalVariable>(member(Offset)->stripPointerCasts());
  return llvm::cast<llvm::ConstantDataArray>(Text->getInitializer())
      ->getAsCString();
}

bool LoopConstant::isNull(size_t Offset) const {
  return member(Offset)->isNullValue();
}

void LoopConstant::set(size_t Offset, llvm::Constant *Value) {
  const auto *Old = llvm::cast<llvm::ConstantStruct>(Var->getInitializer());
  llvm::SmallVector<llvm::Constant *, 32> Members;
  for (const llvm::Use &Each : Old->operands())
    Members.push_back(llvm::cast<llvm::Constant>(Each));
  Members[index(Offset)] = Value;
  Var->setInitializer(llvm::ConstantStruct::get(Old->getType(), Members));
}

uint64_t LoopConstant::numberIn(size_t List, unsigned I, size_t Offset) const {
  const auto *Elements =
      llvm::cast<llvm::GlobalVariable>(member(List)->stripPointerCasts());
  const llvm::Constant *Each =
      Elements->getInitializer()->getAggregateElement(I);
  return llvm::cast<llvm::ConstantInt>(
             Each->getAggregateElement(
                 indexIn(*Each, Offset, Var->getParent()->getDataLayout())))
      ->getZExtValue();
}

std::vector<LoopConstant> ompscan::plugin::loopsOf(llvm::Module &M) {
  std::vector<LoopConstant> Loops;
  for (llvm::GlobalVariable &Var : M.globals())
    if (Var.hasInitializer() &&
        Var.getName().contains("__ompscan_loop_descriptor_"))
      Loops.emplace_back(Var);
  return Loops;
}

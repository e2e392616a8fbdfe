//===- ItemCode.h - One item's operator in OpenCL C ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H
#define OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H

#include "Kernel/FunctionCode.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/Lowering.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Text for the values of one item: the operator, inputs, and the input of an
/// iteration without an update.
class ItemCode {
public:
  /// \p Type is the type of a value or of one accumulator of a list, \p
  /// ListType the type of the list or empty, \p MemberTypes are those of the
  /// item's Members. \p Number is that of the item. If \p ScansFunctions, the
  /// scanned values are functions.
  ItemCode(const Item &I, std::string Type, std::string ListType,
           llvm::ArrayRef<std::string> MemberTypes, unsigned Number,
           bool ScansFunctions, const clang::ASTContext &Context);

  /// The type of the scanned value.
  const std::string &type() const {
    return Function ? Function->type() : ListType.empty() ? Type : ListType;
  }
  /// The functions that are the scanned values; null for other operators.
  const FunctionCode *function() const {
    return Function ? &*Function : nullptr;
  }
  const std::string &elementType() const { return Type; }
  bool isList() const { return I.isList(); }

  /// The functions of a list that combine one accumulator, that combine an
  /// input into one and, without flags, that combine all.
  std::string listFunctions(Lowering &Lower, llvm::StringRef Name,
                            unsigned Number) const;
  /// Begins a loop over `ompscan_j`, the accumulators of a list.
  std::string forEach() const;
  /// A statement that combines \p Value into the accumulator of \p List at
  /// \p Index. If the item needs a flag, \p Flag has a bit for each accumulator
  /// that has a value.
  std::string contribution(llvm::StringRef List, llvm::StringRef Flag,
                           llvm::StringRef Index, llvm::StringRef Value,
                           unsigned Number) const;

  /// Statements that return `a` combined with `b`.
  std::string combine(Lowering &Lower) const;

  /// Statements that declare `ompscan_priv`, what a reduction by a Declared
  /// operator begins with. They may use `ompscan_orig`, the value of the item.
  std::string initialization(Lowering &Lower) const;

  /// The operator on registers of 32 bits that hold an integer of 1 or 2 bytes
  /// beside other bits (docs/kernel-contract.md); empty for other items.
  std::string wideOperator() const;

  /// The operator on vectors of 8 elements (templates/native-vectors.cl); empty
  /// if the result depends on the order of operations, the operator is more
  /// than an instruction, or the item has not 4 bytes.
  std::string vectorOperator() const;

  /// The functions that make a value of its members and that combine one
  /// member, for inputs of these; empty if there are none.
  std::string memberFunctions(Lowering &Lower) const;

  /// Assignments that combine \p Input, which is of members and has the lowered
  /// terms \p Texts, into the value \p Place: as an expression.
  std::string memberUpdate(Lowering &Lower, llvm::StringRef Place,
                           const Update &Input,
                           llvm::ArrayRef<std::string> Texts) const;

  /// The value of \p Input, whose lowered terms are \p Texts.
  std::string input(const Update &Input,
                    llvm::ArrayRef<std::string> Texts) const;

  /// Whether a flag marks iterations with an update, because the operator has
  /// no identity.
  bool needsFlag() const;
  /// The width of the flag: the alignment of the value.
  unsigned flagBits() const;
  /// The signed type of the flag's width.
  std::string flagType() const;
  /// The identity of the operator.
  std::string neutral() const;

private:
  bool isLogical() const {
    return traits(I.Op).Family == OperatorFamily::Logical;
  }
  std::string combination(llvm::ArrayRef<std::string> Values) const;
  /// Whether it makes no difference to convert only the last one of a series of
  /// combinations to the item's type.
  bool isAssociative() const;
  std::string term(const Term &T, llvm::StringRef Text) const;
  std::string memberInput(const Update &Input,
                          llvm::ArrayRef<std::string> Texts) const;
  std::string inputOf(unsigned Member, const Update &Input,
                      llvm::ArrayRef<std::string> Texts) const;
  std::string memberOf(unsigned Member, Lowering &Lower,
                       llvm::StringRef Place) const;

  const Item &I;
  std::string Type, ListType;
  const clang::ASTContext &Context;
  /// The unsigned type in which integers wrap around.
  std::string Wrapping;
  /// Set if the item is a complex number.
  std::optional<EmulatedType> Complex;
  std::optional<FunctionCode> Function;
  unsigned Number;
  /// Of each of the item's Members.
  std::vector<ItemCode> Members;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H

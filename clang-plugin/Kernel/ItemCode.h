//===- ItemCode.h - One item's operator in OpenCL C ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H
#define OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H

#include "Kernel/Lowering/Lowering.h"
#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// Text for the values of one item: the operator, inputs, and what an iteration
/// without an update puts in.
class ItemCode {
public:
  /// \p Type is that of an accumulator of a list, \p ListType that of all.
  ItemCode(const Item &I, std::string Type, std::string ListType,
           const clang::ASTContext &Context);

  const std::string &type() const { return ListType.empty() ? Type : ListType; }
  const std::string &elementType() const { return Type; }
  bool isList() const { return I.isList(); }

  /// Of a list: the functions that combine one accumulator, that put an input
  /// into one, and, if none needs a mark, that combine all.
  std::optional<std::string>
  listFunctions(Lowering &Lower, llvm::StringRef Name, unsigned Number) const;
  /// Begins a loop over `ompscan_j`, the accumulators of a list.
  std::string forEach() const;
  /// Puts \p Value into the accumulator of \p List at \p Index, for the
  /// first time if \p Flag, where there is one, says so.
  std::string contribution(llvm::StringRef List, llvm::StringRef Flag,
                           llvm::StringRef Index, llvm::StringRef Value,
                           unsigned Number) const;

  /// Statements that return `a` combined with `b`.
  std::optional<std::string> combine(Lowering &Lower) const;

  /// The value of \p Input, of which \p Texts are the lowered terms.
  std::string input(const Update &Input,
                    llvm::ArrayRef<std::string> Texts) const;

  /// Whether an iteration without an update has to be marked, since no value of
  /// the item leaves every other one as it is.
  bool needsFlag() const;
  /// The mark's width: it fills what the alignment of the value leaves.
  unsigned flagBits() const;
  /// The signed type of that width.
  std::string flagType() const;
  /// Otherwise that value.
  std::string neutral() const;

private:
  bool isLogical() const {
    return I.Op == Operator::LogicalAnd || I.Op == Operator::LogicalOr;
  }
  std::string combination(llvm::ArrayRef<std::string> Values) const;
  /// Whether values that are combined from the left to the right in the type of
  /// the computation, and converted once, are those of the item's type.
  bool groupsAnyhow() const;
  std::string term(const Term &T, llvm::StringRef Text) const;

  const Item &I;
  std::string Type, ListType;
  const clang::ASTContext &Context;
  /// The unsigned type in which integers wrap around.
  std::string Wrapping;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_ITEMCODE_H

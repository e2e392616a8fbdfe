//===- Operator.cpp - Operators of scans and reductions -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Operator.h"
#include "clang/AST/Expr.h"

using namespace ompscan::plugin;

static constexpr OperatorTraits Table[] = {
#define OMPSCAN_OPERATOR(Name, Spelling, Inverse, Family, Identity, ...)       \
  {Operator::Name,         Spelling,   Inverse, OperatorFamily::Family,        \
   IdentityKind::Identity, __VA_ARGS__},
#include "Model/Operators.def"
    {Operator::Declared, "declared", "", OperatorFamily::Declared,
     IdentityKind::None, "", "", ""},
    {Operator::Auto, "auto", "", OperatorFamily::Declared, IdentityKind::None,
     "", "", ""}};

llvm::ArrayRef<OperatorTraits> ompscan::plugin::predefinedOperators() {
  return llvm::ArrayRef<OperatorTraits>(Table).drop_back(2);
}

const OperatorTraits &ompscan::plugin::traits(Operator Op) {
  return Table[static_cast<unsigned>(Op)];
}

std::optional<Operator>
ompscan::plugin::predefinedOperator(llvm::StringRef Spelling) {
  for (const OperatorTraits &T : predefinedOperators())
    if (!Spelling.empty() && (T.Spelling == Spelling || T.Inverse == Spelling))
      return T.Op;
  return std::nullopt;
}

std::optional<Operator>
ompscan::plugin::predefinedOperator(clang::BinaryOperatorKind Opcode) {
  return predefinedOperator(clang::BinaryOperator::getOpcodeStr(Opcode));
}

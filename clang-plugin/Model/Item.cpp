//===- Item.cpp - What a scan is taken of ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Item.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

StringRef ompscan::plugin::spelling(Operator Op) {
  switch (Op) {
  case Operator::Add:
    return "+";
  case Operator::Mul:
    return "*";
  case Operator::And:
    return "&";
  case Operator::Or:
    return "|";
  case Operator::Xor:
    return "^";
  case Operator::LogicalAnd:
    return "&&";
  case Operator::LogicalOr:
    return "||";
  case Operator::Min:
    return "min";
  case Operator::Max:
    return "max";
  case Operator::Declared:
    return "declared";
  }
  llvm_unreachable("unknown operator");
}

bool Item::excludes(const Expr *Index, const ASTContext &Context) const {
  const std::optional<int64_t> Place =
      Index ? constantValue(Index, Context) : 0;
  return Place && !FirstValue &&
         (*Place < First ||
          static_cast<uint64_t>(*Place) - static_cast<uint64_t>(First) >=
              Length);
}

uint64_t ompscan::plugin::valueSize(ArrayRef<Item> Items,
                                    const ASTContext &Context) {
  uint64_t Size = 0, Alignment = 1;
  for (const Item &I : Items) {
    const uint64_t Align =
        Context.getTypeAlignInChars(I.placeType()).getQuantity();
    Alignment = std::max(Alignment, Align);
    Size = llvm::alignTo(Size, Align) +
           Context.getTypeSizeInChars(I.placeType()).getQuantity();
  }
  return llvm::alignTo(Size, Alignment);
}

//===- Item.cpp - What a scan is taken of ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Item.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace ompscan::plugin;

bool Update::usesBefore(unsigned Number) const {
  const FunctionNode &Node = Function[Number];
  switch (Node.Kind) {
  case FunctionKind::Before:
    return true;
  case FunctionKind::Input:
    return false;
  case FunctionKind::Remainder:
  case FunctionKind::Negate:
  case FunctionKind::Complement:
  case FunctionKind::Lookup:
    return usesBefore(Node.Left);
  default:
    return usesBefore(Node.Left) || usesBefore(Node.Right);
  }
}

bool Item::excludes(const Expr *Index, const ASTContext &Context) const {
  const std::optional<int64_t> Place =
      Index ? constantValue(Index, Context) : 0;
  return Place && !FirstValue &&
         (*Place < First ||
          static_cast<uint64_t>(*Place) - static_cast<uint64_t>(First) >=
              Length);
}

unsigned Item::rowOf(const Expr *E) const {
  if (isSequence(Base->getType()))
    return 0;
  if (sameExpression(Base, E))
    return 1;
  const auto *Found = llvm::find_if(Others, [E](const SystemMember &Each) {
    return sameExpression(Each.Base, E);
  });
  return Found == Others.end() ? 0 : 2 + (Found - Others.begin());
}

std::string Item::names() const {
  std::string All = Name;
  for (const SystemMember &Other : Others)
    All += ", " + Other.Name;
  return All;
}

SmallVector<Item::Place, 1> Item::places() const {
  SmallVector<Place, 1> All;
  if (isArray())
    return All;
  All.push_back({place(), Name});
  for (const SystemMember &Other : Others)
    All.push_back({Other.Base, Other.Name});
  return All;
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

//===- RowProducts.cpp - Products that a row computes ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/RowProducts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Parallel/RowTraits.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class RowProducts {
public:
  RowProducts(ScanLoop &Loop, const ScanLoop &Nest, const ASTContext &Context)
      : Loop(Loop), Nest(Nest), Context(Context) {}

  void name();

private:
  bool isValue(const Expr *E) const;
  bool isProduct(const Expr *E) const;
  void name(const Expr &Product);

  ScanLoop &Loop;
  const ScanLoop &Nest;
  const ASTContext &Context;
};

} // namespace

/// Whether \p E is an integer that the row computes without an effect.
bool RowProducts::isValue(const Expr *E) const {
  E = strip(E);
  if (!E->getType()->isIntegerType())
    return false;
  if (Loop.Meanings.find<ScalarValue>(E) || constantValue(E, Context))
    return true;
  if (Loop.Meanings.find(E))
    return false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return isValue(Cast->getSubExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul) &&
         isValue(Binary->getLHS()) && isValue(Binary->getRHS());
}

bool RowProducts::isProduct(const Expr *E) const {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && !constantValue(E, Context) && isValue(E) &&
         anyOf(E,
               [](const Expr *Sub) {
                 const auto *Part = dyn_cast<BinaryOperator>(Sub);
                 return Part && Part->getOpcode() == BO_Mul;
               }) &&
         variesByRow(E, Nest);
}

void RowProducts::name(const Expr &Product) {
  unsigned Number = 0;
  while (Number < Loop.Scalars.size() &&
         !sameExpression(Loop.Scalars[Number].Value, &Product))
    ++Number;
  if (Number == Loop.Scalars.size())
    Loop.Scalars.push_back({"", &Product, Product.getType()});
  Loop.Meanings.set(&Product, ScalarValue{Number});
}

void RowProducts::name() {
  if (!Loop.GuardedReads.empty())
    return;
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &S) {
    nest::forEachExpression(S, [&](const Expr &E) {
      forEachNode(&E, [&](const Stmt *Node) {
        const auto *Part = dyn_cast<Expr>(Node);
        if (!Part || !isProduct(Part))
          return true;
        name(*Part);
        return false;
      });
    });
  });
}

void ompscan::plugin::nameRowProducts(ScanLoop &Loop, const ScanLoop &Nest,
                                      const ASTContext &Context) {
  RowProducts(Loop, Nest, Context).name();
}

//===- Extremum.cpp - Minima and maxima in programs -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Extremum.h"
#include "AST/Expressions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<Extremum> ompscan::plugin::extremumOf(
    const Expr *Condition, const Expr *Then, const Expr *Otherwise,
    llvm::function_ref<bool(const Expr *, const Expr *)> AreSame) {
  const auto *Compare = dyn_cast<BinaryOperator>(stripImplicit(Condition));
  if (!Compare || !Compare->isRelationalOp())
    return std::nullopt;
  const Expr *Left = Compare->getLHS(), *Right = Compare->getRHS();
  const bool TakesLeft = AreSame(Left, Then) && AreSame(Right, Otherwise);
  if (!TakesLeft && !(AreSame(Left, Otherwise) && AreSame(Right, Then)))
    return std::nullopt;
  Extremum Result;
  Result.Left = TakesLeft ? Then : Otherwise;
  Result.Right = TakesLeft ? Otherwise : Then;
  Result.Type = Left->getType();
  Result.Loc = Compare->getOperatorLoc();
  const BinaryOperatorKind Opcode = Compare->getOpcode();
  Result.IsMax = (Opcode == BO_GT || Opcode == BO_GE) == TakesLeft;
  Result.TieLeft = (Opcode == BO_GE || Opcode == BO_LE) == TakesLeft;
  return Result;
}

std::optional<Extremum> ompscan::plugin::extremumOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !isLibraryFunction(*Callee))
    return std::nullopt;
  StringRef Name = Callee->getName();
  Name.consume_front("__builtin_");
  Extremum Result;
  if (!Callee->isInStdNamespace() || (Name != "min" && Name != "max")) {
    Name.consume_back("f");
    if (Name != "fmin" && Name != "fmax")
      return std::nullopt;
    Result.IgnoresNaN = true;
  }
  Result.IsMax = Name.take_back(3) == "max";
  Result.Type = Call.getType();
  Result.Loc = Call.getBeginLoc();
  // std::min and std::max return their first argument when both are equal.
  if (Call.getNumArgs() == 2) {
    Result.Left = Call.getArg(0);
    Result.Right = Call.getArg(1);
  } else if (Call.getNumArgs() == 1) {
    const auto *List =
        dyn_cast<CXXStdInitializerListExpr>(Call.getArg(0)->IgnoreImplicit());
    if (const auto *Braces =
            List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit())
                 : nullptr)
      Result.List = ArrayRef(Braces->getInits(), Braces->getNumInits());
  }
  return Result;
}

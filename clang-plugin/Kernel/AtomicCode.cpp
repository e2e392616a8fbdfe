//===- AtomicCode.cpp - Atomic directives in OpenCL C ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/AtomicCode.h"
#include "Model/Operator.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The operation of the update expression that Clang has built.
static const BinaryOperator *operation(const Expr *Update) {
  return cast<BinaryOperator>(Update->IgnoreParenCasts());
}

std::optional<std::string> AtomicCode::operand(const Expr *E) const {
  if (E == Old)
    return "ompscan_old";
  if (E == Other)
    return "ompscan_other";
  return std::nullopt;
}

/// A call of the atomic function for the update, which returns the value
/// before; std::nullopt if there is no such function.
std::optional<std::string> AtomicCode::function(const OMPAtomicDirective &D,
                                                StringRef Address,
                                                StringRef Operand) const {
  const QualType Type = D.getX()->getType();
  const BinaryOperator *Op = operation(D.getUpdateExpr());
  // Truncation commutes with these operations.
  if (!Type->isIntegerType() || !Op->getType()->isIntegerType())
    return std::nullopt;
  const bool IsLong = Context.getTypeSize(Type) == 64;
  const std::optional<Operator> Known = predefinedOperator(Op->getOpcode());
  // Bitwise operations on 64 bits need another extension.
  if (!Known || traits(*Known).Atomic.empty() ||
      (IsLong && Known != Operator::Add))
    return std::nullopt;
  const bool IsDifference = Op->getOpcode() == BO_Sub;
  if (IsDifference && !D.isXLHSInRHSPart())
    return std::nullopt;
  const StringRef Name = IsDifference ? "sub" : traits(*Known).Atomic;
  const StringRef Bits = IsLong ? "ulong" : "uint";
  return ((IsLong ? "atom_" : "atomic_") + Name + "(" + Address + ", (" + Bits +
          ")" + Operand + ")")
      .str();
}

/// \p E, a side of a comparison, before it is converted.
static const Expr *plainSide(const Expr *E) {
  for (;;)
    if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && Cast->getCastKind() != CK_LValueToRValue)
      E = Cast->getSubExpr();
    else
      return E;
}

std::string AtomicCode::keep(StringRef Variable, const Expr *E,
                             Lowering::Here Lowered) const {
  const std::string Value = Lowered(E);
  const std::string Type =
      Lower.type(E->getType().getUnqualifiedType(), E->getExprLoc());
  return ("    const " + Type + " " + Variable + " = " + Value + ";\n").str();
}

/// The text of an `atomic compare` behind the address: `if (x == e) x = d;`,
/// `if (e < x) x = e;` and their other spellings.
std::string AtomicCode::compare(const OMPAtomicDirective &D,
                                Lowering::Here Lowered) {
  const QualType Type = D.getX()->getType().getUnqualifiedType();
  const bool IsLong = Context.getTypeSize(Type) == 64;
  const std::string Bits = IsLong ? "ulong" : "uint";
  const std::string Name = Lower.type(Type, D.getX()->getExprLoc());
  const auto *Condition =
      cast<BinaryOperator>(D.getCondExpr()->IgnoreParenImpCasts());
  const bool IsEqual = Condition->getOpcode() == BO_EQ;
  // Evaluated once, as in the program.
  std::string Text = keep("ompscan_other", D.getExpr(), Lowered);
  if (IsEqual)
    Text += keep("ompscan_next", D.getD(), Lowered);
  const bool IsLeft = D.isXLHSInRHSPart();
  if (!IsEqual && !IsLong && Type->isIntegerType() &&
      Context.hasSameType(Type, D.getExpr()->getType().getUnqualifiedType())) {
    const bool IsMin = (Condition->getOpcode() == BO_LT) != IsLeft;
    return Text + "    " + (IsMin ? "atomic_min" : "atomic_max") +
           "((volatile __global " +
           (Type->isSignedIntegerOrEnumerationType() ? "int" : "uint") +
           " *)ompscan_at, ompscan_other);\n  }";
  }
  Old = plainSide(IsLeft ? Condition->getLHS() : Condition->getRHS());
  Other = plainSide(IsLeft ? Condition->getRHS() : Condition->getLHS());
  const std::string Holds = Lowered(Condition);
  Old = nullptr, Other = nullptr;
  return Text + "    " + Bits + " ompscan_seen = *ompscan_at, ompscan_was;\n" +
         "    do {\n    ompscan_was = ompscan_seen;\n    const " + Name +
         " ompscan_old = as_" + Name + "(ompscan_was);\n    if (!(" + Holds +
         "))\n      break;\n    ompscan_seen = " +
         (IsLong ? "atom_cmpxchg" : "atomic_cmpxchg") +
         "(ompscan_at, ompscan_was, as_" + Bits + "((" + Name + ")" +
         (IsEqual ? "ompscan_next" : "ompscan_other") +
         "));\n    } while (ompscan_seen != ompscan_was);\n  }";
}

std::string AtomicCode::lower(const OMPAtomicDirective &D,
                              Lowering::Here Lowered) {
  const Expr *X = D.getX();
  const bool IsLong = Context.getTypeSize(X->getType()) == 64;
  UsesLong |= IsLong;
  const std::string Object = Lowered(X);
  const std::string Type =
      Lower.type(X->getType().getUnqualifiedType(), X->getExprLoc());
  const std::string Bits = IsLong ? "ulong" : "uint";
  std::string Text = "{\n    volatile __global " + Bits +
                     " *const ompscan_at = (volatile __global " + Bits +
                     " *)&" + Object + ";\n";
  if (D.hasClausesOfKind<OMPCompareClause>())
    return Text + compare(D, Lowered);
  // `v`, the variable that captures a value.
  std::string Captured;
  if (const Expr *V = D.getV()) {
    const std::string Target = Lowered(V);
    const std::string To =
        Lower.type(V->getType().getUnqualifiedType(), V->getExprLoc());
    Captured = "    " + Target + " = (" + To + ")";
  }
  auto As = [&](StringRef Name, StringRef Value) {
    return ("as_" + Name + "(" + Value + ")").str();
  };
  const std::string Before =
      "    const " + Type + " ompscan_old = " + As(Type, "ompscan_was") + ";\n";
  // `v = x`
  if (D.getV() && !D.getExpr())
    return Text + "    const " + Bits + " ompscan_was = *ompscan_at;\n" +
           Before + Captured + "ompscan_old;\n  }";

  Text += keep("ompscan_other", D.getExpr(), Lowered);
  // `x = e`, `{ v = x; x = e; }`
  if (!D.getUpdateExpr()) {
    Text += "    const " + Bits +
            " ompscan_was = " + (IsLong ? "atom_xchg" : "atomic_xchg") +
            "(ompscan_at, " + As(Bits, "(" + Type + ")ompscan_other") + ");\n";
    if (Captured.empty())
      return Text + "    (void)ompscan_was;\n  }";
    return Text + Before + Captured + "ompscan_old;\n  }";
  }

  const BinaryOperator *Op = operation(D.getUpdateExpr());
  const Expr *Left = Op->getLHS()->IgnoreParenCasts();
  const Expr *Right = Op->getRHS()->IgnoreParenCasts();
  Old = D.isXLHSInRHSPart() ? Left : Right;
  Other = D.isXLHSInRHSPart() ? Right : Left;
  const std::string After = "    const " + Type +
                            " ompscan_new = " + Lowered(D.getUpdateExpr()) +
                            ";\n";
  Old = nullptr, Other = nullptr;
  const StringRef Kept = D.isPostfixUpdate() ? "ompscan_old" : "ompscan_new";
  if (const std::optional<std::string> Call =
          function(D, "ompscan_at", "ompscan_other")) {
    if (Captured.empty())
      return Text + "    " + *Call + ";\n  }";
    return Text + "    const " + Bits + " ompscan_was = " + *Call + ";\n" +
           Before + After + Captured + Kept.str() + ";\n  }";
  }
  Text += "    " + Bits + " ompscan_seen = *ompscan_at, ompscan_was;\n" +
          "    do {\n    ompscan_was = ompscan_seen;\n" + Before + After +
          "    ompscan_seen = " + (IsLong ? "atom_cmpxchg" : "atomic_cmpxchg") +
          "(ompscan_at, ompscan_was, " + As(Bits, "ompscan_new") + ");\n" +
          "    } while (ompscan_seen != ompscan_was);\n";
  if (!Captured.empty())
    Text += Before + (D.isPostfixUpdate() ? "" : After) + Captured +
            Kept.str() + ";\n";
  return Text + "  }";
}

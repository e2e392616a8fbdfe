//===- BoundedCode.cpp - Bounded affine functions -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/BoundedCode.h"

using namespace clang;
using namespace ompscan::plugin;

bool BoundedCode::fits(const Item &I) {
  return (I.Op == Operator::MaxPlus || I.Op == Operator::MinPlus) &&
         I.Type->isFloatingType() &&
         llvm::any_of(I.Updates, [](const Update &U) {
           return llvm::any_of(U.Function, [](const FunctionNode &Node) {
             return Node.Kind == FunctionKind::Multiply ||
                    Node.Kind == FunctionKind::Divide ||
                    Node.Kind == FunctionKind::Negate;
           });
         });
}

RecordText BoundedCode::record() const {
  RecordText Record;
  for (const char Member : {'v', 'w', 'a', 'c'})
    Record.add(Type + " " + Member, Bytes, Bytes);
  Record.finish();
  return Record;
}

/// $G and $S choose the greater and the smaller of a value and a bound. A
/// factor of 0 forgets the value, also an infinite bound. A bound that is NaN
/// is none.
static constexpr llvm::StringLiteral BoundedFunctions =
    R"(static inline $N $N_make(const $T v, const $T w, const $T a, const $T c) {
  $N r;
  r.v = v;
  r.w = w;
  r.a = a;
  r.c = c;
  return r;
}
static inline $T $N_at(const $N g, const $T x) {
  return g.a == 0 ? g.c : g.a * x + g.c;
}
static inline $T $N_bound(const $N g, const $T x) {
  const $T y = $G;
  return $S;
}
static inline $N $N_then(const $N f, const $N g) {
  const $T one = $N_bound(g, $N_at(g, f.v));
  const $T other = $N_bound(g, $N_at(g, f.w));
  return $N_make(g.a < 0 ? other : one, g.a < 0 ? one : other, f.a * g.a,
                 $N_at(g, f.c));
}
static inline $N $N_affine(const $N f, const $T a, const $T c) {
  return $N_then(f, $N_make(-INFINITY, INFINITY, a, c));
}
static inline $N $N_max(const $N f, const $T x) {
  return $N_then(f, $N_make(isnan(x) ? -INFINITY : x, INFINITY, 1, -0.0f));
}
static inline $N $N_min(const $N f, const $T x) {
  return $N_then(f, $N_make(-INFINITY, isnan(x) ? INFINITY : x, 1, -0.0f));
}
)";

/// The greater or the smaller one of \p Value and \p Bound.
std::string BoundedCode::extremum(StringRef Value, StringRef Bound,
                                  bool IsMax) const {
  const OperatorTraits &Traits = traits(IsMax ? Operator::Max : Operator::Min);
  if (Extrema == Choice::FloatCall)
    return (Traits.Function + "(" + Value + ", " + Bound + ")").str();
  const StringRef Equal = Extrema == Choice::CompareFirst ? "=" : "";
  return (Value + " " + Traits.Relation + Equal + " " + Bound + " ? " + Value +
          " : " + Bound)
      .str();
}

std::string BoundedCode::definition() const {
  return filled(BoundedFunctions, [this](char Letter) {
    return Letter == 'N' ? Name
           : Letter == 'T'
               ? Type
               : extremum(Letter == 'G' ? "x" : "y",
                          Letter == 'G' ? "g.v" : "g.w", Letter == 'G');
  });
}

std::string BoundedCode::make(const std::string &V, const std::string &W,
                              const std::string &A,
                              const std::string &C) const {
  return Name + "_make(" + V + ", " + W + ", " + A + ", " + C + ")";
}

std::string BoundedCode::identity() const {
  return make("-INFINITY", "INFINITY", "1", "-0.0f");
}

std::string BoundedCode::constant(llvm::ArrayRef<std::string> Values) const {
  const std::string Value = "(" + Type + ")(" + Values.front() + ")";
  return make(Value, Value, "0", Value);
}

std::string BoundedCode::operation(FunctionKind Kind,
                                   const std::string &Function,
                                   const std::string &Input,
                                   bool IsOnLeft) const {
  const std::string Value = "(" + Type + ")(" + Input + ")";
  const auto Affine = [&](const std::string &A, const std::string &C) {
    return Name + "_affine(" + Function + ", " + A + ", " + C + ")";
  };
  switch (Kind) {
  case FunctionKind::Negate:
    return Affine("-1", "-0.0f");
  case FunctionKind::Add:
    return Affine("1", Value);
  case FunctionKind::Subtract:
    return IsOnLeft ? Affine("-1", Value) : Affine("1", "-" + Value);
  case FunctionKind::Multiply:
    return Affine(Value, "-0.0f");
  case FunctionKind::Divide:
    return Affine("1 / " + Value, "-0.0f");
  case FunctionKind::Maximum:
    return Name + "_max(" + Function + ", " + Value + ")";
  default:
    return Name + "_min(" + Function + ", " + Value + ")";
  }
}

std::string BoundedCode::composition() const {
  return "  return " + Name + "_then(a, b);\n";
}

//===- ProductCode.cpp - Products of floating-point numbers -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/ProductCode.h"

using namespace clang;
using namespace ompscan::plugin;

RecordText ProductCode::record() const {
  const uint64_t Bytes = IsDouble ? 8 : 4;
  RecordText Record;
  Record.add(Type + " v", Bytes, Bytes);
  Record.add((IsDouble ? "long" : "int") + std::string(" e"), Bytes, Bytes);
  Record.finish();
  return Record;
}

/// The functions of products. The product of two significands is used if it is
/// between $L and $H. If not, both are scaled first, so that it does not leave
/// the range of the type: the factor $D takes a large one away from there, and
/// $U a small one. An exponent stops at a limit: such a product makes 0 or
/// infinity of every other number, from which no later factor comes back. To
/// apply a function, powers of two are multiplied in steps that are numbers of
/// the type.
static constexpr llvm::StringLiteral ProductFunctions =
    R"(static inline $N $N_make(const $T v, const $E e) {
  $N r;
  r.v = v;
  r.e = e;
  return r;
}
static inline int $N_is_near(const $T v) {
  return fabs(v) >= $L && fabs(v) <= $H;
}
static inline $N $N_scaled(const $N f) {
  if ($N_is_near(f.v))
    return f;
  return fabs(f.v) < 1 ? $N_make(f.v * $U, f.e - $K)
                       : $N_make(f.v * $D, f.e + $K);
}
static inline $T $N_at(const $T x, const $N f) {
  const $N scaled = $N_scaled($N_make(x, 0));
  $T v = scaled.v * f.v;
  $E e = scaled.e + f.e;
  for (int i = 0; i < 3; ++i) {
    const $E step = e > $P ? $P : e < -$P ? -$P : e;
    v *= as_$T(($W)(step + $B) << $F);
    e -= step;
  }
  return v;
}
static inline $N $N_then(const $N f, const $N g) {
  const $T v = f.v * g.v;
  if (f.e == $M)
    return $N_make(g.e == 0 ? v : $N_at(f.v, g), $M);
  $N r = $N_make(v, f.e + g.e);
  if (!$N_is_near(v)) {
    const $N a = $N_scaled(f), b = $N_scaled(g);
    r = $N_scaled($N_make(a.v * b.v, a.e + b.e));
  }
  r.e = r.e > 1048576 ? 1048576 : r.e < -1048576 ? -1048576 : r.e;
  return r;
}
)";

/// The exponent of a constant function.
std::string ProductCode::exponentMark() const {
  return IsDouble ? "(-0x7fffffffffffffffL - 1)" : "(-0x7fffffff - 1)";
}

std::string ProductCode::definition() const {
  // The types of exponents and of their bits, and numbers of double and float.
  struct Constant {
    char Letter;
    StringRef Double, Float;
  };
  static constexpr Constant Constants[] = {
      {'E', "long", "int"},
      {'W', "ulong", "uint"},
      {'L', "0x1p-256", "0x1p-32f"},
      {'H', "0x1p256", "0x1p32f"},
      {'D', "0x1p-600", "0x1p-87f"},
      {'U', "0x1p600", "0x1p87f"},
      {'K', "600", "87"},
      {'P', "1000", "120"},
      {'B', "1023", "127"},
      {'F', "52", "23"},
  };
  return filled(ProductFunctions, [&](char Letter) -> std::string {
    for (const Constant &Each : Constants)
      if (Each.Letter == Letter)
        return (IsDouble ? Each.Double : Each.Float).str();
    return Letter == 'N' ? Name : Letter == 'T' ? Type : exponentMark();
  });
}

std::string ProductCode::factors() const {
  return "typedef " + Type + " ompscan_factor;\n#define OMPSCAN_FACTOR_LIMIT " +
         (IsDouble ? "0x1p120" : "0x1p15f") +
         "\n#define OMPSCAN_IS_CONSTANT(value) ((value).e == " +
         exponentMark() + ")\n";
}

std::string ProductCode::identity() const { return Name + "_make(1, 0)"; }

std::string ProductCode::constant(llvm::ArrayRef<std::string> Values) const {
  return Name + "_make(" + Values.front() + ", " + exponentMark() + ")";
}

std::string ProductCode::input(const Update &,
                               llvm::ArrayRef<std::string> Texts) const {
  std::string Result;
  for (const std::string &Text : Texts) {
    const std::string Factor = Name + "_make((" + Type + ")(" + Text + "), 0)";
    Result = Result.empty() ? Factor
                            : Name + "_then(" + Result + ", " + Factor + ")";
  }
  return Result;
}

std::string ProductCode::composition() const {
  return "  return " + Name + "_then(a, b);\n";
}

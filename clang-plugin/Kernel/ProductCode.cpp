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
  return filled(ProductFunctions, [&](char Letter) -> std::string {
    switch (Letter) {
    case 'N':
      return Name;
    case 'T':
      return Type;
    case 'E':
      return IsDouble ? "long" : "int";
    case 'W':
      return IsDouble ? "ulong" : "uint";
    case 'L':
      return IsDouble ? "0x1p-256" : "0x1p-32f";
    case 'H':
      return IsDouble ? "0x1p256" : "0x1p32f";
    case 'D':
      return IsDouble ? "0x1p-600" : "0x1p-87f";
    case 'U':
      return IsDouble ? "0x1p600" : "0x1p87f";
    case 'K':
      return IsDouble ? "600" : "87";
    case 'P':
      return IsDouble ? "1000" : "120";
    case 'B':
      return IsDouble ? "1023" : "127";
    case 'F':
      return IsDouble ? "52" : "23";
    default:
      return exponentMark();
    }
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

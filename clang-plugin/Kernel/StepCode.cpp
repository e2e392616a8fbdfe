//===- StepCode.cpp - Bounded sums of integers --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/StepCode.h"
#include "Kernel/Lowering/IntegerTypes.h"

using namespace clang;
using namespace ompscan::plugin;

RecordText StepCode::record() const {
  const uint64_t Bytes = std::max(Width / 8, 4u);
  RecordText Record;
  for (const char Member : {'v', 'w', 'p'})
    Record.add(Type + " " + Member, Bytes, Bytes);
  Record.finish();
  return Record;
}

/// The functions of bounded sums of integers. A function is `v` up to `p`, from
/// there on it rises with its argument, and it stops at `w`. All of these are
/// values of the type, and each result lies between `v` and `w`, so that
/// nothing overflows: differences are taken in the unsigned type.
static constexpr llvm::StringLiteral StepFunctions =
    R"(static inline $N $N_make(const $T v, const $T w, const $T p) {
  $N r;
  r.v = v;
  r.w = w;
  r.p = p;
  return r;
}
static inline $T $N_at(const $N f, const $T x) {
  if (x <= f.p)
    return f.v;
  const $U rise = ($U)x - ($U)f.p;
  return rise >= ($U)f.w - ($U)f.v ? f.w : ($T)(($U)f.v + rise);
}
static inline $N $N_then(const $N f, const $N g) {
  const $T v = $N_at(g, f.v), w = $N_at(g, f.w);
  const $T last = f.v > g.p ? f.v : g.p;
  return $N_make(v, w, v == w ? $L : ($T)(($U)f.p + (($U)last - ($U)f.v)));
}
static inline $N $N_up(const $N f, const $U by) {
  return $N_then(f, $N_make(($T)(($U)$L + by), $H, $L));
}
static inline $N $N_down(const $N f, const $U by) {
  return $N_then(f, $N_make($L, ($T)(($U)$H - by), ($T)(($U)$L + by)));
}
static inline $N $N_add(const $N f, const $T x) {
  return x < 0 ? $N_down(f, 0 - ($U)x) : $N_up(f, ($U)x);
}
static inline $N $N_sub(const $N f, const $T x) {
  return x < 0 ? $N_up(f, 0 - ($U)x) : $N_down(f, ($U)x);
}
static inline $N $N_max(const $N f, const $T x) {
  return $N_then(f, $N_make(x, $H, x));
}
static inline $N $N_min(const $N f, const $T x) {
  return $N_then(f, $N_make($L, x, $L));
}
)";

/// The smallest or largest number that bounded sums of integers compute with.
std::string StepCode::limit(bool IsMax) const {
  if (Width > MostIntegerBits)
    return wideConstant(
        IsMax ? llvm::APSInt::getMaxValue(Width, /*Unsigned=*/false)
              : llvm::APSInt::getMinValue(Width, /*Unsigned=*/false));
  const StringRef Max = Type == "int" ? "2147483647" : "0x7fffffffffffffffL";
  return (IsMax ? Max : "(-" + Max + " - 1)").str();
}

std::string StepCode::definition() const {
  return filled(StepFunctions, [this](char Letter) {
    return Letter == 'N'   ? Name
           : Letter == 'T' ? Type
           : Letter == 'U' ? Wrapping
                           : limit(Letter == 'H');
  });
}

std::string StepCode::operation(FunctionKind Kind, const std::string &Function,
                                const std::string &Input, bool) const {
  // Only the right operand of a difference is an input.
  const StringRef Operation = Kind == FunctionKind::Add        ? "_add("
                              : Kind == FunctionKind::Subtract ? "_sub("
                              : Kind == FunctionKind::Maximum  ? "_max("
                                                               : "_min(";
  return Name + Operation.str() + Function + ", (" + Type + ")(" + Input + "))";
}

std::string StepCode::make(const std::string &V, const std::string &W,
                           const std::string &P) const {
  return Name + "_make(" + V + ", " + W + ", " + P + ")";
}

std::string StepCode::identity() const {
  return make(limit(false), limit(true), limit(false));
}

std::string StepCode::constant(llvm::ArrayRef<std::string> Values) const {
  return Name + "_max(" + make(limit(false), limit(false), limit(false)) +
         ", (" + Type + ")(" + Values.front() + "))";
}

std::string StepCode::isConstant(llvm::StringRef Value) const {
  return (Value + ".v == " + Value + ".w").str();
}

std::string StepCode::composition() const {
  return "  return " + Name + "_then(a, b);\n";
}

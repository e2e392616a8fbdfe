//===- EmulatedTypes.cpp - Numbers that OpenCL C lacks --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/EmulatedTypes.h"
#include "AST/ComplexNumbers.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// $C is the structure and $R the type of its parts. Products and quotients
/// recover infinities as Annex G of C says.
static constexpr llvm::StringLiteral ComplexNumbers =
    R"(typedef struct { $R re, im; } $C;
static inline $C $C_make(const $R re, const $R im) {
  $C r;
  r.re = re;
  r.im = im;
  return r;
}
static inline $C $C_neg(const $C a) { return $C_make(-a.re, -a.im); }
static inline $C $C_conj(const $C a) { return $C_make(a.re, -a.im); }
static inline $C $C_add(const $C a, const $C b) {
  return $C_make(a.re + b.re, a.im + b.im);
}
static inline $C $C_add_real(const $C a, const $R b) {
  return $C_make(a.re + b, a.im);
}
static inline $C $C_real_add(const $R a, const $C b) {
  return $C_make(a + b.re, b.im);
}
static inline $C $C_sub(const $C a, const $C b) {
  return $C_make(a.re - b.re, a.im - b.im);
}
static inline $C $C_sub_real(const $C a, const $R b) {
  return $C_make(a.re - b, a.im);
}
static inline $C $C_real_sub(const $R a, const $C b) {
  return $C_make(a - b.re, -b.im);
}
static inline $C $C_mul_real(const $C a, const $R b) {
  return $C_make(a.re * b, a.im * b);
}
static inline $C $C_real_mul(const $R a, const $C b) {
  return $C_make(a * b.re, a * b.im);
}
static inline $C $C_div_real(const $C a, const $R b) {
  return $C_make(a.re / b, a.im / b);
}
static inline int $C_eq(const $C a, const $C b) {
  return a.re == b.re && a.im == b.im;
}
static inline $R $C_unit(const $R x) {
  return copysign(isinf(x) ? ($R)1 : ($R)0, x);
}
static inline $R $C_zero(const $R x) {
  return isnan(x) ? copysign(($R)0, x) : x;
}
static inline $C $C_mul($C a, $C b) {
  const $R p = a.re * b.re, q = a.im * b.im;
  const $R s = a.re * b.im, t = a.im * b.re;
  const $R re = p - q, im = s + t;
  if (!(isnan(re) && isnan(im)))
    return $C_make(re, im);
  bool recovers = isinf(p) || isinf(q) || isinf(s) || isinf(t);
  if (isinf(a.re) || isinf(a.im)) {
    a = $C_make($C_unit(a.re), $C_unit(a.im));
    recovers = true;
    b = $C_make($C_zero(b.re), $C_zero(b.im));
  }
  if (isinf(b.re) || isinf(b.im)) {
    b = $C_make($C_unit(b.re), $C_unit(b.im));
    recovers = true;
  }
  if (!recovers)
    return $C_make(re, im);
  a = $C_make($C_zero(a.re), $C_zero(a.im));
  b = $C_make($C_zero(b.re), $C_zero(b.im));
  return $C_make(INFINITY * (a.re * b.re - a.im * b.im),
                 INFINITY * (a.re * b.im + a.im * b.re));
}
static inline $C $C_apply(const $C a, const $C b) {
  return a.re == 1 && a.im == 0 ? b : $C_mul(a, b);
}
static inline $C $C_div($C a, $C b) {
  const $R scale = logb(fmax(fabs(b.re), fabs(b.im)));
  const int e = isfinite(scale) ? -(int)scale : 0;
  const $C c = $C_make(ldexp(b.re, e), ldexp(b.im, e));
  const $R square = c.re * c.re + c.im * c.im;
  const $R re = ldexp((a.re * c.re + a.im * c.im) / square, e);
  const $R im = ldexp((a.im * c.re - a.re * c.im) / square, e);
  if (!(isnan(re) && isnan(im)))
    return $C_make(re, im);
  if (square == 0 && !(isnan(a.re) && isnan(a.im))) {
    const $R inf = copysign(($R)INFINITY, c.re);
    return $C_make(inf * a.re, inf * a.im);
  }
  if ((isinf(a.re) || isinf(a.im)) && isfinite(c.re) && isfinite(c.im)) {
    a = $C_make($C_unit(a.re), $C_unit(a.im));
    return $C_make(INFINITY * (a.re * c.re + a.im * c.im),
                   INFINITY * (a.im * c.re - a.re * c.im));
  }
  if ((isinf(b.re) || isinf(b.im)) && isfinite(a.re) && isfinite(a.im)) {
    b = $C_make($C_unit(b.re), $C_unit(b.im));
    return $C_make(0 * (a.re * b.re + a.im * b.im),
                   0 * (a.im * b.re - a.re * b.im));
  }
  return $C_make(re, im);
}
)";

/// Makes a number of 16 bits from a double through a float that is rounded to
/// odd, so that the result is that of one rounding.
static constexpr llvm::StringLiteral FromDouble =
    R"(static inline $C $C_from_double(const double x) {
  float y = (float)x;
  if (isfinite(y) && y != x && !(as_uint(y) & 1))
    y = as_float(as_uint(y) + (fabs((double)y) < fabs(x) ? 1 : -1));
  return $C_from(y);
}
)";

static constexpr llvm::StringLiteral HalfNumbers =
    R"(typedef struct { ushort bits; } $C;
static inline float $C_value(const $C x) {
  const uint sign = (uint)(x.bits & 0x8000) << 16;
  const uint rest = x.bits & 0x7fff;
  if (rest >= 0x7c00)
    return as_float(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  if (rest >= 0x400)
    return as_float(sign | ((rest << 13) + 0x38000000));
  const float small = (float)rest * 0x1p-24f;
  return sign ? -small : small;
}
static inline $C $C_from(const float y) {
  const uint bits = as_uint(y), sign = bits >> 16 & 0x8000;
  const uint rest = bits & 0x7fffffff;
  uint half_bits;
  if (rest > 0x7f800000)
    half_bits = 0x7e00 | (rest >> 13 & 0x3ff);
  else if (rest >= 0x477ff000)
    half_bits = 0x7c00;
  else if (rest >= 0x38800000)
    half_bits = (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13;
  else
    half_bits = (uint)rint(as_float(rest) * 0x1p24f);
  $C x;
  x.bits = (ushort)(sign | half_bits);
  return x;
}
)";

static constexpr llvm::StringLiteral BrainNumbers =
    R"(typedef struct { ushort bits; } $C;
static inline float $C_value(const $C x) { return as_float((uint)x.bits << 16); }
static inline $C $C_from(const float y) {
  const uint bits = as_uint(y);
  $C x;
  x.bits = (ushort)(isnan(y) ? bits >> 16 | 0x40
                             : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  return x;
}
)";

std::optional<EmulatedType> EmulatedType::of(QualType T,
                                             const ASTContext &Context) {
  T = Context.getCanonicalType(T).getUnqualifiedType();
  if (const QualType Part = complexPart(T); !Part.isNull()) {
    if (Part->isSpecificBuiltinType(BuiltinType::Float))
      return EmulatedType(Kind::Complex, "ompscan_complex_float", "float");
    if (Part->isSpecificBuiltinType(BuiltinType::Double))
      return EmulatedType(Kind::Complex, "ompscan_complex_double", "double");
  }
  if (T->isSpecificBuiltinType(BuiltinType::Float16) ||
      T->isSpecificBuiltinType(BuiltinType::Half))
    return EmulatedType(Kind::Half, "ompscan_half", "float");
  if (T->isSpecificBuiltinType(BuiltinType::BFloat16))
    return EmulatedType(Kind::Brain, "ompscan_bfloat16", "float");
  return std::nullopt;
}

/// \p Form with the names of the types.
std::string EmulatedType::filled(StringRef Form) const {
  std::string Text;
  for (size_t At = Form.find('$'); At != StringRef::npos; At = Form.find('$')) {
    Text += Form.take_front(At);
    Text += Form[At + 1] == 'C' ? Name : Real;
    Form = Form.drop_front(At + 2);
  }
  return Text + Form.str();
}

std::string EmulatedType::definition() const {
  return filled(Which == Kind::Complex ? StringRef(ComplexNumbers)
                : Which == Kind::Half  ? StringRef(HalfNumbers)
                                       : StringRef(BrainNumbers));
}

std::string EmulatedType::doubleDefinition() const {
  return filled(FromDouble);
}

std::string EmulatedType::fromDouble(StringRef Value) const {
  return (Name + "_from_double(" + Value + ")").str();
}

std::string EmulatedType::from(StringRef Value, StringRef Imaginary) const {
  return isComplex() ? (Name + "_make(" + Value + ", " + Imaginary + ")").str()
                     : (Name + "_from(" + Value + ")").str();
}

std::string EmulatedType::toReal(StringRef Value) const {
  return isComplex() ? ("(" + Value + ").re").str()
                     : (Name + "_value(" + Value + ")").str();
}

std::string EmulatedType::isNonZero(StringRef Value) const {
  return isComplex()
             ? ("(!" + Name + "_eq(" + Value + ", " + from("0.0f") + "))").str()
             : ("(" + toReal(Value) + " != 0)");
}

bool EmulatedType::takes(BinaryOperatorKind Op) {
  return BinaryOperator::isAdditiveOp(Op) || Op == BO_Mul || Op == BO_Div ||
         BinaryOperator::isComparisonOp(Op);
}

/// The end of the name of the function for \p Op, which is arithmetic.
static StringRef functionName(BinaryOperatorKind Op) {
  return Op == BO_Add   ? "add"
         : Op == BO_Sub ? "sub"
         : Op == BO_Mul ? "mul"
                        : "div";
}

std::string EmulatedType::operation(BinaryOperatorKind Op, StringRef Left,
                                    StringRef Right) const {
  const StringRef Spelling = BinaryOperator::getOpcodeStr(Op);
  if (isComplex() && BinaryOperator::isComparisonOp(Op))
    return (StringRef(Op == BO_NE ? "(!" : "(") + Name + "_eq(" + Left + ", " +
            Right + "))")
        .str();
  if (isComplex())
    return (Name + "_" + functionName(Op) + "(" + Left + ", " + Right + ")")
        .str();
  const std::string Value =
      "(" + toReal(Left) + " " + Spelling.str() + " " + toReal(Right) + ")";
  return BinaryOperator::isComparisonOp(Op) ? Value : from(Value);
}

std::string EmulatedType::mixed(BinaryOperatorKind Op, StringRef Left,
                                bool LeftIsReal, StringRef Right) const {
  if (BinaryOperator::isComparisonOp(Op) || (LeftIsReal && Op == BO_Div))
    return LeftIsReal ? operation(Op, from(Left), Right)
                      : operation(Op, Left, from(Right));
  const StringRef Function = functionName(Op);
  return (Name + (LeftIsReal ? "_real_" + Function : "_" + Function + "_real") +
          "(" + Left + ", " + Right + ")")
      .str();
}

std::string EmulatedType::applied(StringRef Factor, StringRef Value) const {
  return isComplex() ? (Name + "_apply(" + Factor + ", " + Value + ")").str()
                     : operation(BO_Mul, Factor, Value);
}

std::string EmulatedType::negative(StringRef Value) const {
  return isComplex() ? (Name + "_neg(" + Value + ")").str()
                     : from("-" + toReal(Value));
}

std::string EmulatedType::constant(ArrayRef<std::string> Parts) const {
  return "((" + Name + "){" + llvm::join(Parts, ", ") + "})";
}

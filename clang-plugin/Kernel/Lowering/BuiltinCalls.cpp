//===- BuiltinCalls.cpp - Calls of built-in functions ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/BuiltinCalls.h"
#include "AST/Expressions.h"
#include "AST/LibraryMacros.h"
#include "Kernel/Lowering/CharacterCalls.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// A call in OpenCL C: $0, $1, ... are the arguments, $T is the type of the
/// result, and $A that of the first argument. Each argument is named once, so
/// that it is evaluated once. Call is empty if the function has the same name.
struct Equivalent {
  StringRef Name;
  StringRef Call;
  StringRef Helper = "";
};

} // namespace

static constexpr llvm::StringLiteral TrailingZeros =
    R"(static int ompscan_ctz(ulong x) {
  return (int)popcount((x & (0 - x)) - 1);
}
)";

static constexpr llvm::StringLiteral FindFirst =
    R"(static int ompscan_ffs(ulong x) {
  return x ? (int)popcount(x ^ (x - 1)) : 0;
}
)";

static constexpr llvm::StringLiteral SwapBytes =
    R"(static ulong ompscan_bswap(ulong x, uint bytes) {
  ulong y = 0;
  for (uint i = 0; i < bytes; ++i) {
    y = y << 8 | (x & 0xff);
    x >>= 8;
  }
  return y;
}
)";

static constexpr llvm::StringLiteral SetBytes =
    R"(static void *ompscan_set(void *to, int value, ulong n) {
  for (ulong i = 0; i < n; ++i)
    ((uchar *)to)[i] = (uchar)value;
  return to;
}
)";

static constexpr llvm::StringLiteral SignOfInfinity =
    R"(static int ompscan_isinf_$A($A x) {
  return isinf(x) ? (x < 0 ? -1 : 1) : 0;
}
)";

static constexpr llvm::StringLiteral Absolute =
    R"(static $T ompscan_cabs_$T(const $A x) { return hypot(x.re, x.im); }
)";

static constexpr llvm::StringLiteral Argument =
    R"(static $T ompscan_carg_$T(const $A x) { return atan2(x.im, x.re); }
)";

static constexpr llvm::StringLiteral Exponential =
    R"(static $T ompscan_cexp_$T(const $A x) {
  if (x.im == 0)
    return $A_make(exp(x.re), x.im);
  if (x.re == -INFINITY && !isfinite(x.im))
    return $A_make(0, 0);
  if (x.re == INFINITY && !isfinite(x.im))
    return $A_make(x.re, x.im - x.im);
  const $T unit = $A_make(cos(x.im), sin(x.im));
  return $A_mul_real(unit, exp(x.re));
}
)";

/// A product overflows if its upper half is not the sign of the lower half.
static constexpr llvm::StringLiteral Overflow =
    R"(static uchar ompscan_add_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ulong)x + (ulong)y);
  return y < 0 ? *z >= x : *z < x;
}
static uchar ompscan_sub_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ulong)x - (ulong)y);
  return y < 0 ? *z <= x : *z > x;
}
static uchar ompscan_mul_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ulong)x * (ulong)y);
  $A sign = *z < 0 ? ($A)-1 : ($A)0;
  return mul_hi(x, y) != sign;
}
)";

/// The same for integers of 128 bits, whose products have no upper half.
static constexpr llvm::StringLiteral WideOverflow =
    R"(static uchar ompscan_add_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ompscan_uint128)x + (ompscan_uint128)y);
  return y < 0 ? *z >= x : *z < x;
}
static uchar ompscan_sub_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ompscan_uint128)x - (ompscan_uint128)y);
  return y < 0 ? *z <= x : *z > x;
}
static uchar ompscan_mul_overflow_$A($A x, $A y, $A *z) {
  *z = ($A)((ompscan_uint128)x * (ompscan_uint128)y);
  if (($A)-1 < 0 && x == ($A)-1)
    return y < 0 && *z == y;
  return x != 0 && *z / x != y;
}
)";

static constexpr llvm::StringLiteral RedundantSign =
    R"(static int ompscan_clrsb(long x) {
  return (int)clz((ulong)(x ^ (x >> 63))) - 1;
}
)";

/// Functions with the same name and meaning in OpenCL C.
static constexpr llvm::StringLiteral SameFunctions[] = {"acos",
                                                        "acosh",
                                                        "asin",
                                                        "asinh",
                                                        "atan",
                                                        "atan2",
                                                        "atanh",
                                                        "cbrt",
                                                        "ceil",
                                                        "copysign",
                                                        "cos",
                                                        "cosh",
                                                        "erf",
                                                        "erfc",
                                                        "exp",
                                                        "exp10",
                                                        "exp2",
                                                        "expm1",
                                                        "fabs",
                                                        "fdim",
                                                        "floor",
                                                        "fma",
                                                        "fmax",
                                                        "fmin",
                                                        "fmod",
                                                        "frexp",
                                                        "hypot",
                                                        "ilogb",
                                                        "isfinite",
                                                        "isgreater",
                                                        "isgreaterequal",
                                                        "isinf",
                                                        "isless",
                                                        "islessequal",
                                                        "islessgreater",
                                                        "isnan",
                                                        "isnormal",
                                                        "isunordered",
                                                        "ldexp",
                                                        "lgamma",
                                                        "log",
                                                        "log10",
                                                        "log1p",
                                                        "log2",
                                                        "logb",
                                                        "modf",
                                                        "nextafter",
                                                        "pow",
                                                        "remainder",
                                                        "remquo",
                                                        "rint",
                                                        "round",
                                                        "signbit",
                                                        "sin",
                                                        "sinh",
                                                        "sqrt",
                                                        "tan",
                                                        "tanh",
                                                        "tgamma",
                                                        "trunc"};

/// Names have no `__builtin_` in front and, for functions on float, no `f` at
/// the end.
static constexpr Equivalent Equivalents[] = {
    {"creal", "($0).re"},
    {"cimag", "($0).im"},
    {"conj", "$A_conj($0)"},
    {"cabs", "ompscan_cabs_$T($0)", Absolute},
    {"carg", "ompscan_carg_$T($0)", Argument},
    {"cexp", "ompscan_cexp_$T($0)", Exponential},
    {"finite", "isfinite($0)"},
    {"isinf_sign", "ompscan_isinf_$A($0)", SignOfInfinity},
    {"nearbyint", "rint($0)"},
    {"powi", "pown($0, $1)"},
    {"scalbn", "ldexp($0, $1)"},
    {"llrint", "(($T)rint($0))"},
    {"llround", "(($T)round($0))"},
    {"lrint", "(($T)rint($0))"},
    {"lround", "(($T)round($0))"},
    // OpenCL C's abs() is unsigned.
    {"abs", "(($T)abs($0))"},
    {"imaxabs", "(($T)abs($0))"},
    {"labs", "(($T)abs($0))"},
    {"llabs", "(($T)abs($0))"},
    {"popcount", "(($T)popcount($0))"},
    {"popcountl", "(($T)popcount($0))"},
    {"popcountll", "(($T)popcount($0))"},
    {"parity", "(($T)popcount($0) & 1)"},
    {"parityl", "(($T)popcount($0) & 1)"},
    {"parityll", "(($T)popcount($0) & 1)"},
    {"clz", "(($T)clz($0))"},
    {"clzl", "(($T)clz($0))"},
    {"clzll", "(($T)clz($0))"},
    {"clrsbl", "ompscan_clrsb($0)", RedundantSign},
    {"clrsbll", "ompscan_clrsb($0)", RedundantSign},
    {"ctz", "ompscan_ctz($0)", TrailingZeros},
    {"ctzl", "ompscan_ctz($0)", TrailingZeros},
    {"ctzll", "ompscan_ctz($0)", TrailingZeros},
    {"ffs", "ompscan_ffs((ulong)$0)", FindFirst},
    {"ffsl", "ompscan_ffs((ulong)$0)", FindFirst},
    {"ffsll", "ompscan_ffs((ulong)$0)", FindFirst},
    {"bswap16", "(($T)ompscan_bswap($0, 2))", SwapBytes},
    {"bswap32", "(($T)ompscan_bswap($0, 4))", SwapBytes},
    {"bswap64", "(($T)ompscan_bswap($0, 8))", SwapBytes},
    {"rotateleft8", "rotate($0, $1)"},
    {"rotateleft16", "rotate($0, $1)"},
    {"rotateleft32", "rotate($0, $1)"},
    {"rotateleft64", "rotate($0, $1)"},
    {"rotateright8", "rotate($0, ($T)(0 - $1))"},
    {"rotateright16", "rotate($0, ($T)(0 - $1))"},
    {"rotateright32", "rotate($0, ($T)(0 - $1))"},
    {"rotateright64", "rotate($0, ($T)(0 - $1))"},
    {"add_overflow", "ompscan_add_overflow_$A($0, $1, $2)", Overflow},
    {"sub_overflow", "ompscan_sub_overflow_$A($0, $1, $2)", Overflow},
    {"mul_overflow", "ompscan_mul_overflow_$A($0, $1, $2)", Overflow},
    {"memcpy", "ompscan_copy($0, $1, $2)", CopyBytes},
    {"memset", "ompscan_set($0, $1, $2)", SetBytes},
    // The choice that Clang would make at run time.
    {"is_constant_evaluated", "0"},
    {"constant_p", "0"},
    {"unreachable", "((void)0)"},
    {"assume", "((void)0)"},
    {"expect", "$0"},
    {"expect_with_probability", "$0"},
};

/// The functions of the C library that the host's code for \p Known calls.
static LibraryCalls callsOf(const Equivalent &Known) {
  // Functions of integers are short, and so are those that round or compare.
  static constexpr llvm::StringLiteral Short[] = {
      "ceil",     "copysign",    "fabs",           "floor",
      "fma",      "fmax",        "fmin",           "finite",
      "isfinite", "isgreater",   "isgreaterequal", "isinf",
      "isless",   "islessequal", "islessgreater",  "isnan",
      "isnormal", "isunordered", "nearbyint",      "rint",
      "round",    "signbit",     "sqrt",           "trunc"};
  static constexpr llvm::StringLiteral Math[] = {
      "exp", "exp10", "exp2", "log", "log10", "log1p", "log2"};
  static constexpr llvm::StringLiteral Long[] = {"cabs", "carg", "cexp", "powi",
                                                 "scalbn"};
  if (llvm::is_contained(Math, Known.Name))
    return LibraryCalls::Math;
  const bool IsLong = Known.Call.empty()
                          ? !llvm::is_contained(Short, Known.Name)
                          : llvm::is_contained(Long, Known.Name);
  return IsLong ? LibraryCalls::Others : LibraryCalls::None;
}

static std::optional<Equivalent> find(StringRef Name) {
  auto Find = [](StringRef Name) -> std::optional<Equivalent> {
    if (llvm::is_contained(SameFunctions, Name))
      return Equivalent{Name, ""};
    const auto *Known = llvm::find_if(
        Equivalents, [Name](const Equivalent &B) { return B.Name == Name; });
    return Known == std::end(Equivalents) ? std::nullopt
                                          : std::optional(*Known);
  };
  Name.consume_front("__builtin_");
  const std::optional<Equivalent> Known = Find(Name);
  return !Known && Name.consume_back("f") ? Find(Name) : Known;
}

std::optional<Piece> ompscan::plugin::lowerBuiltinCall(const CallExpr *E,
                                                       const FunctionDecl *F,
                                                       ExprLowering &Exprs,
                                                       bool WantsLValue) {
  LoweringModule &M = Exprs.module();
  if (isForwarding(*F))
    return Exprs.lower(E->getArg(0), WantsLValue);
  switch (F->getBuiltinID()) {
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
  case Builtin::BI__builtin_addressof:
    return pointerTo(Exprs.lower(E->getArg(0), /*AsLValue=*/true));
  default:
    break;
  }

  // A name of the C library means its function, unless the program has its own.
  if (!F->getIdentifier() ||
      (!F->getBuiltinID() && (!F->isExternC() || F->hasBody())))
    return std::nullopt;
  if (isAssertionFailure(*F))
    return Piece("((void)0)");
  if (std::optional<Piece> Result = lowerCharacterCall(*E, F->getName(), Exprs))
    return Result;
  const std::optional<Equivalent> Known = find(F->getName());
  if (!Known)
    return std::nullopt;
  M.note(callsOf(*Known));
  SmallVector<std::string, 4> Args;
  for (const Expr *Arg : E->arguments()) {
    Piece P = Exprs.lower(Arg);
    if (Arg->getType()->isPointerType() && P.To == Space::Constant)
      M.refuse(Arg->getExprLoc(), "a constant table as this argument");
    Args.push_back(withoutParens(P.Text).str());
  }
  StringRef Helper = Known->Helper;
  if (Known->Helper == Overflow) {
    const QualType T = E->getArg(0)->getType();
    if (isWideInteger(T, M.context()))
      Helper = WideOverflow;
    if (!M.context().hasSameUnqualifiedType(T, E->getArg(1)->getType()) ||
        !M.context().hasSameUnqualifiedType(
            T, E->getArg(2)->getType()->getPointeeType()) ||
        T->isBooleanType())
      return Exprs.refuse(E->getExprLoc(),
                          "checked arithmetic on different types");
  }
  auto Fill = [&](StringRef Form) {
    std::string Text;
    for (size_t At = Form.find('$'); At != StringRef::npos;
         At = Form.find('$')) {
      Text += Form.take_front(At);
      char Which = Form[At + 1];
      if (Which == 'T')
        Text += M.Types.type(E->getType(), E->getExprLoc());
      else if (Which == 'A')
        Text += M.Types.type(E->getArg(0)->getType(), E->getExprLoc());
      else
        Text += "(" + Args[Which - '0'] + ")";
      Form = Form.drop_front(At + 2);
    }
    return Text + Form.str();
  };
  if (!Helper.empty())
    M.Functions.helper(Fill(Helper));
  if (Known->Call.empty())
    return Piece(Known->Name.str() + "(" + llvm::join(Args, ", ") + ")");
  return Piece(Fill(Known->Call));
}

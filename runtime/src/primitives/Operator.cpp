//===- Operator.cpp - Operators of reductions and scans--------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Operator.h"
#include "primitives/Outcome.h"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace ompscan::rt {

namespace {

using Combination = void (*)(void *, const void *);

enum class Sign { Add, Multiply, Min, Max, And, Or, Xor };

struct SignText {
  const char *Name;
  Sign S;
  const char *Text; ///< in OpenCL C
};

constexpr SignText Signs[] = {
    {"+", Sign::Add, "x + y"},           {"*", Sign::Multiply, "x * y"},
    {"min", Sign::Min, "y < x ? y : x"}, {"max", Sign::Max, "x < y ? y : x"},
    {"&", Sign::And, "x & y"},           {"|", Sign::Or, "x | y"},
    {"^", Sign::Xor, "x ^ y"},
};

/// Signed sums and products wrap around, as they do on devices.
template <typename T, Sign S> void combine(void *Left, const void *Right) {
  T X, Y;
  std::memcpy(&X, Left, sizeof X);
  std::memcpy(&Y, Right, sizeof Y);
  if constexpr (S == Sign::Min) {
    X = Y < X ? Y : X;
  } else if constexpr (S == Sign::Max) {
    X = X < Y ? Y : X;
  } else if constexpr (std::is_floating_point_v<T>) {
    X = S == Sign::Add ? X + Y : X * Y;
  } else {
    const auto A = static_cast<uint64_t>(X), B = static_cast<uint64_t>(Y);
    X = static_cast<T>(S == Sign::Add        ? A + B
                       : S == Sign::Multiply ? A * B
                       : S == Sign::And      ? (A & B)
                       : S == Sign::Or       ? (A | B)
                                             : (A ^ B));
  }
  std::memcpy(Left, &X, sizeof X);
}

template <typename T> Combination combinationOf(Sign S) {
  constexpr bool IsInteger = std::is_integral_v<T>;
  switch (S) {
  case Sign::Add:
    return combine<T, Sign::Add>;
  case Sign::Multiply:
    return combine<T, Sign::Multiply>;
  case Sign::Min:
    return combine<T, Sign::Min>;
  case Sign::Max:
    return combine<T, Sign::Max>;
  case Sign::And:
    return IsInteger ? combine<T, Sign::And> : nullptr;
  case Sign::Or:
    return IsInteger ? combine<T, Sign::Or> : nullptr;
  case Sign::Xor:
    return IsInteger ? combine<T, Sign::Xor> : nullptr;
  }
  return nullptr;
}

struct TypeText {
  const char *Name;
  uint64_t Size;
  Combination (*Of)(Sign);
};

/// The types of OpenCL C that the host computes with, too.
constexpr TypeText Types[] = {
    {"char", 1, combinationOf<int8_t>},
    {"uchar", 1, combinationOf<uint8_t>},
    {"short", 2, combinationOf<int16_t>},
    {"ushort", 2, combinationOf<uint16_t>},
    {"int", 4, combinationOf<int32_t>},
    {"uint", 4, combinationOf<uint32_t>},
    {"long", 8, combinationOf<int64_t>},
    {"ulong", 8, combinationOf<uint64_t>},
    {"float", 4, combinationOf<float>},
    {"double", 8, combinationOf<double>},
};

} // namespace

Operator operatorOf(const ompscan_predicate *P, uint64_t Size) {
  if (!P)
    refuse("the operator is a null pointer");
  if (isMissing(P->type) || isMissing(P->text))
    refuse("the operator lacks its type or its text");
  checkBrackets("the operator", P->text);
  Operator Op;
  Op.Type = userType("ompscan_E", P->type, Size);
  Op.Values = valuesOf(*P, "xy");
  ompscan_predicate Body = *P;
  for (const SignText &S : Signs)
    if (std::strcmp(S.Name, P->text) == 0) {
      Body.text = S.Text;
      Op.IsCommutative = true;
      for (const TypeText &T : Types)
        if (std::strcmp(T.Name, P->type) == 0 && T.Size == Size)
          Op.OnHost = T.Of(S.S);
    }
  const std::string_view Text(P->text);
  if (!Op.IsCommutative &&
      std::none_of(Text.begin(), Text.end(),
                   [](unsigned char C) { return std::isalnum(C) || C == '_'; }))
    refuse("the operator '" + std::string(Text) +
           "' is neither an expression over x and y nor one of + * min max & | "
           "^");
  Op.Declaration =
      "static inline ompscan_E ompscan_operate(const ompscan_E x, const "
      "ompscan_E y OMPSCAN_USER_PARAMETERS);\n"
      "#define OMPSCAN_OPERATE(x, y) ompscan_operate(x, y "
      "OMPSCAN_USER_ARGUMENTS)\n";
  Op.Function = (P->preamble ? quoted("preamble", P->preamble) : "") +
                std::string("static inline ompscan_E ompscan_operate(const "
                            "ompscan_E x, const ompscan_E y "
                            "OMPSCAN_USER_NAMES) {\n  return (\n") +
                quoted("operator", Body.text, ");") + "}\n";
  return Op;
}

} // namespace ompscan::rt

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

template <typename T> const HostOperator *operationsOf(Sign S) {
  switch (S) {
  case Sign::Add:
    return &Operations<T, Sign::Add>::Functions;
  case Sign::Multiply:
    return &Operations<T, Sign::Multiply>::Functions;
  case Sign::Min:
    return &Operations<T, Sign::Min>::Functions;
  case Sign::Max:
    return &Operations<T, Sign::Max>::Functions;
  default:
    break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (S == Sign::And)
      return &Operations<T, Sign::And>::Functions;
    return S == Sign::Or ? &Operations<T, Sign::Or>::Functions
                         : &Operations<T, Sign::Xor>::Functions;
  }
  return nullptr;
}

/// A type of OpenCL C that the host computes with, too.
struct TypeText {
  const char *Name;
  uint64_t Size;
  const HostOperator *(*Of)(Sign);
  /// The type of the same size in which operators that compare nothing have the
  /// same results, so that programs differ less. None of them overflows there:
  /// small integers are promoted to int.
  const char *Plain;
};

constexpr TypeText Types[] = {
    {"char", 1, operationsOf<int8_t>, "char"},
    {"uchar", 1, operationsOf<uint8_t>, "char"},
    {"short", 2, operationsOf<int16_t>, "short"},
    {"ushort", 2, operationsOf<uint16_t>, "short"},
    {"int", 4, operationsOf<int32_t>, "uint"},
    {"uint", 4, operationsOf<uint32_t>, "uint"},
    {"long", 8, operationsOf<int64_t>, "ulong"},
    {"ulong", 8, operationsOf<uint64_t>, "ulong"},
    {"float", 4, operationsOf<float>, "float"},
    {"double", 8, operationsOf<double>, "double"},
};

} // namespace

Operator operatorOf(const ompscan_predicate *P, uint64_t Size) {
  if (!P)
    refuse("the operator is a null pointer");
  if (isMissing(P->type) || isMissing(P->text))
    refuse("the operator has no type or no text");
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
        if (std::strcmp(T.Name, P->type) == 0 && T.Size == Size) {
          Op.OnHost = T.Of(S.S);
          if (S.S != Sign::Min && S.S != Sign::Max && !P->preamble)
            Op.Type = userType("ompscan_E", T.Plain, Size);
        }
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

//===- ElementText.cpp - Types and conditions in OpenCL C -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/ElementText.h"
#include "primitives/Outcome.h"
#include "primitives/host/Masks.h"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>

namespace ompscan::rt {

namespace {

/// \returns the largest type that the alignment of arrays of such elements
/// allows.
const char *unitOf(uint64_t Size) {
  switch (std::gcd(Size, uint64_t(16))) {
  case 1:
    return "uchar";
  case 2:
    return "ushort";
  case 4:
    return "uint";
  case 8:
    return "ulong";
  default:
    return "ulong2";
  }
}

bool isScalar(uint64_t Size) {
  return Size == 1 || Size == 2 || Size == 4 || Size == 8;
}

uint64_t unitsOf(uint64_t Size) { return Size / std::gcd(Size, uint64_t(16)); }

constexpr const char *Extensions =
    "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#endif\n"
    "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#endif\n";

/// \returns a declaration that does not compile if \p Type has another size
/// than \p Size. Compilers name \p Name in their message.
std::string sizeCheck(const std::string &Name, const std::string &Type,
                      uint64_t Size) {
  return "typedef char " + Name + "[sizeof(" + Type +
         ") == " + std::to_string(Size) + " ? 1 : -1];\n";
}

/// Whether \p Name is a keyword of OpenCL C 1.2 (section 6.1.9, and those of
/// C99) or one of its types. NVIDIA's compiler crashes if a parameter has the
/// name of a keyword.
bool isReserved(const std::string &Name) {
  static const char *const Keywords[] = {
      "auto",     "break",     "case",       "const",    "constant", "continue",
      "default",  "do",        "else",       "enum",     "extern",   "for",
      "global",   "goto",      "if",         "inline",   "kernel",   "local",
      "private",  "read_only", "read_write", "register", "restrict", "return",
      "sizeof",   "static",    "struct",     "switch",   "typedef",  "union",
      "volatile", "while",     "write_only"};
  static const char *const Types[] = {
      "bool",  "char",     "double", "event_t",   "float", "half",
      "int",   "intptr_t", "long",   "ptrdiff_t", "quad",  "sampler_t",
      "short", "signed",   "size_t", "uchar",     "uint",  "uintptr_t",
      "ulong", "unsigned", "ushort", "void"};
  // The names of vectors end with their length.
  const std::string Scalar =
      Name.substr(0, Name.find_last_not_of("0123468") + 1);
  const auto Is = [](const std::string &Word) {
    return [&Word](const char *Each) { return Word == Each; };
  };
  return Name.compare(0, 2, "__") == 0 ||
         std::any_of(std::begin(Keywords), std::end(Keywords), Is(Name)) ||
         std::any_of(std::begin(Types), std::end(Types), Is(Scalar));
}

/// \returns why no argument behind \p Before can have this name, or nothing if
/// one can.
std::string whatIsWrongWith(const std::string &Name, const char *Elements,
                            const std::vector<UserValue> &Before) {
  const auto IsWord = [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  };
  if (std::isdigit(static_cast<unsigned char>(Name[0])) ||
      !std::all_of(Name.begin(), Name.end(), IsWord))
    return "it is not a name";
  if (Name.size() == 1 && std::strchr(Elements, Name[0]))
    return "it is the name of the element";
  if (Name.compare(0, 8, "ompscan_") == 0 ||
      Name.compare(0, 8, "OMPSCAN_") == 0)
    return "the runtime reserves such names";
  if (isReserved(Name))
    return "it is a word of OpenCL C";
  if (std::any_of(Before.begin(), Before.end(),
                  [&](const UserValue &V) { return V.Name == Name; }))
    return "another argument has this name";
  return "";
}

} // namespace

std::string definition(const char *Name, uint64_t Value) {
  return std::string("#define ") + Name + " " + std::to_string(Value) + "\n";
}

uint64_t countSize(uint64_t N) {
  return N <= std::numeric_limits<uint32_t>::max() ? 4 : 8;
}

std::string countText(uint64_t Size) {
  return definition("OMPSCAN_IS_PRIMITIVE", 1) +
         definition("OMPSCAN_HAS_VECTORS", 0) + "typedef " +
         (Size == 8 ? "ulong" : "uint") +
         " ompscan_T;\n"
         "#define OMPSCAN_PARAMETERS const uint ompscan_nothing\n"
         "#define OMPSCAN_ARGUMENTS ompscan_nothing\n"
         "static inline ompscan_T ompscan_combine(const ompscan_T a, const "
         "ompscan_T b) {\n  return a + b;\n}\n"
         "static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {\n"
         "  return 0;\n}\n";
}

std::string opaqueType(const char *Name, uint64_t Size) {
  const std::string Unit = unitOf(Size);
  if (isScalar(Size))
    return "typedef " + Unit + " " + Name + ";\n";
  return "typedef struct { " + Unit + " w[" + std::to_string(unitsOf(Size)) +
         "]; } " + Name + ";\n";
}

std::string opaqueEquality(const char *Name, uint64_t Size) {
  const std::string Head =
      std::string("static inline uint ompscan_same(const ") + Name +
      " a, const " + Name + " b) {\n";
  if (isScalar(Size))
    return Head + "  return a == b;\n}\n";
  return Head + "  uint same = 1;\n  for (int i = 0; i < " +
         std::to_string(unitsOf(Size)) + "; ++i)\n    same &= " +
         (Size % 16 == 0
              ? "(uint)(a.w[i].x == b.w[i].x && a.w[i].y == b.w[i].y)"
              : "(uint)(a.w[i] == b.w[i])") +
         ";\n  return same;\n}\n";
}

/// Whether \p Equal, if there is one, says no more than that all bytes are
/// equal. All such programs have one text.
static bool comparesBytes(const ompscan_predicate *Equal, uint64_t Size) {
  return !Equal || (!Equal->text && isIntegerType(Equal->type, Size));
}

std::string equalityType(const char *Type, uint64_t Size,
                         const ompscan_predicate *Equal) {
  if (Equal &&
      (isMissing(Equal->type) || (Equal->text && isMissing(Equal->text))))
    refuse("the equality has no type, or its text is empty");
  if (Equal && Equal->text)
    checkBrackets("the equality", Equal->text);
  return comparesBytes(Equal, Size) ? opaqueType(Type, Size)
                                    : userType(Type, Equal->type, Size);
}

std::string equalityFunction(const char *Type, const char *Function,
                             uint64_t Size, const ompscan_predicate *Equal) {
  const std::string Parameters =
      std::string("const ") + Type + " x, const " + Type + " y";
  if (comparesBytes(Equal, Size))
    return opaqueEquality(Type, Size) + "static inline uint " + Function + "(" +
           Parameters +
           " OMPSCAN_USER_PARAMETERS) {\n  return ompscan_same(x, y);\n}\n";
  ompscan_predicate P = *Equal;
  if (!P.text)
    P.text = "x == y";
  return predicateFunction(Function, Parameters.c_str(), P,
                           /*IsNegated=*/false);
}

bool isMissing(const char *Text) {
  return !Text || Text[std::strspn(Text, " \t\r\n\v\f")] == 0;
}

void checkBrackets(const char *What, const char *Text) {
  const std::string_view T(Text);
  const auto Refuse = [&](const std::string &Why) {
    refuse(std::string("the text of ") + What +
           " is not an expression: " + Why);
  };
  const auto Ends = [](size_t At) { return At == std::string_view::npos; };
  std::string Open; // the brackets that close the open ones
  for (size_t I = 0; I < T.size(); ++I) {
    const char C = T[I];
    const std::string_view Two = T.substr(I, 2);
    if (Two == "//" || Two == "/*") {
      I = Two == "//" ? T.find('\n', I) : T.find("*/", I + 2);
      if (!Ends(I))
        I += Two == "/*";
      else if (Two == "/*")
        Refuse("a comment does not end");
      else
        break;
    } else if (C == '\'' || C == '"') {
      for (++I; I < T.size() && T[I] != C; ++I)
        I += T[I] == '\\';
      if (I >= T.size())
        Refuse(std::string("a ") + C + " has no match");
    } else if (C == '(' || C == '[' || C == '{') {
      Open += C == '(' ? ')' : C == '[' ? ']' : '}';
    } else if (C == ')' || C == ']' || C == '}') {
      if (Open.empty() || Open.back() != C)
        Refuse(std::string("'") + C + "' has no match, at character " +
               std::to_string(I + 1));
      Open.pop_back();
    }
  }
  if (!Open.empty())
    Refuse(std::string("there is no '") + Open.back() + "' at its end");
}

std::string quoted(const std::string &File, const std::string &Text,
                   const char *End) {
  const auto Line = [&](auto Number) {
    return "#line " + std::to_string(Number) + " \"" + File + "\"\n";
  };
  return Line(1) + Text + "\n" +
         Line(1 + std::count(Text.begin(), Text.end(), '\n')) + End +
         "\n#line 1 \"ompscan\"\n";
}

std::string userType(const char *Name, const char *Type, uint64_t Size) {
  return Extensions +
         quoted("element type",
                std::string("typedef ") + Type + " " + Name + ";") +
         sizeCheck("the_type_does_not_have_the_" + std::to_string(Size) +
                       "_bytes_of_an_element",
                   Name, Size);
}

std::string userParameters(const std::vector<UserValue> &Values) {
  std::string Types;
  std::string Parameters = "#define OMPSCAN_USER_PARAMETERS";
  std::string Names = "#define OMPSCAN_USER_NAMES";
  std::string Arguments = "#define OMPSCAN_USER_ARGUMENTS";
  for (const UserValue &V : Values) {
    const std::string Type = "ompscan_type_of_" + V.Name;
    Parameters += ", const " + Type + " F_" + V.Name;
    Names += ", const " + Type + " " + V.Name;
    Arguments += ", F_" + V.Name;
    // The compiler reports a bad name in this function.
    Types += quoted("argument " + V.Name,
                    "typedef " + V.Type + " " + Type +
                        "; static inline void ompscan_take_" + V.Name +
                        "(const " + Type + " " + V.Name + ") {}") +
             sizeCheck("argument_" + V.Name + "_does_not_have_" +
                           std::to_string(V.Bytes.size()) + "_bytes",
                       Type, V.Bytes.size());
  }
  return Types + Parameters + "\n" + Names + "\n" + Arguments + "\n";
}

std::vector<UserValue> valuesOf(const ompscan_predicate &P,
                                const char *Elements) {
  if (P.argument_count && !P.arguments)
    refuse("the arguments of the predicate are a null pointer");
  std::vector<UserValue> Values;
  for (size_t I = 0; I != P.argument_count; ++I) {
    const ompscan_argument &A = P.arguments[I];
    const std::string Argument =
        "argument " + std::to_string(I) + " of the predicate ";
    if (isMissing(A.type) || isMissing(A.name) || !A.value || A.size == 0)
      refuse(Argument + "has no type, name or value");
    const std::string Why = whatIsWrongWith(A.name, Elements, Values);
    if (!Why.empty())
      refuse(Argument + "cannot be called '" + A.name + "': " + Why);
    const auto *Bytes = static_cast<const unsigned char *>(A.value);
    Values.push_back({A.type, A.name, {Bytes, Bytes + A.size}});
  }
  return Values;
}

std::string predicateFunction(const char *Name, const char *Parameters,
                              const ompscan_predicate &P, bool IsNegated) {
  return (P.preamble ? quoted("preamble", P.preamble) : std::string()) +
         "static inline uint " + Name + "(" + Parameters +
         " OMPSCAN_USER_NAMES) {\n  return " + (IsNegated ? "!" : "!!") +
         "(\n" + quoted("predicate", P.text, ");") + "}\n";
}

} // namespace ompscan::rt

//===- ElementText.h - Types and conditions in OpenCL C ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_ELEMENTTEXT_H
#define OMPSCAN_RT_PRIMITIVES_ELEMENTTEXT_H

#include "ompscan/primitives.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The largest element, in bytes.
constexpr uint64_t MaxElementSize = 64;

/// An argument of a predicate or an operator.
struct UserValue {
  std::string Type;
  std::string Name;
  std::vector<unsigned char> Bytes;
};

/// "#define NAME VALUE"
std::string definition(const char *Name, uint64_t Value);

/// \returns the size of an unsigned integer that counts \p N elements.
uint64_t countSize(uint64_t N);

/// The definitions that templates/counts.cl expects, with counts of \p Size
/// bytes.
std::string countText(uint64_t Size);

/// A typedef of \p Name for elements that are only moved and compared, with the
/// alignment that their size allows.
std::string opaqueType(const char *Name, uint64_t Size);

/// `uint ompscan_same(a, b)` for the opaque type \p Name of \p Size bytes:
/// whether all bytes are equal.
std::string opaqueEquality(const char *Name, uint64_t Size);

/// The type \p Type of elements of \p Size bytes that \p Equal compares.
/// \throws Refusal
std::string equalityType(const char *Type, uint64_t Size,
                         const ompscan_predicate *Equal);

/// `uint FUNCTION(x, y OMPSCAN_USER_PARAMETERS)` for them: the text of \p
/// Equal, the `==` of its type if it has no text, or the equality of bytes if
/// it is null.
std::string equalityFunction(const char *Type, const char *Function,
                             uint64_t Size, const ompscan_predicate *Equal);

/// A typedef of \p Name for the type \p Type of the user. The text does not
/// compile if its size differs from \p Size.
std::string userType(const char *Name, const char *Type, uint64_t Size);

/// `OMPSCAN_USER_PARAMETERS` and `OMPSCAN_USER_ARGUMENTS` for \p Values, each
/// with a comma in front, and `OMPSCAN_USER_NAMES`: the parameters of functions
/// with text of the user, by the names that it uses.
std::string userParameters(const std::vector<UserValue> &Values);

/// \p Text on separate lines, which compilers number from 1 in the file \p
/// File.
/// \p End follows as if on the last line, so that a compiler reports an
/// incomplete text there.
std::string quoted(const std::string &File, const std::string &Text,
                   const char *End = "");

/// Whether \p Text is null or white space only, which would cause an error in
/// text that the user did not write.
bool isMissing(const char *Text);

/// Checks that the brackets of the expression \p Text balance, so that it does
/// not end the text around it. \p What names it in messages: "the predicate".
/// \throws Refusal
void checkBrackets(const char *What, const char *Text);

/// The values of the arguments of \p P, whose names must differ from \p
/// Elements, names of a letter each.
/// \throws Refusal
std::vector<UserValue> valuesOf(const ompscan_predicate &P,
                                const char *Elements);

/// A function `uint NAME(PARAMETERS OMPSCAN_USER_NAMES)` that returns whether
/// \p P holds, or whether it does not if \p IsNegated.
std::string predicateFunction(const char *Name, const char *Parameters,
                              const ompscan_predicate &P, bool IsNegated);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_ELEMENTTEXT_H

//===- NumberType.cpp - Arithmetic types of OpenCL C ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/NumberType.h"
#include "primitives/Outcome.h"
#include <cstring>
#include <string>

namespace ompscan::rt {

namespace {

constexpr NumberType NumberTypes[] = {
    {"uchar", 1, NumberKind::Unsigned},  {"char", 1, NumberKind::Signed},
    {"ushort", 2, NumberKind::Unsigned}, {"short", 2, NumberKind::Signed},
    {"uint", 4, NumberKind::Unsigned},   {"int", 4, NumberKind::Signed},
    {"ulong", 8, NumberKind::Unsigned},  {"long", 8, NumberKind::Signed},
    {"float", 4, NumberKind::Floating},  {"double", 8, NumberKind::Floating},
    {"int128", 16, NumberKind::Signed},  {"uint128", 16, NumberKind::Unsigned},
};

/// As numberType(), for types of at most \p MaxSize bytes, which \p Those are.
NumberType find(const char *Name, const char *Whose, const char *Problem,
                uint64_t MaxSize, const char *Those) {
  if (!Name)
    refuse(std::string("the type of the ") + Whose + " is a null pointer");
  for (const NumberType &T : NumberTypes)
    if (T.Size <= MaxSize && std::strcmp(T.Name, Name) == 0)
      return T;
  refuse(std::string(Whose) + " of type " + Name + " cannot be " + Problem +
         "; " + Those + " can");
}

} // namespace

NumberType numberType(const char *Name, const char *Whose,
                      const char *Problem) {
  return find(Name, Whose, Problem, 8,
              "arithmetic types of OpenCL C up to ulong and double");
}

NumberType keyType(const char *Name) {
  return find(Name, "keys", "sorted", 16,
              "arithmetic types of OpenCL C up to ulong and double, int128 and "
              "uint128");
}

} // namespace ompscan::rt

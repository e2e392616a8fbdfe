//===- Operands.cpp - Checks of the arguments of a primitive---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Operands.h"
#include "primitives/ElementText.h"
#include "primitives/Outcome.h"
#include <algorithm>
#include <cstring>
#include <iterator>

namespace ompscan::rt {

void OperandCheck::addArray(const char *Name, const void *Address, uint64_t N,
                            uint64_t Size, bool IsStored) {
  if (Size == 0 || Size > MaxElementSize)
    refuse(std::string("the elements of ") + Name + " have " +
           std::to_string(Size) + " bytes; 1 to " +
           std::to_string(MaxElementSize) + " are possible");
  if (N == 0)
    return;
  if (!Address)
    refuse(std::string(Name) + " is a null pointer");
  const auto Begin = reinterpret_cast<uintptr_t>(Address);
  if (N > (UINTPTR_MAX - Begin) / Size)
    refuse(std::string(Name) + ", " + std::to_string(N) + " elements of " +
           std::to_string(Size) + " bytes, does not lie in the address space");
  const Range R{Name, Begin, Begin + N * Size, IsStored};
  for (const Range &Other : Ranges)
    if ((R.IsStored || Other.IsStored) && R.Begin < Other.End &&
        Other.Begin < R.End)
      refuse(Other.Name + " and " + R.Name + " overlap");
  Ranges.push_back(R);
}

namespace {

bool equalBytes(const void *A, const void *B, uint64_t Size) {
  return std::memcmp(A, B, Size) == 0;
}

template <typename T> bool equalFloats(const void *A, const void *B, uint64_t) {
  T X, Y;
  std::memcpy(&X, A, sizeof X);
  std::memcpy(&Y, B, sizeof Y);
  return X == Y;
}

constexpr const char *Integers[] = {
    "char",           "uchar",        "short",
    "ushort",         "int",          "uint",
    "long",           "ulong",        "unsigned int",
    "unsigned",       "signed char",  "unsigned char",
    "unsigned short", "unsigned long"};

} // namespace

HostEquality hostEquality(const char *Type) {
  if (!Type)
    return equalBytes;
  if (std::strcmp(Type, "float") == 0)
    return equalFloats<float>;
  if (std::strcmp(Type, "double") == 0)
    return equalFloats<double>;
  const bool IsInteger =
      std::any_of(std::begin(Integers), std::end(Integers),
                  [&](const char *I) { return std::strcmp(Type, I) == 0; });
  return IsInteger ? equalBytes : nullptr;
}

} // namespace ompscan::rt

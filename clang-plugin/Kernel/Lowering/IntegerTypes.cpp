//===- IntegerTypes.cpp - Integer types in OpenCL C -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/IntegerTypes.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

StringRef ompscan::plugin::integerName(unsigned Width, bool Signed) {
  switch (Width) {
  case 8:
    return Signed ? "char" : "uchar";
  case 16:
    return Signed ? "short" : "ushort";
  case 32:
    return Signed ? "int" : "uint";
  case 64:
    return Signed ? "long" : "ulong";
  case 128:
    return Signed ? "ompscan_int128" : "ompscan_uint128";
  default:
    return "";
  }
}

StringRef ompscan::plugin::wrappingName(unsigned Width) {
  return integerName(std::max(Width, 32u), /*Signed=*/false);
}

std::string ompscan::plugin::wideConstant(const llvm::APSInt &V) {
  const std::string Type = integerName(128, V.isSigned()).str();
  if (V.isSigned() ? V.isSignedIntN(63) : V.isIntN(64))
    return "((" + Type + ")" + llvm::toString(V, 10) +
           (V.isSigned() ? "L" : "UL") + ")";
  const auto Half = [&V](unsigned First) {
    return "0x" + llvm::utohexstr(V.extractBitsAsZExtValue(64, First)) + "UL";
  };
  const std::string Bits = "(" + integerName(128, /*Signed=*/false).str() +
                           ")" + Half(64) + " << 64 | " + Half(0);
  return "((" + Type + ")(" + Bits + "))";
}

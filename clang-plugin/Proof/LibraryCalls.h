//===- LibraryCalls.h - Functions of OpenCL C, evaluated ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_LIBRARYCALLS_H
#define OMPSCAN_PLUGIN_PROOF_LIBRARYCALLS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Function;
}

namespace ompscan::plugin {

/// A function of OpenCL C's library or an intrinsic, on registers of 64 bits.
struct LibraryCall {
  uint64_t (*Run)(const LibraryCall &Self, llvm::ArrayRef<uint64_t> Values);
  /// The number of the function in the table of its kind.
  unsigned Number;
  /// The width of the first operand, and whether it is signed.
  unsigned Width;
  bool IsSigned;
  /// The result is float or double, as the first operand is.
  bool ResultIsFloat;
  /// The width of the second operand, an integer beside a float.
  unsigned IntegerWidth;
};

/// The name of \p F as it is written in OpenCL C.
std::string libraryName(const llvm::Function &F);

/// How the declaration \p F is evaluated; std::nullopt if it is not known.
std::optional<LibraryCall> libraryCall(const llvm::Function &F);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_LIBRARYCALLS_H

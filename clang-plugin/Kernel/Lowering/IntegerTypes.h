//===- IntegerTypes.h - Integer types in OpenCL C ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_INTEGERTYPES_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_INTEGERTYPES_H

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace ompscan::plugin {

/// The widest integer of OpenCL C, in bits. Those of 128 bits are Clang's own,
/// on targets that have them; templates/native-prelude.cl names them.
constexpr unsigned MostIntegerBits = 64;

/// The integer type of this width: OpenCL C fixes the width of each. Empty if
/// there is none.
llvm::StringRef integerName(unsigned Width, bool Signed);

/// The unsigned type in which integers of this width are computed, so that they
/// wrap around.
llvm::StringRef wrappingName(unsigned Width);

/// \p V, of 128 bits, as a constant: no literal is as wide.
std::string wideConstant(const llvm::APSInt &V);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_INTEGERTYPES_H

//===- Instructions.h - What the processor can do ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_INSTRUCTIONS_H
#define OMPSCAN_RT_DEVICE_NATIVE_INSTRUCTIONS_H

#include "ompscan/abi.h"

namespace ompscan::rt {

/// The most capable set of instructions that processor and system support.
ompscan_instructions supportedInstructions() noexcept;

/// "x86-64-v4"
const char *instructionsName(ompscan_instructions I);

/// The best of \p Versions that can run here.
const ompscan_native_version &
bestVersion(const ompscan_native_version *Versions) noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_INSTRUCTIONS_H

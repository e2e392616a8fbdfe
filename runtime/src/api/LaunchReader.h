//===- LaunchReader.h - From object code to a launch ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_LAUNCHREADER_H
#define OMPSCAN_RT_API_LAUNCHREADER_H

#include "access/LaunchDescriptor.h"
#include "ompscan/abi.h"

namespace ompscan::rt {

/// The launch of \p D, of this ABI's version, with \p Values.
/// \throws Failure if the descriptor contradicts itself or asks for something
///         that this runtime does not know.
LaunchDescriptor readLaunch(const ompscan_loop_descriptor &D,
                            const uint64_t *Values);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_LAUNCHREADER_H

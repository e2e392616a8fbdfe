//===- LoopDescription.h - From a descriptor to a loop --------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_API_LOOPDESCRIPTION_H
#define OMPSCAN_RT_API_LOOPDESCRIPTION_H

#include "access/Loop.h"
#include "ompscan/abi.h"

namespace ompscan::rt {

/// One launch: what is launched, and the bounds of the outermost loop.
struct DescribedLoop {
  Loop L;
  Bounds Range;
};

/// The launch of \p D, of this ABI's version, with \p Values.
/// \throws Failure if the descriptor contradicts itself or asks for something
///         that this runtime does not know.
DescribedLoop describedBy(const ompscan_loop_descriptor &D,
                          const uint64_t *Values);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_API_LOOPDESCRIPTION_H

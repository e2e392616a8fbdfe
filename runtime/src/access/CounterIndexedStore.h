//===- CounterIndexedStore.h - Elements stored by count ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_COUNTERINDEXEDSTORE_H
#define OMPSCAN_RT_ACCESS_COUNTERINDEXEDSTORE_H

#include "access/Access.h"
#include <cstdint>
#include <vector>

namespace ompscan::rt {

/// What \p Use stores of \p A in \p Trips iterations at most.
///
/// \throws Failure if its subscripts may wrap around or leave the address
/// space.
Range countedRange(const Array &A, const CountedAccess &Use, uint64_t Trips);

/// The integer of \p Size bytes at \p Address.
int64_t integerAt(const void *Address, uint64_t Size, bool IsSigned);

/// The largest integer of \p Size bytes, or of the 63 bits that subscripts
/// have.
int64_t largestInteger(uint64_t Size, bool IsSigned);

/// Returns \p Ranges of \p A, where counted ones have their true place and
/// length; those without elements are left out. \p Values holds three values of
/// the scanned type, \p ItemSize bytes each: that after the last iteration and,
/// where every iteration stores, that before it and that after the first one.
/// The ranges are no longer those of all iterations (OMPSCAN_COUNTED_ALONE).
///
/// \throws Failure if they lie outside of the section that \p A is known to
/// have.
std::vector<Range> settleCounts(const ArraySection &A,
                                const SharedRanges &Ranges,
                                const std::vector<Result> &Results,
                                const std::vector<unsigned char> &Values,
                                uint64_t ItemSize);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_COUNTERINDEXEDSTORE_H

//===- RangeOverlap.h - What two ranges have in common -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_RANGEOVERLAP_H
#define OMPSCAN_RT_ACCESS_RANGEOVERLAP_H

#include "access/Access.h"

namespace ompscan::rt {

/// How two ranges meet.
enum class RangeOverlap {
  Never,        ///< no byte in common
  PieceByPiece, ///< what an iteration uses of one it uses of the other
  Elsewhere
};

/// How \p R, of \p A, and \p S, of \p B, meet.
RangeOverlap meet(const Array &A, const Range &R, const Array &B,
                  const Range &S);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_RANGEOVERLAP_H

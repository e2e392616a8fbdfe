//===- Meeting.h - What two ranges have in common ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MEETING_H
#define OMPSCAN_MEETING_H

#include "Access.h"

namespace ompscan {

/// How two ranges meet.
enum class Meeting {
  Never,        ///< no byte in common
  PieceByPiece, ///< what an iteration uses of one it uses of the other
  Elsewhere
};

/// How \p R, of \p A, and \p S, of \p B, meet.
Meeting meet(const Array &A, const Range &R, const Array &B, const Range &S);

} // namespace ompscan

#endif // OMPSCAN_MEETING_H

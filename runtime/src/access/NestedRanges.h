//===- NestedRanges.h - What loops with rows touch ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_NESTEDRANGES_H
#define OMPSCAN_RT_ACCESS_NESTEDRANGES_H

#include "access/Access.h"
#include <utility>
#include <vector>

namespace ompscan::rt {

/// The least and the greatest value of what begins as \p First and moves along
/// \p Nest.
std::pair<Wide, Wide> spanOf(Wide First, const std::vector<Along> &Nest);

/// Adds to \p Ranges what \p Use, which moves along the loops of its Nest,
/// touches of \p A.
///
/// \throws Failure as rangesOf() does; if iterations may store the same element
///         or the elements are no lines at equal distances.
void addNestedRanges(const Array &A, const Access &Use,
                     std::vector<Range> &Ranges);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_NESTEDRANGES_H

//===- Residence.h - Which arrays of a loop are present -------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RESIDENCE_H
#define OMPSCAN_RESIDENCE_H

#include "Access.h"
#include "Loop.h"
#include <string>
#include <vector>

namespace ompscan {

/// Looks for the arrays of \p L in the data environment of its device, and
/// notes where they are. Of a mapped array the section has to be there as a
/// whole, of others what the loop uses. \p Ranges holds the rangesOf() each
/// array.
///
/// \throws Unrecoverable if an array is there in part only, or has no memory on
///         the host and is not there, or if an accumulator is there.
void findPresent(Loop &L, const std::vector<std::vector<Range>> &Ranges);

/// For a loop of which it cannot be told what it uses: whether the first
/// element of an access, or any of a mapped section, is present on its device.
bool mayBePresent(const Loop &L);

/// "y", "x, y and z"
std::string listNames(const std::vector<std::string> &Names);

} // namespace ompscan

#endif // OMPSCAN_RESIDENCE_H

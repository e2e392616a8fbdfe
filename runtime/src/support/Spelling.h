//===- Spelling.h - Names that were meant --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The name that a misspelled one stands for.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_SPELLING_H
#define OMPSCAN_RT_SUPPORT_SPELLING_H

#include <string_view>
#include <vector>

namespace ompscan::rt {

/// The element of \p Names that is nearest to \p Text, if no more than a third
/// of the characters of \p Text have to be inserted, deleted, replaced or
/// swapped with their neighbour; empty otherwise, and where \p Text is one of
/// \p Names. Both are in lower case, or both in upper case.
std::string_view nearestName(std::string_view Text,
                             const std::vector<std::string_view> &Names);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_SPELLING_H

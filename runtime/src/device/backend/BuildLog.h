//===- BuildLog.h - What a compiler says of a program --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_BUILDLOG_H
#define OMPSCAN_RT_DEVICE_BACKEND_BUILDLOG_H

#include <string>

namespace ompscan::rt {

/// \p Log, which the compiler of \p Text has written. NVIDIA's compiler counts
/// the lines of the whole text ("<kernel>:LINE:COLUMN") whatever `#line` says;
/// such a place gets the name and the line that `#line` gives it.
std::string withNamedLines(const std::string &Log, const std::string &Text);

/// \p Log, in which what a compiler says of the runtime's own lines, which are
/// named "ompscan", is left out where it finds errors in other lines with
/// names: those are the causes.
std::string withoutConsequences(const std::string &Log);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_BUILDLOG_H

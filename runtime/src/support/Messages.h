//===- Messages.h - Lines on stderr --------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_MESSAGES_H
#define OMPSCAN_RT_SUPPORT_MESSAGES_H

#include <string>

namespace ompscan::rt {

/// Prints `ompscan: warning: TEXT` on stderr.
void reportWarning(const char *Text) noexcept;

/// Prints `ompscan: info: TEXT` on stderr.
void reportInfo(const std::string &Text);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_MESSAGES_H

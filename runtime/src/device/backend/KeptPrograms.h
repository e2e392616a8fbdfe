//===- KeptPrograms.h - Programs of the cache on disk --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that back ends have compiled and keep for the next run. A cache
/// that cannot be used is reported where OMPSCAN_INFO asks for it.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_KEPTPROGRAMS_H
#define OMPSCAN_RT_DEVICE_BACKEND_KEPTPROGRAMS_H

#include "support/FileCache.h"
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The key of what is made of \p Text with \p Options. \p Makers is everything
/// else that it depends on.
Digest keyOfProgram(const std::vector<std::string> &Makers,
                    const std::string &Text, const std::string &Options);

/// The program that is kept under \p Key; nothing if there is none.
std::optional<FileCache::Blob> loadProgram(const Digest &Key);

/// Keeps \p Program under \p Key.
void keepProgram(const Digest &Key, const FileCache::Blob &Program);

/// Says that a program is not taken from the cache because of \p Problem.
void reportPassedOver(const std::string &Problem);

/// Says that a program is not kept because of \p Problem.
void reportNotKept(const std::string &Problem);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_KEPTPROGRAMS_H

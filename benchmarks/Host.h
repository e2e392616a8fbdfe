//===- Host.h - ompscan-bench host ---------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_HOST_H
#define OMPSCAN_BENCH_HOST_H

#include <filesystem>

namespace ompscan::bench {

/// Measures loops on the host by the programs that lie in \p Here. \p Values
/// are the arguments behind `host`.
/// \returns the exit status.
int runHost(const std::filesystem::path &Here, int Count, char **Values);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_HOST_H

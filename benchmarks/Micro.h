//===- Micro.h - ompscan-bench micro ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_MICRO_H
#define OMPSCAN_BENCH_MICRO_H

#include <filesystem>

namespace ompscan::bench {

/// Runs the micro-benchmarks that lie in the folder `micro` of \p Here, the
/// folder of ompscan-bench. \p Values are the arguments behind `micro`.
/// \returns the exit status.
int runMicro(const std::filesystem::path &Here, int Count, char **Values);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_MICRO_H

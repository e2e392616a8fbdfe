//===- Examples.h - ompscan-bench examples -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_EXAMPLES_H
#define OMPSCAN_BENCH_EXAMPLES_H

#include <filesystem>

namespace ompscan::bench {

/// Runs the programs in the folder `examples` of \p Here, the folder of
/// ompscan-bench. \p Values are the arguments behind `examples`.
/// \returns the exit status.
int runExamples(const std::filesystem::path &Here, int Count, char **Values);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_EXAMPLES_H

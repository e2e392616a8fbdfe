//===- Chain.h - ompscan-bench chain -------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_CHAIN_H
#define OMPSCAN_BENCH_CHAIN_H

#include <filesystem>

namespace ompscan::bench {

/// Runs ompscan-bench-chain, which lies in \p Here. \p Values are the arguments
/// behind `chain`.
/// \returns the exit status.
int runChain(const std::filesystem::path &Here, int Count, char **Values);

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_CHAIN_H

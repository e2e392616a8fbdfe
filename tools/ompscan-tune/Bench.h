//===- Bench.h - Measures a loop in a shape ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_BENCH_H
#define OMPSCAN_TUNE_BENCH_H

#include "Loops.h"
#include "device/Device.h"
#include "plan/Plan.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt::tune {

/// The result of several runs of one plan.
struct Measurement {
  bool IsRight = false;            ///< the results of the first run are
  std::vector<double> Throughputs; ///< in GB/s of what a scan reads and writes
};

/// Runs loops on one device, in memory that they share.
class Bench {
public:
  /// \param Bytes of the items of the longest loop.
  Bench(Device &D, uint64_t Bytes);

  /// Runs \p L of \p N iterations as \p Wanted: once to compare the results,
  /// then \p Runs times to measure.
  ///
  /// \throws Failure if the kernels cannot run in that shape; DeviceError.
  Measurement measure(const TuneLoop &L, uint64_t N, const Plan &Wanted,
                      unsigned Runs);

private:
  class Launch;
  /// Tells a program: the loop, and the options of its plan; none for that of
  /// helpersTextOf().
  using ProgramKey = std::pair<const TuneLoop *, std::string>;
  const DeviceProgram &programFor(const ProgramKey &Key);
  void runHelper(Kernel &K);
  void fill(const TuneLoop &L, uint64_t N);
  void poison(const TuneLoop &L, uint64_t First);
  bool isRight(const TuneLoop &L, uint64_t First, uint64_t N);

  Device &D;
  const std::shared_ptr<Queue> Commands;
  const Memory Y, X, Errors;
  /// All that have been built.
  std::map<ProgramKey, std::shared_ptr<const DeviceProgram>> Programs;
  /// The loop and the length that X was filled for.
  const TuneLoop *FilledFor = nullptr;
  uint64_t FilledCount = 0;
};

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_BENCH_H

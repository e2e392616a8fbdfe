//===- Summary.h - A table of all loops ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_SUMMARY_H
#define OMPSCAN_RT_REPORT_SUMMARY_H

#include "report/LaunchRecord.h"
#include <map>
#include <string>

namespace ompscan::rt {

/// What the loops of a program have cost: OMPSCAN_PROFILE=summary.
class Summary {
public:
  void addLaunch(const LaunchRecord &R);
  void addFallback(const char *Location, const char *Cause);
  void addHostLoop(const char *Location, TimePoint Begin, TimePoint End);

  /// One line for each loop, those that took the longest first, and one for a
  /// device that ompscan-tune is worth running for.
  std::string table() const;
  /// Prints the table on stderr.
  void print() const;

private:
  struct Totals {
    uint64_t Launches = 0;
    uint64_t Iterations = 0;
    uint64_t OnHost = 0; ///< runs that were left to the host
    Duration Whole{0}, Kernels{0}, Transfers{0}, Management{0}, Host{0};
  };
  std::map<std::string, Totals> Loops; ///< by location
  std::string Untuned; ///< the first device with guessed shapes; or empty
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_SUMMARY_H

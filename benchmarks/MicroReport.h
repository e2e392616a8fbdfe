//===- MicroReport.h - What the micro-benchmarks have given --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_MICROREPORT_H
#define OMPSCAN_BENCH_MICROREPORT_H

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::bench {

/// One version of a micro-benchmark at one size.
struct MicroRun {
  std::string Benchmark, Version;
  std::string Program; ///< its name, and that of its source without the ending
  std::string Size, Line;
  std::vector<double> Times; ///< sorted, in nanoseconds
  double First = 0;
  std::map<std::string, double> Profile; ///< in milliseconds, of all runs

  double median() const { return Times.empty() ? 0 : Times[Times.size() / 2]; }
  double spread() const {
    return Times.empty() ? 0 : 100 * (Times.back() - Times.front()) / median();
  }
};

/// Tables and JSON of runs.
class MicroReport {
public:
  /// \param Sources the folder with a folder for each benchmark, whose lines
  ///                are counted.
  MicroReport(std::filesystem::path Sources, const std::vector<MicroRun> &Runs)
      : Sources(std::move(Sources)), Runs(Runs) {}

  void printTable() const;
  /// For each size, how the annotated versions stand to those by hand and to
  /// Thrust's; and how long the programs are.
  void printSummary() const;
  void writeJson(const std::string &File) const;

private:
  const MicroRun *find(const MicroRun &R, const char *Version) const;
  unsigned linesOfVersion(const MicroRun &R) const;
  unsigned linesShared(const MicroRun &R) const;
  /// The medians of \p Version as multiples of those of \p Peer.
  void printRatios(const std::string &Size, const char *Version,
                   const char *Peer) const;

  const std::filesystem::path Sources;
  const std::vector<MicroRun> &Runs;
};

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_MICROREPORT_H

//===- Results.h - What programs have measured ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_RESULTS_H
#define OMPSCAN_BENCH_RESULTS_H

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ompscan::bench {

/// One loop by one program at one size.
struct Result {
  std::string Loop, Who;
  double Log2 = 0; ///< of the elements that were asked for
  double N = 0, Bytes = 0;
  std::vector<double> Times; ///< sorted, in nanoseconds

  double median() const { return Times[Times.size() / 2]; }
  double throughput() const { return Bytes / median(); }
  double spread() const {
    return 100 * (Times.back() - Times.front()) / median();
  }
};

/// What all of them have measured.
class Collection {
public:
  /// Runs a program for 2^\p Log2 elements and reads its lines. What fails is
  /// reported and left out.
  void run(const std::string &Command, double Log2);

  /// Tells of a device or a version. The first value of a key stays.
  void inform(const std::string &Key, const std::string &Value) {
    Infos.emplace(Key, Value);
  }

  /// Tells of today's date.
  void informDate();

  /// Adds a result; the times of one that is there are put together.
  void add(Result R);

  void printInfos() const;
  void printTable() const;
  /// Which primitives are slower than sequential C++, and how segmented scans
  /// stand to the plain one.
  void printSummary() const;
  void writeJson(const std::string &File) const;

private:
  void read(const std::string &Line, double Log2);
  /// The plain loop's result for a loop and size, else the fastest sequential
  /// one, or null.
  const Result *sequential(const Result &R) const;
  void printSlower(double Log2) const;

  std::vector<Result> Results; ///< By loop and size, then as they came.
  std::map<std::string, std::string> Infos;
};

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_RESULTS_H

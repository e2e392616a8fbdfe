//===- Report.h - What a measurement says ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that measure write a line for each result on stdout; ompscan-bench
/// collects them:
///
///     RESULT <tab> loop <tab> who <tab> n <tab> bytes <tab> ns <tab> ns ...
///
/// `bytes` is what a scan has to read and write. Lines that begin with INFO
/// name a version or a device.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_REPORT_H
#define OMPSCAN_BENCH_REPORT_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace ompscan::bench {

/// How often a measurement is repeated: a first run, which does not count, and
/// eight more; fewer, but three, once they have taken two seconds, and but one
/// after ten.
class Patience {
public:
  bool hasAnother() {
    const auto Now = std::chrono::steady_clock::now();
    if (Runs == 1)
      Begin = Now;
    const auto Took = Now - Begin;
    if (Runs == 9 || (Runs >= 4 && Took > std::chrono::seconds(2)) ||
        (Runs >= 2 && Took > std::chrono::seconds(10)))
      return false;
    ++Runs;
    return true;
  }

private:
  unsigned Runs = 0; ///< that have begun
  std::chrono::steady_clock::time_point Begin;
};

/// The name of results of a program that OmpScan has compiled.
inline std::string ompscanName() {
  const char *Name = std::getenv("OMPSCAN_BENCH_WHO");
  return Name ? Name : "OmpScan";
}

inline void report(const char *Loop, const std::string &Who, uint64_t N,
                   uint64_t Bytes, const std::vector<double> &Nanoseconds) {
  std::printf("RESULT\t%s\t%s\t%llu\t%llu", Loop, Who.c_str(),
              static_cast<unsigned long long>(N),
              static_cast<unsigned long long>(Bytes));
  for (double T : Nanoseconds)
    std::printf("\t%.12g", T);
  std::printf("\n");
  std::fflush(stdout);
}

inline void inform(const char *Key, const std::string &Value) {
  std::printf("INFO\t%s\t%s\n", Key, Value.c_str());
  std::fflush(stdout);
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_REPORT_H

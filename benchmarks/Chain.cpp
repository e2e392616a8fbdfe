//===- Chain.cpp - ompscan-bench chain ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench chain [--log2 N,N,...] [--runs R] [--json FILE]
///
/// Runs a chain of loops on resident data (ChainLoops.cpp) twice: by the host's
/// clock, and with OMPSCAN_PROFILE, which tells how long the kernels take and
/// how many launches there are. Prints the chain as a multiple of its kernels,
/// and what the host takes for a launch: the time until all loops but the last
/// one have returned, by their number. The exit status is 1 where a program has
/// failed or one of its results is wrong.
///
//===----------------------------------------------------------------------===//

#include "Chain.h"
#include "CommandLine.h"
#include "Results.h"
#include "TraceTimes.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

using ompscan::numbersOf;
using ompscan::bench::Collection;
using ompscan::bench::Result;
using ompscan::bench::TraceTimes;

namespace {

struct Arguments {
  std::string Log2 = "20,24,28", Runs = "9", Json;
};

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench chain [--log2 N,N,...] [--runs R] "
               "[--json FILE]\n",
               What.c_str());
  std::exit(2);
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  ompscan::readOptions(
      Count, Values, {},
      {{"--log2", &A.Log2}, {"--runs", &A.Runs}, {"--json", &A.Json}}, refuse);
  const auto Runs = numbersOf("--runs", A.Runs, 1, 1000, refuse);
  A.Runs = std::to_string(Runs.back());
  return A;
}

/// The runs of one program, in nanoseconds.
struct Runs {
  std::vector<double> Whole;    ///< from the first loop's begin to the sum
  std::vector<double> Returned; ///< until all but the last have returned
  double Begin = 0, End = 0;    ///< of all runs
};

/// \returns whether the program has run well.
bool run(const std::string &Command, Runs &R, Collection &C) {
  std::fprintf(stderr, "ompscan-bench: %s\n", Command.c_str());
  FILE *Pipe = popen(Command.c_str(), "r");
  if (!Pipe)
    return false;
  char Line[512];
  while (std::fgets(Line, sizeof Line, Pipe)) {
    double Begin, Returned, End;
    char Device[256];
    if (std::sscanf(Line, "INFO\tdevice\t%255[^\n]", Device) == 1)
      C.inform("device", Device);
    if (std::sscanf(Line, "RUN\t%lf\t%lf\t%lf", &Begin, &Returned, &End) != 3)
      continue;
    if (R.Whole.empty())
      R.Begin = Begin;
    R.End = End;
    R.Whole.push_back(End - Begin);
    R.Returned.push_back(Returned - Begin);
  }
  if (pclose(Pipe) != 0 || R.Whole.empty()) {
    std::fprintf(stderr, "ompscan-bench: failed: %s\n", Command.c_str());
    return false;
  }
  std::sort(R.Whole.begin(), R.Whole.end());
  std::sort(R.Returned.begin(), R.Returned.end());
  return true;
}

double median(const std::vector<double> &Sorted) {
  return Sorted[Sorted.size() / 2];
}

/// \returns whether both programs have run well.
bool measure(const std::string &Program, unsigned Log2, const Arguments &A,
             Collection &C) {
  const std::string Tail = "env OMP_TARGET_OFFLOAD=MANDATORY '" + Program +
                           "' " + std::to_string(Log2) + " " + A.Runs;
  const std::string File =
      "/tmp/ompscan-bench-" + std::to_string(::getpid()) + ".json";
  Runs Plain, Profiled;
  const bool Done = run(Tail, Plain, C) &&
                    run("OMPSCAN_PROFILE=" + File + " " + Tail, Profiled, C);
  const TraceTimes Trace =
      ompscan::bench::timesOfTrace(File, Profiled.Begin, Profiled.End);
  std::remove(File.c_str());
  if (!Done)
    return false;
  const double Count = static_cast<double>(Profiled.Whole.size());
  const double Launches = Trace.Launches / Count;
  const double Kernels = Trace.Kernels * 1e6 / Count;
  if (Launches < 2 || Kernels <= 0) {
    std::fprintf(stderr, "ompscan-bench: the profile has no loops\n");
    return false;
  }
  for (double &Time : Plain.Returned)
    Time /= Launches - 1;
  std::printf(
      "| %llu | %.1f | %.1f | %.1f | %.3f | %.1f | %.0f | %.2f |\n",
      1ull << Log2, median(Plain.Whole) / 1e3,
      100 * (Plain.Whole.back() - Plain.Whole.front()) / median(Plain.Whole),
      Kernels / 1e3, median(Plain.Whole) / Kernels,
      median(Profiled.Whole) / 1e3, Launches, median(Plain.Returned) / 1e3);
  std::fflush(stdout);
  // A fill stores 1 array, the fused predicate and scan read 1 and store 2, the
  // scatter reads 3 and stores a quarter, which the sum reads.
  const double N = static_cast<double>(1ull << Log2), Bytes = 7.5 * 4 * N;
  const double Size = Log2;
  C.add({"chain", "OmpScan", Size, N, Bytes, Plain.Whole});
  C.add({"chain", "OmpScan with a profile", Size, N, Bytes, Profiled.Whole});
  C.add({"chain", "its kernels", Size, N, Bytes, {Kernels}});
  C.add({"chain", "host, a launch", Size, N, 0, Plain.Returned});
  return true;
}

} // namespace

int ompscan::bench::runChain(const fs::path &Here, int Count, char **Values) {
  const Arguments A = parse(Count, Values);
  const std::vector<uint64_t> Sizes =
      numbersOf("--log2", A.Log2, 1, 31, refuse);
  Collection C;
  std::printf("| n | chain us | spread %% | kernels us | chain / kernels | "
              "with a profile us | launches | host us a launch |\n"
              "|---|---|---|---|---|---|---|---|\n");
  bool AllWell = true;
  for (const uint64_t Log2 : Sizes)
    AllWell &= measure((Here / "ompscan-bench-chain").string(),
                       static_cast<unsigned>(Log2), A, C);
  C.printInfos();
  if (!A.Json.empty())
    C.writeJson(A.Json);
  return AllWell ? 0 : 1;
}

//===- Host.cpp - ompscan-bench host --------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench host [--log2 N,N,...] [--n N,N,...] [--loop PART-OF-NAME]
///                    [--rounds R] [--json FILE]
///
/// Runs annotated loops on the host's cores and on PoCL beside their peers on
/// the CPU (PeersCpu.cpp, HostRecurrences.cpp, HostSelections.cpp), all by the
/// host's clock. All programs run in each round, one after the other, so that a
/// change of the machine's load meets all of them. The table is that of
/// ompscan-bench; "of sequential" is against the loop without the pragma.
///
//===----------------------------------------------------------------------===//

#include "Host.h"
#include "CommandLine.h"
#include "Results.h"
#include "Slides.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

using ompscan::numbersOf;
using ompscan::bench::Collection;

namespace {

/// A number of elements, and how programs take it.
struct Size {
  std::string Argument;
  double Log2;
  bool IsPower;
};

struct Arguments {
  std::vector<Size> Sizes;
  uint64_t Rounds = 1;
  std::string Loop, Json;
};

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench host [--log2 N,N,...] [--n N,N,...] "
               "[--loop PART-OF-NAME] [--rounds R] [--json FILE]\n",
               What.c_str());
  std::exit(2);
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  std::string Log2, N, Rounds = "1";
  ompscan::readOptions(Count, Values, {},
                       {{"--log2", &Log2},
                        {"--n", &N},
                        {"--loop", &A.Loop},
                        {"--rounds", &Rounds},
                        {"--json", &A.Json}},
                       refuse);
  if (Log2.empty() && N.empty())
    Log2 = "24";
  if (!N.empty())
    for (const uint64_t Size : numbersOf("--n", N, 1, 1ull << 40, refuse))
      A.Sizes.push_back({"n=" + std::to_string(Size),
                         std::log2(static_cast<double>(Size)),
                         /*IsPower=*/false});
  if (!Log2.empty())
    for (const uint64_t Size : numbersOf("--log2", Log2, 1, 32, refuse))
      A.Sizes.push_back({std::to_string(Size), static_cast<double>(Size),
                         /*IsPower=*/true});
  A.Rounds = numbersOf("--rounds", Rounds, 1, 100, refuse).back();
  if (A.Loop.find('\'') != std::string::npos)
    refuse("no loop's name has a quote in it");
  return A;
}

std::string processorName() {
  std::ifstream In("/proc/cpuinfo");
  for (std::string Line; std::getline(In, Line);)
    if (Line.rfind("model name", 0) == 0 && Line.find(": ") < Line.size())
      return Line.substr(Line.find(": ") + 2);
  return "unknown";
}

/// Runs all programs once for \p S.
void measure(const Arguments &A, const fs::path &Here, const Size &S,
             Collection &C) {
  const auto Run = [&](const std::string &Environment, const char *Name,
                       const std::string &Loop) {
    const fs::path Program = Here / Name;
    if (fs::exists(Program))
      C.run("env " + Environment + " '" + Program.string() + "' " + S.Argument +
                " '" + Loop + "'",
            S.Log2);
  };
  for (const char *Peer :
       {"ompscan-bench-cpu-plain", "ompscan-bench-cpu-clang",
        "ompscan-bench-cpu-gcc", "ompscan-bench-host-recurrences-plain",
        "ompscan-bench-host-recurrences-gcc",
        "ompscan-bench-host-selections-plain",
        "ompscan-bench-host-selections-gcc", "ompscan-bench-rajaperf-plain",
        "ompscan-bench-rajaperf-gcc"})
    Run("", Peer, A.Loop);
  // No loop is short under MANDATORY.
  for (const auto &[Who, Device] :
       {std::pair("OmpScan host", "host OMP_TARGET_OFFLOAD=DEFAULT"),
        std::pair("OmpScan PoCL", "pocl OMP_TARGET_OFFLOAD=MANDATORY")}) {
    const std::string Environment =
        std::string("OMPSCAN_BENCH_CLOCK=host OMPSCAN_DEVICE=") + Device +
        " OMPSCAN_BENCH_WHO='" + Who + "'";
    Run(Environment, "ompscan-bench-scans", A.Loop);
    Run(Environment, "ompscan-bench-host-recurrences", A.Loop);
    Run(Environment, "ompscan-bench-host-selections", A.Loop);
    Run(Environment, "ompscan-bench-rajaperf", A.Loop);
    // The selections that have peers.
    for (const char *Selection :
         {ompscan::bench::SelectCopy, ompscan::bench::SelectInPlace}) {
      const std::string Name =
          ompscan::bench::keptName(Selection, ompscan::bench::Half);
      if (S.IsPower && Name.find(A.Loop) != std::string::npos)
        Run(Environment, "ompscan-bench-slide-loops", Name);
    }
  }
}

} // namespace

int ompscan::bench::runHost(const fs::path &Here, int Count, char **Values) {
  const Arguments A = parse(Count, Values);
  Collection C;
  C.informDate();
  C.inform("CPU", processorName());
  for (uint64_t Round = 0; Round != A.Rounds; ++Round)
    for (const Size &S : A.Sizes)
      measure(A, Here, S, C);
  C.printTable();
  if (!A.Json.empty())
    C.writeJson(A.Json);
  return 0;
}

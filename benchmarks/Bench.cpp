//===- Bench.cpp - Runs all that measures, and reports --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench [--log2 N,N,...] [--loop PART-OF-NAME] [--variants A,B,...]
///               [--no-peers] [--no-cpu-peers] [--slides | --rows]
///               [--json FILE]
/// ompscan-bench host ... (see Host.cpp)
/// ompscan-bench micro ... (see Micro.cpp)
/// ompscan-bench chain ... (see Chain.cpp)
/// ompscan-bench examples ... (see Examples.cpp)
///
/// Runs ompscan-bench-scans and -recurrences in every variant (--slides: the
/// primitives; --rows: ompscan-bench-rows, by default through OpenCL and CUDA,
/// and on the host's cores by its clock), and the peers that stand beside it
/// (see Report.h), and prints a table with the median, the spread and the
/// throughput of each; "of copy" is against the device's own copy of the same
/// run and size, "of sequential" against the sequential C++ algorithm, by time.
///
//===----------------------------------------------------------------------===//

#include "Chain.h"
#include "CommandLine.h"
#include "Examples.h"
#include "Host.h"
#include "Micro.h"
#include "Nvidia.h"
#include "Results.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using ompscan::bench::Backend;
using ompscan::bench::Collection;
using ompscan::bench::environmentOf;
using ompscan::bench::nvidiaDevice;

namespace {

struct Variant {
  const char *Name, *Environment;
  Backend By = Backend::OpenCL;
};
constexpr Variant Variants[] = {
    {"single-pass", "OMPSCAN_ALGORITHM=single-pass"},
    {"CUDA", "OMPSCAN_ALGORITHM=single-pass", Backend::Cuda},
    {"portable", "OMPSCAN_ALGORITHM=single-pass OMPSCAN_PTX=0"},
    {"reproducible", "OMPSCAN_REPRODUCIBLE=1"},
    {"three-kernel", "OMPSCAN_ALGORITHM=three-kernel"},
};

struct Arguments {
  std::vector<unsigned> Log2;
  std::string Loop, Wanted, Json;
  bool Peers = true, CpuPeers = true;
  bool Slides = false; ///< the primitives, not the loops
  bool Rows = false;   ///< scans inside of loops
};

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench [--log2 N,N,...] [--loop PART-OF-NAME] "
               "[--variants A,B,...] [--no-peers] [--no-cpu-peers] "
               "[--slides | --rows] [--json FILE]\n"
               "       ompscan-bench host|micro|chain|examples ...\n",
               What.c_str());
  std::exit(2);
}

void checkVariants(const std::string &Wanted) {
  std::istringstream Names(Wanted);
  for (std::string Name; std::getline(Names, Name, ',');)
    if (std::none_of(std::begin(Variants), std::end(Variants),
                     [&](const Variant &V) { return Name == V.Name; }))
      refuse("there is no variant '" + Name + "'");
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  std::string Sizes = "24";
  ompscan::readOptions(Count - 1, Values + 1,
                       {{"--no-peers", &A.Peers, false},
                        {"--no-cpu-peers", &A.CpuPeers, false},
                        {"--slides", &A.Slides},
                        {"--rows", &A.Rows}},
                       {{"--log2", &Sizes},
                        {"--loop", &A.Loop},
                        {"--variants", &A.Wanted},
                        {"--json", &A.Json}},
                       refuse);
  for (const uint64_t Size : ompscan::numbersOf("--log2", Sizes, 0, 40, refuse))
    A.Log2.push_back(static_cast<unsigned>(Size));
  if (A.Loop.find('\'') != std::string::npos)
    refuse("no loop's name has a quote in it");
  checkVariants(A.Wanted);
  if (A.Slides && A.Rows)
    refuse("--slides and --rows exclude each other");
  return A;
}

/// The loops of this build may have no PTX.
bool isPossible(const Variant &V) {
#ifdef OMPSCAN_BENCH_HAS_PTX
  constexpr bool HasPtx = true;
#else
  constexpr bool HasPtx = false;
#endif
  return V.By != Backend::Cuda || (HasPtx && nvidiaDevice().exists());
}

bool wants(const Arguments &A, const Variant &V) {
  // The algorithm of flat scans makes no difference to rows.
  if (A.Wanted.empty())
    return isPossible(V) &&
           (!A.Rows || V.By == Backend::Cuda || &V == &Variants[0]);
  if (("," + A.Wanted + ",").find("," + std::string(V.Name) + ",") ==
      std::string::npos)
    return false;
  if (!isPossible(V))
    refuse(std::string("the variant '") + V.Name +
           "' is for an NVIDIA device, in a build with OMPSCAN_BENCH_CUDA");
  return true;
}

/// Runs the peers and every variant for 2^\p Log2 elements.
void measure(const Arguments &A, const std::filesystem::path &Here,
             unsigned Log2, Collection &C) {
  const std::string Tail = " " + std::to_string(Log2) + " '" + A.Loop + "'";
  auto RunPeer = [&](const char *Name) {
    const auto Program = Here / Name;
    if (A.Peers && std::filesystem::exists(Program))
      C.run("'" + Program.string() + "'" + Tail, Log2);
  };
  RunPeer(A.Slides ? "ompscan-bench-slides-cuda"
          : A.Rows ? "ompscan-bench-rows-cuda"
                   : "ompscan-bench-cuda");
  if (!A.Slides && !A.Rows)
    RunPeer("ompscan-bench-recurrences-cuda");
  const auto RunOurs = [&](const char *Who, const Variant &V,
                           const char *Name) {
    C.run(std::string("env OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_BENCH_WHO='") +
              Who + " " + V.Name + "' " + V.Environment + " " +
              environmentOf(V.By) + "'" + (Here / Name).string() + "'" + Tail,
          Log2);
  };
  for (const Variant &V : Variants)
    if (wants(A, V)) {
      RunOurs("OmpScan", V,
              A.Slides ? "ompscan-bench-slides"
              : A.Rows ? "ompscan-bench-rows"
                       : "ompscan-bench-scans");
      if (A.Slides)
        RunOurs("OmpScan loop", V, "ompscan-bench-slide-loops");
      else if (!A.Rows)
        RunOurs("OmpScan", V, "ompscan-bench-recurrences");
    }
  if (A.Slides)
    RunPeer("ompscan-bench-classic");
  else if (!A.Rows)
    RunPeer("ompscan-bench-opencl");
  if (!A.CpuPeers)
    return;
  if (A.Slides) {
    RunPeer("ompscan-bench-slides-cpu");
  } else if (A.Rows) {
    C.run("env OMPSCAN_DEVICE=host OMPSCAN_BENCH_CLOCK=host "
          "OMPSCAN_BENCH_WHO='OmpScan host' '" +
              (Here / "ompscan-bench-rows").string() + "'" + Tail,
          Log2);
    RunPeer("ompscan-bench-rows-omp");
    RunPeer("ompscan-bench-rows-plain");
  } else {
    RunPeer("ompscan-bench-cpu-clang");
    RunPeer("ompscan-bench-cpu-gcc");
  }
}

} // namespace

int main(int Count, char **Values) {
  const auto Here = std::filesystem::path(Values[0]).parent_path();
  const auto Is = [&](const char *Name) {
    return Count > 1 && std::strcmp(Values[1], Name) == 0;
  };
  if (Is("host"))
    return ompscan::bench::runHost(Here, Count - 2, Values + 2);
  if (Is("micro"))
    return ompscan::bench::runMicro(Here, Count - 2, Values + 2);
  if (Is("chain"))
    return ompscan::bench::runChain(Here, Count - 2, Values + 2);
  if (Is("examples"))
    return ompscan::bench::runExamples(Here, Count - 2, Values + 2);
  const Arguments A = parse(Count, Values);
  Collection C;
  C.informDate();
  if (nvidiaDevice().exists())
    C.inform("driver", nvidiaDevice().DriverVersion);
  for (const unsigned Log2 : A.Log2)
    measure(A, Here, Log2, C);
  C.printTable();
  if (A.Slides)
    C.printSummary();
  if (!A.Json.empty())
    C.writeJson(A.Json);
  return 0;
}

//===- MicroReport.cpp - What the micro-benchmarks have given -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroReport.h"
#include "Nvidia.h"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <set>
#include <utility>

namespace fs = std::filesystem;
using namespace ompscan::bench;

namespace {

/// Lines of code: those that are neither empty nor comments.
unsigned linesOf(const fs::path &File) {
  std::ifstream In(File);
  unsigned Lines = 0;
  for (std::string Line; std::getline(In, Line);) {
    const size_t Begin = Line.find_first_not_of(" \t");
    Lines += Begin != std::string::npos && Line.compare(Begin, 2, "//") != 0;
  }
  return Lines;
}

/// The GPU with its driver's version, or else the CPU.
std::string deviceName() {
  const NvidiaDevice &Gpu = nvidiaDevice();
  if (Gpu.exists())
    return Gpu.Name + ", " + Gpu.DriverVersion;
  std::ifstream In("/proc/cpuinfo");
  for (std::string Line; std::getline(In, Line);)
    if (Line.rfind("model name", 0) == 0)
      return Line.substr(Line.find(": ") + 2);
  return "";
}

/// Prints lines of code, and how many for each line of the OpenCL version.
void printLines(unsigned Lines, unsigned OfPeer) {
  if (OfPeer)
    std::printf("%u | %.2f |", Lines, double(Lines) / OfPeer);
  else
    std::printf("%u | - |", Lines);
}

} // namespace

const MicroRun *MicroReport::find(const MicroRun &R,
                                  const char *Version) const {
  for (const MicroRun &Other : Runs)
    if (Other.Benchmark == R.Benchmark && Other.Size == R.Size &&
        Other.Version == Version)
      return &Other;
  return nullptr;
}

/// A version's lines of code, without what all benchmarks share.
unsigned MicroReport::linesOfVersion(const MicroRun &R) const {
  const fs::path Folder = Sources / R.Benchmark;
  unsigned Lines = 0;
  for (const char *Ending : {".c", ".cpp", ".cu"})
    Lines += linesOf(Folder / (R.Program + Ending));
  if (R.Version == "opencl")
    Lines += linesOf(Folder / "kernels.cl");
  return Lines;
}

/// Those of the common files that it includes, but for the harness.
unsigned MicroReport::linesShared(const MicroRun &R) const {
  unsigned Lines = 0;
  for (const char *Ending : {".c", ".cpp", ".cu"}) {
    std::ifstream In(Sources / R.Benchmark / (R.Program + Ending));
    for (std::string Line; std::getline(In, Line);) {
      if (Line.rfind("#include \"", 0) != 0)
        continue;
      const std::string Name = Line.substr(10, Line.size() - 11);
      if (Name != "harness.h")
        Lines += linesOf(Sources / "common" / Name);
      if (Name == "opencl.h")
        Lines += linesOf(Sources / "common" / "scan.cl");
      if (Name == "cuda.h")
        Lines += linesOf(Sources / "common" / "thrust_memory.h");
    }
  }
  return Lines;
}

void MicroReport::printTable() const {
  std::printf("| benchmark | n | version | median us | spread %% | first run "
              "us | of opencl | lines | of opencl | with what it includes | "
              "of opencl |\n"
              "|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const MicroRun &R : Runs) {
    std::printf("| %s | %s | %s | %.1f | %.1f | %.1f | ", R.Benchmark.c_str(),
                R.Size.c_str(), R.Version.c_str(), R.median() / 1e3, R.spread(),
                R.First / 1e3);
    const MicroRun *Peer = find(R, "opencl");
    if (Peer && Peer->median() > 0)
      std::printf("%.3f | ", R.median() / Peer->median());
    else
      std::printf("- | ");
    const unsigned Own = linesOfVersion(R),
                   PeerOwn = Peer ? linesOfVersion(*Peer) : 0;
    printLines(Own, PeerOwn);
    std::printf(" ");
    printLines(Own + linesShared(R), Peer ? PeerOwn + linesShared(*Peer) : 0);
    std::printf("\n");
  }
}

void MicroReport::printRatios(const std::string &Size, const char *Version,
                              const char *Peer) const {
  unsigned Count = 0, Faster = 0;
  double Sum = 0, Worst = 0;
  std::string Which;
  for (const MicroRun &R : Runs) {
    const MicroRun *Other =
        R.Size == Size && R.Version == Version ? find(R, Peer) : nullptr;
    if (!Other || Other->median() <= 0 || R.median() <= 0)
      continue;
    const double Ratio = R.median() / Other->median();
    ++Count;
    Faster += Ratio < 1;
    Sum += Ratio;
    if (Ratio > Worst) {
      Worst = Ratio;
      Which = R.Benchmark;
    }
  }
  if (Count)
    std::printf("n = %s: %s takes %.3f of %s's time on average, %.3f at "
                "most (%s), less than it in %u of %u\n",
                Size.c_str(), Version, Sum / Count, Peer, Worst, Which.c_str(),
                Faster, Count);
}

void MicroReport::printSummary() const {
  std::vector<std::string> Sizes;
  for (const MicroRun &R : Runs)
    if (std::find(Sizes.begin(), Sizes.end(), R.Size) == Sizes.end())
      Sizes.push_back(R.Size);
  for (const std::string &Size : Sizes)
    for (const auto &[Version, Peer] : {std::pair("openmp", "opencl"),
                                        {"openmp", "thrust"},
                                        {"openmp_cuda", "openmp"},
                                        {"openmp_cuda", "thrust"}})
      printRatios(Size, Version, Peer);
  unsigned Count = 0, Third = 0, ThirdWithAll = 0;
  std::set<std::string> Seen;
  for (const MicroRun &R : Runs) {
    const MicroRun *Peer = R.Version == "openmp" ? find(R, "opencl") : nullptr;
    if (!Peer || !Seen.insert(R.Benchmark).second)
      continue;
    ++Count;
    const unsigned Own = linesOfVersion(R), PeerOwn = linesOfVersion(*Peer);
    Third += 3 * Own <= PeerOwn;
    ThirdWithAll += 3 * (Own + linesShared(R)) <= PeerOwn + linesShared(*Peer);
  }
  if (Count)
    std::printf("at most a third of opencl's lines: %u of %u by the programs' "
                "own lines, %u with what they include\n",
                Third, Count, ThirdWithAll);
}

void MicroReport::writeJson(const std::string &File) const {
  const std::time_t Now = std::time(nullptr);
  char Date[32];
  std::strftime(Date, sizeof Date, "%Y-%m-%d", std::gmtime(&Now));
  std::ofstream Out(File);
  Out << "{\n  \"info\": {\"date\": \"" << Date << "\", \"device\": \""
      << deviceName() << "\"},\n  \"micro\": [";
  const char *Separator = "\n    ";
  for (const MicroRun &R : Runs) {
    Out << Separator << "{\"benchmark\": \"" << R.Benchmark
        << "\", \"version\": \"" << R.Version
        << "\", \"lines\": " << linesOfVersion(R)
        << ", \"shared_lines\": " << linesShared(R) << ", ";
    for (const auto &[Name, Time] : R.Profile)
      Out << "\"" << Name << "\": " << Time << ", ";
    Out << R.Line.substr(1);
    Separator = ",\n    ";
  }
  Out << "\n  ]\n}\n";
  if (!Out)
    std::fprintf(stderr, "ompscan-bench: cannot write %s\n", File.c_str());
}

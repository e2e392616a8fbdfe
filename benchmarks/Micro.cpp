//===- Micro.cpp - ompscan-bench micro ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench micro [--n N,N,...] [--only PART-OF-NAME] [--versions A,B,...]
///                     [--repeat R] [--check] [--profile] [--json FILE]
///
/// Runs the programs micro/<benchmark>/<version> (see micro/common/main.c),
/// compares their answers and prints a table. With --check the sizes are small,
/// every case is run, and nothing is measured. With --profile the results say
/// how long kernels and transfers took in the runs that count, which are slower
/// for it. The exit status is 1 where a
/// program has failed or the versions do not agree.
///
//===----------------------------------------------------------------------===//

#include "Micro.h"
#include "CommandLine.h"
#include "MicroReport.h"
#include "Nvidia.h"
#include "TraceTimes.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

using ompscan::bench::Backend;
using Run = ompscan::bench::MicroRun;

namespace {

struct MicroVersion {
  const char *Name, *Program;
  Backend By = Backend::OpenCL; ///< of annotated programs
};
/// In the order in which they are run; answers are compared with the first.
constexpr MicroVersion Versions[] = {
    {"sequential", "sequential"},
    {"opencl", "opencl"},
    {"openmp", "openmp"},
#ifdef OMPSCAN_BENCH_HAS_PTX
    {"openmp_cuda", "openmp", Backend::Cuda},
#endif
    {"openmp_thesis", "openmp_thesis"},
    {"thrust", "thrust"},
};
constexpr int NoDevice = 77; ///< exit status of a program
constexpr int Kinds = 3;     ///< of input (see micro/common/harness.h)

struct Arguments {
  std::vector<std::string> Sizes = {"524288", "1048576", "16777216"};
  std::string Only, Versions, Json, Repeat = "11";
  bool Check = false, Profile = false;
};

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench micro [--n N,N,...] [--only PART-OF-NAME] "
               "[--versions A,B,...] [--repeat R] [--check] [--profile] "
               "[--json FILE]\n",
               What.c_str());
  std::exit(2);
}

std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Parts;
  std::istringstream In(Text);
  for (std::string Part; std::getline(In, Part, ',');)
    Parts.push_back(Part);
  return Parts;
}

void needNumber(const std::string &Text, const char *Name, bool AllowsZero) {
  if (Text.empty() || Text.size() > 12 ||
      Text.find_first_not_of("0123456789") != std::string::npos ||
      (!AllowsZero && std::stoull(Text) == 0))
    refuse(std::string(Name) + " takes numbers, not '" + Text + "'");
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  std::string Sizes;
  ompscan::readOptions(Count, Values,
                       {{"--check", &A.Check}, {"--profile", &A.Profile}},
                       {{"--n", &Sizes},
                        {"--only", &A.Only},
                        {"--versions", &A.Versions},
                        {"--repeat", &A.Repeat},
                        {"--json", &A.Json}},
                       refuse);
  if (A.Check)
    A.Sizes = {"1", "1000", "20000"};
  if (!Sizes.empty())
    A.Sizes = split(Sizes);
  for (const std::string &Size : A.Sizes)
    needNumber(Size, "--n", false);
  needNumber(A.Repeat, "--repeat", true);
  if (A.Check)
    A.Repeat = "1";
  for (const std::string &Name : split(A.Versions))
    if (std::none_of(std::begin(Versions), std::end(Versions),
                     [&](const MicroVersion &V) { return Name == V.Name; }))
      refuse("there is no version '" + Name + "'");
  return A;
}

/// What stands behind "Name": in a line of JSON that main.c has printed, up to
/// \p End.
std::string field(const std::string &Line, const std::string &Name,
                  const char *End) {
  const std::string Key = "\"" + Name + "\": ";
  const size_t Begin = Line.find(Key);
  if (Begin == std::string::npos)
    return "";
  const size_t From = Begin + Key.size();
  return Line.substr(From, Line.find_first_of(End, From) - From);
}

std::vector<double> numbers(const std::string &Line, const std::string &Name) {
  std::vector<double> Values;
  const std::string Text = field(Line, Name, "]");
  if (!Text.empty())
    for (const std::string &Part : split(Text.substr(1)))
      Values.push_back(std::atof(Part.c_str()));
  return Values;
}

/// Answers agree in what is exact, and up to rounding in sums of floating-point
/// numbers, of which the magnitudes are known.
bool agree(const std::string &A, const std::string &B) {
  const auto Left = numbers(A, "sums"), Right = numbers(B, "sums"),
             Scales = numbers(A, "scales");
  if (field(A, "answer", ",") != field(B, "answer", ",") ||
      Left.size() != Right.size())
    return false;
  for (size_t I = 0; I != Left.size(); ++I)
    if (!(std::abs(Left[I] - Right[I]) <= 1e-10 * Scales[I]))
      return false;
  return true;
}

class Micro {
public:
  Micro(const fs::path &Here, Arguments Args)
      : Programs(Here / "micro"), Args(std::move(Args)) {
    // A bundle carries the sources for the sake of this count.
    Sources = Here / "micro-sources";
    if (!fs::exists(Sources))
      Sources = OMPSCAN_BENCH_MICRO_SOURCES;
  }

  int run() {
    for (const std::string &Benchmark : benchmarks())
      for (const std::string &Size : Args.Sizes)
        for (int Kind = 0; Kind != (takesSlowCheck(Size) ? Kinds : 1); ++Kind)
          runAll(Benchmark, Size, Kind);
    const ompscan::bench::MicroReport Report(Sources, Runs);
    if (!Args.Check) {
      Report.printTable();
      Report.printSummary();
    }
    if (!Args.Json.empty())
      Report.writeJson(Args.Json);
    if (Runs.empty()) {
      std::fprintf(stderr, "ompscan-bench: nothing has run\n");
      return 1;
    }
    std::printf("%zu runs, %u failed\n", Runs.size() + Failures, Failures);
    return Failures ? 1 : 0;
  }

private:
  std::vector<std::string> benchmarks() const {
    std::vector<std::string> Names;
    std::error_code Error;
    for (const auto &Entry : fs::directory_iterator(Programs, Error))
      if (Entry.path().filename().string().find(Args.Only) != std::string::npos)
        Names.push_back(Entry.path().filename().string());
    std::sort(Names.begin(), Names.end());
    if (Names.empty())
      refuse("no micro-benchmark with '" + Args.Only +
             "' in its name lies in " + Programs.string());
    return Names;
  }

  /// A check takes quadratic time; for one element there is but one case.
  bool takesSlowCheck(const std::string &Size) const {
    return Args.Check && Size.size() > 1 && Size.size() <= 4;
  }

  bool wants(const MicroVersion &Version) const {
    if (std::find(Absent.begin(), Absent.end(), Version.Name) != Absent.end() ||
        (Version.By == Backend::Cuda &&
         !ompscan::bench::nvidiaDevice().exists()))
      return false;
    return Args.Versions.empty() ||
           ("," + Args.Versions + ",")
                   .find("," + std::string(Version.Name) + ",") !=
               std::string::npos;
  }

  void runAll(const std::string &Benchmark, const std::string &Size, int Kind) {
    std::string Expected; ///< the line of the first version
    for (const MicroVersion &Version : Versions) {
      if (!wants(Version) ||
          !fs::exists(Programs / Benchmark / Version.Program))
        continue;
      Run R{Benchmark, Version.Name, Version.Program, Size, {}, {}, 0, {}};
      if (!runProgram(R, Version.By, Kind))
        continue;
      if (Expected.empty())
        Expected = R.Line;
      if (!agree(Expected, R.Line)) {
        fail(R, "gives another answer than the first version:\n  " + Expected +
                    "\n  " + R.Line);
        continue;
      }
      Runs.push_back(std::move(R));
    }
  }

  void fail(const Run &R, const std::string &What) {
    ++Failures;
    std::fprintf(stderr, "ompscan-bench: %s, %s, n = %s: %s\n",
                 R.Benchmark.c_str(), R.Version.c_str(), R.Size.c_str(),
                 What.c_str());
  }

  /// \returns whether there is an answer.
  bool runProgram(Run &R, Backend By, int Kind) {
    std::fprintf(stderr, "ompscan-bench: %s, %s, n = %s\n", R.Benchmark.c_str(),
                 R.Version.c_str(), R.Size.c_str());
    std::string Command =
        "env OMP_TARGET_OFFLOAD=MANDATORY " + ompscan::bench::environmentOf(By);
    const std::string Trace =
        "/tmp/ompscan-bench-" + std::to_string(::getpid()) + ".json";
    if (Args.Profile)
      Command += "OMPSCAN_PROFILE=" + Trace + " MICRO_PROFILE=1 ";
    Command += "'" + (Programs / R.Benchmark / R.Program).string() + "' " +
               R.Size + " --repeat " + Args.Repeat + " --kind " +
               std::to_string(Kind);
    if (Args.Check && R.Size.size() <= 4)
      Command += " --check";
    if (Args.Profile)
      Command += " 2>&1";
    FILE *Pipe = popen(Command.c_str(), "r");
    if (!Pipe) {
      fail(R, "cannot be started");
      return false;
    }
    char Line[65536];
    while (std::fgets(Line, sizeof Line, Pipe))
      read(R, Line);
    const int Status = pclose(Pipe);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == NoDevice) {
      Absent.push_back(R.Version);
      return false;
    }
    if (Status != 0 || R.Line.empty()) {
      fail(R, "has failed");
      return false;
    }
    if (Args.Profile)
      readTrace(R, Trace);
    R.Times = numbers(R.Line, "times");
    std::sort(R.Times.begin(), R.Times.end());
    R.First = std::atof(field(R.Line, "first", ",").c_str());
    return true;
  }

  void read(Run &R, const std::string &Line) {
    if (Line.rfind("{\"n\": ", 0) == 0)
      R.Line = Line.substr(0, Line.find('\n'));
    double Kernels, Transfers;
    if (std::sscanf(Line.c_str(), "PROFILE kernels %lf transfers %lf", &Kernels,
                    &Transfers) == 2) {
      R.Profile["kernels"] += Kernels;
      R.Profile["transfers"] += Transfers;
    }
  }

  /// Sums the kernels and transfers of the runs that count in a trace of
  /// OMPSCAN_PROFILE.
  static void readTrace(Run &R, const std::string &File) {
    const double Begin = std::atof(field(R.Line, "begin", ",").c_str()),
                 End = std::atof(field(R.Line, "end", ",").c_str());
    const ompscan::bench::TraceTimes Sum =
        ompscan::bench::timesOfTrace(File, Begin, End);
    R.Profile["kernels"] += Sum.Kernels;
    R.Profile["transfers"] += Sum.Transfers;
    std::remove(File.c_str());
  }

  const fs::path Programs;
  fs::path Sources;
  const Arguments Args;
  std::vector<Run> Runs;
  std::vector<std::string> Absent; ///< versions for which there is no device
  unsigned Failures = 0;
};

} // namespace

int ompscan::bench::runMicro(const fs::path &Here, int Count, char **Values) {
  return Micro(Here, parse(Count, Values)).run();
}

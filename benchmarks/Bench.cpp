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
///               [--no-peers] [--no-cpu-peers] [--slides] [--json FILE]
/// ompscan-bench micro ... (see Micro.cpp)
///
/// Runs ompscan-bench-scans in every variant, and the peers that stand beside
/// it (see Report.h), and prints a table with the median, the spread and the
/// throughput of each; "of copy" is against the device's own copy of the same
/// run and size, "of sequential" against the sequential C++ algorithm, by time.
///
//===----------------------------------------------------------------------===//

#include "Micro.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct Variant {
  const char *Name, *Environment;
};
constexpr Variant Variants[] = {
    {"single-pass", "OMPSCAN_ALGORITHM=single-pass"},
    {"portable", "OMPSCAN_ALGORITHM=single-pass OMPSCAN_PTX=0"},
    {"reproducible", "OMPSCAN_REPRODUCIBLE=1"},
    {"three-kernel", "OMPSCAN_ALGORITHM=three-kernel"},
};

struct Arguments {
  std::vector<unsigned> Log2 = {24};
  std::string Loop, Wanted, Json;
  bool Peers = true, CpuPeers = true;
  bool Slides = false; ///< the primitives, not the loops
};

struct Result {
  std::string Loop, Who;
  unsigned Log2 = 0; ///< of the elements that were asked for
  double N = 0, Bytes = 0;
  std::vector<double> Times; ///< sorted, in nanoseconds

  double median() const { return Times[Times.size() / 2]; }
  double throughput() const { return Bytes / median(); }
  double spread() const {
    return 100 * (Times.back() - Times.front()) / median();
  }
};

struct Collection {
  std::vector<Result> Results; ///< By loop and size, then as they came.
  std::map<std::string, std::string> Infos;

  /// Runs a program for 2^\p Log2 elements and reads its lines. What fails is
  /// reported and left out.
  void run(const std::string &Command, unsigned Log2) {
    std::fprintf(stderr, "ompscan-bench: %s\n", Command.c_str());
    FILE *Pipe = popen(Command.c_str(), "r");
    if (!Pipe)
      return;
    char Line[65536];
    while (std::fgets(Line, sizeof Line, Pipe))
      read(Line, Log2);
    if (pclose(Pipe) != 0)
      std::fprintf(stderr, "ompscan-bench: failed: %s\n", Command.c_str());
  }

private:
  void read(const std::string &Line, unsigned Log2) {
    std::istringstream In(Line.substr(0, Line.find('\n')));
    std::vector<std::string> Fields;
    for (std::string Field; std::getline(In, Field, '\t');)
      Fields.push_back(Field);
    if (Fields.size() == 3 && Fields[0] == "INFO")
      Infos[Fields[1]] = Fields[2];
    if (Fields.size() < 6 || Fields[0] != "RESULT")
      return;
    Result R{Fields[1],
             Fields[2],
             Log2,
             std::atof(Fields[3].c_str()),
             std::atof(Fields[4].c_str()),
             {}};
    for (size_t I = 5; I != Fields.size(); ++I)
      R.Times.push_back(std::atof(Fields[I].c_str()));
    std::sort(R.Times.begin(), R.Times.end());
    const auto Place = std::upper_bound(Results.begin(), Results.end(), R,
                                        [](const Result &A, const Result &B) {
                                          return std::tie(A.Loop, A.Log2) <
                                                 std::tie(B.Loop, B.Log2);
                                        });
    Results.insert(Place, std::move(R));
  }
};

std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (static_cast<unsigned char>(C) >= ' ')
      Result += C;
  }
  return Result + "\"";
}

void writeJson(const Collection &C, const std::string &File) {
  std::ofstream Out(File);
  Out << "{\n  \"info\": {";
  const char *Separator = "\n    ";
  for (const auto &[Key, Value] : C.Infos) {
    Out << Separator << quoted(Key) << ": " << quoted(Value);
    Separator = ",\n    ";
  }
  Out << "\n  },\n  \"results\": [";
  Separator = "\n    ";
  for (const Result &R : C.Results) {
    Out << Separator << "{\"loop\": " << quoted(R.Loop)
        << ", \"who\": " << quoted(R.Who) << ", \"log2\": " << R.Log2
        << ", \"n\": " << uint64_t(R.N) << ", \"bytes\": " << uint64_t(R.Bytes)
        << ", \"nanoseconds\": [";
    for (size_t I = 0; I != R.Times.size(); ++I)
      Out << (I ? ", " : "") << uint64_t(R.Times[I]);
    Out << "]}";
    Separator = ",\n    ";
  }
  Out << "\n  ]\n}\n";
  if (!Out)
    std::fprintf(stderr, "ompscan-bench: cannot write %s\n", File.c_str());
}

/// Prints how many times the speed of \p Other \p R has; both do the same work.
void printRatio(const Result &R, const Result *Other) {
  if (Other)
    std::printf("%.3f |", Other->median() / R.median() * R.N / Other->N);
  else
    std::printf("- |");
}

void printTable(const Collection &C) {
  std::map<unsigned, double> Copy;
  std::map<std::pair<std::string, unsigned>, const Result *> Sequential;
  for (const Result &R : C.Results) {
    if (R.Loop == "copy")
      Copy[R.Log2] = R.throughput();
    // The fastest one: of several compilers' loops.
    if (R.Who.rfind("sequential ", 0) == 0 &&
        R.Who.find("address") == R.Who.npos) {
      const Result *&Best = Sequential[{R.Loop, R.Log2}];
      if (!Best || R.median() < Best->median())
        Best = &R;
    }
  }
  for (const auto &[Key, Value] : C.Infos)
    std::printf("%s: %s\n", Key.c_str(), Value.c_str());
  std::printf(
      "\n| loop | who | n | median us | spread %% | GB/s | of copy | of "
      "sequential |\n|---|---|---|---|---|---|---|---|\n");
  for (const Result &R : C.Results) {
    std::printf("| %s | %s | %.0f | %.1f | %.1f | %.0f | ", R.Loop.c_str(),
                R.Who.c_str(), R.N, R.median() / 1e3, R.spread(),
                R.throughput());
    if (const auto Found = Copy.find(R.Log2); Found != Copy.end())
      std::printf("%.3f | ", R.throughput() / Found->second);
    else
      std::printf("- | ");
    const auto Peer = Sequential.find({R.Loop, R.Log2});
    printRatio(R, Peer == Sequential.end() ? nullptr : Peer->second);
    std::printf("\n");
  }
}

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench [--log2 N,N,...] [--loop PART-OF-NAME] "
               "[--variants A,B,...] [--no-peers] [--no-cpu-peers] "
               "[--slides] [--json FILE]\n"
               "       ompscan-bench micro ...\n",
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

std::vector<unsigned> sizesOf(const std::string &Text) {
  std::vector<unsigned> Sizes;
  std::istringstream In(Text);
  for (std::string Size; std::getline(In, Size, ',');) {
    if (Size.empty() || Size.size() > 2 ||
        Size.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(Size) > 40)
      refuse("--log2 takes numbers from 0 to 40, not '" + Size + "'");
    Sizes.push_back(static_cast<unsigned>(std::stoi(Size)));
  }
  if (Sizes.empty())
    refuse("--log2 needs a value");
  return Sizes;
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  std::string Sizes = "24";
  for (int I = 1; I != Count; ++I) {
    const std::string Name = Values[I];
    if (Name == "--no-peers") {
      A.Peers = false;
      continue;
    }
    if (Name == "--no-cpu-peers") {
      A.CpuPeers = false;
      continue;
    }
    if (Name == "--slides") {
      A.Slides = true;
      continue;
    }
    std::string *Target = Name == "--log2"       ? &Sizes
                          : Name == "--loop"     ? &A.Loop
                          : Name == "--variants" ? &A.Wanted
                          : Name == "--json"     ? &A.Json
                                                 : nullptr;
    if (!Target)
      refuse("unknown argument '" + Name + "'");
    if (++I == Count)
      refuse(Name + " needs a value");
    *Target = Values[I];
  }
  A.Log2 = sizesOf(Sizes);
  if (A.Loop.find('\'') != std::string::npos)
    refuse("no loop's name has a quote in it");
  checkVariants(A.Wanted);
  return A;
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
  RunPeer(A.Slides ? "ompscan-bench-slides-cuda" : "ompscan-bench-cuda");
  const auto RunOurs = [&](const char *Who, const Variant &V,
                           const char *Name) {
    C.run(std::string("env OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_BENCH_WHO='") +
              Who + " " + V.Name + "' " + V.Environment + " '" +
              (Here / Name).string() + "'" + Tail,
          Log2);
  };
  for (const Variant &V : Variants)
    if (A.Wanted.empty() ||
        ("," + A.Wanted + ",").find("," + std::string(V.Name) + ",") !=
            std::string::npos) {
      RunOurs("OmpScan", V,
              A.Slides ? "ompscan-bench-slides" : "ompscan-bench-scans");
      if (A.Slides)
        RunOurs("OmpScan loop", V, "ompscan-bench-slide-loops");
    }
  if (A.Slides)
    RunPeer("ompscan-bench-classic");
  else
    RunPeer("ompscan-bench-opencl");
  if (!A.CpuPeers)
    return;
  if (A.Slides) {
    RunPeer("ompscan-bench-slides-cpu");
  } else {
    RunPeer("ompscan-bench-cpu-clang");
    RunPeer("ompscan-bench-cpu-gcc");
  }
}

} // namespace

int main(int Count, char **Values) {
  const auto Here = std::filesystem::path(Values[0]).parent_path();
  if (Count > 1 && std::strcmp(Values[1], "micro") == 0)
    return ompscan::bench::runMicro(Here, Count - 2, Values + 2);
  const Arguments A = parse(Count, Values);
  Collection C;
  const std::time_t Now = std::time(nullptr);
  char Date[32];
  std::strftime(Date, sizeof Date, "%Y-%m-%d", std::gmtime(&Now));
  C.Infos["date"] = Date;
  if (FILE *Pipe = popen("[ -n \"${CUDA_VISIBLE_DEVICES-all}\" ] && "
                         "nvidia-smi --query-gpu=driver_version "
                         "--format=csv,noheader 2>/dev/null",
                         "r")) {
    char Line[64] = "";
    if (std::fgets(Line, sizeof Line, Pipe))
      C.Infos["driver"] = std::string(Line).substr(0, std::strcspn(Line, "\n"));
    pclose(Pipe);
  }
  for (const unsigned Log2 : A.Log2)
    measure(A, Here, Log2, C);
  printTable(C);
  if (!A.Json.empty())
    writeJson(C, A.Json);
  return 0;
}

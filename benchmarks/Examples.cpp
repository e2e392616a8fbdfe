//===- Examples.cpp - ompscan-bench examples ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench examples [--large] [--only PART-OF-NAME] [--json FILE]
///
/// Runs the programs of examples/ and the same with Thrust, where they have
/// been built, and prints a table of their times: on the device with the data
/// there, with the transfers, and on the host. Each program compares its
/// results with those of the host; those of both have to be the same. With
/// --large the problems have about 50 times as many elements. The exit status
/// is 1 where a program has failed or results differ.
///
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "CommandLine.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// A program, and what it is run with.
struct Example {
  const char *Name;
  const char *Large;
};
constexpr Example All[] = {
    {"csr_bfs", "10000000"},      {"tridiagonal", "50000000"},
    {"box_filter", "8000"},       {"rle", "500000000"},
    {"particles", "50000000"},    {"csv_fields", "500000000"},
    {"utf8_decode", "500000000"},
};

constexpr int NoDevice = 77; ///< exit status of a program

/// Times in milliseconds, negative where there are none.
struct Times {
  double Resident = -1, Whole = -1, Host = -1;
};

struct Row {
  std::string Name, What;
  Times Ours, Thrust;
};

struct Arguments {
  bool Large = false;
  std::string Only, Json;
};

[[noreturn]] void refuse(const std::string &What) {
  std::fprintf(stderr,
               "ompscan-bench: %s\n"
               "usage: ompscan-bench examples [--large] [--only PART-OF-NAME] "
               "[--json FILE]\n",
               What.c_str());
  std::exit(2);
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  ompscan::readOptions(Count, Values, {{"--large", &A.Large}},
                       {{"--only", &A.Only}, {"--json", &A.Json}}, refuse);
  return A;
}

enum class Outcome { Done, Failed, NoDevice };

/// Runs \p Command and reads its line, "name: WHAT; device ...".
Outcome run(const std::string &Command, std::string &What, Times &T) {
  std::fprintf(stderr, "ompscan-bench: %s\n", Command.c_str());
  FILE *Pipe = popen(Command.c_str(), "r");
  if (!Pipe)
    return Outcome::Failed;
  char Line[1024];
  while (std::fgets(Line, sizeof Line, Pipe)) {
    const char *Colon = std::strstr(Line, ": ");
    const char *Device = std::strstr(Line, "; device ");
    if (!Colon || !Device ||
        std::sscanf(Device, "; device %lf ms, with transfers %lf ms; host %lf",
                    &T.Resident, &T.Whole, &T.Host) < 2)
      continue;
    What.assign(Colon + 2, Device);
  }
  const int Status = pclose(Pipe);
  if (Status == 0 && !What.empty())
    return Outcome::Done;
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == NoDevice)
    return Outcome::NoDevice;
  std::fprintf(stderr, "ompscan-bench: failed: %s\n", Command.c_str());
  return Outcome::Failed;
}

/// What both programs print.
std::string hashOf(const std::string &What) {
  const size_t At = What.find("hash ");
  return At == std::string::npos ? "" : What.substr(At);
}

/// Runs the same with Thrust, where that can be done.
/// \returns false if it has failed, or has another result.
bool runPeer(const std::string &Program, const std::string &Tail, Row &R) {
  if (!fs::exists(Program))
    return true;
  std::string What;
  const Outcome O = run("'" + Program + Tail, What, R.Thrust);
  if (O != Outcome::Done) {
    R.Thrust = Times();
    return O == Outcome::NoDevice;
  }
  if (hashOf(What) == hashOf(R.What))
    return true;
  std::fprintf(stderr, "ompscan-bench: %s: Thrust has another result\n",
               R.Name.c_str());
  return false;
}

/// A cell of the table.
std::string cell(double Value, const char *Format = "%.3f") {
  char Text[32] = "-";
  if (Value >= 0)
    std::snprintf(Text, sizeof Text, Format, Value);
  return Text;
}

void print(const Row &R) {
  const double Host = R.Ours.Host / R.Ours.Resident;
  const double Thrust =
      R.Thrust.Resident < 0 ? -1 : R.Ours.Resident / R.Thrust.Resident;
  std::printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
              R.Name.c_str(), R.What.c_str(), cell(R.Ours.Resident).c_str(),
              cell(R.Ours.Whole).c_str(), cell(R.Thrust.Resident).c_str(),
              cell(R.Thrust.Whole).c_str(), cell(R.Ours.Host).c_str(),
              cell(Thrust, "%.2f").c_str(), cell(Host, "%.1f").c_str());
  std::fflush(stdout);
}

void writeJson(const std::string &File, const std::vector<Row> &Rows) {
  std::ofstream Out(File);
  const auto Write = [&](const char *Who, const Times &T) {
    Out << ", \"" << Who << "\": {\"resident ms\": " << T.Resident
        << ", \"whole ms\": " << T.Whole << "}";
  };
  Out << "{\n  \"examples\": [";
  const char *Separator = "\n    ";
  for (const Row &R : Rows) {
    Out << Separator << "{\"name\": \"" << R.Name << "\", \"what\": \""
        << R.What << "\"";
    Write("OmpScan", R.Ours);
    if (R.Thrust.Resident >= 0)
      Write("Thrust", R.Thrust);
    Out << ", \"host ms\": " << R.Ours.Host << "}";
    Separator = ",\n    ";
  }
  Out << "\n  ]\n}\n";
  if (!Out)
    std::fprintf(stderr, "ompscan-bench: cannot write %s\n", File.c_str());
}

} // namespace

int ompscan::bench::runExamples(const fs::path &Here, int Count,
                                char **Values) {
  const Arguments A = parse(Count, Values);
  const fs::path Folder = Here / "examples";
  std::vector<Row> Rows;
  bool AllWell = true;
  std::printf("| example | problem | device ms | with transfers | Thrust ms | "
              "with transfers | host ms | of Thrust's time | host / device |\n"
              "|---|---|---|---|---|---|---|---|---|\n");
  for (const Example &E : All) {
    const fs::path Program = Folder / E.Name;
    if (!fs::exists(Program) ||
        std::string(E.Name).find(A.Only) == std::string::npos)
      continue;
    const std::string Tail =
        A.Large ? std::string("' ") + E.Large : std::string("'");
    Row R{E.Name, {}, {}, {}};
    if (run("env OMP_TARGET_OFFLOAD=MANDATORY '" + Program.string() + Tail,
            R.What, R.Ours) != Outcome::Done) {
      AllWell = false;
      continue;
    }
    AllWell &= runPeer(Program.string() + "-thrust", Tail, R);
    print(R);
    Rows.push_back(std::move(R));
  }
  if (Rows.empty())
    refuse("no example " +
           (A.Only.empty() ? "" : "with '" + A.Only + "' in its name ") +
           "lies in " + Folder.string() + ", or has run well");
  if (!A.Json.empty())
    writeJson(A.Json, Rows);
  return AllWell ? 0 : 1;
}

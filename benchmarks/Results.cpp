//===- Results.cpp - What programs have measured --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "Terminal.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>

using namespace ompscan::bench;

namespace {

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

/// \p Value with \p Places decimal places, or more for three digits.
std::string digits(double Value, int Places) {
  for (double V = Value; V != 0 && V < 100 && Places < 4; V *= 10)
    ++Places;
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.*f", Places, Value);
  return Text;
}

/// How many times the speed of \p Other \p R has; both do the same work.
double speedOf(const Result &R, const Result &Other) {
  return Other.median() / R.median() * R.N / Other.N;
}

/// Of the functions, not of the loops.
bool isPrimitive(const Result &R) {
  return R.Who.rfind("OmpScan ", 0) == 0 && R.Who.rfind("OmpScan loop", 0) != 0;
}

} // namespace

void Collection::run(const std::string &Command, double Log2) {
  std::fprintf(stderr, "ompscan-bench: %s\n", Command.c_str());
  FILE *Pipe = popen(Command.c_str(), "r");
  if (!Pipe)
    return;
  ProgressLine Progress;
  char Line[65536];
  while (std::fgets(Line, sizeof Line, Pipe)) {
    read(Line, Log2);
    Progress.show(std::to_string(Results.size()) + " results");
  }
  Progress.clear();
  if (pclose(Pipe) != 0)
    std::fprintf(stderr, "ompscan-bench: failed: %s\n", Command.c_str());
}

void Collection::read(const std::string &Line, double Log2) {
  std::istringstream In(Line.substr(0, Line.find('\n')));
  std::vector<std::string> Fields;
  for (std::string Field; std::getline(In, Field, '\t');)
    Fields.push_back(Field);
  if (Fields.size() == 3 && Fields[0] == "INFO")
    inform(Fields[1], Fields[2]);
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
  add(std::move(R));
}

void Collection::informDate() {
  const std::time_t Now = std::time(nullptr);
  char Date[32];
  std::strftime(Date, sizeof Date, "%Y-%m-%d", std::gmtime(&Now));
  inform("date", Date);
}

void Collection::add(Result R) {
  const auto Same =
      std::find_if(Results.begin(), Results.end(), [&](const Result &Other) {
        return Other.Loop == R.Loop && Other.Who == R.Who &&
               Other.Log2 == R.Log2;
      });
  if (Same != Results.end()) {
    R.Times.insert(R.Times.end(), Same->Times.begin(), Same->Times.end());
    std::sort(R.Times.begin(), R.Times.end());
    *Same = std::move(R);
    return;
  }
  std::sort(R.Times.begin(), R.Times.end());
  const auto Place = std::upper_bound(
      Results.begin(), Results.end(), R, [](const Result &A, const Result &B) {
        return std::tie(A.Loop, A.Log2) < std::tie(B.Loop, B.Log2);
      });
  Results.insert(Place, std::move(R));
}

const Result *Collection::sequential(const Result &R) const {
  const Result *Best = nullptr;
  for (const Result &Other : Results) {
    if (Other.Loop != R.Loop || Other.Log2 != R.Log2)
      continue;
    if (Other.Who.rfind("plain loop (", 0) == 0)
      return &Other;
    if ((Other.Who.rfind("sequential (", 0) == 0 ||
         Other.Who == "sequential C++") &&
        (!Best || Other.median() < Best->median()))
      Best = &Other;
  }
  return Best;
}

void Collection::printInfos() const {
  for (const auto &[Key, Value] : Infos)
    std::printf("%s: %s\n", Key.c_str(), Value.c_str());
}

void Collection::printTable() const {
  std::map<double, double> Copy;
  for (const Result &R : Results)
    if (R.Loop == "copy")
      Copy[R.Log2] = R.throughput();
  printInfos();
  std::printf(
      "\n| loop | who | n | median us | spread %% | GB/s | of copy | of "
      "sequential |\n|---|---|---|---|---|---|---|---|\n");
  for (const Result &R : Results) {
    std::printf("| %s | %s | %.0f | %s | %.1f | %s | ", R.Loop.c_str(),
                R.Who.c_str(), R.N, digits(R.median() / 1e3, 1).c_str(),
                R.spread(), digits(R.throughput(), 0).c_str());
    if (const auto Found = Copy.find(R.Log2); Found != Copy.end())
      std::printf("%.3f | ", R.throughput() / Found->second);
    else
      std::printf("- | ");
    if (const Result *Other = sequential(R))
      std::printf("%.3f |\n", speedOf(R, *Other));
    else
      std::printf("- |\n");
  }
}

void Collection::printSlower(double Log2) const {
  unsigned Count = 0, Slower = 0;
  std::string Names;
  for (const Result &R : Results) {
    const Result *Other =
        R.Log2 == Log2 && isPrimitive(R) ? sequential(R) : nullptr;
    if (!Other)
      continue;
    ++Count;
    if (const double Speed = speedOf(R, *Other); Speed < 1) {
      ++Slower;
      char Text[32];
      std::snprintf(Text, sizeof Text, ": %.2f)", Speed);
      // The variant stands behind "OmpScan".
      Names += (Names.empty() ? ": " : "; ") + R.Loop + " (" + R.Who.substr(8) +
               Text;
    }
  }
  if (Count)
    std::printf("2^%g: %u of %u are slower than sequential C++%s\n", Log2,
                Slower, Count, Names.c_str());
}

void Collection::printSummary() const {
  std::set<double> Sizes;
  for (const Result &R : Results)
    Sizes.insert(R.Log2);
  for (const double Log2 : Sizes)
    printSlower(Log2);
  for (const Result &R : Results) {
    // By the same variant.
    const std::string Name =
        isPrimitive(R) ? "plain scan, OmpScan loop" + R.Who.substr(7) : "";
    for (const Result &Plain : Results)
      if (Plain.Who == Name && Plain.Loop == R.Loop && Plain.Log2 == R.Log2)
        std::printf("2^%g: %s, %s: %.2f of the speed of the plain scan\n",
                    R.Log2, R.Loop.c_str(), R.Who.c_str(), speedOf(R, Plain));
  }
}

void Collection::writeJson(const std::string &File) const {
  std::ofstream Out(File);
  Out.precision(12);
  Out << "{\n  \"info\": {";
  const char *Separator = "\n    ";
  for (const auto &[Key, Value] : Infos) {
    Out << Separator << quoted(Key) << ": " << quoted(Value);
    Separator = ",\n    ";
  }
  Out << "\n  },\n  \"results\": [";
  Separator = "\n    ";
  for (const Result &R : Results) {
    Out << Separator << "{\"loop\": " << quoted(R.Loop)
        << ", \"who\": " << quoted(R.Who) << ", \"log2\": " << R.Log2
        << ", \"n\": " << uint64_t(R.N) << ", \"bytes\": " << uint64_t(R.Bytes)
        << ", \"nanoseconds\": [";
    for (size_t I = 0; I != R.Times.size(); ++I)
      Out << (I ? ", " : "") << R.Times[I];
    Out << "]}";
    Separator = ",\n    ";
  }
  Out << "\n  ]\n}\n";
  if (!Out)
    std::fprintf(stderr, "ompscan-bench: cannot write %s\n", File.c_str());
}

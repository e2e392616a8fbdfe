//===- Report.cpp - What ompscan-info tells -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Loops.h"
#include "device/Devices.h"
#include "launch/Choice.h"
#include "ompscan/abi.h"
#include "plan/TunedShapes.h"
#include "report/Trace.h"
#include "support/Environment.h"
#include "support/FileCache.h"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sys/utsname.h>
#include <system_error>

namespace ompscan::rt::info {

namespace {

Fact number(const char *Name, uint64_t Value) {
  return {Name, std::to_string(Value), true};
}

Fact truth(const char *Name, bool Value) {
  return {Name, Value ? "true" : "false", true};
}

/// The releases of LLVM whose plugins lie where this program's installation, or
/// build tree, has its libraries: "19, 22".
std::string installedPlugins() {
  namespace fs = std::filesystem;
  constexpr char Begin[] = "ClangOmpScan-", End[] = ".so";
  std::error_code Error;
  const fs::path Root =
      fs::read_symlink("/proc/self/exe", Error).parent_path().parent_path();
  std::vector<int> Releases;
  for (const char *Folder : {"lib", OMPSCAN_PLUGIN_DIR})
    for (const fs::directory_entry &File :
         fs::directory_iterator(Root / Folder, Error)) {
      const std::string Name = File.path().filename();
      if (Name.rfind(Begin, 0) == 0 && File.path().extension() == End)
        Releases.push_back(std::atoi(Name.c_str() + sizeof Begin - 1));
    }
  std::sort(Releases.begin(), Releases.end());
  Releases.erase(std::unique(Releases.begin(), Releases.end()), Releases.end());
  std::string Text;
  for (const int Release : Releases)
    Text += (Text.empty() ? "" : ", ") + std::to_string(Release);
  return Text.empty() ? "none" : Text;
}

Section aboutRuntime() {
  Section S{"OmpScan " OMPSCAN_VERSION, {}};
  S.Facts.push_back({"version", OMPSCAN_VERSION});
  S.Facts.push_back(number("interface", OMPSCAN_ABI_VERSION));
  S.Facts.push_back({"plugins for LLVM", installedPlugins()});
  if (const FileCache *Cache = diskCache()) {
    const FileCache::Content C = Cache->content();
    const std::string Problem = Cache->problem();
    S.Facts.push_back({"cache", Cache->directory()});
    S.Facts.push_back({"cache state", Problem.empty()
                                          ? (C.Files ? "in use" : "empty")
                                          : "not used: " + Problem});
    S.Facts.push_back(number("cache files", C.Files));
    S.Facts.push_back(number("cache bytes", C.Bytes));
    S.Facts.push_back(number("cache limit", Cache->limit()));
  } else {
    S.Facts.push_back({"cache", "off"});
  }
  return S;
}

/// Where the shapes of scans on \p D come from.
std::string aboutShapes(Device &D) {
  switch (shapeOrigin(D)) {
  case ShapeOrigin::Compiled:
    if (const std::shared_ptr<Device> Twin = compilingTwin(D))
      return "chosen by the compiler plugin; through OpenCL " +
             aboutShapes(*Twin);
    return "chosen by the compiler plugin";
  case ShapeOrigin::Tuned: {
    const TunedShapes &Shapes = tunedShapes(D);
    return "tuned on " + Shapes.date() + ": " + std::to_string(Shapes.size()) +
           " better than the default ones";
  }
  case ShapeOrigin::Measured:
    return "measured on devices of this kind";
  case ShapeOrigin::Guessed:
    return "guessed: ompscan-tune measures them, in 15 s";
  }
  return "";
}

Section aboutDevice(size_t Number, Device &D) {
  Section S{"Device " + std::to_string(Number), {}};
  S.Facts = {
      {"name", D.info().Name},
      {"type", typeName(D.info().Type)},
  };
  if (const std::string Names = backendsOf(D); !Names.empty())
    S.Facts.push_back({"back ends", Names});
  for (const auto &[Name, Value] : D.backend().details())
    S.Facts.push_back({Name, Value});
  const std::vector<Fact> Rest{
      number("compute units", D.units()),
      number("largest work-group", D.limits().MaxGroup),
      number("local memory", D.limits().LocalMemory),
      number("global memory", D.memory()),
      number("largest buffer", D.maxBuffer()),
      number("buffer pool", D.pool().idleBytes()),
      number("buffer pool limit", D.pool().limit()),
      truth("double", D.hasFp64()),
  };
  S.Facts.insert(S.Facts.end(), Rest.begin(), Rest.end());
  const Environment &E = environment();
  const PlanRequest Sum{
      D.driverKind(),     D.limits(),    ProgramTraits(),
      sizeof(float),
      /*IsAligned=*/true, sizeof(float), E.Ptx ? D.computeCapability() : 0,
      E.Reproducible};
  const LookbackSupport Lookback = lookbackSupportFor(Sum, UINT64_MAX);
  const Algorithm A =
      chooseAlgorithm(E, D.driverKind(), /*CanReload=*/true, Lookback,
                      [&] { return D.supportsLookback(); });
  if (E.DealsOut) {
    const auto All = dealtDevices();
    S.Facts.push_back(
        truth("loops dealt out",
              std::any_of(All.begin(), All.end(),
                          [&](const auto &Each) { return Each.get() == &D; })));
  }
  S.Facts.push_back({"algorithm", algorithmName(A)});
  S.Facts.push_back({"because", reasonFor(A, E, D.driverKind(), Lookback)});
  S.Facts.push_back({"shapes of tiles", aboutShapes(D)});
  return S;
}

} // namespace

Report makeReport() {
  Report R;
  R.Runtime = aboutRuntime();
  notePtx(); // Devices of CUDA are told, too.
  try {
    const std::vector<Device *> &Devices = allDevices();
    R.Problem = whyNoGpu().empty() ? whyNoDriver() : whyNoGpu();
    for (size_t I = 0; I != Devices.size(); ++I)
      try {
        R.Devices.push_back(aboutDevice(I, *Devices[I]));
      } catch (const DeviceError &E) {
        R.Devices.push_back(
            {"Device " + std::to_string(I),
             {{"name", Devices[I]->info().Name}, {"problem", E.what()}}});
      }
  } catch (const std::exception &E) {
    R.Problem = E.what();
  }
  return R;
}

namespace {

/// "2026-11-25 15:04 UTC"
std::string now() {
  const std::time_t Time = std::time(nullptr);
  std::tm Parts{};
  ::gmtime_r(&Time, &Parts);
  char Text[32];
  std::strftime(Text, sizeof Text, "%F %R UTC", &Parts);
  return Text;
}

/// The rest of the first line of \p Path that begins with \p Name, without the
/// quotes and the punctuation in front of it; empty if there is none.
std::string valueIn(const char *Path, const std::string &Name) {
  std::ifstream File(Path);
  for (std::string Line; std::getline(File, Line);) {
    if (Line.rfind(Name, 0) != 0)
      continue;
    Line.erase(
        0, std::min(Line.find_first_not_of("\t :=", Name.size()), Line.size()));
    Line.erase(std::remove(Line.begin(), Line.end(), '"'), Line.end());
    return Line;
  }
  return "";
}

/// "Linux 6.1.0, x86_64"
std::string kernelName() {
  ::utsname U{};
  ::uname(&U);
  return std::string(U.sysname) + " " + U.release + ", " + U.machine;
}

/// Runs the loops on device \p Number. \returns whether all is well.
bool addTrials(size_t Number, Section &S) {
  const auto Says = [&](std::string Result) {
    S.Facts.push_back({"self-test", std::move(Result)});
  };
  if (const std::string Cause = whyNotTested(Number); !Cause.empty()) {
    Says("none: " + Cause);
    return true;
  }
  try {
    S.Trials = testDevice(Number);
  } catch (const std::exception &E) {
    Says(std::string("FAILED: ") + E.what());
    return false;
  }
  const auto Failures =
      std::count_if(S.Trials.begin(), S.Trials.end(),
                    [](const Trial &T) { return !T.Problem.empty(); });
  const std::string All = std::to_string(S.Trials.size());
  Says(Failures ? "FAILED: " + std::to_string(Failures) + " of " + All
                : "passed: " + All + " of " + All);
  return Failures == 0;
}

/// "passed", or what is wrong.
std::string resultOf(const Trial &T) {
  return T.Problem.empty() ? "passed" : "FAILED: " + T.Problem;
}

} // namespace

bool addSelfTest(Report &R) {
  R.Runtime.Facts.push_back({"date", now()});
  R.Runtime.Facts.push_back(
      {"system", valueIn("/etc/os-release", "PRETTY_NAME")});
  R.Runtime.Facts.push_back({"kernel", kernelName()});
  R.Runtime.Facts.push_back(
      {"processor", valueIn("/proc/cpuinfo", "model name")});
  R.Runtime.Facts.push_back(
      {"compiler of the loops",
       std::string("Clang ") + ompscan::info::compilerOfLoops()});
  bool Good = !R.Devices.empty();
  for (size_t I = 0; I != R.Devices.size(); ++I)
    Good &= addTrials(I, R.Devices[I]);
  return Good;
}

namespace {

/// How much the reader has to care about \p F.
Style styleOf(const Fact &F) {
  const auto Begins = [&](const char *Text) {
    return F.Value.rfind(Text, 0) == 0;
  };
  if (F.Name == "problem" || (F.Name == "self-test" && Begins("FAILED")))
    return Style::Bad;
  if (F.Name == "self-test" && Begins("passed"))
    return Style::Good;
  const bool IsDoubtful = (F.Name == "cache state" && Begins("not used")) ||
                          (F.Name == "cache" && F.Value == "off") ||
                          (F.Name == "plugins for LLVM" && F.Value == "none") ||
                          (F.Name == "shapes of tiles" && Begins("guessed"));
  return IsDoubtful ? Style::Doubtful : Style::Plain;
}

std::string toText(const Section &S, const Painter &Paint) {
  size_t Width = 0;
  for (const Fact &F : S.Facts)
    Width = std::max(Width, F.Name.size());
  std::string Text = Paint(Style::Title, S.Title) + "\n";
  for (const Fact &F : S.Facts)
    Text += "  " + Paint(Style::Name, F.Name) +
            std::string(Width - F.Name.size() + 2, ' ') +
            Paint(styleOf(F), F.Value) + "\n";
  for (const Trial &T : S.Trials)
    Text += "    " + T.Loop + ", " + T.Algorithm + ": " +
            Paint(T.Problem.empty() ? Style::Good : Style::Bad, resultOf(T)) +
            "\n";
  return Text;
}

std::string toJson(const Section &S, const std::string &Indent) {
  std::string Text = "{";
  for (const Fact &F : S.Facts)
    Text += (&F == &S.Facts.front() ? "\n" : ",\n") + Indent + "  " +
            quoteJson(F.Name) + ": " +
            (F.IsNumber ? F.Value : quoteJson(F.Value));
  if (!S.Trials.empty()) {
    Text += ",\n" + Indent + "  \"loops\": [";
    for (const Trial &T : S.Trials)
      Text += (&T == &S.Trials.front() ? "\n" : ",\n") + Indent +
              "    {\"loop\": " + quoteJson(T.Loop) +
              ", \"algorithm\": " + quoteJson(T.Algorithm) +
              ", \"result\": " + quoteJson(resultOf(T)) + "}";
    Text += "\n" + Indent + "  ]";
  }
  return Text + "\n" + Indent + "}";
}

} // namespace

std::string toText(const Report &R, const Painter &Paint) {
  std::string Text = toText(R.Runtime, Paint);
  for (const Section &S : R.Devices)
    Text += "\n" + toText(S, Paint);
  if (!R.Problem.empty())
    Text +=
        "\n" + Paint(Style::Doubtful, "No other device: " + R.Problem) + "\n";
  return Text;
}

std::string toJson(const Report &R) {
  std::string Text =
      "{\n  \"runtime\": " + toJson(R.Runtime, "  ") + ",\n  \"devices\": [";
  for (const Section &S : R.Devices)
    Text +=
        (&S == &R.Devices.front() ? "\n    " : ",\n    ") + toJson(S, "    ");
  Text += R.Devices.empty() ? "]" : "\n  ]";
  if (!R.Problem.empty())
    Text += ",\n  \"problem\": " + quoteJson(R.Problem);
  return Text + "\n}\n";
}

} // namespace ompscan::rt::info

//===- Report.cpp - What ompscan-info tells -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Scans.h"
#include "device/Devices.h"
#include "launch/Choice.h"
#include "ompscan/abi.h"
#include "report/Trace.h"
#include "support/Environment.h"
#include "support/FileCache.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace ompscan::rt::info {

namespace {

constexpr Algorithm Algorithms[] = {
    Algorithm::SinglePass, Algorithm::ReduceThenScan, Algorithm::ThreeKernel};

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
      D.kind(),           D.limits(),    ProgramTraits(),
      sizeof(float),
      /*IsAligned=*/true, sizeof(float), E.Ptx ? D.computeCapability() : 0,
      E.Reproducible};
  const LookbackSupport Lookback = lookbackSupportFor(Sum, UINT64_MAX);
  const Algorithm A = chooseAlgorithm(E, D.kind(), /*CanReload=*/true, Lookback,
                                      [&] { return D.supportsLookback(); });
  S.Facts.push_back({"algorithm", algorithmName(A)});
  S.Facts.push_back({"because", reasonFor(A, E, D.kind(), Lookback)});
  return S;
}

} // namespace

Report makeReport() {
  Report R;
  R.Runtime = aboutRuntime();
  notePtx(); // Devices of CUDA are told, too.
  try {
    const std::vector<Device *> &Devices = allDevices();
    R.Problem = whyNoDriver();
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

bool addSelfTest(Report &R) {
  bool Good = !R.Devices.empty();
  for (size_t I = 0; I != R.Devices.size(); ++I) {
    Device &D = *allDevices()[I];
    if (!D.compilesText())
      continue; // Its loops are compiled with the program.
    for (Algorithm A : Algorithms) {
      // A single pass must not be tried where groups may wait for ever.
      if (A == Algorithm::SinglePass && !D.supportsLookback())
        continue;
      for (const ScanKind &Kind : allKinds()) {
        if (Kind.NeedsFp64 && !D.hasFp64())
          continue;
        std::string Problem;
        for (uint64_t N : {1, 1000, 100003})
          if (Problem.empty())
            Problem = Kind.Check(D, A, N);
        Good &= Problem.empty();
        R.Devices[I].Facts.push_back(
            {std::string("self-test, ") + algorithmName(A) + ", " + Kind.Name,
             Problem.empty() ? "passed" : "FAILED: " + Problem});
      }
    }
  }
  return Good;
}

namespace {

std::string toText(const Section &S) {
  size_t Width = 0;
  for (const Fact &F : S.Facts)
    Width = std::max(Width, F.Name.size());
  std::string Text = S.Title + "\n";
  for (const Fact &F : S.Facts)
    Text += "  " + F.Name + std::string(Width - F.Name.size() + 2, ' ') +
            F.Value + "\n";
  return Text;
}

std::string toJson(const Section &S, const std::string &Indent) {
  std::string Text = "{";
  for (const Fact &F : S.Facts)
    Text += (&F == &S.Facts.front() ? "\n" : ",\n") + Indent + "  " +
            quoteJson(F.Name) + ": " +
            (F.IsNumber ? F.Value : quoteJson(F.Value));
  return Text + "\n" + Indent + "}";
}

} // namespace

std::string toText(const Report &R) {
  std::string Text = toText(R.Runtime);
  for (const Section &S : R.Devices)
    Text += "\n" + toText(S);
  if (!R.Problem.empty())
    Text += "\nNo other device: " + R.Problem + "\n";
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

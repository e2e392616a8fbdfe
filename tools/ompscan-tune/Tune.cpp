//===- Tune.cpp - Finds the best shapes for a device ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-tune: measures scans of several types on a device in different
/// shapes of tiles, and keeps those that are better than the shapes of
/// runtime/src/plan/Tuning.cpp in the program cache, where loops find them.
///
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Tuner.h"
#include "device/Devices.h"
#include "launch/Choice.h"
#include "plan/TunedShapes.h"
#include "support/Failure.h"
#include "support/FileCache.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

using namespace ompscan::rt;
using namespace ompscan::rt::tune;

namespace {

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// "2026-11-27"
std::string today() {
  const std::time_t Time = std::time(nullptr);
  std::tm Parts{};
  ::gmtime_r(&Time, &Parts);
  char Text[16];
  std::strftime(Text, sizeof Text, "%F", &Parts);
  return Text;
}

constexpr char WhoHasNone[] =
    "loops on the host's cores and through CUDA use the shapes that the "
    "compiler plugin has chosen, and only loops through OpenCL can use others";

/// \p D, or the same GPU through OpenCL; null if it has no shapes to tune.
Device *tunableFormOf(Device &D) {
  return D.compilesText() ? &D : compilingTwin(D).get(); // lives for ever
}

/// The devices that the options ask for, of which there is at least one.
std::vector<Device *> devicesFor(const Options &O) {
  notePtx(); // Devices have the numbers of ompscan-info.
  const std::vector<Device *> &All = allDevices();
  if (O.Device) {
    if (*O.Device >= All.size())
      refuse("there is no device " + std::to_string(*O.Device) +
             "; ompscan-info lists the devices, 0 to " +
             std::to_string(All.size() - 1));
    Device &D = *All[*O.Device];
    if (Device *Found = tunableFormOf(D))
      return {Found};
    throw Failure(D.info().Name + " has no shapes to tune: " + WhoHasNone);
  }
  std::vector<Device *> Tunable;
  for (Device *D : All)
    if (Device *Found = tunableFormOf(*D))
      Tunable.push_back(Found);
  if (Tunable.empty())
    throw Failure(std::string("no device here has shapes to tune: ") +
                  WhoHasNone +
                  (whyNoDriver().empty() ? "" : "; " + whyNoDriver()));
  return Tunable;
}

/// The cache that shapes are kept in.
const FileCache &usableCache() {
  const FileCache *Cache = diskCache();
  const std::string Problem = Cache ? Cache->prepare() : TunedShapes::NoCache;
  if (!Problem.empty())
    throw Failure("cannot keep the shapes: " + Problem +
                  "; set OMPSCAN_CACHE to a directory of your own");
  return *Cache;
}

void reset(const std::vector<Device *> &Devices) {
  for (const Device *D : Devices) {
    const bool Has = !TunedShapes::load(D->backend()).date().empty();
    const std::string Problem = TunedShapes::forget(D->backend());
    if (!Problem.empty())
      throw Failure("cannot forget the shapes of " + D->info().Name + ": " +
                    Problem);
    std::printf("%s: %s\n", D->info().Name.c_str(),
                Has ? "the shapes are forgotten" : "no shapes were kept");
  }
}

/// Keeps what \p Findings say, and what was kept before of other entries.
void keep(const BackendDevice &D, const std::vector<Finding> &Findings,
          const FileCache &Cache) {
  TunedShapes All = TunedShapes::load(D);
  size_t Better = 0;
  for (const Finding &F : Findings)
    if (F.Result == Finding::Verdict::Kept) {
      All.set(F.Table, F.ItemSize, *F.Found);
      ++Better;
    } else if (F.Result == Finding::Verdict::NoGain) {
      All.remove(F.Table, F.ItemSize);
    }
  All.setDate(today());
  const std::string Problem = All.store(D);
  if (!Problem.empty())
    throw Failure("cannot keep the shapes: " + Problem);
  if (Better)
    std::printf("%zu %s kept in %s, where loops of later programs find %s.\n",
                Better, Better == 1 ? "shape is" : "shapes are",
                Cache.directory().c_str(), Better == 1 ? "it" : "them");
  else
    std::printf("Loops continue to use the default shapes (noted in %s).\n",
                Cache.directory().c_str());
}

void tuneDevice(Device &D, const Options &O, const TimeBudget &Budget) {
  const double Begin = now();
  std::printf("%s\n", D.label().c_str());
  std::fflush(stdout);
  Tuner T(D, O);
  if (O.isExperiment()) {
    T.tryAll();
    return;
  }
  const FileCache &Cache = usableCache();
  const std::vector<Finding> Findings =
      O.IsExhaustive ? T.tryAll() : T.search(Budget);
  std::fputs(tableOf(Findings).c_str(), stdout);
  if (const std::string Problem = whyNoneIsKept(Findings); !Problem.empty())
    throw Failure("no shape is kept for " + D.info().Name + ": " + Problem);
  std::printf("%zu shapes in %.0f s%s\n", T.shapes(), now() - Begin,
              T.hasEnded() ? "."
                           : "; the time ended before all searches did, and "
                             "--seconds gives more.");
  keep(D.backend(), Findings, Cache);
}

} // namespace

int main(int Count, char **Values) {
  const Options O = readArguments(Count, Values);
  const TimeBudget Budget(static_cast<double>(O.Seconds), now);
  try {
    const std::vector<Device *> Devices = devicesFor(O);
    if (O.Resets)
      reset(Devices);
    else
      tuneDevice(*Devices.front(), O, Budget);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-tune: %s\n", E.what());
    return 1;
  }
  return 0;
}

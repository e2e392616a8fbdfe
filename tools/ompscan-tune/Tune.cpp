//===- Tune.cpp - Finds the best shapes for a device ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-tune [--device NUMBER] [--log2 N] [--way warps|groups|serial]
///              [--loop PART-OF-NAME]
///              [--shape GROUPxITEMS[,...]] [--vector N] [--block N]
///
/// Measures single-pass scans of several types in many shapes, and prints for
/// each type and way the shapes from the fastest to the slowest, with the
/// throughput in GB/s of what a scan must read and write. The best for each
/// size of items is kept in the program cache, where loops find it, unless
/// shapes, vectors or blocks are given. Those of devices that many have go into
/// runtime/src/Tuning.cpp.
///
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "device/Devices.h"
#include "launch/ProgramCache.h"
#include "plan/Plan.h"
#include "plan/TunedShapes.h"
#include "plan/Tuning.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using namespace ompscan::rt;
using namespace ompscan::rt::tune;

namespace {

struct Arguments {
  size_t Device = 0;
  unsigned Log2 = 0;
  uint32_t Vector = 0, Block = 0;
  std::string Way, Loop, Shapes;
};

struct Result {
  Plan P;
  double Best; ///< GB/s
  double Median;
  bool IsRight;
};

constexpr unsigned Runs = 7;

/// The median time of single-pass scans of one loop in one shape.
class Bench {
public:
  Bench(Device &D, const TuneLoop &L, uint64_t N)
      : D(D), L(L), N(N), Text(programOf(L)),
        Commands(D.backend().makeQueue(/*TakesTimes=*/true)),
        // The first stored element lies on a border of vectors.
        Gap(128), Y(D.backend().allocate((Gap + N) * L.ItemSize)),
        X(D.backend().allocate(N * L.InputSize)),
        Errors(D.backend().allocate(sizeof(uint32_t))) {}

  Result measure(const Plan &Wanted) {
    const KernelLease Kernels =
        takeKernels(D, ProgramText::of(Text), Wanted, L.ItemSize);
    const Plan &P = Kernels.plan();
    Kernel &K = *Kernels->First;
    const uint64_t Tiles = (N + P.Tile.tile() - 1) / P.Tile.tile();
    if (!Filled) {
      const auto Fill = Kernels.makeKernel("ompscan_tune_fill");
      Fill->set(0, X);
      Fill->set(1, N);
      run(*Fill, 1 << 18);
      Filled = true;
    }
    const uint32_t Pattern = 0xCAFEBABE;
    const unsigned char Zero = 0;
    Commands->fill(Y, 0, Y.size(), &Pattern, sizeof Pattern);
    Commands->fill(Y, (Gap - 1) * L.ItemSize, L.ItemSize, &Zero, sizeof Zero);
    K.set(0, Y);
    K.set(1, 1 - int64_t(Gap));
    K.set(2, X);
    K.set(3, int64_t(0));
    K.set(4, int64_t(1));
    K.set(5, N);
    TileStateBuffer C = D.tileStates().take(
        D.backend(), *Commands, Tiles * P.statusWords(L.ItemSize), Runs);
    std::vector<double> Times;
    bool IsRight = true;
    for (unsigned I = 0; I != Runs; ++I) {
      K.set(6, C.Handle);
      K.set(7, C.FirstTicket);
      K.set(8, C.Epoch);
      Event E;
      Commands->run(K, Tiles * P.Tile.Group, P.Tile.Group, &E);
      Commands->finish();
      C.advance(Tiles);
      if (I == 0)
        IsRight = check(Kernels);
      else
        Times.push_back(double(E.times().End - E.times().Begin));
    }
    D.tileStates().giveBack(std::move(C));
    std::sort(Times.begin(), Times.end());
    const double Bytes = double(N) * double(L.ItemSize + L.InputSize);
    return {P, Bytes / Times.front(), Bytes / Times[Times.size() / 2], IsRight};
  }

private:
  void run(Kernel &K, uint64_t Items) {
    Commands->run(K, Items, /*Group=*/0, nullptr);
    Commands->finish();
  }

  bool check(const KernelLease &Kernels) {
    uint32_t Count = 0;
    Commands->fill(Errors, 0, sizeof Count, &Count, sizeof Count);
    const auto Check = Kernels.makeKernel("ompscan_tune_check");
    Check->set(0, Y);
    Check->set(1, Gap - 1);
    Check->set(2, X);
    Check->set(3, N);
    Check->set(4, Errors);
    run(*Check, 1 << 18);
    Commands->read(Errors, 0, sizeof Count, &Count, Blocking::Yes, nullptr);
    return Count == 0;
  }

  Device &D;
  const TuneLoop &L;
  const uint64_t N;
  const std::string Text;
  const std::shared_ptr<Queue> Commands;
  const uint64_t Gap;
  const Memory Y, X, Errors;
  bool Filled = false;
};

/// The shapes to try.
std::vector<Shape> candidates(TileStrategy W, uint64_t ItemSize,
                              const std::string &Given) {
  std::vector<Shape> Shapes;
  if (!Given.empty()) {
    for (const char *Text = Given.c_str(); Text;
         Text = std::strchr(Text, ',') ? std::strchr(Text, ',') + 1 : nullptr) {
      Shape S{};
      if (std::sscanf(Text, "%ux%u", &S.Group, &S.Items) == 2 && S.Group &&
          S.Items)
        Shapes.push_back(S);
    }
    return Shapes;
  }
  const uint32_t Vector = vectorFor(ItemSize);
  const auto Words = static_cast<uint32_t>((ItemSize + 3) / 4);
  switch (W) {
  case TileStrategy::Warps:
    for (uint32_t Group : {64, 128, 192, 256})
      for (uint32_t Run : {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23})
        Shapes.push_back({Group, Run * Vector});
    break;
  case TileStrategy::Groups:
    if (ItemSize <= MaxWordItemSize) {
      for (uint32_t Group : {96, 128, 192, 256})
        for (uint32_t Run : {15, 23, 31, 45, 63})
          Shapes.push_back({Group, Run * 4 / static_cast<uint32_t>(ItemSize)});
      break;
    }
    for (uint32_t Group : {64, 128, 192, 256})
      for (uint32_t Items : {9, 11, 13, 15, 17, 19, 21, 23, 27, 29, 31})
        if (Items * Words <= 72)
          Shapes.push_back({Group, Items});
    break;
  case TileStrategy::Serial:
    for (uint32_t Items : {1024, 2048, 4096, 8192, 16384})
      Shapes.push_back({1, static_cast<uint32_t>(Items * 4 / (4 * Words))});
    break;
  }
  return Shapes;
}

struct NamedWay {
  const char *Name;
  TileStrategy W;
};
constexpr NamedWay Ways[] = {{"warps", TileStrategy::Warps},
                             {"groups", TileStrategy::Groups},
                             {"serial", TileStrategy::Serial}};

bool isPossible(TileStrategy W, const Device &D, uint64_t ItemSize) {
  if (D.limits().IsCpu)
    return W == TileStrategy::Serial;
  if (W == TileStrategy::Groups)
    return true;
  return W == TileStrategy::Warps && D.computeCapability() >= 70 &&
         ItemSize <= MaxPtxItemSize;
}

/// For a way and a size of items: how much of the best throughput each shape
/// reaches, summed over the loops that it did right.
class Scores {
public:
  void add(TileStrategy W, uint64_t ItemSize,
           const std::vector<Result> &Sorted) {
    std::map<std::pair<uint32_t, uint32_t>, double> &Of = All[{W, ItemSize}];
    for (const Result &R : Sorted)
      if (R.IsRight)
        Of[{R.P.Tile.Group, R.P.Tile.Items}] +=
            R.Median / Sorted.front().Median;
  }

  TunedShapes best() const {
    TunedShapes Shapes;
    for (const auto &[Key, Of] : All) {
      const auto Best = std::max_element(
          Of.begin(), Of.end(),
          [](const auto &A, const auto &B) { return A.second < B.second; });
      if (Best != Of.end())
        Shapes.set(Key.first, Key.second,
                   {Best->first.first, Best->first.second});
    }
    return Shapes;
  }

private:
  std::map<std::pair<TileStrategy, uint64_t>,
           std::map<std::pair<uint32_t, uint32_t>, double>>
      All;
};

void tuneLoop(Device &D, const TuneLoop &L, const NamedWay &W,
              const Arguments &A, Scores &Kept) {
  const uint64_t N =
      A.Log2 ? uint64_t(1) << A.Log2
             : (uint64_t(1) << (D.limits().IsCpu ? 26 : 30)) / L.ItemSize;
  Bench B(D, L, N);
  std::vector<Result> Results;
  for (const Shape &S : candidates(W.W, L.ItemSize, A.Shapes)) {
    Plan P;
    P.Method = Algorithm::SinglePass;
    P.Tile = S;
    P.Kind = D.kind();
    P.IsAligned = true;
    P.Block = A.Block;
    P.Vector = A.Vector ? A.Vector : vectorFor(L.ItemSize);
    if (W.W == TileStrategy::Warps)
      P.Ptx = D.computeCapability();
    P.Chains = W.W == TileStrategy::Serial ? SerialChains : 1;
    P.StatusWords = statusWords(L.ItemSize, S.tile() * L.ItemSize);
    if ((P.Ptx && S.Items % P.Vector != 0) || S.Group > D.limits().MaxGroup ||
        S.localBytes(L.ItemSize +
                     (L.InputSize == L.ItemSize ? 0 : L.InputSize)) >
            D.limits().LocalMemory)
      continue;
    try {
      Results.push_back(B.measure(P));
    } catch (const Failure &E) {
      std::printf("  %u x %u: %.2000s\n", S.Group, S.Items, E.what());
    }
  }
  std::sort(
      Results.begin(), Results.end(),
      [](const Result &A, const Result &B) { return A.Median > B.Median; });
  // Where inputs are smaller than items, makePlan() makes room for them.
  if (L.InputSize == L.ItemSize)
    Kept.add(W.W, L.ItemSize, Results);
  std::printf("%s, %s, n = %llu\n", L.Name, W.Name,
              static_cast<unsigned long long>(N));
  unsigned Shown = 0;
  for (const Result &R : Results)
    if (Shown++ < 8 || !R.IsRight)
      std::printf("  %4u x %-5u %7.0f GB/s (best %.0f)%s\n", R.P.Tile.Group,
                  R.P.Tile.Items, R.Median, R.Best, R.IsRight ? "" : " WRONG");
  std::fflush(stdout);
}

[[noreturn]] void usage(std::FILE *Stream, int Status) {
  std::fprintf(Stream, "usage: ompscan-tune [--device NUMBER] [--log2 N]\n"
                       "                    [--way warps|groups|serial] "
                       "[--loop PART-OF-NAME]\n"
                       "                    [--shape GROUPxITEMS[,...]] "
                       "[--vector N] [--block N]\n");
  std::exit(Status);
}

[[noreturn]] void usage() { usage(stderr, 2); }

Arguments parse(int Count, char **Values) {
  Arguments A;
  for (int I = 1; I != Count; ++I) {
    const std::string Name = Values[I];
    if (Name == "--help")
      usage(stdout, 0);
    if (++I == Count)
      usage();
    if (Name == "--device")
      A.Device = std::strtoul(Values[I], nullptr, 10);
    else if (Name == "--log2")
      A.Log2 = static_cast<unsigned>(std::strtoul(Values[I], nullptr, 10));
    else if (Name == "--way")
      A.Way = Values[I];
    else if (Name == "--vector")
      A.Vector = static_cast<uint32_t>(std::strtoul(Values[I], nullptr, 10));
    else if (Name == "--block")
      A.Block = static_cast<uint32_t>(std::strtoul(Values[I], nullptr, 10));
    else if (Name == "--loop")
      A.Loop = Values[I];
    else if (Name == "--shape")
      A.Shapes = Values[I];
    else
      usage();
  }
  return A;
}

} // namespace

int main(int Count, char **Values) {
  const Arguments A = parse(Count, Values);
  try {
    const auto &Devices = allDevices();
    if (A.Device >= Devices.size())
      usage();
    Device &D = *Devices[A.Device];
    if (!D.compilesText())
      throw Failure(D.info().Name + " has no shapes to tune");
    std::printf("%s\n", D.info().Name.c_str());
    Scores Kept;
    for (const TuneLoop &L : allLoops())
      for (const NamedWay &W : Ways)
        if ((A.Way.empty() || A.Way == W.Name) &&
            std::string(L.Name).find(A.Loop) != std::string::npos &&
            isPossible(W.W, D, L.ItemSize) && (!L.NeedsFp64 || D.hasFp64()))
          tuneLoop(D, L, W, A, Kept);
    const TunedShapes Shapes = Kept.best();
    if (A.Shapes.empty() && !A.Vector && !A.Block && !Shapes.empty()) {
      const std::string Problem = Shapes.store(D.backend());
      if (!Problem.empty())
        throw Failure("the shapes are not kept: " + Problem);
      std::printf("kept in %s\n", environment().CacheDirectory.c_str());
    }
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-tune: %s\n", E.what());
    return 1;
  }
  return 0;
}

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

#include "device/Devices.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include "Loops.h"
#include "plan/Plan.h"
#include "plan/TunedShapes.h"
#include "plan/Tuning.h"
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
        Queue(D.context(), CL_QUEUE_PROFILING_ENABLE),
        // The first stored element lies on a border of vectors.
        Gap(128), Y(D.context(), CL_MEM_READ_WRITE, (Gap + N) * L.ItemSize),
        X(D.context(), CL_MEM_READ_WRITE, N * L.InputSize),
        Errors(D.context(), CL_MEM_READ_WRITE, sizeof(cl_uint)) {}

  Result measure(const Plan &Wanted) {
    const KernelLease Kernels =
        D.kernels(ProgramText::of(Text), Wanted, L.ItemSize);
    const Plan &P = Kernels.plan();
    cl::Kernel &K = Kernels->First.Handle;
    const uint64_t Tiles = (N + P.Tile.tile() - 1) / P.Tile.tile();
    const cl::Program Program = K.getInfo<CL_KERNEL_PROGRAM>();
    if (!Filled) {
      cl::Kernel Fill(Program, "ompscan_tune_fill");
      Fill.setArg(0, X);
      Fill.setArg(1, cl_ulong(N));
      run(Fill, 1 << 18);
      Filled = true;
    }
    Queue.enqueueFillBuffer(Y, cl_uint(0xCAFEBABE), 0,
                            Y.getInfo<CL_MEM_SIZE>());
    Queue.enqueueFillBuffer(Y, cl_uchar(0), (Gap - 1) * L.ItemSize, L.ItemSize);
    K.setArg(0, Y);
    K.setArg(1, cl_long(1 - int64_t(Gap)));
    K.setArg(2, X);
    K.setArg(3, cl_long(0));
    K.setArg(4, cl_long(1));
    K.setArg(5, cl_ulong(N));
    TileStateBuffer C = D.chains().take(D.context(), Queue,
                              Tiles * P.statusWords(L.ItemSize), Runs);
    std::vector<double> Times;
    bool IsRight = true;
    for (unsigned I = 0; I != Runs; ++I) {
      K.setArg(6, C.Memory);
      K.setArg(7, cl_uint(C.FirstTicket));
      K.setArg(8, cl_uint(C.Epoch));
      cl::Event E;
      Queue.enqueueNDRangeKernel(K, cl::NullRange,
                                 cl::NDRange(Tiles * P.Tile.Group),
                                 cl::NDRange(P.Tile.Group), nullptr, &E);
      Queue.finish();
      C.advance(Tiles);
      if (I == 0)
        IsRight = check(Program);
      else
        Times.push_back(
            double(E.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                   E.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    D.chains().giveBack(std::move(C));
    std::sort(Times.begin(), Times.end());
    const double Bytes = double(N) * double(L.ItemSize + L.InputSize);
    return {P, Bytes / Times.front(), Bytes / Times[Times.size() / 2], IsRight};
  }

private:
  void run(const cl::Kernel &K, size_t Items) {
    Queue.enqueueNDRangeKernel(K, cl::NullRange, cl::NDRange(Items),
                               cl::NullRange);
    Queue.finish();
  }

  bool check(const cl::Program &Program) {
    Queue.enqueueFillBuffer(Errors, cl_uint(0), 0, sizeof(cl_uint));
    cl::Kernel Check(Program, "ompscan_tune_check");
    Check.setArg(0, Y);
    Check.setArg(1, cl_ulong(Gap - 1));
    Check.setArg(2, X);
    Check.setArg(3, cl_ulong(N));
    Check.setArg(4, Errors);
    run(Check, 1 << 18);
    cl_uint Count = 0;
    Queue.enqueueReadBuffer(Errors, CL_TRUE, 0, sizeof Count, &Count);
    return Count == 0;
  }

  Device &D;
  const TuneLoop &L;
  const uint64_t N;
  const std::string Text;
  const cl::CommandQueue Queue;
  const uint64_t Gap;
  const cl::Buffer Y, X, Errors;
  bool Filled = false;
};

/// The shapes to try.
std::vector<Shape> candidates(Way W, uint64_t ItemSize,
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
  case Way::Warps:
    for (uint32_t Group : {64, 128, 192, 256})
      for (uint32_t Run : {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23})
        Shapes.push_back({Group, Run * Vector});
    break;
  case Way::Groups:
    for (uint32_t Group : {64, 128, 192, 256})
      for (uint32_t Items : {9, 11, 13, 15, 17, 19, 21, 23, 27, 29, 31})
        if (Items * Words <= 72)
          Shapes.push_back({Group, Items});
    break;
  case Way::Serial:
    for (uint32_t Items : {1024, 2048, 4096, 8192, 16384})
      Shapes.push_back({1, static_cast<uint32_t>(Items * 4 / (4 * Words))});
    break;
  }
  return Shapes;
}

struct NamedWay {
  const char *Name;
  Way W;
};
constexpr NamedWay Ways[] = {
    {"warps", Way::Warps}, {"groups", Way::Groups}, {"serial", Way::Serial}};

bool isPossible(Way W, const Device &D, uint64_t ItemSize) {
  if (D.limits().IsCpu)
    return W == Way::Serial;
  if (W == Way::Groups)
    return true;
  return W == Way::Warps && D.computeCapability() >= 70 &&
         ItemSize <= MaxPtxItemSize;
}

/// For a way and a size of items: how much of the best throughput each shape
/// reaches, summed over the loops that it did right.
class Scores {
public:
  void add(Way W, uint64_t ItemSize, const std::vector<Result> &Sorted) {
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
  std::map<std::pair<Way, uint64_t>,
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
    if (W.W == Way::Warps)
      P.Ptx = D.computeCapability();
    P.Chains = W.W == Way::Serial ? SerialChains : 1;
    P.StatusWords = statusWords(L.ItemSize, S.tile() * L.ItemSize);
    if ((P.Ptx && S.Items % P.Vector != 0) || S.Group > D.limits().MaxGroup ||
        S.localBytes(L.ItemSize +
                     (L.InputSize == L.ItemSize ? 0 : L.InputSize)) >
            D.limits().LocalMemory)
      continue;
    try {
      Results.push_back(B.measure(P));
    } catch (const cl::Error &E) {
      std::printf("  %u x %u: %s\n", S.Group, S.Items, describe(E).c_str());
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

[[noreturn]] void usage() {
  std::fprintf(stderr, "usage: ompscan-tune [--device NUMBER] [--log2 N]\n"
                       "                    [--way warps|groups|serial] "
                       "[--loop PART-OF-NAME]\n"
                       "                    [--shape GROUPxITEMS[,...]] "
                       "[--vector N] [--block N]\n");
  std::exit(2);
}

Arguments parse(int Count, char **Values) {
  Arguments A;
  for (int I = 1; I != Count; ++I) {
    const std::string Name = Values[I];
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
      const std::string Problem = Shapes.store(D.handle());
      if (!Problem.empty())
        throw Failure("the shapes are not kept: " + Problem);
      std::printf("kept in %s\n", environment().CacheDirectory.c_str());
    }
  } catch (const cl::Error &E) {
    std::fprintf(stderr, "ompscan-tune: %s\n", describe(E).c_str());
    return 1;
  } catch (const std::exception &E) {
    std::fprintf(stderr, "ompscan-tune: %s\n", E.what());
    return 1;
  }
  return 0;
}

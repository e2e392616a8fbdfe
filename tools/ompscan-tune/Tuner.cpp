//===- Tuner.cpp - Finds the best shapes for a device ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tuner.h"
#include "Terminal.h"
#include "launch/Choice.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

namespace ompscan::rt::tune {

namespace {

/// Runs of a shape: in a search, where all shapes are tried, and in each round
/// of a comparison of two.
constexpr unsigned SearchRuns = 4, AllRuns = 6, CompareRuns = 3;
constexpr unsigned CompareRounds = 3;

/// Iterations of a loop on items of \p ItemSize bytes: more than caches hold,
/// and so few that a run takes milliseconds.
uint64_t tripsFor(const Device &D, uint64_t ItemSize) {
  constexpr uint64_t OnCpu = 32 << 20, MostOnCpu = 16 << 20; // bytes, items
  constexpr uint64_t Least = 64 << 20, Most = uint64_t(1) << 30;
  const bool IsCpu = D.limits().IsCpu;
  const uint64_t Bytes =
      std::min(IsCpu ? OnCpu : std::clamp(D.memory() / 64, Least, Most),
               D.maxBuffer() / 2);
  return std::min(Bytes / ItemSize, IsCpu ? MostOnCpu : UINT64_MAX);
}

/// Words of an item in registers.
uint32_t wordsOf(uint64_t ItemSize) {
  return static_cast<uint32_t>((ItemSize + 3) / 4);
}

/// Larger tiles of a work-item take minutes to compile, and more registers than
/// there are.
constexpr uint32_t MaxWordsOfItems = 72;

ShapeGrid gridFor(ShapeTable T, uint64_t ItemSize) {
  constexpr double CoarseOfSerial = 4, CoarseOfGroups = 1.5;
  if (T == ShapeTable::Serial) {
    ShapeGrid Grid{{1}, {}, CoarseOfSerial};
    for (const uint32_t KiB : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128})
      Grid.Items.push_back(
          static_cast<uint32_t>(std::max<uint64_t>((KiB << 10) / ItemSize, 1)));
    return Grid;
  }
  ShapeGrid Grid{
      {32, 64, 96, 128, 160, 192, 256, 384, 512}, {}, CoarseOfGroups};
  // Odd numbers of vectors, of words or of items.
  const bool HasWords = !isByWarps(T) && ItemSize <= MaxWordItemSize;
  const uint32_t Step = isByWarps(T) ? vectorFor(ItemSize)
                        : HasWords   ? static_cast<uint32_t>(4 / ItemSize)
                                     : 1;
  for (uint32_t Count = 1; Count < 64; Count += 2)
    if (isByWarps(T) || HasWords ||
        Count * wordsOf(ItemSize) <= MaxWordsOfItems)
      Grid.Items.push_back(Count * Step);
  return Grid;
}

/// Whether most loops are on items of that size.
bool isCommon(uint64_t ItemSize) { return ItemSize == 4 || ItemSize == 8; }

bool isSame(Shape A, Shape B) {
  return A.Group == B.Group && A.Items == B.Items;
}

double medianOf(std::vector<double> Throughputs) {
  return sampleOf(std::move(Throughputs)).Median;
}

} // namespace

Plan Entry::planFor(std::optional<Shape> S) const {
  TunedShapes One;
  PlanRequest R = Request;
  if (S) {
    One.set(Table, Loop->ItemSize, *S);
    R.Tuned = &One;
  }
  return makePlan(Method, R);
}

bool Entry::isPossible(Shape S) const {
  const Plan P = planFor(S);
  return S.tile() <= Trips && isSame(P.Tile, S) &&
         isByWarps(Table) == (P.Ptx != 0);
}

Tuner::Tuner(Device &D, const Options &O) : D(D), O(O) {
  std::vector<const TuneLoop *> Loops;
  for (const TuneLoop &L : allLoops())
    if (std::string(L.Name).find(O.Loop) != std::string::npos &&
        (!L.NeedsFp64 || D.hasFp64()))
      Loops.push_back(&L);
  if (!O.IsExhaustive) {
    // One loop for each size, common sizes first, and none that stands for no
    // size.
    std::vector<const TuneLoop *> One;
    for (const bool IsTypical : {true, false})
      for (const TuneLoop *L : Loops)
        if (L->IsTypical == IsTypical && traitsOf(*L).IsPlain &&
            std::none_of(One.begin(), One.end(), [&](const TuneLoop *Other) {
              return Other->ItemSize == L->ItemSize;
            }))
          One.insert(isCommon(L->ItemSize) ? One.begin() : One.end(), L);
    Loops = std::move(One);
  }
  for (const TuneLoop *L : Loops)
    addEntries(*L);
  if (Entries.empty())
    throw Failure("no scan on " + D.info().Name +
                  " has shapes of this kind; remove --way or --loop");
  uint64_t Bytes = 0;
  for (const Entry &E : Entries)
    Bytes = std::max(Bytes, E.Trips * E.Loop->ItemSize);
  if (Bytes > D.maxBuffer() / 2)
    throw Failure("--log2 " + std::to_string(*O.Log2) + " takes buffers of " +
                  std::to_string(Bytes) + " bytes, and " + D.info().Name +
                  " has at most " + std::to_string(D.maxBuffer() / 2) +
                  " for them; give a smaller number");
  Measuring = std::make_unique<Bench>(D, Bytes);
}

/// Adds the entries of the tables that \p L is for: those that loops have on
/// the device, or all that it can run.
void Tuner::addEntries(const TuneLoop &L) {
  const uint32_t Capability = instructionsFor(D);
  std::vector<uint32_t> Capabilities{Capability};
  if (O.IsExhaustive && Capability)
    Capabilities.push_back(0);
  const uint64_t Trips =
      O.Log2 ? uint64_t(1) << *O.Log2 : tripsFor(D, L.ItemSize);
  for (const uint32_t Each : Capabilities)
    for (const bool IsAligned : {true, false}) {
      const PlanRequest R{D.driverKind(), D.limits(),  traitsOf(L), L.ItemSize,
                          IsAligned,      L.InputSize, Each};
      const ShapeTable T = tableFor(R);
      // Of tables that do not depend on it, arrays are on borders of vectors;
      // and so they are where inputs have a place of their own.
      const bool HasPlain = isByWarps(T) && L.ItemSize <= MaxPlainItemSize;
      if (!IsAligned && (!HasPlain || !traitsOf(L).IsPlain))
        continue;
      if (O.Table.value_or(T) != T)
        continue;
      const Algorithm A = chooseAlgorithm(
          environment(), D.driverKind(), /*CanReload=*/true,
          lookbackSupportFor(R, Trips), [&] { return D.supportsLookback(); });
      Entries.push_back({T, &L, R, A, Trips});
    }
}

Finding Tuner::begin(const Entry &E) const {
  Finding F;
  F.Table = E.Table;
  F.ItemSize = E.Loop->ItemSize;
  F.Default = E.planFor(std::nullopt).Tile;
  return F;
}

/// The throughput of \p E in shape \p S, 0 if it does not run or is wrong.
/// Notes in \p F what is wrong with the default shape.
double Tuner::measureOnce(const Entry &E, Shape S, Finding &F) {
  const bool IsDefault = isSame(S, F.Default);
  try {
    const Measurement M =
        Measuring->measure(*E.Loop, E.Trips, E.planFor(S), SearchRuns);
    if (!M.IsRight && IsDefault)
      F.Result = Finding::Verdict::Wrong;
    if (!M.IsRight)
      return 0;
    if (IsDefault)
      F.OfDefault = sampleOf(M.Throughputs);
    return medianOf(M.Throughputs);
  } catch (const std::exception &Error) {
    if (IsDefault) {
      F.Result = Finding::Verdict::NotBuilt;
      F.Problem = Error.what();
    }
    return 0;
  }
}

/// Measures the default and the found shape of \p F in turns, and decides.
void Tuner::compare(const Entry &E, Finding &F, unsigned Runs) {
  std::vector<double> OfDefault, OfFound;
  try {
    for (unsigned Round = 0; Round != CompareRounds; ++Round)
      for (const bool IsDefault : {true, false}) {
        const Measurement M = Measuring->measure(
            *E.Loop, E.Trips, E.planFor(IsDefault ? F.Default : *F.Found),
            Runs);
        if (!M.IsRight) {
          F.Result =
              IsDefault ? Finding::Verdict::Wrong : Finding::Verdict::NoGain;
          return;
        }
        std::vector<double> &To = IsDefault ? OfDefault : OfFound;
        To.insert(To.end(), M.Throughputs.begin(), M.Throughputs.end());
      }
  } catch (const std::exception &Error) {
    F.Result = Finding::Verdict::NotBuilt;
    F.Problem = Error.what();
    return;
  }
  F.OfDefault = sampleOf(OfDefault);
  F.OfFound = sampleOf(OfFound);
  F.Result = isGain(F.OfDefault, F.OfFound) ? Finding::Verdict::Kept
                                            : Finding::Verdict::NoGain;
}

std::vector<Finding> Tuner::search(const TimeBudget &Budget) {
  // The rest is for comparisons.
  constexpr double PartForSearch = 0.85;
  constexpr double PartForCommon = 0.6; // of that
  const TunedShapes Kept = TunedShapes::load(D.backend());
  std::vector<Finding> Findings;
  std::vector<ShapeSearch> Searches;
  for (const Entry &E : Entries) {
    Findings.push_back(begin(E));
    std::vector<Shape> Starts{Findings.back().Default};
    if (const auto Before = Kept.find(E.Table, E.Loop->ItemSize);
        Before && E.isPossible(*Before))
      Starts.push_back(*Before);
    Searches.emplace_back(gridFor(E.Table, E.Loop->ItemSize), Starts,
                          [&E](Shape S) { return E.isPossible(S); });
  }
  ProgressLine Progress;
  const TimeBudget ForSearch = Budget.part(PartForSearch);
  const auto Measure = [&](size_t I, Shape S) {
    Progress.show(std::to_string(++Shapes) + " shapes measured, " +
                  std::to_string(std::lround(std::max(Budget.left(), 0.0))) +
                  " s left");
    return measureOnce(Entries[I], S, Findings[I]);
  };
  const auto FirstOther =
      std::find_if(Entries.begin(), Entries.end(),
                   [](const Entry &E) { return !isCommon(E.Loop->ItemSize); });
  searchInTurns(Searches, static_cast<size_t>(FirstOther - Entries.begin()),
                ForSearch.part(PartForCommon), Measure);
  HasEnded = searchInTurns(Searches, Searches.size(), ForSearch, Measure);
  for (size_t I = 0; I != Entries.size(); ++I) {
    Finding &F = Findings[I];
    const std::optional<Shape> Best = Searches[I].best();
    if (F.Result != Finding::Verdict::NoTime || !Best)
      continue;
    F.IsComplete = !Searches[I].next();
    if (isSame(*Best, F.Default)) {
      if (F.IsComplete || Searches[I].steps() > 1)
        F.Result = Finding::Verdict::NoGain;
      continue;
    }
    F.Found = Best;
    F.OfFound = {Searches[I].bestThroughput(), 0};
    if (Budget.left() > 0)
      compare(Entries[I], F, CompareRuns);
  }
  return Findings;
}

/// All shapes that \p E may have.
std::vector<Shape> Tuner::candidates(const Entry &E) const {
  if (!O.Shapes.empty())
    return O.Shapes;
  std::vector<Shape> Shapes{E.planFor(std::nullopt).Tile};
  const ShapeGrid Grid = gridFor(E.Table, E.Loop->ItemSize);
  for (const uint32_t Group : Grid.Groups)
    for (const uint32_t Items : Grid.Items)
      if (E.isPossible({Group, Items}) && !isSame({Group, Items}, Shapes[0]))
        Shapes.push_back({Group, Items});
  return Shapes;
}

namespace {

std::string throughput(double Value) {
  char Text[32];
  std::snprintf(Text, sizeof Text, Value < 100 ? "%.1f" : "%.0f", Value);
  return Value > 0 ? Text : "-";
}

/// A shape that a loop has been measured in.
struct Scored {
  Shape S;
  double Median, Best;
  bool IsRight;
};

void print(const Entry &E, const std::vector<Scored> &Sorted) {
  constexpr unsigned Shown = 8;
  std::printf("%s, %s, n = %llu\n", E.Loop->Name, nameOf(E.Table),
              static_cast<unsigned long long>(E.Trips));
  for (size_t I = 0; I != Sorted.size(); ++I)
    if (I < Shown || !Sorted[I].IsRight)
      std::printf("  %-11s %6s GB/s (best %s)%s\n",
                  describe(Sorted[I].S).c_str(),
                  throughput(Sorted[I].Median).c_str(),
                  throughput(Sorted[I].Best).c_str(),
                  Sorted[I].IsRight ? "" : " WRONG");
  std::fflush(stdout);
}

} // namespace

std::vector<Finding> Tuner::tryAll() {
  using Key = std::pair<ShapeTable, uint64_t>;
  // How much of the best throughput each shape reaches, summed over the loops
  // that it did right.
  std::map<Key, std::map<std::pair<uint32_t, uint32_t>, double>> Scores;
  ProgressLine Progress;
  for (const Entry &E : Entries) {
    std::vector<Scored> All;
    for (const Shape &S : candidates(E)) {
      Plan P = E.planFor(S);
      if (O.Vector)
        P.Vector = O.Vector;
      if (O.Block)
        P.Block = O.Block;
      try {
        Progress.show("loop " + std::to_string(&E - Entries.data() + 1) +
                      " of " + std::to_string(Entries.size()) + ", " +
                      std::to_string(++Shapes) + " shapes measured");
        const Measurement M = Measuring->measure(*E.Loop, E.Trips, P, AllRuns);
        All.push_back(
            {P.Tile, medianOf(M.Throughputs),
             *std::max_element(M.Throughputs.begin(), M.Throughputs.end()),
             M.IsRight});
      } catch (const std::exception &Error) {
        Progress.clear();
        std::printf("  %s: %.2000s\n", describe(S).c_str(), Error.what());
      }
    }
    std::sort(All.begin(), All.end(), [](const Scored &A, const Scored &B) {
      return A.Median > B.Median;
    });
    Progress.clear();
    print(E, All);
    // Where inputs have a place of their own, tiles are cut for it.
    if (traitsOf(*E.Loop).IsPlain)
      for (const Scored &Each : All)
        if (Each.IsRight)
          Scores[{E.Table, E.Loop->ItemSize}][{Each.S.Group, Each.S.Items}] +=
              Each.Median / All.front().Median;
  }
  HasEnded = true;
  std::vector<Finding> Findings;
  if (O.isExperiment())
    return Findings;
  for (const Entry &E : Entries) {
    const auto Of = Scores.find({E.Table, E.Loop->ItemSize});
    if (Of == Scores.end() || !E.Loop->IsTypical)
      continue;
    const auto Best = std::max_element(
        Of->second.begin(), Of->second.end(),
        [](const auto &A, const auto &B) { return A.second < B.second; });
    Finding F = begin(E);
    const Shape Found{Best->first.first, Best->first.second};
    if (isSame(Found, F.Default)) {
      F.IsComplete = true;
      if (measureOnce(E, Found, F) > 0)
        F.Result = Finding::Verdict::NoGain;
    } else {
      F.Found = Found;
      compare(E, F, AllRuns);
    }
    Findings.push_back(F);
  }
  return Findings;
}

std::string whyNoneIsKept(const std::vector<Finding> &All) {
  if (std::any_of(All.begin(), All.end(), [](const Finding &F) {
        return F.Result == Finding::Verdict::Wrong;
      }))
    return "a scan in its default shape gives wrong results; run ompscan-info "
           "--self-test";
  if (std::any_of(All.begin(), All.end(),
                  [](const Finding &F) { return F.OfDefault.Median > 0; }))
    return "";
  const std::string &Problem = All.front().Problem;
  return Problem.empty() ? "the time ended before a scan was measured; give "
                           "more --seconds"
                         : Problem;
}

std::string describe(Shape S) {
  return std::to_string(S.Group) + " x " + std::to_string(S.Items);
}

namespace {

std::string resultOf(const Finding &F) {
  char Text[64];
  switch (F.Result) {
  case Finding::Verdict::Kept:
    return "yes";
  case Finding::Verdict::NoGain:
    if (!F.Found)
      return F.IsComplete ? "no: none is better" : "no: none found in time";
    std::snprintf(
        Text, sizeof Text, "no: within %.0f %%",
        100 * std::max({LeastGain, F.OfDefault.Spread, F.OfFound.Spread}));
    return Text;
  case Finding::Verdict::NoTime:
    return "no: out of time";
  case Finding::Verdict::Wrong:
    return "no: the default is WRONG";
  case Finding::Verdict::NotBuilt:
    return "no: " + F.Problem.substr(0, F.Problem.find('\n'));
  }
  return "";
}

std::string gainOf(const Finding &F) {
  if (!F.Found || F.OfDefault.Median <= 0 || F.OfFound.Median <= 0)
    return "-";
  char Text[32];
  std::snprintf(Text, sizeof Text, "%+.1f %%",
                100 * (F.OfFound.Median / F.OfDefault.Median - 1));
  return Text;
}

} // namespace

std::string tableOf(std::vector<Finding> All) {
  std::sort(All.begin(), All.end(), [](const Finding &A, const Finding &B) {
    return std::tie(A.ItemSize, A.Table) < std::tie(B.ItemSize, B.Table);
  });
  constexpr char Format[] = "%5s  %-6s  %-10s  %5s  %-10s  %5s  %7s  ";
  char Text[128];
  std::snprintf(Text, sizeof Text, Format, "bytes", "tiles", "default", "GB/s",
                "best", "GB/s", "gain");
  std::string Table = std::string(Text) + "kept\n";
  for (const Finding &F : All) {
    std::snprintf(Text, sizeof Text, Format, std::to_string(F.ItemSize).c_str(),
                  nameOf(F.Table), describe(F.Default).c_str(),
                  throughput(F.OfDefault.Median).c_str(),
                  F.Found ? describe(*F.Found).c_str() : "-",
                  F.Found ? throughput(F.OfFound.Median).c_str() : "-",
                  gainOf(F).c_str());
    Table += Text + resultOf(F) + "\n";
  }
  return Table;
}

} // namespace ompscan::rt::tune

//===- ShapeSearch.cpp - The search for the best shape --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeSearch.h"
#include <algorithm>
#include <cmath>

namespace ompscan::rt::tune {

namespace {

/// A shape that is better by less is none to go on from: it may be a chance.
constexpr double LeastStep = 1.01;
constexpr double CoarseGroups = 2;

/// Adds \p Value to the ascending \p Values if it is not there.
void insert(std::vector<uint32_t> &Values, uint32_t Value) {
  const auto Place = std::lower_bound(Values.begin(), Values.end(), Value);
  if (Place == Values.end() || *Place != Value)
    Values.insert(Place, Value);
}

uint32_t nearest(const std::vector<uint32_t> &Values, double Wanted) {
  return *std::min_element(Values.begin(), Values.end(),
                           [&](uint32_t A, uint32_t B) {
                             return std::abs(A - Wanted) < std::abs(B - Wanted);
                           });
}

} // namespace

ShapeSearch::ShapeSearch(ShapeGrid From, std::vector<Shape> Starts,
                         std::function<bool(Shape)> IsPossible)
    : Grid(std::move(From)), IsPossible(std::move(IsPossible)) {
  for (const Shape &S : Starts) {
    insert(Grid.Groups, S.Group);
    insert(Grid.Items, S.Items);
  }
  Waiting.assign(Starts.rbegin(), Starts.rend());
}

/// The neighbour of \p From in \p Values: the one nearest to it times, or
/// divided by, \p Factor; the one beside it if that is not as far.
std::optional<uint32_t>
ShapeSearch::beside(const std::vector<uint32_t> &Values, uint32_t From, bool Up,
                    double Factor) const {
  const auto At = std::lower_bound(Values.begin(), Values.end(), From);
  if (Up ? At + 1 == Values.end() : At == Values.begin())
    return std::nullopt;
  const uint32_t Next = Up ? At[1] : At[-1];
  const uint32_t Far = nearest(Values, Up ? From * Factor : From / Factor);
  return Up ? std::max(Next, Far) : std::min(Next, Far);
}

void ShapeSearch::add(uint32_t Group, double Items) {
  const Shape S{Group, nearest(Grid.Items, Items)};
  const auto IsSame = [&](const Shape &Other) {
    return Other.Group == S.Group && Other.Items == S.Items;
  };
  if (!Known.count({S.Group, S.Items}) &&
      std::none_of(Waiting.begin(), Waiting.end(), IsSame) && IsPossible(S))
    Waiting.push_back(S);
}

void ShapeSearch::addNeighbours() {
  const bool IsCoarse = Size == Step::Coarse;
  for (const bool Up : {false, true}) {
    if (const auto Group =
            beside(Grid.Groups, Best->Group, Up, IsCoarse ? CoarseGroups : 1))
      add(*Group, double(Best->tile()) / *Group);
    if (const auto Items =
            beside(Grid.Items, Best->Items, Up, IsCoarse ? Grid.CoarseItems : 1))
      add(Best->Group, *Items);
  }
}

std::optional<Shape> ShapeSearch::next() {
  while (Waiting.empty()) {
    if (!Best)
      return std::nullopt;
    addNeighbours();
    if (Waiting.empty() && Size == Step::Fine)
      return std::nullopt;
    if (Waiting.empty())
      Size = Step::Fine;
  }
  return Waiting.back();
}

void ShapeSearch::tell(double Throughput) {
  const Shape S = Waiting.back();
  Waiting.pop_back();
  Known[{S.Group, S.Items}] = Throughput;
  if (Throughput <= BestThroughput * (Best ? LeastStep : 1))
    return;
  // Shapes that still wait are neighbours of the one before, or starts.
  if (Known.size() > 1 && Best)
    Waiting.clear();
  Best = S;
  BestThroughput = Throughput;
}

bool searchInTurns(std::vector<ShapeSearch> &Searches, size_t Count,
                   const TimeBudget &Budget,
                   const std::function<double(size_t, Shape)> &Measure) {
  const double Begin = Budget.now();
  size_t Steps = 0;
  for (bool IsOver = false; !IsOver;) {
    IsOver = true;
    for (size_t I = 0; I != Count; ++I) {
      const std::optional<Shape> S = Searches[I].next();
      if (!S)
        continue;
      IsOver = false;
      const double Step = Steps ? (Budget.now() - Begin) / Steps : 0;
      if (Budget.left() <= Step)
        return false;
      Searches[I].tell(Measure(I, *S));
      ++Steps;
    }
  }
  return true;
}

Sample sampleOf(std::vector<double> Throughputs) {
  if (Throughputs.empty())
    return {};
  std::sort(Throughputs.begin(), Throughputs.end());
  const size_t Count = Throughputs.size();
  const double Median = Throughputs[Count / 2];
  return {Median,
          (Throughputs[Count - 1 - Count / 4] - Throughputs[Count / 4]) /
              Median};
}

bool isGain(const Sample &Default, const Sample &Found) {
  const double Least = std::max({LeastGain, Default.Spread, Found.Spread});
  return Found.Median > Default.Median * (1 + Least);
}

} // namespace ompscan::rt::tune

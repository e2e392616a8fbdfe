//===- ShapeSearch.h - The search for the best shape ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A search for the shape of the highest throughput, which knows nothing of
/// devices: whoever runs it measures.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_SHAPESEARCH_H
#define OMPSCAN_TUNE_SHAPESEARCH_H

#include "plan/Shape.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ompscan::rt::tune {

/// The shapes of a search: every group with every number of items, both in
/// ascending order.
struct ShapeGrid {
  std::vector<uint32_t> Groups, Items;
  /// By how much a coarse step changes the number of items.
  double CoarseItems;
};

/// A search from a first shape outward: to neighbours with more or fewer items,
/// and with larger or smaller groups in tiles of the same size; far ones
/// first, then those beside it. Each better shape is where it goes on.
class ShapeSearch {
public:
  /// \param Starts the shapes to begin with, at least one.
  /// \param IsPossible tells whether a shape is to be measured at all.
  ShapeSearch(ShapeGrid Grid, std::vector<Shape> Starts,
              std::function<bool(Shape)> IsPossible);

  /// The shape to measure, until tell() is called; nothing at the end.
  std::optional<Shape> next();
  /// Tells the throughput of next(); 0 if the device cannot run it, or does it
  /// wrong.
  void tell(double Throughput);

  /// The best shape so far; nothing as long as none has a throughput.
  std::optional<Shape> best() const { return Best; }
  double bestThroughput() const { return BestThroughput; }
  size_t steps() const { return Known.size(); }

private:
  enum class Step { Coarse, Fine };
  void addNeighbours();
  void add(uint32_t Group, double Items);
  std::optional<uint32_t> beside(const std::vector<uint32_t> &Values,
                                 uint32_t From, bool Up, double Factor) const;

  ShapeGrid Grid;
  std::function<bool(Shape)> IsPossible;
  std::vector<Shape> Waiting; ///< to be measured, the last one first
  std::map<std::pair<uint32_t, uint32_t>, double> Known;
  std::optional<Shape> Best;
  double BestThroughput = 0;
  Step Size = Step::Coarse;
};

/// An amount of time, by a clock that answers seconds.
class TimeBudget {
public:
  /// \p Seconds from now on.
  TimeBudget(double Seconds, std::function<double()> Clock)
      : Clock(std::move(Clock)), End(this->Clock() + Seconds) {}

  /// Seconds that are left.
  double left() const { return End - Clock(); }
  double now() const { return Clock(); }
  /// A budget of \p Part of what is left.
  TimeBudget part(double Part) const { return {left() * Part, Clock}; }

private:
  std::function<double()> Clock;
  double End;
};

/// Takes steps of the first \p Count of \p Searches in turns, until all of these
/// have ended, or another step would exceed \p Budget if it takes as long as
/// those before on average. \p Measure answers the throughput of a shape for the
/// search of that number, as ShapeSearch::tell() takes it.
///
/// \returns whether all have ended.
bool searchInTurns(std::vector<ShapeSearch> &Searches, size_t Count,
                   const TimeBudget &Budget,
                   const std::function<double(size_t, Shape)> &Measure);

/// Several measurements of one shape.
struct Sample {
  double Median = 0;
  double Spread = 0; ///< between the quartiles, as a part of the median
};
Sample sampleOf(std::vector<double> Throughputs);

/// The least gain for which a shape is kept.
constexpr double LeastGain = 0.02;

/// Whether \p Found is better than \p Default by more than LeastGain and the
/// spread of both.
bool isGain(const Sample &Default, const Sample &Found);

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_SHAPESEARCH_H

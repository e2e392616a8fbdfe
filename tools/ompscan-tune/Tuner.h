//===- Tuner.h - Finds the best shapes for a device ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TUNE_TUNER_H
#define OMPSCAN_TUNE_TUNER_H

#include "Bench.h"
#include "Loops.h"
#include "Options.h"
#include "ShapeSearch.h"
#include "device/Device.h"
#include "plan/Plan.h"
#include "plan/TunedShapes.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt::tune {

/// One entry of the tables of shapes, and the loop that it is measured by.
struct Entry {
  ShapeTable Table;
  const TuneLoop *Loop;
  PlanRequest Request; ///< of that loop
  Algorithm Method;    ///< that the device runs it by
  uint64_t Trips;

  /// The plan of the loop with \p S in that entry; without, that of Tuning.cpp.
  Plan planFor(std::optional<Shape> S) const;
  /// Whether the loop would run in shape \p S as it is, and in a whole tile of it
  /// at least.
  bool isPossible(Shape S) const;
};

/// The result of the search for one entry.
struct Finding {
  enum class Verdict {
    Kept,    ///< Another shape is better.
    NoGain,  ///< None is, beyond the spread.
    NoTime,  ///< The time was over before it was known.
    Wrong,   ///< The default shape gives wrong results.
    NotBuilt ///< The default shape does not run.
  };
  ShapeTable Table;
  uint64_t ItemSize;
  Shape Default;
  Sample OfDefault;
  std::optional<Shape> Found; ///< another shape that seemed to be better
  Sample OfFound;
  Verdict Result = Verdict::NoTime;
  bool IsComplete = false; ///< nothing is left to try
  std::string Problem; ///< of NotBuilt
};

/// Measures the shapes of one device.
class Tuner {
public:
  /// \throws Failure if the options fit no loop, or no memory of \p D.
  Tuner(Device &D, const Options &O);

  /// Searches from the shapes of Tuning.cpp, and those that are kept, outward
  /// until \p Budget ends, of which the last part is for comparing the best
  /// ones with the defaults.
  std::vector<Finding> search(const TimeBudget &Budget);

  /// Tries all shapes with all loops, and prints what each loop was measured
  /// at.
  std::vector<Finding> tryAll();

  /// Whether there is nothing left to try.
  bool hasEnded() const { return HasEnded; }
  /// How many shapes have been measured, each once for each loop.
  size_t shapes() const { return Shapes; }

private:
  void addEntries(const TuneLoop &L);
  std::vector<Shape> candidates(const Entry &E) const;
  double measureOnce(const Entry &E, Shape S, Finding &F);
  void compare(const Entry &E, Finding &F, unsigned Runs);
  Finding begin(const Entry &E) const;

  Device &D;
  const Options &O;
  std::vector<Entry> Entries;
  std::unique_ptr<Bench> Measuring;
  bool HasEnded = false;
  size_t Shapes = 0;
};

/// Why nothing of \p All, which are not empty, is to be kept: a default shape is
/// wrong, or none has been measured. Empty if there is no reason.
std::string whyNoneIsKept(const std::vector<Finding> &All);

/// "128 x 76"
std::string describe(Shape S);

/// A line for each of \p All, by the size of items, below a line of titles.
std::string tableOf(std::vector<Finding> All);

} // namespace ompscan::rt::tune

#endif // OMPSCAN_TUNE_TUNER_H

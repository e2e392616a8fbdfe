//===- Soak.h - Tests that draw what they run ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// OMPSCAN_SOAK is the number of runs of each test that draws sizes and data,
/// without it a few short ones. Run k of seed s is run 0 of seed s + k:
/// OMPSCAN_SOAK=1 OMPSCAN_SOAK_SEED=k does it alone.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_SOAK_H
#define OMPSCAN_TEST_SOAK_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace ompscan::rt {

struct Soak {
  bool IsLong; ///< OMPSCAN_SOAK is set
  uint64_t Runs;
  uint64_t Seed;

  explicit Soak(uint64_t FewRuns)
      : IsLong(std::getenv("OMPSCAN_SOAK")),
        Runs(number("OMPSCAN_SOAK", FewRuns)),
        Seed(number("OMPSCAN_SOAK_SEED", 1)) {}

private:
  static uint64_t number(const char *Variable, uint64_t Otherwise) {
    const char *Text = std::getenv(Variable);
    return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
  }
};

/// What a run draws.
class Draw {
public:
  explicit Draw(uint64_t Seed) : Random(Seed) {}

  uint64_t any() { return Random(); }
  uint64_t below(uint64_t End) { return Random() % End; }
  bool coin() { return below(2) != 0; }
  /// 1 to \p Most, as often between 1 and 2 as between Most / 2 and Most.
  uint64_t size(uint64_t Most) {
    const double Power = std::uniform_real_distribution<double>(
        0, std::log2(static_cast<double>(Most) + 1))(Random);
    return std::clamp(static_cast<uint64_t>(std::exp2(Power)), uint64_t(1),
                      Most);
  }

private:
  std::mt19937_64 Random;
};

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_SOAK_H

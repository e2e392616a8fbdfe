//===- ShapeSearchTest.cpp - The search for the best shape ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeSearch.h"
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ompscan::rt;
using namespace ompscan::rt::tune;

namespace {

ShapeGrid grid() {
  ShapeGrid G{{32, 64, 96, 128, 160, 192, 256, 384, 512}, {}, 1.5};
  for (uint32_t Items = 4; Items <= 252; Items += 8)
    G.Items.push_back(Items);
  return G;
}

bool isAnything(Shape) { return true; }

using Measure = std::function<double(Shape)>;

/// A throughput that falls on both sides of \p Best, by the size of a tile and
/// by that of a group.
Measure hill(Shape Best) {
  return [=](Shape S) {
    const double Tile = std::log2(double(S.tile()) / double(Best.tile()));
    const double Group = std::log2(double(S.Group) / Best.Group);
    return 1000 / (1 + 0.3 * Tile * Tile + 0.2 * Group * Group);
  };
}

/// Runs \p S to its end.
void finish(ShapeSearch &S, const Measure &M) {
  while (const std::optional<Shape> Next = S.next())
    S.tell(M(*Next));
}

TEST(ShapeSearch, FindsTheOptimum) {
  for (const Shape Best : {Shape{128, 76}, Shape{256, 36}, Shape{64, 20},
                           Shape{512, 12}, Shape{96, 100}}) {
    ShapeSearch S(grid(), {{256, 36}}, isAnything);
    finish(S, hill(Best));
    ASSERT_TRUE(S.best());
    EXPECT_GE(S.bestThroughput(), 0.98 * hill(Best)(Best))
        << Best.Group << " x " << Best.Items;
    EXPECT_LE(S.steps(), 40u) << "of 288 shapes";
  }
}

TEST(ShapeSearch, BeginsWithTheStarts) {
  ShapeSearch S(grid(), {{100, 33}, {64, 20}}, isAnything);
  ASSERT_TRUE(S.next());
  EXPECT_EQ(S.next()->Group, 100u) << "though it is not in the grid";
  EXPECT_EQ(S.next()->Items, 33u) << "until it is told";
  S.tell(1);
  ASSERT_TRUE(S.next());
  EXPECT_EQ(S.next()->Group, 64u);
}

TEST(ShapeSearch, MeasuresNothingTwice) {
  ShapeSearch S(grid(), {{256, 36}}, isAnything);
  std::set<std::pair<uint32_t, uint32_t>> Seen;
  finish(S, [&](Shape Each) {
    EXPECT_TRUE(Seen.emplace(Each.Group, Each.Items).second);
    return hill({64, 100})(Each);
  });
  EXPECT_EQ(Seen.size(), S.steps());
}

TEST(ShapeSearch, StaysWithinWhatIsPossible) {
  const auto IsSmall = [](Shape S) { return S.tile() <= 256 * 36; };
  ShapeSearch S(grid(), {{256, 36}}, IsSmall);
  finish(S, [&](Shape Each) {
    EXPECT_TRUE(IsSmall(Each));
    return double(Each.tile());
  });
  EXPECT_EQ(S.best()->tile(), 256u * 36);
}

TEST(ShapeSearch, LeavesWhatFails) {
  ShapeSearch S(grid(), {{256, 36}}, isAnything);
  // Wrong results are told as 0, however fast they are.
  finish(S, [](Shape Each) {
    return Each.Group == 256 && Each.Items == 36 ? 1.0 : 0.0;
  });
  ASSERT_TRUE(S.best());
  EXPECT_EQ(S.best()->Items, 36u);
  ShapeSearch None(grid(), {{256, 36}}, isAnything);
  finish(None, [](Shape) { return 0.0; });
  EXPECT_FALSE(None.best());
  EXPECT_EQ(None.steps(), 1u) << "the device runs nothing";
}

TEST(ShapeSearch, OneGroup) {
  const ShapeGrid G{{1}, {512, 1024, 2048, 4096, 8192, 16384, 32768}, 4};
  ShapeSearch S(G, {{1, 2048}}, isAnything);
  finish(S, hill({1, 16384}));
  ASSERT_TRUE(S.best());
  EXPECT_EQ(S.best()->Items, 16384u);
}

TEST(SearchInTurns, EndsWithAll) {
  double Now = 0;
  const TimeBudget Budget(1e6, [&] { return Now; });
  std::vector<ShapeSearch> Searches;
  for (int I = 0; I != 3; ++I)
    Searches.emplace_back(grid(), std::vector<Shape>{{256, 36}}, isAnything);
  std::vector<size_t> Steps(3);
  EXPECT_TRUE(searchInTurns(Searches, 2, Budget, [&](size_t I, Shape S) {
    Now += 1;
    ++Steps[I];
    return hill({128, 76})(S);
  }));
  EXPECT_EQ(Steps[0], Searches[0].steps());
  EXPECT_EQ(Steps[1], Searches[1].steps());
  EXPECT_EQ(Steps[2], 0u) << "it is none of the first two";
}

TEST(SearchInTurns, StopsAtTheBudget) {
  double Now = 100;
  const TimeBudget Budget(10, [&] { return Now; });
  std::vector<ShapeSearch> Searches;
  for (int I = 0; I != 2; ++I)
    Searches.emplace_back(grid(), std::vector<Shape>{{256, 36}}, isAnything);
  std::vector<size_t> Steps(2);
  EXPECT_FALSE(searchInTurns(Searches, 2, Budget, [&](size_t I, Shape S) {
    Now += 1.5;
    ++Steps[I];
    return hill({64, 200})(S);
  }));
  // A seventh step would end at 110.5.
  EXPECT_EQ(Now, 109);
  EXPECT_EQ(Steps[0], 3u) << "in turns";
  EXPECT_EQ(Steps[1], 3u);
}

TEST(SearchInTurns, HasNoTimeAtAll) {
  double Now = 0;
  const TimeBudget Budget(4, [&] { return Now; });
  Now = 3;
  EXPECT_EQ(Budget.left(), 1);
  EXPECT_EQ(Budget.part(0.5).left(), 0.5);
  Now = 5;
  std::vector<ShapeSearch> Searches;
  Searches.emplace_back(grid(), std::vector<Shape>{{256, 36}}, isAnything);
  EXPECT_FALSE(searchInTurns(Searches, 1, Budget, [](size_t, Shape) {
    ADD_FAILURE() << "nothing is to be measured";
    return 1.0;
  }));
}

TEST(Samples, MedianAndSpread) {
  EXPECT_EQ(sampleOf({}).Median, 0);
  const Sample S = sampleOf({100, 104, 96, 102, 98, 5, 100});
  EXPECT_EQ(S.Median, 100);
  EXPECT_NEAR(S.Spread, 0.06, 1e-9) << "one run that is off does not count";
}

TEST(Samples, GainBeyondTheSpread) {
  EXPECT_FALSE(isGain({100, 0}, {100, 0}));
  EXPECT_FALSE(isGain({100, 0.001}, {101.9, 0.001}));
  EXPECT_TRUE(isGain({100, 0.001}, {102.1, 0.001}));
  EXPECT_FALSE(isGain({100, 0.05}, {104, 0.001})) << "the default varies";
  EXPECT_FALSE(isGain({100, 0.001}, {104, 0.05})) << "the found one varies";
  EXPECT_TRUE(isGain({100, 0.05}, {106, 0.05}));
}

} // namespace

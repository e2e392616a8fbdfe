//===- DataUsesTest.cpp - The order of launches on the same data ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataUses.h"
#include "Device.h"
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace ompscan;

namespace {

/// Events that can be told apart.
std::vector<cl::Event> makeEvents(size_t Count) {
  Device &D = *allDevices().front();
  std::vector<cl::Event> Events;
  for (size_t I = 0; I != Count; ++I)
    Events.push_back(cl::UserEvent(D.context()));
  return Events;
}

class Uses : public ::testing::Test {
protected:
  /// The numbers of the launches that another one has to wait for.
  std::set<uint64_t> before(uint64_t Channel, bool Stores) const {
    std::vector<cl::Event> Found;
    Data.collect(Channel, Stores, Found);
    std::set<uint64_t> Numbers;
    for (const cl::Event &E : Found)
      for (uint64_t I = 0; I != Events.size(); ++I)
        if (Events[I]() == E())
          Numbers.insert(I);
    return Numbers;
  }
  void note(uint64_t Channel, bool Stores, uint64_t Launch) {
    Data.note(Channel, Stores, Launch, Events[Launch]);
  }

  const std::vector<cl::Event> Events = makeEvents(100);
  DataUses Data;
};

using Numbers = std::set<uint64_t>;

TEST_F(Uses, ReadersWaitForTheStoreOnly) {
  EXPECT_FALSE(Data.orders(true));
  note(0, true, 0);
  note(1, false, 1);
  note(2, false, 2);
  EXPECT_EQ(before(3, false), Numbers({0}));
  EXPECT_EQ(before(3, true), Numbers({0, 1, 2}));
  EXPECT_EQ(before(0, true), Numbers({1, 2}));
  EXPECT_EQ(before(0, false), Numbers());
  EXPECT_EQ(before(1, true), Numbers({0, 2}));
}

TEST_F(Uses, AStoreEndsWhatWasBefore) {
  note(0, true, 0);
  note(1, false, 1);
  note(2, true, 2);
  EXPECT_EQ(before(0, true), Numbers({2}));
  EXPECT_EQ(before(2, true), Numbers());
}

TEST_F(Uses, AChannelHasItsLastReadOnly) {
  note(1, false, 1);
  note(1, false, 2);
  EXPECT_EQ(before(0, true), Numbers({2}));
  EXPECT_FALSE(Data.orders(false));
  EXPECT_TRUE(Data.orders(true));
}

TEST_F(Uses, WhatHasEndedIsForgotten) {
  note(0, true, 0);
  note(1, false, 1);
  note(1, false, 2);
  Data.forget(1); // Its channel has a later one.
  EXPECT_EQ(before(2, true), Numbers({0, 2}));
  Data.forget(0);
  EXPECT_EQ(before(2, true), Numbers({2}));
  EXPECT_FALSE(Data.orders(false));
  Data.forget(2);
  EXPECT_FALSE(Data.orders(true));
  EXPECT_EQ(before(2, true), Numbers());
}

/// Whatever the order in which launches are noted and end: one that conflicts
/// with an unfinished one waits for it, for one that does, or for a later one
/// in its channel.
TEST_F(Uses, RandomLaunches) {
  std::mt19937 Random(7);
  for (int Run = 0; Run != 200; ++Run) {
    Data = DataUses();
    struct Launch {
      uint64_t Channel;
      bool Stores;
      Numbers After; ///< all that have ended when it begins
      bool HasEnded = false;
    };
    std::vector<Launch> Launches;
    std::map<uint64_t, Numbers> InChannel;
    for (uint64_t I = 0; I != 60; ++I) {
      Launch New{Random() % 4, Random() % 3 == 0, {}};
      New.After = InChannel[New.Channel];
      for (uint64_t E : before(New.Channel, New.Stores)) {
        New.After.insert(E);
        New.After.insert(Launches[E].After.begin(), Launches[E].After.end());
      }
      for (uint64_t J = 0; J != I; ++J) {
        const Launch &Old = Launches[J];
        ASSERT_TRUE(Old.HasEnded || !(Old.Stores || New.Stores) ||
                    New.After.count(J))
            << "run " << Run << ": " << I << " does not wait for " << J;
      }
      note(New.Channel, New.Stores, I);
      InChannel[New.Channel].insert(New.After.begin(), New.After.end());
      InChannel[New.Channel].insert(I);
      Launches.push_back(New);
      // Some launch ends, with all that it has waited for.
      if (Random() % 2) {
        const uint64_t Ended = Random() % (I + 1);
        Numbers All = Launches[Ended].After;
        All.insert(Ended);
        for (uint64_t E : All) {
          Launches[E].HasEnded = true;
          Data.forget(E);
        }
      }
    }
  }
}

} // namespace

//===- DataUsesTest.cpp - The order of launches on the same data ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DataUses.h"
#include "FakeBackend.h"
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Events that can be told apart, and nothing else.
std::vector<Event> makeEvents(size_t Count) {
  static std::vector<char> Objects(Count);
  std::vector<Event> Events;
  for (char &Each : Objects)
    Events.push_back(fakeEvent(&Each));
  return Events;
}

class Uses : public ::testing::Test {
protected:
  /// The numbers of the launches that another one has to wait for.
  std::set<uint64_t> before(uint64_t OrderedQueue, bool Stores) const {
    std::vector<Event> Found;
    std::vector<uint64_t> WithoutEvents;
    Data.collect(OrderedQueue, Stores, Found, WithoutEvents);
    std::set<uint64_t> Numbers(WithoutEvents.begin(), WithoutEvents.end());
    for (const Event &E : Found)
      for (uint64_t I = 0; I != Events.size(); ++I)
        if (Events[I] == E)
          Numbers.insert(I);
    return Numbers;
  }
  /// Launch \p Launch, which has looked at those before \p Seen.
  void note(uint64_t OrderedQueue, bool Stores, uint64_t Launch,
            uint64_t Seen) {
    Data.note(OrderedQueue, Stores, Launch, Seen,
              Launch % 3 == 1 ? Event() : Events[Launch]);
  }
  /// One that nobody else has launched next to.
  void note(uint64_t OrderedQueue, bool Stores, uint64_t Launch) {
    note(OrderedQueue, Stores, Launch, Launch);
  }

  const std::vector<Event> Events = makeEvents(100);
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

/// Two threads have put their launches into one queue, and the one that was
/// first there is the last one to note it.
TEST_F(Uses, AQueueMayHaveSeveralReads) {
  note(1, false, 2);
  note(1, false, 1);
  EXPECT_EQ(before(0, true), Numbers({1, 2}));
  EXPECT_FALSE(Data.orders(false));
  EXPECT_TRUE(Data.orders(true));
}

/// Threads that use different parts of the data do not know of each other.
TEST_F(Uses, StoresThatHaveNotSeenEachOther) {
  note(0, true, 0);
  note(1, false, 1, /*Seen=*/1);
  note(2, true, 2, /*Seen=*/1);
  note(3, true, 3, /*Seen=*/1);
  EXPECT_EQ(before(4, false), Numbers({2, 3}));
  EXPECT_EQ(before(4, true), Numbers({1, 2, 3}));
  note(4, true, 4);
  EXPECT_EQ(before(5, true), Numbers({4}));
}

TEST_F(Uses, WhatHasEndedIsForgotten) {
  note(0, true, 0);
  note(1, false, 1);
  note(1, false, 2);
  Data.forget(1);
  EXPECT_EQ(before(2, true), Numbers({0, 2}));
  Data.forget(0);
  EXPECT_EQ(before(2, true), Numbers({2}));
  EXPECT_FALSE(Data.orders(false));
  Data.forget(2);
  EXPECT_FALSE(Data.orders(true));
  EXPECT_EQ(before(2, true), Numbers());
}

/// Whatever the order in which launches begin, are noted, and end: one that
/// conflicts with an unfinished one, noted before it has begun, waits for it,
/// for one that does, or for a later one in its queue.
TEST_F(Uses, RandomLaunches) {
  std::mt19937 Random(7);
  for (int Run = 0; Run != 200; ++Run) {
    Data = DataUses();
    struct Launch {
      uint64_t OrderedQueue;
      bool Stores;
      uint64_t Seen = 0;
      Numbers After = {}; ///< all that have ended when it begins
      bool HasEnded = false;
    };
    std::vector<Launch> Noted;
    std::vector<Launch> Begun; ///< by threads that have not noted them yet
    const uint64_t Threads = 1 + Random() % 4;
    while (Noted.size() != 60) {
      if (Begun.size() != Threads && Random() % 2) {
        Launch New{Random() % 4, Random() % 3 == 0};
        New.Seen = Noted.size();
        const Numbers Before = before(New.OrderedQueue, New.Stores);
        for (uint64_t I = 0; I != Noted.size(); ++I)
          if (Before.count(I) || Noted[I].OrderedQueue == New.OrderedQueue) {
            New.After.insert(I);
            New.After.insert(Noted[I].After.begin(), Noted[I].After.end());
          }
        for (uint64_t I = 0; I != Noted.size(); ++I)
          ASSERT_TRUE(Noted[I].HasEnded || !(Noted[I].Stores || New.Stores) ||
                      New.After.count(I))
              << "run " << Run << ": one does not wait for " << I;
        Begun.push_back(New);
      } else if (!Begun.empty()) {
        const auto Next = Begun.begin() + Random() % Begun.size();
        note(Next->OrderedQueue, Next->Stores, Noted.size(), Next->Seen);
        Noted.push_back(*Next);
        Begun.erase(Next);
      }
      // Some launch ends, with all that it has waited for.
      if (!Noted.empty() && Random() % 3 == 0) {
        const uint64_t Ended = Random() % Noted.size();
        Numbers All = Noted[Ended].After;
        All.insert(Ended);
        for (uint64_t E : All) {
          Noted[E].HasEnded = true;
          Data.forget(E);
        }
      }
    }
  }
}

} // namespace

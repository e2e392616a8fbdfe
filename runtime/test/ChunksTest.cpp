//===- ChunksTest.cpp - Loops larger than the device ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Chunks.h"
#include "TestLoop.h"
#include "device/Devices.h"
#include "launch/ChunkDealer.h"
#include "support/Failure.h"
#include <chrono>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// One chunk at a time, and several.
template <typename Op> void check(const Form &F, const MemoryLimits &M) {
  for (const unsigned Threads : {1, 3}) {
    TestLoop<Op> L(F);
    const ResolvedLaunch R = resolved(L.L, device());
    runInChunks(L.L, {{R, {firstChunk(L.L, R, M), Threads}, ""}});
    ASSERT_EQ(L.wrong(), -1) << F.N << " iterations in " << M.Buffer << " and "
                             << M.Whole << " bytes, " << Threads << " threads";
  }
}

/// Has \p D move data as a GPU would, in small pieces.
struct SmallBlocks {
  Device &D;
  const TransferRules Before = D.pinned().rules();
  explicit SmallBlocks(Device &D, unsigned Threads = 3) : D(D) {
    D.pinned().setRules({true, 2048, 1024, Threads, 16384, 65536, UINT64_MAX});
  }
  ~SmallBlocks() { D.pinned().setRules(Before); }
};

Form plainForm(uint64_t N, bool InPlace = false) {
  Form F;
  F.N = N;
  F.InPlace = InPlace;
  return F;
}

TEST(Chunks, BlocksAreMadeWhereMuchMoves) {
  TransferRules Rules{true, 64, 1024, 1, 16384, 65536, UINT64_MAX};
  Rules.Worth = 1000;
  PinnedPool Pool(Rules);
  EXPECT_FALSE(Pool.isWorth(999));
  EXPECT_TRUE(Pool.isWorth(1000));
  EXPECT_FALSE(Pool.isWorth(600, /*Notes=*/true));
  EXPECT_FALSE(Pool.isWorth(399));
  EXPECT_TRUE(Pool.isWorth(400, /*Notes=*/true));
  EXPECT_TRUE(Pool.isWorth(1));
}

TEST(Chunks, FirstChunk) {
  TestLoop<IntSum> L(plainForm(100000));
  const auto First = [&](const MemoryLimits &M) {
    return firstChunk(L.L, resolved(L.L, device()), M);
  };
  const uint64_t Everything = 4 * (100001 + 64) + 4 * (100000 + 64);
  EXPECT_EQ(First({1 << 20, Everything}), 100000u);
  EXPECT_EQ(First({1 << 20, Everything - 1}), 24u * 4096);
  EXPECT_EQ(First({4 * (8192 + 1 + 64), 1 << 20}), 8192u);
  EXPECT_EQ(First({4 * (8192 + 64), 1 << 20}), 4096u);
  try {
    First({1000, 2000});
    FAIL();
  } catch (const Failure &E) {
    EXPECT_STREQ(E.what(),
                 "y needs 16644 bytes for 4096 iterations; the device allows "
                 "1000 for an array and 2000 for all");
  }
  L.L.Trips = 5;
  EXPECT_EQ(First({1 << 20, 2000}), 5u);
}

std::string whyNotCut(const LaunchDescriptor &L) {
  try {
    cutFor(L, resolved(L, device()), {1 << 20, 400000});
    return "";
  } catch (const Failure &E) {
    return E.what();
  }
}

/// Chunks hand on only what they know.
TEST(Chunks, WhatIsNotCut) {
  const std::string Begin =
      "the loop does not fit on the device, and cannot run in chunks: ";
  TestLoop<IntSum> L(plainForm(100000));
  EXPECT_EQ(whyNotCut(L.L), "");
  int32_t Sum = 0;
  L.L.Results.push_back({&Sum, 0, sizeof Sum});
  EXPECT_EQ(cutFor(L.L, resolved(L.L, device()), {1 << 20, 1 << 20}).Chunk,
            100000u);
  EXPECT_EQ(whyNotCut(L.L), Begin + "the object code does not say which "
                                    "argument its accumulator is");
  L.L.Scalars.emplace_back(4);
  L.L.ScalarPlaces = {nullptr, nullptr, nullptr, nullptr, nullptr, &Sum};
  EXPECT_EQ(whyNotCut(L.L), "");
  L.L.Results[0].Offset = 4;
  EXPECT_EQ(whyNotCut(L.L),
            Begin + "a variable carries values from one iteration to the next");
  L.L.Results.clear();
  L.L.Arrays[0].Accesses[0].First = -7;
  L.L.Arrays[0].Accesses[1].Kind = OMPSCAN_ACCESS_READ;
  EXPECT_EQ(whyNotCut(L.L), Begin + "its scan starts from several elements");
}

TEST(Chunks, Overlap) {
  const SmallBlocks S(device());
  const auto ChunkOf = [&](uint64_t N, bool InPlace) {
    const TestLoop<IntSum> L(plainForm(N, InPlace));
    return cutFor(L.L, resolved(L.L, device()), {1 << 20, 1 << 20}).Chunk;
  };
  EXPECT_EQ(ChunkOf(8000, false), 8000u) << "too little to pay";
  EXPECT_EQ(ChunkOf(50000, false), 4096u);
  EXPECT_EQ(ChunkOf(50000, true), 50000u) << "it could not be done again";
  LaunchDescriptor L = TestLoop<IntSum>(plainForm(50000)).L;
  L.Arrays[1].Map = OMPSCAN_MAP_TO;
  L.Arrays[1].Accesses[0].Kind = OMPSCAN_ACCESS_READ_ANY;
  EXPECT_TRUE(whyNoOverlap(L, resolved(L, device())))
      << "each chunk would send all of it";
}

/// Through pinned blocks, in one lane and in several.
TEST(Chunks, StagedResults) {
  for (unsigned Threads : {1, 3}) {
    const SmallBlocks S(device(), Threads);
    for (bool InPlace : {false, true})
      for (uint64_t N : {1, 700, 4097, 50000}) {
        check<IntSum>(plainForm(N, InPlace), {1 << 20, 70000});
        check<Affine>(plainForm(N, InPlace), {1 << 20, 1 << 20});
        TestLoop<IntSum> L(plainForm(N, InPlace));
        ASSERT_EQ(L.launch(), 1);
        ASSERT_EQ(L.wrong(), -1) << N;
      }
  }
}

/// Deals all iterations of \p D in turn to \p Of devices; answers the sizes.
std::vector<uint64_t> dealtInTurn(ChunkDealer &D, size_t Of) {
  std::vector<uint64_t> Sizes;
  uint64_t End = 0;
  for (size_t I = 0; const std::optional<Chunk> C = D.next(I % Of); ++I) {
    EXPECT_EQ(C->Number, I);
    EXPECT_EQ(C->First, End);
    EXPECT_EQ(D.endOf(I + 1), End += C->Trips);
    Sizes.push_back(C->Trips);
  }
  return Sizes;
}

TEST(Chunks, DealtToOne) {
  ChunkDealer D(10000, {{3000, 2}});
  EXPECT_EQ(dealtInTurn(D, 1), (std::vector<uint64_t>{3000, 3000, 3000, 1000}));
  EXPECT_EQ(D.count(), 4u);
  EXPECT_EQ(D.dealtTo(0), 10000u);
}

/// Each device gets as much as it does in the time of the others.
TEST(Chunks, DealtBySpeed) {
  const uint64_t Most = 4 * ChunkGranule;
  ChunkDealer Unknown(100 * Most, {{Most, 2}, {2 * Most, 2}});
  EXPECT_EQ(Unknown.next(1)->Trips, Most);
  Unknown.measure(0, 1000, std::chrono::seconds(1));
  EXPECT_EQ(Unknown.next(0)->Trips, Most) << "nothing is known of the other";
  Unknown.measure(1, 4000, std::chrono::seconds(2));
  EXPECT_EQ(Unknown.next(0)->Trips, Most);
  EXPECT_EQ(Unknown.next(1)->Trips, 2 * Most);
  Unknown.measure(1, 500, std::chrono::seconds(4));
  EXPECT_DOUBLE_EQ(Unknown.speedOf(1), 4500 / 6.);

  ChunkDealer Alike(8 * Most, {{Most, 1, false, 1000}, {Most, 1, false, 700}});
  EXPECT_EQ(Alike.next(1)->Trips, Most) << "speeds are never quite the same";
  ChunkDealer Half(8 * Most, {{Most, 1, false, 1000}, {Most, 1, false, 600}});
  EXPECT_EQ(Half.next(1)->Trips, Most / 2);

  ChunkDealer Known(3 * Most, {{Most, 1, false, 1000}, {Most, 1, false, 250}});
  EXPECT_EQ(dealtInTurn(Known, 2),
            (std::vector<uint64_t>{Most, ChunkGranule, Most, ChunkGranule,
                                   Most - 2 * ChunkGranule}));
  EXPECT_EQ(Known.dealtTo(1), 2 * ChunkGranule);
}

/// One whose chunks have no limit gets what two threads of the other do in the
/// time of one chunk, and its part of the rest near the end.
TEST(Chunks, DealtToTheHost) {
  const uint64_t Most = 8 * ChunkGranule;
  const std::vector<ChunkDealer::Device> Devices = {
      {Most, 2, false, 1000}, {1000 * Most, 1, true, 2000}};
  ChunkDealer Long(1000 * Most, Devices);
  EXPECT_EQ(Long.next(1)->Trips, 2 * Most);
  ChunkDealer Short(2 * Most, Devices);
  EXPECT_EQ(Short.next(1)->Trips, Most) << "a half of all that there is";
  EXPECT_EQ(Short.next(1)->Trips, Most / 2);
  EXPECT_EQ(Short.next(1)->Trips, Most / 4);
  EXPECT_EQ(Short.next(1)->Trips, Most / 4);
  EXPECT_FALSE(Short.next(1));
}

TEST(Chunks, Slice) {
  Form F = plainForm(100000);
  F.Y = {-3, 7};
  F.X = {2, 1};
  const TestLoop<IntSum> L(F);
  LaunchDescriptor Whole = L.L;
  Whole.NoWraps.push_back({10, -1, 8});
  const LaunchDescriptor S = sliceFrom(Whole, 4096, 10);
  // y[-3 i + 7] and x[2 i + 1] from i = 1 on.
  EXPECT_EQ(S.Arrays[0].Accesses[0].First, 7 - 3 * 4096);
  EXPECT_EQ(S.Arrays[0].Accesses[1].First, 4 - 3 * 4096);
  EXPECT_EQ(S.Arrays[1].Accesses[0].First, 3 + 2 * 4096);
  EXPECT_EQ(S.NoWraps[0].First, uint64_t(10) - 4096);
  EXPECT_EQ(S.Range.Lower, 1 + 4096);
  EXPECT_EQ(S.Trips, 10u);
}

TEST(Chunks, Results) {
  for (bool InPlace : {false, true})
    for (uint64_t N : {1, 4096, 4097, 50000}) {
      check<IntSum>(plainForm(N, InPlace), {1 << 20, 70000});
      check<Affine>(plainForm(N, InPlace), {140000, 1 << 20});
    }
}

TEST(Chunks, Subscripts) {
  for (int64_t Step : {1, -2})
    for (int64_t Stride : {1, -1, 3})
      for (uint32_t MapKind : {OMPSCAN_MAP_NONE, OMPSCAN_MAP_TOFROM}) {
        Form F = plainForm(20000);
        F.Step = Step;
        F.Lower = 5;
        F.Y = {Stride, 2};
        F.X = {-Stride, 1};
        F.MapKind = MapKind;
        check<IntSum>(F, {1 << 20, 300000});
      }
}

/// What no chunk shows by itself.
TEST(Chunks, ChecksTheWholeLoop) {
  TestLoop<IntSum> L(plainForm(50000));
  L.L.Arrays[1].Base = static_cast<const char *>(L.L.Arrays[0].Base) - 80000;
  const auto Before = L.Y.copy();
  const ResolvedLaunch R = resolved(L.L, device());
  EXPECT_THROW(runInChunks(L.L, {{R, {8192, 1}, ""}}), Failure);
  EXPECT_EQ(L.Y.difference(Before), -1);
}

/// Through the ABI, in a process that reads its own environment.
TEST(Chunks, LimitOfTheEnvironment) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_MEMORY_LIMIT", "80K", 1);
        setenv("OMPSCAN_INFO", "1", 1);
        TestLoop<IntSum> L(plainForm(20000, /*InPlace=*/true));
        const bool Good = L.launch() == 1 && L.wrong() == -1;
        std::_Exit(Good ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "20000 iterations on .*, [2-9] chunks, [13] at once");
}

} // namespace

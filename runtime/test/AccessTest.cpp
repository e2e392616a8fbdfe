//===- AccessTest.cpp - Which elements a loop touches ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Access.h"
#include "access/Conflicts.h"
#include "access/CounterIndexedStore.h"
#include "support/Failure.h"
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

constexpr ompscan_access_kind Read = OMPSCAN_ACCESS_READ,
                              Write = OMPSCAN_ACCESS_WRITE,
                              Seed = OMPSCAN_ACCESS_SEED,
                              ReadAny = OMPSCAN_ACCESS_READ_ANY;

/// An array at an address, which nobody looks at.
Array at(uintptr_t Address, uint64_t Size, std::vector<Access> Accesses,
         const char *Name = "y") {
  return {{Name, reinterpret_cast<const void *>(Address), Size,
           OMPSCAN_MAP_NONE, 0, 0},
          std::move(Accesses)};
}

template <typename Function> std::string failureOf(Function F) {
  try {
    F();
    return "";
  } catch (const Failure &E) {
    return E.what();
  }
}

TEST(Ranges, Progressions) {
  auto R = rangesOf(at(0x1000, 4,
                       {{Write, 1, 1},
                        {Read, 9, -1},
                        {Read, 5, -3},
                        {Seed, 0, 1},
                        {Read, 7, 0}}),
                    3);
  ASSERT_EQ(R.size(), 5u);
  EXPECT_EQ(R[0].low(), 1);
  EXPECT_EQ(R[0].high(), 3);
  EXPECT_TRUE(R[0].isContiguous());
  EXPECT_EQ(R[1].low(), 7);
  EXPECT_EQ(R[1].high(), 9);
  EXPECT_TRUE(R[1].isContiguous());
  EXPECT_EQ(R[2].low(), -1);
  EXPECT_EQ(R[2].high(), 5);
  EXPECT_FALSE(R[2].isContiguous());
  for (int I : {3, 4}) {
    EXPECT_EQ(R[I].Count, 1u);
    EXPECT_EQ(R[I].low(), R[I].high());
  }
}

TEST(Ranges, Limits) {
  EXPECT_EQ(rangesOf(at(0, 1, {}), UINT64_MAX).size(), 0u);
  auto R = rangesOf(at(uintptr_t(1) << 63, 1, {{Read, INT64_MIN, 1}}),
                    uint64_t(1) << 63);
  EXPECT_EQ(R[0].low(), INT64_MIN);
  EXPECT_EQ(R[0].high(), -1);
  for (auto A : {at(0x1000, 4, {{Read, -0x401, 1}}),
                 at(0x1000, 4, {{Read, INT64_MAX, 1}}),
                 at(0x1000, 4, {{Read, 0, INT64_MAX}}),
                 at(0x1000, 4, {{Read, 0, INT64_MIN}}),
                 at(UINTPTR_MAX - 8, 4, {{Read, 0, 1}})})
    EXPECT_NE(failureOf([&] {
                rangesOf(A, 3);
              }).find("do not lie in the address space"),
              std::string::npos);
  EXPECT_NE(failureOf([] { rangesOf(at(8, 1, {{Read, 0, 1}}), UINT64_MAX); }),
            "");
}

TEST(Ranges, NullPointer) {
  EXPECT_EQ(failureOf([] { rangesOf(at(0, 4, {{Read, 0, 1}}), 1); }),
            "y is a null pointer");
}

TEST(Ranges, OneElementForAllStores) {
  EXPECT_EQ(failureOf([] { rangesOf(at(64, 4, {{Write, 0, 0}}), 2); }),
            "every iteration stores the same element of y");
  EXPECT_EQ(rangesOf(at(64, 4, {{Write, 0, 0}}), 1).size(), 1u);
  // The order does not matter where nothing reads it.
  const auto R = rangesOf(at(64, 4, {{Write, 3, 0}}), 9, /*InAnyOrder=*/true);
  ASSERT_EQ(R.size(), 1u);
  EXPECT_TRUE(R[0].low() == 3 && R[0].high() == 3);
  EXPECT_NE(failureOf([] {
              rangesOf(at(64, 4, {{Write, 0, 0}, {Read, 0, 0}}), 2,
                       /*InAnyOrder=*/true);
            }),
            "");
}

TEST(Ranges, Sections) {
  Array A = at(0x1000, 4, {{Write, 1, 1}, {Seed, 0, 1}});
  A.Map = OMPSCAN_MAP_TOFROM;
  A.Begin = 0;
  A.Count = 11;
  EXPECT_EQ(rangesOf(A, 10).size(), 2u);
  EXPECT_EQ(failureOf([&] { rangesOf(A, 11); }),
            "the map of y covers elements [0, 11), but the loop stores element "
            "11");
  A.Begin = 1;
  EXPECT_EQ(failureOf([&] { rangesOf(A, 10); }),
            "the map of y covers elements [1, 12), but the loop reads element "
            "0");
  A.Map = OMPSCAN_MAP_NONE;
  A.Begin = 0;
  EXPECT_EQ(failureOf([&] { rangesOf(A, 12); }),
            "y has 11 elements, but the loop stores element 12");
  // A mapped section of no elements holds nothing, unlike an unknown extent.
  A.Map = OMPSCAN_MAP_TO;
  A.Count = 0;
  EXPECT_NE(failureOf([&] { rangesOf(A, 1); }), "");
}

TEST(Ranges, ReadAny) {
  Array A = at(0x1000, 4, {{ReadAny, 0, 0}});
  EXPECT_EQ(
      failureOf([&] { rangesOf(A, 1); }),
      "the loop uses y at subscripts that are not affine, and y is not on the "
      "device; map the section that the loop uses");
  EXPECT_TRUE(rangesOf(A, 1, /*InAnyOrder=*/true).empty());
  A.Begin = 3;
  A.Count = 5;
  auto R = rangesOf(A, 1);
  EXPECT_EQ(R[0].low(), 3);
  EXPECT_EQ(R[0].high(), 7);
  A.Map = OMPSCAN_MAP_TO;
  A.Count = 0;
  EXPECT_TRUE(rangesOf(A, 1).empty());
}

ResolvedLaunch resolved(const std::vector<Array> &Arrays, uint64_t Trips) {
  LaunchDescriptor L{};
  L.Arrays = Arrays;
  return resolveElements(L, Trips);
}

std::string overlap(const std::vector<Array> &Arrays, uint64_t Trips) {
  return findOverlap(resolved(Arrays, Trips).Arrays).value_or("");
}

TEST(Overlaps, Distinct) {
  // y[i] = y[i-1] + x[i], 10 iterations: y is bytes [1000, 1044).
  auto Y = at(1000, 4, {{Seed, 0, 1}, {Write, 1, 1}});
  EXPECT_EQ(overlap({Y, at(1044, 4, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_EQ(overlap({Y, at(960, 4, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_EQ(overlap({Y, at(1040, 4, {{Read, 0, 1}}, "x")}, 10),
            "arrays y and x overlap, but not element by element");
  EXPECT_NE(overlap({Y, at(1043, 1, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_EQ(overlap({Y, at(964, 4, {{Read, 0, 1}}, "x")}, 10), "")
      << "only y[0] is shared, and it is not stored";
  EXPECT_NE(overlap({Y, at(968, 4, {{Read, 0, 1}}, "x")}, 10), "");
}

TEST(Overlaps, InPlace) {
  EXPECT_EQ(
      overlap({at(1000, 4, {{Seed, 0, 1}, {Read, 1, 1}, {Write, 1, 1}})}, 10),
      "");
  // The same through another pointer.
  auto Y = at(1000, 4, {{Seed, 0, 1}, {Write, 1, 1}});
  EXPECT_EQ(overlap({Y, at(1000, 4, {{Read, 1, 1}}, "x")}, 10), "");
  EXPECT_EQ(overlap({Y, at(1004, 4, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_NE(overlap({Y, at(1000, 4, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_NE(overlap({Y, at(1000, 4, {{Read, 2, 1}}, "x")}, 10), "");
  EXPECT_NE(overlap({Y, at(1004, 2, {{Read, 0, 1}}, "x")}, 10), "");
  EXPECT_NE(overlap({Y, at(1004, 4, {{Read, 0, 2}}, "x")}, 10), "");
  EXPECT_NE(overlap({Y, at(1004, 4, {{Read, 9, -1}}, "x")}, 10), "");
  // Two arrays stored at the same place.
  EXPECT_NE(overlap({Y, at(1004, 4, {{Write, 0, 1}}, "x")}, 10), "");
}

/// Whether iteration j + 1 or a later one reads what j or an earlier one may
/// store, where iteration j reads `First + j * Stride` and stores at most at
/// `Begin + j * Scale`. What j stores to what j + 1 reads was there if Copies.
bool slides(int First, int Stride, int Begin, int Scale, int Trips,
            bool Copies) {
  for (int J = 0; J < Trips; ++J)
    for (int Later = J + 1; Later < Trips; ++Later)
      if (Begin + J * Scale >
          First + Later * Stride - (Copies && Later == J + 1 ? 0 : 1))
        return false;
  return true;
}

TEST(Overlaps, Slides) {
  for (int First = 0; First < 4; ++First)
    for (int Stride = 1; Stride < 4; ++Stride)
      for (int Begin = 0; Begin < 5; ++Begin)
        for (int Scale = 1; Scale < 4; ++Scale)
          for (int Trips = 1; Trips < 6; ++Trips)
            for (bool Copies : {false, true}) {
              Access Stored{OMPSCAN_ACCESS_COUNTED, 0, 0};
              Stored.Counted = {0,  OMPSCAN_COUNTED_SLIDES, 1, Scale, Begin, 0,
                                100};
              Access Loaded{Read, First, Stride};
              Loaded.LeftOfCopy = Copies;
              EXPECT_EQ(overlap({at(1000, 4, {Loaded, Stored})}, Trips) == "",
                        slides(First, Stride, Begin, Scale, Trips, Copies))
                  << First << " " << Stride << " " << Begin << " " << Scale
                  << " " << Trips << " " << Copies;
            }
  // Without the word of the plugin nothing may be read at all, nor may it
  // elsewhere.
  Access Stored{OMPSCAN_ACCESS_COUNTED, 0, 0};
  Stored.Counted = {0, 0, 1, 1, 0, 0, 100};
  EXPECT_NE(overlap({at(1000, 4, {{Read, 0, 1}, Stored})}, 5), "");
  Stored.Counted.Flags = OMPSCAN_COUNTED_SLIDES;
  EXPECT_EQ(overlap({at(1000, 4, {{Read, 0, 1}, Stored})}, 5), "");
  EXPECT_NE(overlap({at(1000, 4, {{Read, 0, -1}, Stored})}, 5), "");
  EXPECT_NE(overlap({at(1000, 4, {{Read, 3, 1}, Stored}),
                     at(1004, 4, {{Read, 0, 1}}, "x")},
                    5),
            "");
}

/// Whether stores from First upwards and from Last downwards meet, if \p Trips
/// iterations are dealt out to them in any way.
bool meetInTheMiddle(int First, int Last, int Step, int Trips) {
  for (int Ups = 0; Ups <= Trips; ++Ups)
    for (int I = 0; I < Ups; ++I)
      for (int J = 0; J < Trips - Ups; ++J)
        if (First + I * Step == Last - J * Step)
          return true;
  return false;
}

TEST(Overlaps, BothEnds) {
  const auto Both = [](int First, int Last, int Step, int Trips,
                       uint32_t Flags) {
    Access Up{OMPSCAN_ACCESS_COUNTED, 0, 0}, Down = Up;
    Up.Counted = {0, Flags, Step, 1, 0, First, 1000};
    Down.Counted = {1, Flags | OMPSCAN_COUNTED_SIGNED, -Step, 1, 0, Last, 1000};
    return overlap({at(1000, 4, {Up, Down})}, Trips);
  };
  for (int Step = 1; Step < 4; ++Step)
    for (int Last = 0; Last < 30; ++Last)
      for (int Trips = 1; Trips < 9; ++Trips) {
        const bool Meet = meetInTheMiddle(7, Last, Step, Trips);
        const bool Refused =
            Both(7, Last, Step, Trips, OMPSCAN_COUNTED_ALONE) != "";
        // Pieces that pass each other without a common element are refused.
        EXPECT_TRUE(Refused || !Meet) << Step << " " << Last << " " << Trips;
        if (Step == 1)
          EXPECT_EQ(Refused, Meet) << Last << " " << Trips;
      }
  // Where an iteration may store in both.
  EXPECT_NE(Both(0, 9, 1, 10, 0), "");
  EXPECT_EQ(Both(0, 9, 1, 10, OMPSCAN_COUNTED_ALONE), "");
  EXPECT_NE(Both(0, 8, 1, 10, OMPSCAN_COUNTED_ALONE), "");
}

TEST(Overlaps, SameArray) {
  EXPECT_EQ(overlap({at(1000, 4, {{Write, 1, 1}, {Read, 2, 1}})}, 10),
            "some iterations use elements of y that other iterations store");
  EXPECT_EQ(overlap({at(1000, 4, {{Write, 1, 1}, {Read, 2, 1}})}, 1), "");
  EXPECT_EQ(overlap({at(1000, 4, {{Write, 1, 1}, {Write, 1, 1}})}, 10), "");
  EXPECT_EQ(overlap({at(1000, 4, {{Write, 1, 1}, {Seed, 0, 1}})}, 10), "");
}

// The members that are stored are no others by another name.
TEST(Overlaps, OtherMembers) {
  Access Loaded{Read, 0, 1};
  Loaded.OtherMembers = true;
  EXPECT_EQ(overlap({at(1000, 8, {{Write, 1, 1}, Loaded})}, 10), "");
  EXPECT_NE(overlap({at(1000, 8, {{Write, 1, 1}, {Read, 0, 1}})}, 10), "");
  EXPECT_NE(
      overlap({at(1000, 8, {{Write, 1, 1}}), at(1000, 8, {Loaded}, "x")}, 10),
      "");
}

TEST(Overlaps, SeveralStoresAtOneCounter) {
  Access Stored{OMPSCAN_ACCESS_COUNTED, 0, 0};
  for (uint64_t Most : {1, 2, 3}) {
    Stored.Counted = {0, 0, 1, 1, 0, 0, 100, Most};
    // Ten iterations may store so many elements in front of those of x.
    for (uint64_t Place : {9, 10, 19, 20, 29, 30})
      EXPECT_EQ(overlap({at(1000, 4, {Stored}),
                         at(1000 + 4 * Place, 4, {{Read, 0, 1}}, "x")},
                        10) == "",
                Place >= 10 * Most)
          << Most << " " << Place;
    // The counter must not pass the largest number of its type.
    Stored.Counted.Initial = 80;
    if (Most == 3)
      EXPECT_THROW(overlap({at(1000, 4, {Stored})}, 10), Failure);
    else
      EXPECT_EQ(overlap({at(1000, 4, {Stored})}, 10), "");
  }
}

/// `y[i + 1u]` from `y[i]`, say, where the former wraps around.
TEST(Ranges, SeedIsOneStrideBeforeTheStore) {
  const auto Problem = [](const std::vector<Access> &Uses) {
    return failureOf([&] { rangesOf(at(1000, 4, Uses), 10); });
  };
  EXPECT_EQ(Problem({{Seed, 7, 0}, {Write, 8, 1}}), "");
  EXPECT_EQ(Problem({{Seed, 7, 0}, {Write, 5, -2}}), "");
  EXPECT_EQ(Problem({{Seed, 7, 0}}), "");
  EXPECT_EQ(Problem({{Seed, 7, 0}, {Write, 20, 1}, {Write, 8, 1}}), "");
  EXPECT_EQ(Problem({{Write, 8, 2}, {Seed, 7, 0}}),
            "the subscripts of y wrap around: the scan starts from element 7, "
            "which is not the one before the first that the loop stores, "
            "element 8");
  EXPECT_NE(Problem({{Seed, 0, 0}, {Write, INT64_MIN, 1}}), "");
}

TEST(Overlaps, InterleavedFields) {
  // struct { int a, b; } p[]; p[i].b = p[i-1].b + p[i].a
  auto B = at(1004, 4, {{Seed, 0, 2}, {Write, 2, 2}}, "b");
  EXPECT_EQ(overlap({B, at(1000, 4, {{Read, 2, 2}}, "a")}, 10), "");
  EXPECT_EQ(overlap({B, at(1000, 4, {{Read, 20, -2}}, "a")}, 10), "");
  EXPECT_NE(overlap({B, at(1002, 4, {{Read, 2, 2}}, "a")}, 10), "");
  EXPECT_NE(overlap({B, at(1000, 8, {{Read, 1, 1}}, "a")}, 10), "");
  EXPECT_EQ(overlap({B, at(1000, 4, {{Seed, 6, 0}}, "a")}, 10), "");
  EXPECT_NE(overlap({B, at(1000, 4, {{Seed, 7, 0}}, "a")}, 10), "");
}

/// Every pair of short progressions, against the sets of their bytes.
TEST(Overlaps, AgainstBytes) {
  auto Bytes = [](const Range &R, int64_t Address, int64_t Size) {
    std::set<int64_t> Set;
    for (uint64_t K = 0; K != R.Count; ++K)
      for (int64_t B = 0; B != Size; ++B)
        Set.insert(Address + (R.First + int64_t(K) * R.Stride) * Size + B);
    return Set;
  };
  for (uint64_t Trips : {1, 2, 3})
    for (int64_t StrideY : {-3, -1, 1, 2, 3})
      for (int64_t StrideX : {-3, -2, 0, 1, 3})
        for (int64_t Offset = -20; Offset <= 20; ++Offset)
          for (int64_t Size : {1, 2, 4}) {
            std::vector<Array> Arrays{
                at(1000, 4, {{Write, 0, StrideY}}, "y"),
                at(1000 + Offset, Size, {{Read, 0, StrideX}}, "x")};
            const ResolvedLaunch R = resolved(Arrays, Trips);
            bool Meet = false;
            auto X = Bytes(R.Arrays[1].Ranges[0], 1000 + Offset, Size);
            for (int64_t B : Bytes(R.Arrays[0].Ranges[0], 1000, 4))
              Meet |= X.count(B) != 0;
            const bool InPlace =
                Offset == 0 && Size == 4 && (StrideX == StrideY || Trips == 1);
            const bool Refused = overlap(Arrays, Trips) != "";
            // Nothing that meets may pass, and the usual that does not has to.
            if (Meet) {
              ASSERT_EQ(Refused, !InPlace)
                  << Trips << " " << StrideY << " " << StrideX << " " << Offset
                  << " " << Size;
            } else if (StrideX * Size == StrideY * 4) {
              ASSERT_FALSE(Refused);
            }
            ASSERT_EQ(!R.CanRunAgain, Refused || InPlace);
          }
}

TEST(NoWraps, Limits) {
  EXPECT_NO_THROW(checkNoWrap({0, 1, 32}, uint64_t(1) << 32));
  EXPECT_THROW(checkNoWrap({0, 1, 32}, (uint64_t(1) << 32) + 1), Failure);
  EXPECT_NO_THROW(checkNoWrap({9, -1, 32}, 10));
  EXPECT_THROW(checkNoWrap({9, -1, 32}, 11), Failure);
  EXPECT_THROW(checkNoWrap({uint64_t(1) << 32, 1, 32}, 1), Failure);
  EXPECT_NO_THROW(checkNoWrap({UINT64_MAX, 1, 64}, 1));
  EXPECT_THROW(checkNoWrap({UINT64_MAX, 1, 64}, 2), Failure);
  EXPECT_NO_THROW(checkNoWrap({255, 0, 8}, UINT64_MAX));
  EXPECT_THROW(checkNoWrap({0, INT64_MIN, 64}, UINT64_MAX), Failure);
}

TEST(Merge, Intervals) {
  auto Check = [](std::vector<Interval> In,
                  std::vector<std::pair<int64_t, int64_t>> Expected) {
    std::vector<std::pair<int64_t, int64_t>> Out;
    for (const Interval &I : merge(std::move(In)))
      Out.push_back({I.Low, I.High});
    EXPECT_EQ(Out, Expected);
  };
  Check({}, {});
  Check({{5, 9}, {0, 3}}, {{0, 3}, {5, 9}});
  Check({{4, 9}, {0, 3}}, {{0, 9}});
  Check({{0, 9}, {2, 3}}, {{0, 9}});
  Check({{INT64_MIN, 3}, {INT64_MIN, INT64_MAX}}, {{INT64_MIN, INT64_MAX}});
}

TEST(Guards, AgreeWithTheComparisonInEveryIteration) {
  for (uint32_t Relation = OMPSCAN_RELATION_LT; Relation <= OMPSCAN_RELATION_EQ;
       ++Relation)
    for (int64_t Left = -4; Left <= 4; ++Left)
      for (int64_t Stride = -3; Stride <= 3; ++Stride)
        for (uint64_t Trips : {1, 2, 9}) {
          std::vector<bool> Got(Trips), Want(Trips);
          for (auto [Begin, End] :
               iterationsOf({{Relation, false, Left, 1, Stride}}, Trips))
            for (; Begin != End; ++Begin)
              Got[Begin] = true;
          for (uint64_t K = 0; K != Trips; ++K) {
            const int64_t Value = Left + static_cast<int64_t>(K) * Stride;
            const bool Holds[] = {Value < 1,  Value <= 1, Value > 1,
                                  Value >= 1, Value != 1, Value == 1};
            Want[K] = Holds[Relation];
          }
          EXPECT_EQ(Got, Want) << Relation << " " << Left << " " << Stride;
        }
}

} // namespace

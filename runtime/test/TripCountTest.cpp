//===- TripCountTest.cpp - Trip counts ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/LaunchDescriptor.h"
#include "support/Failure.h"
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <type_traits>

using namespace ompscan::rt;

namespace {

constexpr uint32_t LT = OMPSCAN_RELATION_LT, LE = OMPSCAN_RELATION_LE,
                   GT = OMPSCAN_RELATION_GT, GE = OMPSCAN_RELATION_GE,
                   NE = OMPSCAN_RELATION_NE;

/// The flags of a loop whose induction variable and comparison have type T.
template <typename T> uint32_t flagsOf(uint32_t Relation) {
  uint32_t Flags = Relation | sizeof(T) * 8 << OMPSCAN_INDUCTION_BITS_SHIFT;
  if (std::is_unsigned<T>())
    Flags |= OMPSCAN_INDUCTION_UNSIGNED | OMPSCAN_BOUNDS_UNSIGNED;
  return Flags;
}

template <typename T>
uint64_t count(T Lower, uint32_t Relation, T Bound, int64_t Step) {
  return tripCount({static_cast<int64_t>(Lower), static_cast<int64_t>(Bound),
                    Step, flagsOf<T>(Relation)});
}

template <typename T>
bool refused(T Lower, uint32_t Relation, T Bound, int64_t Step) {
  try {
    count(Lower, Relation, Bound, Step);
    return false;
  } catch (const Failure &) {
    return true;
  }
}

template <typename T> class TripCount : public testing::Test {};
using IntegerTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t,
                                    uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(TripCount, IntegerTypes);

TYPED_TEST(TripCount, Simple) {
  using T = TypeParam;
  EXPECT_EQ(count<T>(0, LT, 10, 1), 10u);
  EXPECT_EQ(count<T>(0, LE, 10, 1), 11u);
  EXPECT_EQ(count<T>(1, LT, 10, 3), 3u);
  EXPECT_EQ(count<T>(1, LT, 11, 3), 4u);
  EXPECT_EQ(count<T>(1, LE, 10, 3), 4u);
  EXPECT_EQ(count<T>(10, GT, 0, -1), 10u);
  EXPECT_EQ(count<T>(10, GE, 1, -1), 10u);
  EXPECT_EQ(count<T>(12, GT, 0, -4), 3u);
  EXPECT_EQ(count<T>(0, NE, 10, 1), 10u);
  EXPECT_EQ(count<T>(10, NE, 0, -2), 5u);
}

TYPED_TEST(TripCount, Zero) {
  using T = TypeParam;
  const T Max = std::numeric_limits<T>::max();
  const T Min = std::numeric_limits<T>::min();
  for (T Value : {Min, T(0), T(7), Max}) {
    EXPECT_EQ(count<T>(Value, LT, Value, 1), 0u);
    EXPECT_EQ(count<T>(Value, GT, Value, -1), 0u);
    EXPECT_EQ(count<T>(Value, NE, Value, 1), 0u);
    EXPECT_EQ(count<T>(Value, LT, Value, -1), 0u);
  }
  EXPECT_EQ(count<T>(Max, LT, Min, 1), 0u);
  EXPECT_EQ(count<T>(Max, LE, Min, 1), 0u);
  EXPECT_EQ(count<T>(Min, GT, Max, -1), 0u);
  EXPECT_EQ(count<T>(Min, GE, Max, -1), 0u);
  EXPECT_EQ(count<T>(8, LE, 7, 1), 0u);
}

TYPED_TEST(TripCount, Limits) {
  using T = TypeParam;
  const T Max = std::numeric_limits<T>::max();
  const T Min = std::numeric_limits<T>::min();
  const uint64_t All = static_cast<uint64_t>(Max) - static_cast<uint64_t>(Min);
  EXPECT_EQ(count<T>(Min, LT, Max, 1), All);
  EXPECT_EQ(count<T>(Max, GT, Min, -1), All);
  EXPECT_EQ(count<T>(Min, NE, Max, 1), All);
  EXPECT_EQ(count<T>(Max, NE, Min, -1), All);
  EXPECT_EQ(count<T>(Min, LE, Max - 1, 1), All);
  EXPECT_EQ(count<T>(Max, GE, Min + 1, -1), All);
  // The last increment leaves the type.
  EXPECT_TRUE(refused<T>(Min, LE, Max, 1));
  EXPECT_TRUE(refused<T>(Max, LE, Max, 1));
  EXPECT_TRUE(refused<T>(Max, GE, Min, -1));
  EXPECT_TRUE(refused<T>(Min, GE, Min, -1));
  EXPECT_TRUE(refused<T>(Max - 2, LT, Max, 3));
  EXPECT_TRUE(refused<T>(Min + 2, GT, Min, -3));
  EXPECT_EQ(count<T>(Max - 2, LT, Max, 2), 1u);
}

TYPED_TEST(TripCount, Endless) {
  using T = TypeParam;
  EXPECT_TRUE(refused<T>(0, LT, 10, -1));
  EXPECT_TRUE(refused<T>(10, GT, 0, 1));
  EXPECT_TRUE(refused<T>(0, NE, 10, -1));
  EXPECT_TRUE(refused<T>(10, NE, 0, 1));
  EXPECT_TRUE(refused<T>(0, NE, 10, 3));
  EXPECT_TRUE(refused<T>(0, LT, 10, 0));
}

/// Every loop of an 8-bit variable, against the loop itself.
template <typename T> void compareWithLoop(uint32_t Relation, int Step) {
  auto Holds = [&](T I, T Bound) {
    switch (Relation) {
    case LT:
      return I < Bound;
    case LE:
      return I <= Bound;
    case GT:
      return I > Bound;
    case GE:
      return I >= Bound;
    default:
      return I != Bound;
    }
  };
  const int Min = std::numeric_limits<T>::min();
  const int Max = std::numeric_limits<T>::max();
  for (int Lower = Min; Lower <= Max; Lower += 3)
    for (int Bound = Min; Bound <= Max; ++Bound) {
      int I = Lower;
      uint64_t Trips = 0;
      while (I >= Min && I <= Max && Holds(T(I), T(Bound))) {
        I += Step;
        ++Trips;
      }
      const bool Overflows = I < Min || I > Max;
      ASSERT_EQ(refused<T>(Lower, Relation, Bound, Step), Overflows)
          << Lower << " " << Relation << " " << Bound << " " << Step;
      if (!Overflows) {
        ASSERT_EQ(count<T>(Lower, Relation, Bound, Step), Trips);
      }
    }
}

TEST(TripCount, AllLoopsOfEightBits) {
  for (uint32_t Relation : {LT, LE, GT, GE, NE})
    for (int Step : {1, 3, 127, 128, -1, -2, -128}) {
      compareWithLoop<int8_t>(Relation, Step);
      compareWithLoop<uint8_t>(Relation, Step);
    }
}

TEST(TripCount, Huge) {
  EXPECT_EQ(count<uint64_t>(0, LT, UINT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(count<int64_t>(INT64_MIN, LT, INT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(count<uint64_t>(0, LT, uint64_t(5) << 32, 1), uint64_t(5) << 32);
  EXPECT_EQ(count<int64_t>(0, GT, INT64_MIN, INT64_MIN), 1u);
  EXPECT_TRUE(refused<int64_t>(-1, GT, INT64_MIN, INT64_MIN));
  EXPECT_EQ(count<int64_t>(-1, LT, INT64_MAX - 1, INT64_MAX), 1u);
}

/// `for (unsigned char i = 0; i < n; ++i)` with an int n.
TEST(TripCount, VariableNarrowerThanComparison) {
  const uint32_t Flags =
      LT | OMPSCAN_INDUCTION_UNSIGNED | 8u << OMPSCAN_INDUCTION_BITS_SHIFT;
  EXPECT_EQ(tripCount({0, 255, 1, Flags}), 255u);
  EXPECT_THROW(tripCount({0, 256, 1, Flags}), Failure);
  EXPECT_THROW(tripCount({0, 300, 1, Flags}), Failure);
  EXPECT_THROW(tripCount({1, 255, 2, Flags - LT + LE}), Failure);
}

/// `for (int i = -5; i < n; ++i)` with an unsigned n: i counts as 2^32 - 5.
TEST(TripCount, SignedVariableComparedAsUnsigned) {
  const uint32_t Flags =
      LT | OMPSCAN_BOUNDS_UNSIGNED | 32u << OMPSCAN_INDUCTION_BITS_SHIFT;
  const int64_t Lower = static_cast<uint32_t>(-5);
  EXPECT_EQ(tripCount({Lower, 10, 1, Flags}), 0u);
  EXPECT_EQ(tripCount({Lower, 0xffffffffll, 1, Flags}), 4u);
  EXPECT_EQ(tripCount({0, 0x7fffffffll, 1, Flags}), 0x7fffffffu);
  EXPECT_THROW(tripCount({0, 0x80000000ll, 1, Flags}), Failure);
}

TEST(TripCount, ReasonsNameTheValues) {
  try {
    count<uint8_t>(0, LE, 255, 1);
    FAIL();
  } catch (const Failure &E) {
    EXPECT_STREQ(E.what(),
                 "the loop variable overflows before the loop ends: its "
                 "type holds 0 to 255, and the loop steps to 256");
  }
}

TEST(TripCount, BrokenFlags) {
  EXPECT_THROW(tripCount({0, 10, 1, LT}), Failure);
  EXPECT_THROW(tripCount({0, 10, 1, 6u | 32u << OMPSCAN_INDUCTION_BITS_SHIFT}),
               Failure);
}

TEST(WideToString, Limits) {
  EXPECT_EQ(toString(0), "0");
  EXPECT_EQ(toString(-12), "-12");
  EXPECT_EQ(toString(Wide(UINT64_MAX)), "18446744073709551615");
  EXPECT_EQ(toString(Wide(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(toString(Wide(1) << 126), "85070591730234615865843651857942052864");
}

} // namespace

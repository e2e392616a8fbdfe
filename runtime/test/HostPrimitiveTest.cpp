//===- HostPrimitiveTest.cpp - Primitives on the host's cores -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On teams of several sizes, with arrays around the borders of blocks. For
/// environments in which primitives run on the host.
///
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "TestTeam.h"
#include "ompscan/data.h"
#include "primitives/host/ParallelFor.h"
#include "primitives/host/Sort.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <numeric>
#include <pthread.h>
#include <string>
#include <utility>

using namespace ompscan::rt;

namespace {

/// Blocks of the variant with tiny tiles have few elements, and take all teams
/// and operators.
const bool BlocksAreTiny = HostBlockBytes < 4096;

const std::vector<int> Teams =
    BlocksAreTiny ? std::vector<int>{1, 2, 3, 16} : std::vector<int>{1, 3};

/// Sizes around the borders of blocks with elements of \p Size bytes, and of
/// the arrays that more than one thread gets.
std::set<size_t> blockSizes(uint64_t Size) {
  const uint64_t Block = HostBlockBytes / Size;
  std::set<size_t> Sizes{1, 2, 9};
  for (uint64_t Border : {Block, 2 * HostShareBytes / Size, 5 * Block})
    for (uint64_t N : {Border - 1, Border, Border + 1})
      Sizes.insert(N);
  Sizes.insert((BlocksAreTiny ? 40 : 9) * Block + 3);
  return Sizes;
}

class HostPrimitives : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(runsOnHost()) << "OMPSCAN_DEVICE has to be host";
  }
};

template <typename T> class HostPrimitivesOf : public HostPrimitives {};
using SlidingTypes = testing::Types<uint8_t, uint16_t, Record<3, uint8_t>,
                                    uint32_t, double, Record<12, uint32_t>,
                                    Record<16, uint32_t>, Record<64, uint32_t>>;
TYPED_TEST_SUITE(HostPrimitivesOf, SlidingTypes);

/// Flags that leave words without marks, full ones, and mixed ones.
std::vector<uint8_t> patternedFlags(size_t N, unsigned Pattern) {
  std::vector<uint8_t> Flags(N);
  uint32_t State = 17;
  for (size_t I = 0; I != N; ++I) {
    State = State * 1664525u + 1013904223u;
    const bool Random = State >> 31;
    const bool IsSet[] = {false,           true,         Random,
                          I / 37 % 2 == 0, I % 300 == 7, I % 300 != 7};
    Flags[I] = IsSet[Pattern] ? static_cast<uint8_t>(State >> 24 | 1) : 0;
  }
  return Flags;
}
constexpr unsigned Patterns = 6;

TYPED_TEST(HostPrimitivesOf, Flagged) {
  using T = TypeParam;
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(sizeof(T)))
      for (unsigned Pattern = 0; Pattern != Patterns; ++Pattern) {
        const std::vector<T> Before = randomItems<T>(N, 100);
        std::vector<uint16_t> Numbers(N);
        std::iota(Numbers.begin(), Numbers.end(), uint16_t(0));
        const std::vector<uint8_t> Flags = patternedFlags(N, Pattern);
        std::vector<T> Wanted;
        std::vector<uint16_t> WantedNumbers;
        for (size_t I = 0; I != N; ++I)
          if (Flags[I]) {
            Wanted.push_back(Before[I]);
            WantedNumbers.push_back(Numbers[I]);
          }
        // The output has room for nothing else, but has an address.
        const size_t Room = std::max<size_t>(Wanted.size(), 1);
        Items<T> Data(Before), Out(Room);
        Items<uint16_t> Others(Numbers), OtherOut(Room);
        ompscan_companion Companion{Others.data(), 2, OtherOut.data(), nullptr};
        size_t Kept = 77;
        EXPECT_DONE(ompscan_copy_flagged(Data.data(), Out.data(), Flags.data(),
                                         N, sizeof(T), &Companion, &Kept));
        ASSERT_EQ(Kept, Wanted.size());
        ASSERT_TRUE(same(Out.data(), Wanted)) << N << ", " << Pattern;
        ASSERT_TRUE(same(OtherOut.data(), WantedNumbers));
        ASSERT_TRUE(same(Data.data(), Before));
        EXPECT_DONE(ompscan_select_flagged(Data.data(), Flags.data(), N,
                                           sizeof(T), &Companion, &Kept));
        ASSERT_EQ(Kept, Wanted.size());
        ASSERT_TRUE(same(Data.data(), Wanted)) << N << ", " << Pattern;
        ASSERT_TRUE(same(Others.data(), WantedNumbers));
      }
  }
}

/// Keys in runs of up to \p Longest elements, from one value to another.
template <typename T> std::vector<T> runsOf(size_t N, size_t Longest) {
  std::vector<T> V;
  uint32_t State = 5;
  for (uint32_t Run = 0; V.size() != N; ++Run) {
    State = State * 1664525u + 1013904223u;
    const T X = Text<T>::make(Run % 2, Run % 2);
    V.insert(V.end(), std::min<size_t>(N - V.size(), State % Longest + 1), X);
  }
  return V;
}

TYPED_TEST(HostPrimitivesOf, Runs) {
  using T = TypeParam;
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(sizeof(T)))
      // The last ones pass over blocks.
      for (const size_t Longest :
           {size_t(1), size_t(3), size_t(100), N / 2 + 1, 8 * N}) {
        const std::vector<T> Before = runsOf<T>(N, Longest);
        std::vector<T> Wanted;
        std::vector<size_t> Lengths;
        for (size_t I = 0; I != N; ++I) {
          if (I == 0 || std::memcmp(&Before[I], &Before[I - 1], sizeof(T))) {
            Wanted.push_back(Before[I]);
            Lengths.push_back(0);
          }
          ++Lengths.back();
        }
        Items<T> Data(Before), Out(Wanted.size()), Copy(Wanted.size());
        Items<size_t> OutLengths(Wanted.size());
        size_t Count = 77;
        EXPECT_DONE(ompscan_run_length_encode(Data.data(), N, sizeof(T),
                                              nullptr, Out.data(),
                                              OutLengths.data(), &Count));
        ASSERT_EQ(Count, Wanted.size());
        ASSERT_TRUE(same(Out.data(), Wanted)) << N << ", " << Longest;
        ASSERT_TRUE(same(OutLengths.data(), Lengths)) << N << ", " << Longest;
        EXPECT_DONE(ompscan_unique_copy(Data.data(), Copy.data(), N, sizeof(T),
                                        nullptr, nullptr, &Count));
        ASSERT_EQ(Count, Wanted.size());
        ASSERT_TRUE(same(Copy.data(), Wanted)) << N << ", " << Longest;
        EXPECT_DONE(ompscan_unique(Data.data(), N, sizeof(T), nullptr, nullptr,
                                   &Count));
        ASSERT_EQ(Count, Wanted.size());
        ASSERT_TRUE(same(Data.data(), Wanted)) << N << ", " << Longest;
      }
  }
}

TYPED_TEST(HostPrimitivesOf, Moves) {
  using T = TypeParam;
  const T Fill = Text<T>::make(99, 12345);
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(sizeof(T))) {
      const std::vector<T> Before = randomItems<T>(N, 100);
      for (const ptrdiff_t By : {1, -1, 13, -13, 5000, -5000}) {
        const std::vector<T> After = shifted(Before, By, Fill);
        Items<T> Data(Before);
        EXPECT_DONE(ompscan_shift(Data.data(), N, By, sizeof(T), &Fill));
        ASSERT_TRUE(same(Data.data(), After)) << N << " elements by " << By;
      }
      for (const size_t Columns : {size_t(1), size_t(10), N / 3 + 1}) {
        const size_t Rows = N / Columns, Pitch = Columns + 3;
        std::vector<T> After = padded(Before, Rows, Columns, 3, Fill);
        Items<T> Data(Rows * Pitch);
        if (Rows)
          std::memcpy(Data.data(), Before.data(), Rows * Columns * sizeof(T));
        EXPECT_DONE(
            ompscan_pad(Data.data(), Rows, Columns, Pitch, sizeof(T), &Fill));
        ASSERT_TRUE(same(Data.data(), After)) << Rows << " x " << Columns;
        EXPECT_DONE(
            ompscan_unpad(Data.data(), Rows, Columns, Pitch, sizeof(T)));
        After.assign(Before.begin(), Before.begin() + Rows * Columns);
        ASSERT_TRUE(same(Data.data(), After)) << Rows << " x " << Columns;
      }
    }
  }
}

/// Both kinds of elements wait in the buffer.
TEST_F(HostPrimitives, Split) {
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(4 + 12))
      for (const uint32_t Zeros : {0u, 3u, 50u, 98u, 100u}) {
        std::vector<uint32_t> Before = randomItems<uint32_t>(N, 100);
        for (uint32_t &X : Before)
          X = X * 4 + (X < Zeros ? 0 : 2);
        const auto Others = randomItems<Record<12, uint32_t>>(N, 1000);
        std::vector<uint32_t> After;
        std::vector<Record<12, uint32_t>> OthersAfter;
        size_t Count = 0;
        for (const uint32_t Bit : {0u, 2u})
          for (size_t I = 0; I != N; ++I)
            if ((Before[I] & 2) == Bit) {
              After.push_back(Before[I]);
              OthersAfter.push_back(Others[I]);
              Count += Bit == 0;
            }
        Items<uint32_t> Data(Before);
        Items<Record<12, uint32_t>> Moved(Others);
        const ompscan_companion Companion{Moved.data(), 12, nullptr, nullptr};
        size_t Kept = 77;
        EXPECT_DONE(ompscan_split(Data.data(), N, 4, 1, &Companion, &Kept));
        ASSERT_EQ(Kept, Count);
        ASSERT_TRUE(same(Data.data(), After)) << N << ", " << Zeros;
        ASSERT_TRUE(same(Moved.data(), OthersAfter)) << N << ", " << Zeros;
      }
  }
}

TEST_F(HostPrimitives, RemoveByTheEqualityOfTheType) {
  const size_t N = 3 * HostShareBytes;
  std::vector<double> Before(N), After;
  for (size_t I = 0; I != N; ++I)
    Before[I] = I % 5 == 0   ? -0.
                : I % 5 == 1 ? std::numeric_limits<double>::quiet_NaN()
                             : static_cast<double>(I % 3);
  const double Zero = 0;
  std::remove_copy(Before.begin(), Before.end(), std::back_inserter(After),
                   Zero);
  for (const int Team : Teams) {
    const Threads Most(Team);
    Items<double> Data(Before);
    size_t Kept = 77;
    EXPECT_DONE(
        ompscan_remove(Data.data(), N, 8, "double", &Zero, nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(Data.data(), After));
  }
}

/// Only the elements that are kept need room: nothing is stored if they overlap
/// the input.
TEST_F(HostPrimitives, OverlapOfWhatIsKept) {
  const Threads Most(3);
  const size_t N = HostShareBytes;
  std::vector<uint32_t> Data(2 * N, 7);
  std::vector<uint8_t> Flags(N, 0);
  std::fill_n(Flags.begin() + N / 2, N / 4, uint8_t(1));
  for (size_t I = 0; I != N; ++I)
    Data[N + I] = static_cast<uint32_t>(I);
  const std::vector<uint32_t> Before = Data;
  size_t Kept = 77;
  EXPECT_EQ(ompscan_copy_flagged(&Data[N], &Data[N - N / 4 + 1], Flags.data(),
                                 N, 4, nullptr, &Kept),
            OMPSCAN_ERROR_ARGUMENT);
  EXPECT_EQ(Kept, 77u);
  EXPECT_EQ(Data, Before);
  EXPECT_DONE(ompscan_copy_flagged(&Data[N], &Data[N - N / 4], Flags.data(), N,
                                   4, nullptr, &Kept));
  EXPECT_EQ(Kept, N / 4);
  for (size_t I = 0; I != N / 4; ++I)
    ASSERT_EQ(Data[N - N / 4 + I], N / 2 + I);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// \p X and \p Y by the operator that has this sign.
template <typename T> T operated(const std::string &Sign, T X, T Y) {
  if (Sign == "min")
    return std::min(X, Y);
  if (Sign == "max")
    return std::max(X, Y);
  if constexpr (std::is_floating_point_v<T>) {
    return Sign == "+" ? X + Y : X * Y;
  } else {
    const auto A = static_cast<uint64_t>(X), B = static_cast<uint64_t>(Y);
    return static_cast<T>(Sign == "+"   ? A + B
                          : Sign == "*" ? A * B
                          : Sign == "&" ? A & B
                          : Sign == "|" ? A | B
                                        : A ^ B);
  }
}

template <typename T> std::vector<const char *> signsOf() {
  if (!BlocksAreTiny)
    return {"+", "max"};
  if (std::is_floating_point_v<T>)
    return {"+", "*", "min", "max"};
  return {"+", "*", "min", "max", "&", "|", "^"};
}

/// Numbers whose sums and products are exact in every grouping.
template <typename T> std::vector<T> exactNumbers(size_t N, bool AreFactors) {
  std::vector<T> V;
  for (const uint32_t X : randomNumbers<uint32_t>(N))
    V.push_back(!std::is_floating_point_v<T> ? static_cast<T>(X)
                : !AreFactors   ? static_cast<T>(static_cast<int>(X % 9) - 4)
                : V.size() < 20 ? T(2)
                : X % 2         ? T(-1)
                                : T(1));
  return V;
}

template <typename T> const char *nameOf() {
  return std::is_same_v<T, int8_t> ? "char"
         : std::is_same_v<T, int32_t>
             ? "int"
             : Text<std::conditional_t<std::is_same_v<T, int8_t> ||
                                           std::is_same_v<T, int32_t>,
                                       uint8_t, T>>::Type;
}

template <typename T> class HostPrimitivesOn : public HostPrimitives {};
using NumberTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t,
                                   uint32_t, int64_t, uint64_t, float, double>;
TYPED_TEST_SUITE(HostPrimitivesOn, NumberTypes);

TYPED_TEST(HostPrimitivesOn, Reduce) {
  using T = TypeParam;
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(sizeof(T)))
      for (const char *Sign : signsOf<T>()) {
        const std::vector<T> V = exactNumbers<T>(N, *Sign == '*');
        const T Initial = T(3);
        T Wanted = V[0];
        for (size_t I = 1; I != N; ++I)
          Wanted = operated<T>(Sign, Wanted, V[I]);
        const ompscan_predicate Op{nameOf<T>(), Sign, nullptr, nullptr, 0};
        const Items<T> In(V);
        T Result = T(77);
        EXPECT_DONE(
            ompscan_reduce(In.data(), N, sizeof(T), &Op, nullptr, &Result));
        ASSERT_EQ(Result, Wanted) << Sign << " of " << N;
        EXPECT_DONE(
            ompscan_reduce(In.data(), N, sizeof(T), &Op, &Initial, &Result));
        ASSERT_EQ(Result, operated<T>(Sign, Initial, Wanted))
            << Sign << " of " << N;
      }
  }
}

/// Flags of segments of up to \p Longest elements.
std::vector<uint8_t> headsOf(size_t N, size_t Longest) {
  std::vector<uint8_t> Heads(N);
  uint32_t State = 3;
  for (size_t I = 0; I < N; I += State % Longest + 1) {
    State = State * 1664525u + 1013904223u;
    Heads[I] = I != 0; // The first element begins one in any case.
  }
  return Heads;
}

/// The three ways to give the segments of \p Heads.
struct GivenSegments {
  explicit GivenSegments(const std::vector<uint8_t> &Heads) : Heads(Heads) {
    for (size_t I = 0; I != Heads.size(); ++I) {
      if (I == 0 || Heads[I])
        Offsets.push_back(I);
      Keys.push_back(static_cast<uint32_t>(Offsets.size() % 5));
    }
  }
  std::vector<ompscan_segments> all() const {
    return {{Heads.data(), nullptr, 0, nullptr, 0},
            {nullptr, Keys.data(), 4, nullptr, 0},
            {nullptr, nullptr, 0, Offsets.data(), Offsets.size()}};
  }
  std::vector<uint8_t> Heads;
  std::vector<uint32_t> Keys;
  std::vector<size_t> Offsets;
};

TYPED_TEST(HostPrimitivesOn, Segments) {
  using T = TypeParam;
  const std::set<size_t> Sizes = blockSizes(sizeof(T));
  for (const int Team : {1, 3}) {
    const Threads Most(Team);
    for (const size_t N : Sizes)
      for (const size_t Longest : {size_t(2), size_t(70), 4 * N})
        for (const char *Sign : signsOf<T>()) {
          // Borders of blocks are alike for all operators.
          if (*Sign != '+' && N != *Sizes.rbegin())
            continue;
          const std::vector<T> V = exactNumbers<T>(N, *Sign == '*');
          const GivenSegments Given(headsOf(N, Longest));
          const T Initial = T(2);
          std::vector<T> Inclusive, Exclusive, Sums, SumsOn;
          std::vector<uint32_t> SumKeys;
          for (size_t I = 0; I != N; ++I) {
            const bool IsHead = I == 0 || Given.Heads[I];
            const T Behind = IsHead ? Initial : SumsOn.back();
            if (IsHead) {
              Sums.push_back(V[I]);
              SumsOn.push_back(Initial);
              SumKeys.push_back(Given.Keys[I]);
            } else {
              Sums.back() = operated<T>(Sign, Sums.back(), V[I]);
            }
            SumsOn.back() = operated<T>(Sign, SumsOn.back(), V[I]);
            Inclusive.push_back(Sums.back());
            Exclusive.push_back(Behind);
          }
          const ompscan_predicate Op{nameOf<T>(), Sign, nullptr, nullptr, 0};
          const Items<T> In(V);
          size_t Count = 77;
          for (const ompscan_segments &S : Given.all()) {
            Items<T> Out(N), Data(V), Totals(Sums.size());
            EXPECT_DONE(ompscan_segmented_scan(In.data(), Out.data(), N,
                                               sizeof(T), &Op, &S, nullptr));
            ASSERT_TRUE(same(Out.data(), Inclusive)) << Sign << " of " << N;
            EXPECT_DONE(ompscan_segmented_scan(Data.data(), Data.data(), N,
                                               sizeof(T), &Op, &S, &Initial));
            ASSERT_TRUE(same(Data.data(), Exclusive)) << Sign << " of " << N;
            EXPECT_DONE(ompscan_segmented_reduce(In.data(), Totals.data(), N,
                                                 sizeof(T), &Op, &S, nullptr,
                                                 &Count));
            ASSERT_EQ(Count, Sums.size());
            ASSERT_TRUE(same(Totals.data(), Sums)) << Sign << " of " << N;
            EXPECT_DONE(ompscan_segmented_reduce(In.data(), Totals.data(), N,
                                                 sizeof(T), &Op, &S, &Initial,
                                                 &Count));
            ASSERT_TRUE(same(Totals.data(), SumsOn)) << Sign << " of " << N;
          }
          Items<T> Totals(Sums.size());
          Items<uint32_t> Keys(Sums.size());
          EXPECT_DONE(ompscan_reduce_by_key(Given.Keys.data(), In.data(), N, 4,
                                            sizeof(T), &Op, Keys.data(),
                                            Totals.data(), &Count));
          ASSERT_EQ(Count, Sums.size());
          ASSERT_TRUE(same(Totals.data(), Sums)) << Sign << " of " << N;
          ASSERT_TRUE(same(Keys.data(), SumKeys)) << Sign << " of " << N;
        }
  }
}

/// Floating-point results have the same bits on every team.
TEST_F(HostPrimitives, ResultsDoNotDependOnTheTeam) {
  const size_t N = 9 * HostShareBytes / sizeof(float) + 5;
  std::vector<float> V;
  for (const uint32_t X : randomNumbers<uint32_t>(N))
    V.push_back(static_cast<float>(X) * 1e-7f);
  const ompscan_predicate Add{"float", "+", nullptr, nullptr, 0};
  const std::vector<uint8_t> Heads(N, 0);
  const ompscan_segments One{Heads.data(), nullptr, 0, nullptr, 0};
  const double Exact = std::accumulate(V.begin(), V.end(), 0.);
  float First = 0;
  std::vector<float> FirstScan;
  for (const int Team : Teams) {
    const Threads Most(Team);
    float Sum = 0;
    std::vector<float> Scan(N);
    EXPECT_DONE(ompscan_reduce(V.data(), N, 4, &Add, nullptr, &Sum));
    EXPECT_DONE(ompscan_segmented_scan(V.data(), Scan.data(), N, 4, &Add, &One,
                                       nullptr));
    EXPECT_NEAR(Sum, Exact, Exact * 1e-5);
    EXPECT_NEAR(Scan.back(), Exact, Exact * 1e-3);
    if (Team == Teams[0]) {
      First = Sum;
      FirstScan = Scan;
    }
    EXPECT_EQ(Sum, First);
    EXPECT_TRUE(same(Scan.data(), FirstScan));
  }
}

//===----------------------------------------------------------------------===//
// Histogram and sort
//===----------------------------------------------------------------------===//

/// Few bins for each thread, and so many that there are less threads.
TEST_F(HostPrimitives, Histogram) {
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(4))
      for (const size_t Bins : {size_t(1), size_t(7), size_t(300), N + 1}) {
        const std::vector<uint32_t> V = randomItems<uint32_t>(N, 1000);
        const uint32_t Lower = 10, Upper = 900;
        std::vector<size_t> Wanted(Bins);
        for (const uint32_t X : V)
          if (X >= Lower && X < Upper)
            ++Wanted[(X - Lower) * Bins / (Upper - Lower)];
        const Items<uint32_t> In(V);
        Items<size_t> Counts(Bins);
        EXPECT_DONE(ompscan_histogram_even(In.data(), N, "uint", &Lower, &Upper,
                                           Bins, Counts.data()));
        ASSERT_TRUE(same(Counts.data(), Wanted)) << N << " in " << Bins;
      }
  }
}

/// The bits of \p X as an integer that orders floating-point numbers.
template <typename T> auto orderedBits(T X) {
  if constexpr (std::is_floating_point_v<T>) {
    std::conditional_t<sizeof(T) == 4, int32_t, int64_t> Bits;
    std::memcpy(&Bits, &X, sizeof Bits);
    // Negative numbers ascend with falling magnitudes.
    return Bits < 0 ? std::numeric_limits<decltype(Bits)>::min() - Bits - 1
                    : Bits;
  } else {
    return X;
  }
}

/// Sorts \p Keys alone, and with values of each of \p ValueSizes bytes.
template <typename T>
void expectSorted(const std::vector<T> &Keys, const char *Type,
                  std::initializer_list<size_t> ValueSizes) {
  const size_t N = Keys.size();
  for (const int Descending : {0, 1}) {
    std::vector<size_t> Order(N);
    std::iota(Order.begin(), Order.end(), size_t(0));
    std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
      const auto X = orderedBits(Keys[A]), Y = orderedBits(Keys[B]);
      return X == Y ? A < B : Descending ? Y < X : X < Y;
    });
    std::vector<T> WantedKeys;
    for (const size_t I : Order)
      WantedKeys.push_back(Keys[I]);
    Items<T> Alone(Keys);
    EXPECT_DONE(ompscan_radix_sort(Alone.data(), N, Type, Descending, nullptr));
    ASSERT_TRUE(same(Alone.data(), WantedKeys)) << N << ", " << Descending;
    for (const size_t Size : ValueSizes) {
      const auto Values = randomNumbers<unsigned char>(N * Size);
      std::vector<unsigned char> WantedValues(N * Size);
      for (size_t I = 0; I != N; ++I)
        std::memcpy(&WantedValues[I * Size], &Values[Order[I] * Size], Size);
      Items<T> Data(Keys);
      Items<unsigned char> Others(Values);
      const ompscan_companion Companion{Others.data(), Size, nullptr, nullptr};
      EXPECT_DONE(
          ompscan_radix_sort(Data.data(), N, Type, Descending, &Companion));
      ASSERT_TRUE(same(Data.data(), WantedKeys)) << N << ", " << Descending;
      ASSERT_TRUE(same(Others.data(), WantedValues)) << N << ", " << Descending;
    }
  }
}

TYPED_TEST(HostPrimitivesOn, Sort) {
  using T = TypeParam;
  for (const int Team : Teams) {
    const Threads Most(Team);
    for (const size_t N : blockSizes(sizeof(T) + 12)) {
      std::vector<T> Keys = randomNumbers<T>(N);
      if constexpr (std::is_floating_point_v<T>)
        for (size_t I = 0; I < N; I += 3)
          Keys[I] = I % 2   ? T(-0.)
                    : I % 4 ? -std::numeric_limits<T>::quiet_NaN()
                            : T(0);
      expectSorted(Keys, nameOf<T>(), {12});
      // Digits that are the same for all keys, and many equal keys.
      for (T &K : Keys)
        K = static_cast<T>(static_cast<int>(orderedBits(K) & 3) + 65);
      expectSorted(Keys, nameOf<T>(), {2, 64, 8, 3});
    }
  }
}

/// The order of \p Keys, in all ways to ask for it.
template <typename T>
void expectOrdered(const std::vector<T> &Keys, const char *Type) {
  const size_t N = Keys.size();
  for (const int Descending : {0, 1}) {
    std::vector<uint32_t> Order(N);
    std::iota(Order.begin(), Order.end(), 0u);
    std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
      const auto X = orderedBits(Keys[A]), Y = orderedBits(Keys[B]);
      return X == Y ? A < B : Descending ? Y < X : X < Y;
    });
    const Items<T> In(Keys);
    for (const size_t K : {size_t(1), std::min<size_t>(N, 20), N / 5, N}) {
      Items<T> Out(K);
      Items<uint32_t> Indices(K);
      EXPECT_DONE(ompscan_top_k(In.data(), N, Type, Descending, K, Out.data(),
                                Indices.data(), 4));
      ASSERT_TRUE(
          same(Indices.data(), {Order.begin(), Order.begin() + ptrdiff_t(K)}))
          << K << " of " << N << ", " << Descending;
      for (size_t I = 0; I != K; ++I)
        ASSERT_EQ(std::memcmp(Out.data() + I, &Keys[Order[I]], sizeof(T)), 0);
    }
    for (const size_t Position : {size_t(0), N / 2, N - 1}) {
      T Key = 77;
      size_t Index = N;
      EXPECT_DONE(ompscan_nth_element(In.data(), N, Type, Descending, Position,
                                      &Key, &Index));
      ASSERT_EQ(std::memcmp(&Key, &Keys[Order[Position]], sizeof(T)), 0);
      ASSERT_EQ(Index, Order[Position]);
    }
    Items<uint32_t> All(N);
    EXPECT_DONE(ompscan_argsort(In.data(), N, Type, Descending, All.data(), 4));
    ASSERT_TRUE(same(All.data(), Order)) << N << ", " << Descending;
  }
}

TYPED_TEST(HostPrimitivesOn, KeySelections) {
  using T = TypeParam;
  for (const int Team : {1, 2, 3, 5, 16}) {
    const Threads Most(Team);
    // Of twice as many keys, blocks are searched, not sorted, and on all
    // threads.
    const size_t Border =
        std::max(2 * HostSortedKeys, Team * HostShareBytes / sizeof(T));
    for (const size_t N : {size_t(9), HostSortedKeys + 1, Border + 3}) {
      std::vector<T> Keys = randomNumbers<T>(N);
      if constexpr (std::is_floating_point_v<T>)
        for (size_t I = 0; I < N; I += 3)
          Keys[I] = I % 2   ? T(-0.)
                    : I % 4 ? -std::numeric_limits<T>::quiet_NaN()
                            : T(0);
      expectOrdered(Keys, nameOf<T>());
      for (T &K : Keys)
        K = static_cast<T>(static_cast<int>(orderedBits(K) & 3) + 65);
      expectOrdered(Keys, nameOf<T>());
    }
  }
}

/// Elements need not be aligned.
TEST_F(HostPrimitives, Unaligned) {
  const Threads Most(3);
  const size_t N = HostShareBytes;
  std::vector<uint64_t> Keys = randomNumbers<uint64_t>(N);
  Items<uint8_t> Bytes(8 * N + 1);
  std::memcpy(Bytes.data() + 1, Keys.data(), 8 * N);
  EXPECT_DONE(ompscan_radix_sort(Bytes.data() + 1, N, "ulong", 0, nullptr));
  std::sort(Keys.begin(), Keys.end());
  EXPECT_EQ(std::memcmp(Bytes.data() + 1, Keys.data(), 8 * N), 0);
  const ompscan_predicate Max{"ulong", "max", nullptr, nullptr, 0};
  uint64_t Result = 0;
  EXPECT_DONE(ompscan_reduce(Bytes.data() + 1, N, 8, &Max, nullptr, &Result));
  EXPECT_EQ(Result, Keys.back());
}

//===----------------------------------------------------------------------===//
// Teams
//===----------------------------------------------------------------------===//

/// The number of the host as a device.
int numberOfHost() {
  int Host = 0;
  while (deviceNumbered(Host) != hostDevice())
    ++Host;
  return Host;
}

/// Nothing is stored where memory of the host as a device has no room for the
/// results, however many elements there are.
TEST_F(HostPrimitives, RoomForResults) {
  const Threads Most(3);
  const int Host = numberOfHost();
  if (environment().Policy == Offload::Disabled) {
    EXPECT_EQ(ompscan_device_alloc(Host, 8), nullptr);
    return;
  }
  const size_t N = HostShareBytes, Room = 10;
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const std::vector<uint32_t> Poison(2 * Room, 0xA5A5A5A5);
  void *const Small = ompscan_device_alloc(Host, 8 * Room);
  const auto In4 = static_cast<unsigned char *>(Small) + 4 * Room;
  const auto In8 = static_cast<size_t *>(Small);
  for (const size_t Results : {Room, Room + 1, N}) {
    // Runs, and flags of the elements that begin them.
    std::vector<uint32_t> Keys(N);
    std::vector<uint8_t> Heads(N);
    for (size_t I = 0; I != N; ++I) {
      Keys[I] = static_cast<uint32_t>(Results == N ? I : I * Results / N);
      Heads[I] = I == 0 || Keys[I] != Keys[I - 1];
    }
    const ompscan_segments ByHeads{Heads.data(), nullptr, 0, nullptr, 0};
    const ompscan_segments ByKeys{nullptr, Keys.data(), 4, nullptr, 0};
    Items<uint32_t> Out(N);
    Items<size_t> Lengths(N);
    size_t Count = 77;
    const auto Expect = [&](const char *Array, int Status) {
      const std::string Text = ompscan_last_error();
      std::vector<uint32_t> Now(2 * Room);
      ASSERT_EQ(ompscan_copy(Host, Now.data(), Small, 8 * Room), 0);
      if (Results == Room) {
        EXPECT_EQ(Status, OMPSCAN_SUCCESS) << Text;
        EXPECT_EQ(Count, Room);
        EXPECT_NE(Now, Poison);
      } else {
        EXPECT_EQ(Status, OMPSCAN_ERROR_OVERLAP) << Array;
        EXPECT_NE(Text.find("there are " + std::to_string(Results) +
                            " results, and room for 10 where " + Array + " is"),
                  std::string::npos)
            << Text;
        EXPECT_EQ(Count, 77u);
        EXPECT_EQ(Now, Poison);
        for (size_t I = 0; I != N; ++I) {
          ASSERT_EQ(Out.data()[I], Poison[0]) << Array;
          ASSERT_EQ(Lengths.data()[I], 0xA5A5A5A5A5A5A5A5) << Array;
        }
      }
      Count = 77;
      ASSERT_EQ(ompscan_copy(Host, Small, Poison.data(), 8 * Room), 0);
    };
    ASSERT_EQ(ompscan_copy(Host, Small, Poison.data(), 8 * Room), 0);
    const ompscan_companion ToSmall{Keys.data(), 4, In4, nullptr};
    const ompscan_companion ToLarge{Keys.data(), 4, Out.data(), nullptr};
    Expect("out", ompscan_copy_flagged(Keys.data(), In4, Heads.data(), N, 4,
                                       nullptr, &Count));
    Expect("out", ompscan_copy_flagged(Keys.data(), In4, Heads.data(), N, 4,
                                       &ToLarge, &Count));
    Expect("companion->out",
           ompscan_copy_flagged(Keys.data(), Out.data(), Heads.data(), N, 4,
                                &ToSmall, &Count));
    Out = Items<uint32_t>(N);
    Expect("out", ompscan_unique_copy(Keys.data(), In4, N, 4, nullptr, nullptr,
                                      &Count));
    Expect("out", ompscan_run_length_encode(Keys.data(), N, 4, nullptr, In4,
                                            Lengths.data(), &Count));
    Expect("lengths", ompscan_run_length_encode(Keys.data(), N, 4, nullptr,
                                                Out.data(), In8, &Count));
    Expect("out", ompscan_reduce_by_key(Keys.data(), Keys.data(), N, 4, 4, &Add,
                                        Out.data(), In4, &Count));
    Expect("out_keys", ompscan_reduce_by_key(Keys.data(), Keys.data(), N, 4, 4,
                                             &Add, In4, Out.data(), &Count));
    Expect("out", ompscan_segmented_reduce(Keys.data(), In4, N, 4, &Add,
                                           &ByHeads, nullptr, &Count));
    Expect("out", ompscan_segmented_reduce(Keys.data(), In4, N, 4, &Add,
                                           &ByKeys, nullptr, &Count));
  }
  EXPECT_DONE(ompscan_device_free(Host, Small));
}

/// Only as many results as there are segments need room apart from what is
/// read.
TEST_F(HostPrimitives, OverlapOfSegments) {
  const Threads Most(3);
  const size_t N = HostShareBytes, Results = N / 4;
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  // Gap elements for results are in front of each array that is read.
  for (const size_t Gap : {size_t(1), Results - 1, Results}) {
    const auto Behind = [Gap](auto V) {
      V.insert(V.begin(), Gap, 9);
      return V;
    };
    std::vector<uint32_t> Keys(N), Ones(N, 1);
    std::vector<uint8_t> Heads(N);
    for (size_t I = 0; I != N; ++I) {
      Keys[I] = static_cast<uint32_t>(I / 4);
      Heads[I] = I % 4 == 0;
    }
    const std::vector<uint32_t> Sums(Results, 4);
    std::vector<uint32_t> Numbers(Results);
    std::iota(Numbers.begin(), Numbers.end(), 0u);
    const std::vector<uint32_t> AllOnes = Behind(Ones), AllKeys = Behind(Keys);
    std::vector<uint32_t> Data, Moved;
    Items<uint32_t> Out(Results);
    size_t Count = 77;
    const auto Expect = [&](const char *Text, int Status,
                            const std::vector<uint32_t> &Now,
                            const std::vector<uint32_t> &Before,
                            const std::vector<uint32_t> &Wanted) {
      if (Gap == Results) {
        EXPECT_EQ(Status, OMPSCAN_SUCCESS) << ompscan_last_error();
        EXPECT_EQ(Count, Results);
        EXPECT_TRUE(same(Now.data(), Wanted)) << Text;
      } else {
        EXPECT_TRUE(isRefused(Status, Text));
        EXPECT_EQ(Count, 77u);
        EXPECT_TRUE(Now == Before) << Text;
      }
      Count = 77;
    };
    const ompscan_segments ByHeads{Heads.data(), nullptr, 0, nullptr, 0};
    const ompscan_segments ByKeys{nullptr, Keys.data(), 4, nullptr, 0};
    Data = AllOnes;
    Expect("in and out overlap",
           ompscan_reduce_by_key(Keys.data(), &Data[Gap], N, 4, 4, &Add,
                                 Out.data(), Data.data(), &Count),
           Data, AllOnes, Sums);
    Data = AllKeys;
    Expect("keys and out_keys overlap",
           ompscan_reduce_by_key(&Data[Gap], Ones.data(), N, 4, 4, &Add,
                                 Data.data(), Out.data(), &Count),
           Data, AllKeys, Numbers);
    Data = AllOnes;
    Expect("in and out_keys overlap",
           ompscan_reduce_by_key(Keys.data(), &Data[Gap], N, 4, 4, &Add,
                                 Data.data(), Out.data(), &Count),
           Data, AllOnes, Numbers);
    const std::vector<uint32_t> Poison(Gap + Results, 0xA5A5A5A5);
    Data = Poison;
    Expect("out_keys and out overlap",
           ompscan_reduce_by_key(Keys.data(), Ones.data(), N, 4, 4, &Add,
                                 Data.data(), &Data[Gap], &Count),
           Data, Poison, Numbers);
    Data = AllOnes;
    Expect("in and out overlap",
           ompscan_segmented_reduce(&Data[Gap], Data.data(), N, 4, &Add,
                                    &ByHeads, nullptr, &Count),
           Data, AllOnes, Sums);
    Data = AllOnes;
    Expect("in and out overlap",
           ompscan_segmented_reduce(&Data[Gap], Data.data(), N, 4, &Add,
                                    &ByKeys, nullptr, &Count),
           Data, AllOnes, Sums);
    Data = AllKeys;
    const ompscan_segments ByOwnKeys{nullptr, &Data[Gap], 4, nullptr, 0};
    Expect("keys and out overlap",
           ompscan_segmented_reduce(Ones.data(), Data.data(), N, 4, &Add,
                                    &ByOwnKeys, nullptr, &Count),
           Data, AllKeys, Sums);
    std::vector<uint32_t> Bytes(Gap + N / 4);
    std::memcpy(&Bytes[Gap], Heads.data(), N);
    const ompscan_segments ByOwnHeads{
        reinterpret_cast<const unsigned char *>(&Bytes[Gap]), nullptr, 0,
        nullptr, 0};
    Data = Bytes;
    Expect("heads and out overlap",
           ompscan_segmented_reduce(Ones.data(), Bytes.data(), N, 4, &Add,
                                    &ByOwnHeads, nullptr, &Count),
           Bytes, Data, Sums);
  }
}

/// The initial value is what it was before the call, wherever it is.
TEST_F(HostPrimitives, InitialInAnArray) {
  for (const int Team : Teams) {
    const Threads Most(Team);
    const size_t N = 4 * HostShareBytes;
    const std::vector<uint32_t> Before = randomItems<uint32_t>(N, 1000);
    std::vector<uint8_t> Heads(N);
    std::vector<uint32_t> Scanned, Reduced;
    const uint32_t Initial = Before[1];
    for (size_t I = 0; I != N; ++I) {
      Heads[I] = I % 10 == 0;
      if (Heads[I])
        Reduced.push_back(Initial);
      Scanned.push_back(Reduced.back());
      Reduced.back() += Before[I];
    }
    const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
    const ompscan_segments ByHeads{Heads.data(), nullptr, 0, nullptr, 0};
    Items<uint32_t> Data(Before), Out(N);
    std::memcpy(Out.data(), &Initial, 4);
    size_t Count = 77;
    EXPECT_DONE(ompscan_segmented_reduce(Data.data(), Out.data(), N, 4, &Add,
                                         &ByHeads, Out.data(), &Count));
    ASSERT_EQ(Count, Reduced.size());
    EXPECT_TRUE(same(Out.data(), Reduced)) << Team;
    EXPECT_DONE(ompscan_segmented_scan(Data.data(), Data.data(), N, 4, &Add,
                                       &ByHeads, Data.data() + 1));
    EXPECT_TRUE(same(Data.data(), Scanned)) << Team;
  }
}

/// The bytes of a thread's stack that \p F writes to, and those that any thread
/// does.
template <typename Function> size_t stackBytes(Function F) {
  constexpr size_t Bytes = size_t(1) << 20;
  constexpr unsigned char Paint = 0xA5;
  const std::unique_ptr<unsigned char[]> Memory(
      new unsigned char[Bytes + 4096]);
  unsigned char *const Stack =
      Memory.get() + 4096 - reinterpret_cast<uintptr_t>(Memory.get()) % 4096;
  std::memset(Stack, Paint, Bytes);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  EXPECT_EQ(pthread_attr_setstack(&Attributes, Stack, Bytes), 0);
  pthread_t Thread;
  EXPECT_EQ(pthread_create(
                &Thread, &Attributes,
                [](void *Data) -> void * {
                  (*static_cast<Function *>(Data))();
                  return nullptr;
                },
                &F),
            0);
  pthread_join(Thread, nullptr);
  pthread_attr_destroy(&Attributes);
  const unsigned char *const End = Stack + Bytes;
  return End - std::find_if(static_cast<const unsigned char *>(Stack), End,
                            [](unsigned char C) { return C != Paint; });
}

/// Threads of OpenMP may have stacks of 64 KiB (OMP_STACKSIZE).
TEST_F(HostPrimitives, SmallStacks) {
  const size_t N = 5000, ValueSize = 4;
  std::vector<uint32_t> Keys = randomNumbers<uint32_t>(N), Values = Keys;
  std::vector<uint32_t> Sorted = Keys;
  std::sort(Sorted.begin(), Sorted.end());
  const size_t Least = stackBytes([] {});
  const size_t Most = stackBytes([&] {
    radixSort(1, {Keys.data(), N, 4, Values.data(), ValueSize},
              {false, false, false}, {0, 32});
  });
  EXPECT_EQ(Keys, Sorted);
  EXPECT_EQ(Values, Sorted);
  EXPECT_LT(Most, Least + 16384);
}

/// Memory of the host as a device, and data that is mapped there.
TEST_F(HostPrimitives, DataOfTheHost) {
  const int Host = numberOfHost();
  if (environment().Policy == Offload::Disabled) {
    EXPECT_EQ(ompscan_device_alloc(Host, 8), nullptr);
    return;
  }
  const size_t N = HostShareBytes;
  const std::vector<uint32_t> Before = randomItems<uint32_t>(N, 5);
  std::vector<uint32_t> Sorted = Before, Unique, Data = Before;
  std::sort(Sorted.begin(), Sorted.end());
  std::unique_copy(Sorted.begin(), Sorted.end(), std::back_inserter(Unique));
  const auto Alloc = [&](size_t Bytes) {
    return ompscan_device_alloc(Host, Bytes);
  };
  ASSERT_EQ(ompscan_map(Host, Data.data(), 4 * N, OMPSCAN_TO), 0);
  EXPECT_DONE(ompscan_radix_sort(Data.data(), N, "uint", 0, nullptr));
  EXPECT_EQ(Data, Sorted);
  void *const Own = Alloc(4 * N), *const Out = Alloc(4 * N),
              *const Lengths = Alloc(8 * N);
  ASSERT_EQ(ompscan_copy(Host, Own, Before.data(), 4 * N), 0);
  EXPECT_DONE(ompscan_radix_sort(Own, N, "uint", 0, nullptr));
  size_t Count = 77;
  EXPECT_DONE(ompscan_run_length_encode(
      Own, N, 4, nullptr, Out, static_cast<size_t *>(Lengths), &Count));
  ASSERT_EQ(Count, Unique.size());
  std::vector<uint32_t> Values(Count);
  ASSERT_EQ(ompscan_copy(Host, Values.data(), Out, 4 * Count), 0);
  EXPECT_EQ(Values, Unique);
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  uint32_t Sum = 77;
  EXPECT_DONE(ompscan_reduce(Own, N, 4, &Add, nullptr, &Sum));
  EXPECT_EQ(Sum, std::accumulate(Sorted.begin(), Sorted.end(), 0u));
  const ompscan_segments ByKey{nullptr, Own, 4, nullptr, 0};
  EXPECT_DONE(
      ompscan_segmented_reduce(Own, Out, N, 4, &Add, &ByKey, nullptr, &Count));
  ASSERT_EQ(ompscan_copy(Host, Values.data(), Out, 4 * Count), 0);
  for (size_t I = 0; I != Count; ++I)
    EXPECT_EQ(Values[I],
              Unique[I] * static_cast<uint32_t>(std::count(
                              Sorted.begin(), Sorted.end(), Unique[I])));
  EXPECT_DONE(ompscan_shift(Own, N, 7, 4, nullptr));
  ASSERT_EQ(ompscan_copy(Host, Data.data(), Own, 4 * N), 0);
  Sorted.insert(Sorted.begin(), 7, 0);
  EXPECT_TRUE(std::equal(Data.begin(), Data.end(), Sorted.begin()));
  for (void *Each : {Own, Out, Lengths})
    ompscan_device_free(Host, Each);
  ASSERT_EQ(ompscan_unmap(Host, Data.data(), 4 * N, 0), 0);
}

/// Small arrays need no team, and the limits of OpenMP hold.
TEST_F(HostPrimitives, TeamsFollowOpenMP) {
  const Threads Most(8);
  const ompscan_predicate Add{"uchar", "+", nullptr, nullptr, 0};
  uint8_t Sum = 0;
  const auto TeamFor = [&](size_t N) {
    const std::vector<uint8_t> V(N, 1);
    LastTeam = 1;
    EXPECT_EQ(ompscan_reduce(V.data(), N, 1, &Add, nullptr, &Sum),
              OMPSCAN_SUCCESS);
    EXPECT_EQ(Sum, static_cast<uint8_t>(N));
    return LastTeam.load();
  };
  EXPECT_EQ(TeamFor(2 * HostShareBytes - 1), 1u);
  EXPECT_EQ(TeamFor(2 * HostShareBytes), 2u);
  EXPECT_EQ(TeamFor(100 * HostShareBytes), 8u);
  ThreadLimit = 3;
  EXPECT_EQ(TeamFor(100 * HostShareBytes), 3u);
}

/// A team may have fewer threads than it was asked for.
TEST_F(HostPrimitives, ThreadsMayBeMissing) {
  for (const unsigned Lost : {1u, 5u}) {
    const Threads Most(6);
    MissingThreads = Lost;
    const size_t N = 8 * HostShareBytes;
    const std::vector<uint32_t> Before = randomItems<uint32_t>(N, 3);
    std::vector<uint32_t> After = Before;
    After.erase(std::unique(After.begin(), After.end()), After.end());
    Items<uint32_t> Data(Before), Keys(Before);
    size_t Kept = 77;
    EXPECT_DONE(ompscan_unique(Data.data(), N, 4, nullptr, nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(Data.data(), After));
    After = Before;
    std::sort(After.begin(), After.end());
    EXPECT_DONE(ompscan_radix_sort(Keys.data(), N, "uint", 0, nullptr));
    ASSERT_TRUE(same(Keys.data(), After));
  }
}

} // namespace

//===- KeySelectionTest.cpp - First keys, keys at positions, orders -------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "ompscan/primitives.hpp"
#include "primitives/host/KeyRange.h"
#include "primitives/host/ParallelFor.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Whether arrays of some hundred keys are narrowed down, and not sorted.
bool isNarrowedEarly() {
  return (runsOnHost() ? HostSortedKeys : best::SortedKeys) < 1000;
}

/// The unsigned integer that has the order of \p Key.
template <typename T> UInt128 orderOf(T Key) {
  UInt128 Bits = 0;
  std::memcpy(&Bits, &Key, sizeof Key);
  const UInt128 Sign = UInt128(1) << (8 * sizeof(T) - 1);
  if (std::is_floating_point_v<T>)
    return Bits & Sign ? (Sign - 1) ^ (Bits ^ Sign) : Bits | Sign;
  return T(-1) < T(0) ? Bits ^ Sign : Bits;
}

/// Indices of \p Keys in their order, where equal keys keep theirs.
template <typename T>
std::vector<uint64_t> orderedIndices(const std::vector<T> &Keys,
                                     int Descending) {
  std::vector<UInt128> Integers;
  for (const T &Key : Keys)
    Integers.push_back(orderOf(Key));
  std::vector<uint64_t> Order(Keys.size());
  std::iota(Order.begin(), Order.end(), uint64_t(0));
  std::sort(Order.begin(), Order.end(), [&](uint64_t A, uint64_t B) {
    if (Integers[A] != Integers[B])
      return (Integers[A] < Integers[B]) == !Descending;
    return A < B;
  });
  return Order;
}

/// The first \p K elements of \p Keys in the order \p Order.
template <typename T>
std::vector<T> firstOf(const std::vector<T> &Keys,
                       const std::vector<uint64_t> &Order, size_t K) {
  std::vector<T> R;
  for (size_t I = 0; I != K; ++I)
    R.push_back(Keys[Order[I]]);
  return R;
}

/// Calls ompscan_top_k() for \p Keys with indices of type I.
template <typename I, typename T>
void expectFirst(const std::vector<T> &Keys, const std::vector<uint64_t> &Order,
                 int Descending, size_t K) {
  SCOPED_TRACE(std::to_string(K) + " of " + std::to_string(Keys.size()) + " " +
               Text<T>::Type + ", indices of " + std::to_string(sizeof(I)));
  const Items<T> In(Keys);
  // There is room for nothing else.
  Items<T> Out(K);
  Items<I> Indices(K);
  EXPECT_DONE(ompscan_top_k(In.data(), Keys.size(), Text<T>::Type, Descending,
                            K, Out.data(), Indices.data(), sizeof(I)));
  ASSERT_TRUE(same(Out.data(), firstOf(Keys, Order, K)));
  ASSERT_TRUE(
      same(Indices.data(), std::vector<I>(Order.begin(), Order.begin() + K)));
  ASSERT_TRUE(same(In.data(), Keys));
  Items<T> Alone(K);
  EXPECT_DONE(ompscan_top_k(In.data(), Keys.size(), Text<T>::Type, Descending,
                            K, Alone.data(), nullptr, 77));
  ASSERT_TRUE(same(Alone.data(), firstOf(Keys, Order, K)));
}

template <typename T>
void expectAt(const std::vector<T> &Keys, const std::vector<uint64_t> &Order,
              int Descending, size_t Position) {
  SCOPED_TRACE("position " + std::to_string(Position) + " of " +
               std::to_string(Keys.size()) + " " + Text<T>::Type);
  const Items<T> In(Keys);
  Items<T> Out(1);
  size_t Index = 77;
  EXPECT_DONE(ompscan_nth_element(In.data(), Keys.size(), Text<T>::Type,
                                  Descending, Position, Out.data(), &Index));
  ASSERT_TRUE(same(Out.data(), std::vector<T>{Keys[Order[Position]]}));
  ASSERT_EQ(Index, Order[Position]);
  Items<T> Alone(1);
  EXPECT_DONE(ompscan_nth_element(In.data(), Keys.size(), Text<T>::Type,
                                  Descending, Position, Alone.data(), nullptr));
  ASSERT_TRUE(same(Alone.data(), std::vector<T>{Keys[Order[Position]]}));
  ASSERT_TRUE(same(In.data(), Keys));
}

template <typename I, typename T>
void expectOrder(const std::vector<T> &Keys, const std::vector<uint64_t> &Order,
                 int Descending) {
  const Items<T> In(Keys);
  Items<I> Indices(Keys.size());
  EXPECT_DONE(ompscan_argsort(In.data(), Keys.size(), Text<T>::Type, Descending,
                              Indices.data(), sizeof(I)));
  ASSERT_TRUE(same(Indices.data(), std::vector<I>(Order.begin(), Order.end())))
      << Keys.size() << " " << Text<T>::Type << ", indices of " << sizeof(I);
  ASSERT_TRUE(same(In.data(), Keys));
}

/// The three functions with \p Keys, at all borders.
template <typename T> void expectAll(const std::vector<T> &Keys) {
  const size_t N = Keys.size();
  for (int Descending : {0, 1}) {
    SCOPED_TRACE(Descending ? "descending" : "ascending");
    const std::vector<uint64_t> Order = orderedIndices(Keys, Descending);
    const std::set<size_t> Numbers{0,         1,         N / 100, N / 4,
                                   N / 4 + 1, N - N / 8, N};
    for (size_t K : Numbers)
      if (K <= N) {
        expectFirst<uint32_t>(Keys, Order, Descending, K);
        expectFirst<uint64_t>(Keys, Order, Descending, K);
      }
    for (size_t Position : {size_t(0), N / 10, N / 2, N - N / 50, N - 1})
      if (Position < N)
        expectAt(Keys, Order, Descending, Position);
    expectOrder<uint32_t>(Keys, Order, Descending);
    expectOrder<uint64_t>(Keys, Order, Descending);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

using SortKeys =
    testing::Types<uint8_t, int16_t, uint32_t, int64_t, float, double, Int128>;
template <typename T> class KeySelection : public testing::Test {};
TYPED_TEST_SUITE(KeySelection, SortKeys);

TYPED_TEST(KeySelection, Random) {
  for (size_t N : {0, 1, 2, 3, 300, 3001}) {
    expectAll(randomNumbers<TypeParam>(N));
    if (this->HasFatalFailure())
      return;
  }
}

/// Of equal keys the first ones count, wherever the borders of parts are.
TYPED_TEST(KeySelection, Equal) {
  for (size_t N : {300, 2000})
    for (uint32_t Different : {1, 2, 5, 100}) {
      expectAll(randomItems<TypeParam>(N, Different));
      if (this->HasFatalFailure())
        return;
    }
}

/// All first keys are in one part.
TYPED_TEST(KeySelection, Sorted) {
  std::vector<TypeParam> Keys = randomNumbers<TypeParam>(2000);
  std::sort(Keys.begin(), Keys.end());
  expectAll(Keys);
  std::reverse(Keys.begin(), Keys.end());
  expectAll(Keys);
}

/// The largest integers of each type, at both ends of the order.
TYPED_TEST(KeySelection, Extremes) {
  std::vector<TypeParam> Keys = randomNumbers<TypeParam>(2000);
  for (size_t I = 0; I < Keys.size(); I += 3) {
    std::memset(&Keys[I], I % 2 ? 0xFF : 0, sizeof(TypeParam));
    if (I % 4 == 0)
      reinterpret_cast<unsigned char *>(&Keys[I])[sizeof(TypeParam) - 1] ^=
          0x80;
  }
  expectAll(Keys);
}

template <typename T> class KeySelectionOfFloats : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(KeySelectionOfFloats, Floats);

/// NaNs of both signs, infinities, and zeros of both signs.
TYPED_TEST(KeySelectionOfFloats, Special) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const T Nan = Limits::quiet_NaN(), Infinity = Limits::infinity();
  const T Values[] = {
      Nan, -Nan, Infinity, -Infinity, T(0), -T(0), Limits::denorm_min(), -1, 1};
  std::vector<T> Keys = randomNumbers<T>(2000);
  for (size_t I = 0; I != Keys.size(); ++I)
    if (I % 4)
      Keys[I] = Values[I * 7 / 4 % std::size(Values)];
  expectAll(Keys);
}

/// More keys than a device or the host sorts at once.
template <typename T> void expectFirstOfMany() {
  const size_t N = isNarrowedEarly() ? 60000 : 700001;
  const std::vector<T> Keys = randomNumbers<T>(N);
  for (int Descending : {0, 1}) {
    const std::vector<uint64_t> Order = orderedIndices(Keys, Descending);
    for (size_t K : {size_t(1), size_t(1000), N / 5})
      expectFirst<uint32_t>(Keys, Order, Descending, K);
    for (size_t Position : {size_t(5), N / 3, N / 2, N - 9})
      expectAt(Keys, Order, Descending, Position);
  }
}
TEST(KeySelectionOfMany, Floats) { expectFirstOfMany<float>(); }
TEST(KeySelectionOfMany, Integers) { expectFirstOfMany<int64_t>(); }
TEST(KeySelectionOfMany, Bytes) { expectFirstOfMany<uint8_t>(); }

/// More keys of a part are among the first ones than it has a slot for.
TEST(KeySelectionOfMany, Sorted) {
  const size_t N = isNarrowedEarly() ? 60000 : 700001;
  std::vector<uint32_t> Keys(N);
  for (size_t I = 0; I != N; ++I)
    Keys[I] = uint32_t(I / 3);
  for (int Descending : {0, 1}) {
    const std::vector<uint64_t> Order = orderedIndices(Keys, Descending);
    expectFirst<uint32_t>(Keys, Order, Descending, 1000);
    expectAt(Keys, Order, Descending, N / 2);
  }
}

/// Samples that have only large keys while nearly all others are small: the
/// first one, or all, so that all keys are sorted.
TEST(KeySelectionOfMany, MisleadingSamples) {
  const size_t N = isNarrowedEarly() ? 20000 : 600000;
  for (const uint32_t Misleading : {1, 5}) {
    std::vector<uint32_t> Keys = randomItems<uint32_t>(N, 1000);
    for (uint32_t A = 0; A != Misleading; ++A)
      for (const Ranks &R : {Ranks{0, 50}, Ranks{N / 3, 1}}) {
        const Sampling Sample(N, R, A);
        for (uint32_t I = 0; I != Sample.number(); ++I)
          Keys[Sample.place(I)] += 5000;
      }
    const std::vector<uint64_t> Order = orderedIndices(Keys, 0);
    expectFirst<uint32_t>(Keys, Order, 0, 50);
    expectAt(Keys, Order, 0, N / 3);
  }
}

/// Counts the passes of narrow() over an array of numbers in order.
struct CountingKeys {
  uint64_t N;
  unsigned Failures; ///< passes that fail first
  unsigned Passes = 0;

  uint64_t size() const { return N; }
  std::optional<uint64_t> keep(const Sampling &By, const Ranks &Wanted) {
    ++Passes;
    std::vector<KeyPlace> Sample;
    for (uint32_t I = 0; I != By.number(); ++I) {
      EXPECT_LT(By.place(I), N);
      EXPECT_EQ(By.place(I) / (N / By.number()), I);
      Sample.push_back({0, By.place(I)});
    }
    const KeyRange Range = By.rangeOf(Sample);
    const uint64_t First = Range.First.Place;
    const uint64_t Last = std::min(Range.Last.Place, N);
    EXPECT_LE(Last - First, By.expected(N));
    if (Passes <= Failures || !Wanted.areWithin({Last - First, First}))
      return std::nullopt;
    N = Last - First;
    return First;
  }
};

TEST(KeySelectionPasses, Are) {
  const uint64_t N = uint64_t(1) << 28, Enough = uint64_t(1) << 19;
  for (const uint64_t K : {uint64_t(1), uint64_t(1) << 10, uint64_t(1) << 16}) {
    CountingKeys Keys{N, 0};
    const Ranks R = narrow(Keys, {0, K}, Enough);
    EXPECT_EQ(R.First, 0u);
    EXPECT_LE(Keys.N, uint64_t(1) << 20);
    EXPECT_LE(Keys.Passes, 2u);
  }
  for (const uint64_t Position : {uint64_t(0), N / 3, N / 2, N - 1}) {
    CountingKeys Keys{N, 0};
    narrow(Keys, {Position, 1}, Enough);
    EXPECT_LE(Keys.N, Enough);
    EXPECT_LE(Keys.Passes, 3u);
  }
  // Too many for a pass, and a pass that fails for ever.
  CountingKeys Most{N, 0};
  narrow(Most, {0, N / 3}, Enough);
  EXPECT_EQ(Most.Passes, 0u);
  CountingKeys Failing{N, 1000};
  EXPECT_EQ(narrow(Failing, {N / 2, 1}, Enough).First, N / 2);
  EXPECT_EQ(Failing.Passes, 3u);
  EXPECT_EQ(Failing.N, N);
}

TEST(KeySelectionInCpp, Calls) {
  const float Keys[] = {2.5f, -1, 7, -1};
  float Largest[2], Smallest[3];
  uint32_t Indices[2];
  uint64_t Order[4];
  size_t Index = 77;
  ompscan::top_k(Keys, 4, 2, Largest, Indices);
  ompscan::top_k(Keys, 4, 3, Smallest, false);
  ompscan::argsort(Keys, 4, Order);
  EXPECT_TRUE(same(Largest, {7, 2.5f}));
  EXPECT_TRUE(same(Indices, {2, 0}));
  EXPECT_TRUE(same(Smallest, {-1, -1, 2.5f}));
  EXPECT_TRUE(same(Order, {1, 3, 0, 2}));
  EXPECT_EQ(ompscan::nth_element(Keys, 4, 1, false, &Index), -1);
  EXPECT_EQ(Index, 3u);
  EXPECT_EQ(ompscan::nth_element(Keys, 4, 0, true), 7);
  EXPECT_THROW(ompscan::top_k(Keys, 4, 5, Largest), ompscan::primitive_error);
}

TEST(KeySelectionRefusal, Arguments) {
  std::vector<uint32_t> Data{3, 2, 1, 77, 77, 77};
  const std::vector<uint32_t> Before = Data;
  const auto Expect = [&](int Status, const std::string &Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Data, Before);
  };
  uint32_t *const Keys = Data.data(), *const Out = Keys + 3;
  const auto First = [&](const char *Type, size_t K, void *To, void *Indices,
                         size_t IndexSize) {
    return ompscan_top_k(Keys, 3, Type, 0, K, To, Indices, IndexSize);
  };
  Expect(First(nullptr, 1, Out, nullptr, 0),
         "ompscan_top_k: the type of the keys is a null pointer");
  Expect(First("float4", 1, Out, nullptr, 0), "keys of type float4 cannot");
  Expect(First("uint", 4, Out, nullptr, 0), "k is 4, but there are 3 keys");
  Expect(First("uint", 1, nullptr, nullptr, 0), "out is a null pointer");
  Expect(First("uint", 1, Keys + 2, nullptr, 0), "keys and out overlap");
  Expect(First("uint", 2, Out, Out + 1, 4), "out and indices overlap");
  Expect(First("uint", 2, Out, Out + 1, 2), "index_size is 2; 4 and 8 are");
  Expect(ompscan_top_k(nullptr, 3, "uint", 0, 1, Out, nullptr, 0),
         "keys is a null pointer");
  EXPECT_DONE(First("uint", 0, nullptr, nullptr, 0));
  EXPECT_DONE(ompscan_top_k(nullptr, 0, "uint", 0, 0, nullptr, nullptr, 0));

  size_t Index = 77;
  const auto At = [&](size_t Position, void *To) {
    return ompscan_nth_element(Keys, 3, "uint", 0, Position, To, &Index);
  };
  Expect(At(3, Out), "ompscan_nth_element: position is 3, but there are 3");
  Expect(At(1, nullptr), "out is a null pointer");
  Expect(At(1, Keys), "keys and out overlap");
  Expect(ompscan_nth_element(nullptr, 0, "uint", 0, 0, Out, nullptr),
         "position is 0, but there are 0 keys");
  EXPECT_EQ(Index, 77u);

  const auto Order = [&](size_t N, void *To, size_t IndexSize) {
    return ompscan_argsort(Keys, N, "uint", 0, To, IndexSize);
  };
  Expect(Order(3, nullptr, 4), "ompscan_argsort: indices is a null pointer");
  Expect(Order(3, Keys + 1, 4), "keys and indices overlap");
  Expect(Order(3, Out, 1), "index_size is 1; 4 and 8 are supported");
  Expect(Order((size_t(1) << 32) + 1, Out, 4),
         "indices of 4294967297 keys do not fit into 4 bytes");
  EXPECT_DONE(Order(0, nullptr, 4));
  EXPECT_EQ(Data, Before);
}

} // namespace

//===- SortTest.cpp - Reduction and radix sort ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Sizes around the borders of tiles, for keys of \p KeySize bytes with values
/// of \p ValueSize bytes.
std::set<size_t> sortSizes(uint64_t KeySize, uint64_t ValueSize = 0) {
  const GroupLimits &Limits = testDevice().limits();
  const uint64_t Tile = testDevice().computeCapability() >= 70
                            ? sweepShape(Limits, KeySize, ValueSize, 4).tile()
                            : radixShape(Limits).tile();
  return {0, 1, 2, 3, Tile - 1, Tile, Tile + 1, 7 * Tile + 5};
}

using SortKeys =
    testing::Types<uint8_t, int16_t, uint32_t, int64_t, float, double, Int128>;

template <typename T> class Sort : public testing::Test {};
TYPED_TEST_SUITE(Sort, SortKeys);

TYPED_TEST(Sort, Keys) {
  using T = TypeParam;
  for (size_t N : sortSizes(sizeof(T)))
    for (int Descending : {0, 1}) {
      const std::vector<T> Before = randomNumbers<T>(N);
      std::vector<T> After = Before;
      std::sort(After.begin(), After.end(),
                [&](T A, T B) { return Descending ? B < A : A < B; });
      Items<T> Data(Before);
      EXPECT_DONE(ompscan_radix_sort(Data.data(), N, Text<T>::Type, Descending,
                                     nullptr));
      ASSERT_TRUE(same(Data.data(), After)) << N << " keys, " << Descending;
    }
}

/// The elements of \p V, of \p Size bytes, in the order \p Order.
std::vector<uint8_t> inOrder(const std::vector<uint8_t> &V, size_t Size,
                             const std::vector<size_t> &Order) {
  std::vector<uint8_t> R;
  for (size_t I : Order)
    R.insert(R.end(), V.begin() + I * Size, V.begin() + (I + 1) * Size);
  return R;
}

/// Checks the result of \p Sort, called with \p Keys and a companion with
/// elements of \p Size bytes or, if that is 0, null. \p Order tells which
/// elements come first.
template <typename T, typename Function>
void expectOrder(const std::vector<T> &Keys, size_t Size,
                 const std::vector<size_t> &Order, Function Sort) {
  std::vector<T> Wanted;
  for (size_t I : Order)
    Wanted.push_back(Keys[I]);
  const auto Values = randomNumbers<uint8_t>(Keys.size() * Size);
  Items<T> Data(Keys);
  Items<uint8_t> Others(Values);
  const ompscan_companion Companion{Others.data(), Size, nullptr, nullptr};
  EXPECT_DONE(Sort(Data.data(), Size ? &Companion : nullptr));
  ASSERT_TRUE(same(Data.data(), Wanted)) << Keys.size() << ", " << Size;
  ASSERT_TRUE(same(Others.data(), inOrder(Values, Size, Order)))
      << Keys.size() << ", " << Size;
}

/// The order of elements with the keys \p Keys; equal ones keep theirs.
template <typename K>
std::vector<size_t> stableOrder(const std::vector<K> &Keys, int Descending) {
  std::vector<size_t> Order(Keys.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    if (Keys[A] != Keys[B])
      return Descending ? Keys[B] < Keys[A] : Keys[A] < Keys[B];
    return A < B;
  });
  return Order;
}

/// Sorts \p Keys, few of which differ, so that it shows whether values keep
/// their order, and values of \p Size bytes.
template <typename T>
void expectStable(const std::vector<T> &Keys, size_t Size, int Descending) {
  expectOrder(Keys, Size, stableOrder(Keys, Descending),
              [&](T *Data, const ompscan_companion *Companion) {
                return ompscan_radix_sort(Data, Keys.size(), Text<T>::Type,
                                          Descending, Companion);
              });
}

/// The bits from \p Begin to before \p End of the integer that stands for \p
/// Key: without a sign, and in the order of keys.
template <typename T> UInt128 bitsOf(T Key, unsigned Begin, unsigned End) {
  UInt128 Bits = 0;
  std::memcpy(&Bits, &Key, sizeof Key);
  const UInt128 Sign = UInt128(1) << (8 * sizeof(T) - 1);
  if (std::is_floating_point_v<T> && (Bits & Sign))
    Bits = ~Bits;
  else if (T(-1) < T(0))
    Bits ^= Sign;
  if (Begin == End)
    return 0;
  const unsigned Width = 8 * sizeof Bits;
  return Bits << (Width - End) >> (Width - End + Begin);
}

/// Sorts \p Keys by their bits from \p Begin to before \p End, and values of \p
/// Size bytes if that is not 0.
template <typename T>
void expectByBits(const std::vector<T> &Keys, size_t Size, int Descending,
                  unsigned Begin, unsigned End) {
  SCOPED_TRACE(std::to_string(Begin) + " to " + std::to_string(End) + " of " +
               Text<T>::Type + (Descending ? ", descending" : ""));
  std::vector<UInt128> Fields;
  for (const T &Key : Keys)
    Fields.push_back(bitsOf(Key, Begin, End));
  expectOrder(Keys, Size, stableOrder(Fields, Descending),
              [&](T *Data, const ompscan_companion *Companion) {
                return ompscan_radix_sort_bits(Data, Keys.size(), Text<T>::Type,
                                               Descending, Begin, End,
                                               Companion);
              });
}

/// One digit and several, whole ones and others, at both ends of a key and
/// between, and none.
TYPED_TEST(Sort, Bits) {
  using T = TypeParam;
  const unsigned All = 8 * sizeof(T);
  const std::pair<unsigned, unsigned> Ranges[] = {
      {0, All},       {0, 3},       {3, All},
      {All - 1, All}, {1, All - 1}, {All / 2, All},
      {5, 5},         {All, All},   {All / 2 - 3, All / 2 + 2}};
  for (size_t N : sortSizes(sizeof(T)))
    for (const auto &[Begin, End] : Ranges) {
      expectByBits(randomNumbers<T>(N), 0, (N + Begin) % 2, Begin, End);
      if (this->HasFatalFailure())
        return;
    }
}

TEST(SortPairs, Bits) {
  for (size_t Size : {4, 12})
    for (size_t N : sortSizes(8, Size))
      for (const unsigned End : {5u, 8u, 14u, 64u})
        expectByBits(randomNumbers<int64_t>(N), Size, N % 2, 3, End);
}

TEST(SortPairs, Stable) {
  for (size_t Size : {1, 3, 4, 8, 12, 64})
    for (size_t N : sortSizes(2, Size))
      for (int Descending : {0, 1}) {
        std::vector<uint16_t> Keys = randomItems<uint16_t>(N, 700);
        for (uint16_t &K : Keys)
          K = static_cast<uint16_t>(K / 100 * 1000);
        expectStable(Keys, Size, Descending);
      }
}

/// Digits of the upper half that all keys have in common, but for one key.
TEST(SortPairs, CommonDigits) {
  for (size_t Size : {4, 8})
    for (size_t N : sortSizes(8, Size))
      for (int Descending : {0, 1}) {
        std::vector<int64_t> Keys = randomItems<int64_t>(N, 300);
        if (N)
          Keys[N / 2] = -Keys[N / 2] - 1;
        expectStable(Keys, Size, Descending);
      }
}

/// Keys of 16 bytes, few of which differ, in both halves.
TEST(SortPairs, WideKeys) {
  for (size_t Size : {4, 16})
    for (size_t N : sortSizes(16, Size)) {
      std::vector<UInt128> Keys = randomNumbers<UInt128>(N);
      for (UInt128 &K : Keys)
        K &= UInt128(0x8000000000000101) << 64 | 0x8000000000000003;
      for (int Descending : {0, 1})
        expectStable(Keys, Size, Descending);
      expectByBits(Keys, Size, N % 2, 60, 73);
    }
}

TEST(SortRefusal, Arguments) {
  std::vector<uint32_t> Data{3, 2, 1};
  const auto Expect = [&](int Status, const std::string &Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Data, (std::vector<uint32_t>{3, 2, 1}));
  };
  Expect(ompscan_radix_sort(Data.data(), 3, nullptr, 0, nullptr),
         "ompscan_radix_sort: the type of the keys is a null pointer");
  Expect(ompscan_radix_sort(Data.data(), 3, "float4", 0, nullptr),
         "keys of type float4 cannot be sorted; arithmetic types of OpenCL C "
         "up to ulong and double, int128 and uint128 can");
  Expect(ompscan_radix_sort(nullptr, 3, "uint", 0, nullptr),
         "keys is a null pointer");
  const ompscan_companion Companion{Data.data() + 1, 4, nullptr, nullptr};
  Expect(ompscan_radix_sort(Data.data(), 2, "uint", 0, &Companion),
         "keys and companion->data overlap");
  const auto ByBits = [&](unsigned Begin, unsigned End) {
    return ompscan_radix_sort_bits(Data.data(), 3, "uint", 0, Begin, End,
                                   nullptr);
  };
  Expect(ByBits(0, 33), "ompscan_radix_sort_bits: end_bit is 33, but keys of "
                        "type uint have 32 bits");
  Expect(ByBits(33, 33), "end_bit is 33");
  Expect(ByBits(8, 7), "begin_bit is 8, which is more than end_bit, 7");
  Expect(ByBits(static_cast<unsigned>(-1), 7), "begin_bit is 4294967295");
  Expect(ompscan_radix_sort_bits(nullptr, 3, "uint", 0, 4, 4, nullptr),
         "keys is a null pointer");
}

TEST(Reduce, KeepsTheOrder) {
  const Composition Compose;
  for (size_t N : slideSizes(8, 60)) {
    std::vector<AffineMap> Maps;
    for (uint32_t X : randomNumbers<uint32_t>(N))
      Maps.push_back({X | 1, X >> 3});
    const AffineMap Initial{3, 5};
    AffineMap Wanted = Initial;
    for (const AffineMap &M : Maps)
      Wanted = {M.A * Wanted.A, M.A * Wanted.B + M.B};
    const Items<AffineMap> In(Maps);
    AffineMap Result{77, 77};
    EXPECT_DONE(ompscan_reduce(In.data(), N, sizeof(AffineMap), &Compose.Text,
                               &Initial, &Result));
    ASSERT_EQ(Result.A, Wanted.A) << N;
    ASSERT_EQ(Result.B, Wanted.B) << N;
  }
}

TEST(Reduce, Signs) {
  for (size_t N : slideSizes(4, 60)) {
    const std::vector<int32_t> V = [&] {
      std::vector<int32_t> R;
      for (uint32_t X : randomNumbers<uint32_t>(N))
        R.push_back(static_cast<int32_t>(X));
      return R;
    }();
    const Items<int32_t> In(V);
    for (const char *Sign : {"+", "max", "^"}) {
      const ompscan_predicate Op{"int", Sign, nullptr, nullptr, 0};
      int32_t Result = 77;
      if (N == 0) {
        EXPECT_EQ(ompscan_reduce(In.data(), N, 4, &Op, nullptr, &Result),
                  OMPSCAN_ERROR_ARGUMENT);
        EXPECT_EQ(Result, 77);
        continue;
      }
      uint32_t Wanted = static_cast<uint32_t>(V[0]);
      for (size_t I = 1; I != N; ++I) {
        const auto X = static_cast<uint32_t>(V[I]);
        Wanted = *Sign == '+'   ? Wanted + X
                 : *Sign == '^' ? Wanted ^ X
                                : static_cast<uint32_t>(std::max(
                                      static_cast<int32_t>(Wanted), V[I]));
      }
      EXPECT_DONE(ompscan_reduce(In.data(), N, 4, &Op, nullptr, &Result));
      ASSERT_EQ(Result, static_cast<int32_t>(Wanted)) << Sign << " of " << N;
    }
  }
  for (const char *Sign : {"-", "&&", " +"}) {
    const ompscan_predicate Other{"int", Sign, nullptr, nullptr, 0};
    int32_t In[2] = {1, 2}, Out = 77;
    EXPECT_TRUE(isRefused(ompscan_reduce(In, 2, 4, &Other, nullptr, &Out),
                          "' is neither an expr"));
    EXPECT_EQ(Out, 77);
  }
  const double Initial = 2.5;
  double Result = 0;
  const ompscan_predicate Add{"double", "+", nullptr, nullptr, 0};
  EXPECT_DONE(ompscan_reduce(nullptr, 0, 8, &Add, &Initial, &Result));
  EXPECT_EQ(Result, 2.5);
}

} // namespace

//===- SelectTest.cpp - Functions that select elements --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <thread>

using namespace ompscan::rt;

namespace {

/// Of 100 keys, how many a condition holds for.
constexpr uint32_t Limits[] = {0, 3, 50, 100};

/// "the key is less than limit"
template <typename T> struct Less {
  uint32_t Limit;
  ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
  ompscan_predicate Text{ompscan::rt::Text<T>::Type, ompscan::rt::Text<T>::Less,
                         nullptr, &Argument, 1};

  explicit Less(uint32_t Limit) : Limit(Limit) {}
  Less(const Less &) = delete;
  bool operator()(const T &X) const {
    return ompscan::rt::Text<T>::key(X) < Limit;
  }
};

/// The elements with an index in \p Which.
template <typename T>
std::vector<T> pick(const std::vector<T> &From,
                    const std::vector<size_t> &Which) {
  std::vector<T> V;
  for (size_t I : Which)
    V.push_back(From[I]);
  return V;
}

/// The indices of the elements for which \p Holds.
template <typename T>
std::vector<size_t> where(const std::vector<T> &V,
                          const std::function<bool(size_t)> &Holds) {
  std::vector<size_t> Which;
  for (size_t I = 0; I != V.size(); ++I)
    if (Holds(I))
      Which.push_back(I);
  return Which;
}

template <typename T> class Select : public testing::Test {};
using SelectTypes =
    testing::Types<uint8_t, uint16_t, uint32_t, double, Record<3, uint8_t>,
                   Record<12, uint32_t>, Record<64, uint32_t>>;
TYPED_TEST_SUITE(Select, SelectTypes);

TYPED_TEST(Select, RemoveIf) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40))
    for (uint32_t Limit : Limits) {
      const Less<T> Drop(Limit);
      const std::vector<T> Before = randomItems<T>(N, 100);
      std::vector<T> After = Before;
      After.erase(std::remove_if(After.begin(), After.end(), std::cref(Drop)),
                  After.end());
      Items<T> Data(Before);
      size_t Kept = 77;
      EXPECT_DONE(ompscan_remove_if(Data.data(), N, sizeof(T), &Drop.Text,
                                    nullptr, &Kept));
      ASSERT_EQ(Kept, After.size()) << N << " elements, limit " << Limit;
      ASSERT_TRUE(same(Data.data(), After))
          << N << " elements, limit " << Limit;
    }
}

/// The other functions, by two types: text is compiled for each.
template <typename T> class SelectMore : public testing::Test {};
using TwoTypes = testing::Types<uint32_t, Record<16, uint32_t>>;
TYPED_TEST_SUITE(SelectMore, TwoTypes);

TYPED_TEST(SelectMore, CopyIf) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40))
    for (uint32_t Limit : Limits) {
      const Less<T> Keep(Limit);
      const std::vector<T> Before = randomItems<T>(N, 100);
      std::vector<T> After;
      std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                   std::cref(Keep));
      const Items<T> In(Before);
      Items<T> Out(After.size());
      size_t Kept = 77;
      EXPECT_DONE(ompscan_copy_if(In.data(), Out.data(), N, sizeof(T),
                                  &Keep.Text, nullptr, &Kept));
      ASSERT_EQ(Kept, After.size());
      ASSERT_TRUE(same(Out.data(), After)) << N << " elements, limit " << Limit;
      ASSERT_TRUE(same(In.data(), Before));
    }
}

/// Values move along with their keys.
TYPED_TEST(SelectMore, UniqueByKey) {
  using T = TypeParam;
  const ompscan_predicate Equal{Text<T>::Type, Text<T>::SameKey, nullptr,
                                nullptr, 0};
  for (size_t N : slideSizes(sizeof(T) + sizeof(uint64_t), 40))
    for (uint32_t Keys : {1u, 2u, 100u}) {
      const std::vector<T> Before = randomItems<T>(N, Keys);
      std::vector<uint64_t> Values(N);
      std::iota(Values.begin(), Values.end(), uint64_t(1) << 40);
      const std::vector<size_t> Which = where(Before, [&](size_t I) {
        return I == 0 || Text<T>::key(Before[I]) != Text<T>::key(Before[I - 1]);
      });
      Items<T> Data(Before);
      Items<uint64_t> Companions(Values);
      const ompscan_companion Companion{Companions.data(), sizeof(uint64_t),
                                        nullptr, nullptr};
      size_t Kept = 77;
      EXPECT_DONE(
          ompscan_unique(Data.data(), N, sizeof(T), &Equal, &Companion, &Kept));
      ASSERT_EQ(Kept, Which.size()) << N << " elements, " << Keys << " keys";
      ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
      ASSERT_TRUE(same(Companions.data(), pick(Values, Which)));
    }
}

TYPED_TEST(SelectMore, CompanionInPlace) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T) + 12, 40)) {
    const Less<T> Keep(50);
    const std::vector<T> Before = randomItems<T>(N, 100);
    const auto Others = randomItems<Record<12, uint32_t>>(N, 1000);
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return Keep(Before[I]); });
    const std::vector<size_t> Rest =
        where(Before, [&](size_t I) { return !Keep(Before[I]); });
    for (bool IsPartition : {false, true}) {
      Items<T> Data(Before);
      Items<Record<12, uint32_t>> Companions(Others);
      const ompscan_companion Companion{Companions.data(), 12, nullptr,
                                        nullptr};
      size_t Kept = 77;
      EXPECT_DONE((IsPartition ? ompscan_partition : ompscan_select)(
          Data.data(), N, sizeof(T), &Keep.Text, &Companion, &Kept));
      ASSERT_EQ(Kept, Which.size());
      ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
      ASSERT_TRUE(same(Companions.data(), pick(Others, Which)));
      if (IsPartition) {
        ASSERT_TRUE(same(Data.data() + Kept, pick(Before, Rest)));
        ASSERT_TRUE(same(Companions.data() + Kept, pick(Others, Rest)));
      }
    }
  }
}

TYPED_TEST(SelectMore, PartitionCopy) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T) + 2, 40))
    for (uint32_t Limit : Limits)
      for (bool HasRest : {false, true}) {
        const Less<T> First(Limit);
        const std::vector<T> Before = randomItems<T>(N, 100);
        const auto Others = randomItems<uint16_t>(N, 60000);
        std::vector<size_t> Head =
            where(Before, [&](size_t I) { return First(Before[I]); });
        const std::vector<size_t> Tail =
            where(Before, [&](size_t I) { return !First(Before[I]); });
        const size_t Count = Head.size();
        if (!HasRest)
          Head.insert(Head.end(), Tail.begin(), Tail.end());
        const Items<T> In(Before);
        Items<uint16_t> OtherIn(Others), OtherOut(Head.size()),
            OtherRest(Tail.size());
        Items<T> Out(Head.size()), Rest(Tail.size());
        const ompscan_companion Companion{OtherIn.data(), 2, OtherOut.data(),
                                          OtherRest.data()};
        size_t Kept = 77;
        EXPECT_DONE(ompscan_partition_copy(
            In.data(), Out.data(), HasRest ? Rest.data() : nullptr, N,
            sizeof(T), &First.Text, &Companion, &Kept));
        ASSERT_EQ(Kept, Count);
        ASSERT_TRUE(same(Out.data(), pick(Before, Head)));
        ASSERT_TRUE(same(OtherOut.data(), pick(Others, Head)));
        if (HasRest) {
          ASSERT_TRUE(same(Rest.data(), pick(Before, Tail)));
          ASSERT_TRUE(same(OtherRest.data(), pick(Others, Tail)));
        }
      }
}

TYPED_TEST(SelectMore, Flags) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40)) {
    const std::vector<T> Before = randomItems<T>(N, 100);
    std::vector<uint8_t> Bits = randomItems<uint8_t>(N, 3);
    for (uint8_t &B : Bits)
      B = static_cast<uint8_t>(B * 64);
    const Items<uint8_t> Flags(Bits);
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return Bits[I] != 0; });
    Items<T> Data(Before), Out(Which.size());
    size_t Kept = 77;
    EXPECT_DONE(ompscan_copy_flagged(Data.data(), Out.data(), Flags.data(), N,
                                     sizeof(T), nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Out.data(), pick(Before, Which)));
    EXPECT_DONE(ompscan_select_flagged(Data.data(), Flags.data(), N, sizeof(T),
                                       nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
  }
}

/// Bytes are compared, and a scalar by its own `==`, which knows that -0 is 0
/// and a NaN equals nothing.
TEST(SelectEqual, Remove) {
  using Five = Record<12, uint32_t>;
  for (size_t N : slideSizes(sizeof(Five), 40)) {
    std::vector<Five> Before;
    for (size_t I = 0; I != N; ++I)
      Before.push_back(Five{7, {8, static_cast<uint32_t>(I % 3)}});
    const Five Value{7, {8, 1}};
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return I % 3 != 1; });
    Items<Five> Data(Before);
    size_t Kept = 77;
    EXPECT_DONE(ompscan_remove(Data.data(), N, sizeof(Five), nullptr, &Value,
                               nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
  }
  const float Nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> Before{0.f, 1.f, -0.f, Nan, Nan, 0.f, 2.f};
  const float Zero = 0;
  Items<float> Data(Before);
  size_t Kept = 77;
  EXPECT_DONE(ompscan_remove(Data.data(), Before.size(), 4, "float", &Zero,
                             nullptr, &Kept));
  ASSERT_EQ(Kept, 4u);
  EXPECT_TRUE(same(Data.data(), {1.f, Nan, Nan, 2.f}));
  EXPECT_DONE(ompscan_remove(Data.data(), 4, 4, "float", &Nan, nullptr, &Kept));
  EXPECT_EQ(Kept, 4u);
  // The value is one of the elements, in the place of which another one comes.
  std::vector<uint32_t> Own{1, 2, 3, 2, 5, 2};
  EXPECT_DONE(
      ompscan_remove(Own.data(), 6, 4, "uint", &Own[1], nullptr, &Kept));
  EXPECT_EQ(Kept, 3u);
  EXPECT_TRUE(same(Own.data(), {1, 3, 5}));
}

TEST(SelectEqual, Unique) {
  for (size_t N : slideSizes(4, 40)) {
    const std::vector<uint32_t> Before = randomItems<uint32_t>(N, 3);
    std::vector<uint32_t> After = Before;
    After.erase(std::unique(After.begin(), After.end()), After.end());
    Items<uint32_t> In(Before), Out(After.size());
    size_t Kept = 77;
    EXPECT_DONE(ompscan_unique_copy(In.data(), Out.data(), N, 4, nullptr,
                                    nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(Out.data(), After));
    EXPECT_DONE(ompscan_unique(In.data(), N, 4, nullptr, nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(In.data(), After));
  }
  const ompscan_predicate Equal{"float", nullptr, nullptr, nullptr, 0};
  Items<float> Zeros(std::vector<float>{0.f, -0.f, 0.f, 1.f});
  size_t Kept = 77;
  EXPECT_DONE(ompscan_unique(Zeros.data(), 4, 4, &Equal, nullptr, &Kept));
  EXPECT_EQ(Kept, 2u);
}

TEST(SelectEqual, Split) {
  for (size_t N : slideSizes(8, 40))
    for (unsigned Bit : {0u, 5u, 63u}) {
      std::vector<uint64_t> Before;
      for (uint64_t I = 0; I != N; ++I)
        Before.push_back(I * 0x9E3779B97F4A7C15u);
      const auto IsZero = [&](uint64_t X) { return !(X >> Bit & 1); };
      std::vector<uint64_t> After;
      std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                   IsZero);
      const size_t Zeros = After.size();
      std::remove_copy_if(Before.begin(), Before.end(),
                          std::back_inserter(After), IsZero);
      Items<uint64_t> Data(Before);
      size_t Kept = 77;
      EXPECT_DONE(ompscan_split(Data.data(), N, 8, Bit, nullptr, &Kept));
      ASSERT_EQ(Kept, Zeros);
      ASSERT_TRUE(same(Data.data(), After));
    }
}

TEST(SelectThreads, AtOnce) {
  std::vector<std::thread> Threads;
  for (uint32_t Limit : {10u, 40u, 90u})
    Threads.emplace_back([Limit] {
      const Less<uint32_t> Keep(Limit);
      for (size_t N : slideSizes(4, 20)) {
        std::vector<uint32_t> Before = randomItems<uint32_t>(N, 100), After;
        std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                     std::cref(Keep));
        size_t Kept = 77;
        EXPECT_EQ(
            ompscan_select(Before.data(), N, 4, &Keep.Text, nullptr, &Kept),
            OMPSCAN_SUCCESS);
        EXPECT_EQ(Kept, After.size());
        EXPECT_TRUE(same(Before.data(), After));
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

} // namespace

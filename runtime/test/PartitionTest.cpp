//===- PartitionTest.cpp - Partitions in place ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "primitives/Call.h"
#include <algorithm>

using namespace ompscan::rt;

namespace {

/// Where the elements are that do not come first.
enum class Others { Front, Back, Spread };

/// \p Count of \p N elements.
std::vector<bool> others(Others Where, size_t N, size_t Count) {
  std::vector<bool> Is(N);
  for (size_t I = 0; I != N; ++I)
    Is[I] = Where == Others::Front  ? I < Count
            : Where == Others::Back ? I >= N - Count
                                    : (I + 1) * Count / N != I * Count / N;
  return Is;
}

/// Partitions elements of which those with a set bit in \p Is do not come
/// first, beside their numbers.
template <typename T> void partition(const std::vector<bool> &Is) {
  constexpr uint32_t Limit = 128;
  const ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
  const ompscan_predicate First{Text<T>::Type, Text<T>::Less, nullptr,
                                &Argument, 1};
  std::vector<T> Before, Wanted;
  std::vector<uint32_t> Numbers, Order;
  for (uint32_t I = 0; I != Is.size(); ++I) {
    Before.push_back(Text<T>::make(I % Limit + (Is[I] ? Limit : 0), I));
    Numbers.push_back(I);
  }
  for (bool IsOther : {false, true})
    for (uint32_t I = 0; I != Is.size(); ++I)
      if (Is[I] == IsOther) {
        Wanted.push_back(Before[I]);
        Order.push_back(I);
      }
  Items<T> Data(Before);
  Items<uint32_t> Companions(Numbers);
  const ompscan_companion Companion{Companions.data(), sizeof(uint32_t),
                                    nullptr, nullptr};
  for (const ompscan_companion *C :
       {&Companion, static_cast<const ompscan_companion *>(nullptr)}) {
    size_t Kept = 77;
    ASSERT_EQ(
        ompscan_partition(Data.data(), Is.size(), sizeof(T), &First, C, &Kept),
        OMPSCAN_SUCCESS)
        << ompscan_last_error();
    ASSERT_EQ(Kept, size_t(std::count(Is.begin(), Is.end(), false)));
    ASSERT_TRUE(same(Data.data(), Wanted));
    ASSERT_TRUE(same(Companions.data(), Order));
    Data = Items<T>(Before);
  }
}

template <typename T> class Partition : public testing::Test {};
using SomeTypes = testing::Types<uint8_t, uint32_t, Record<3, uint8_t>, double,
                                 Record<64, uint32_t>>;
TYPED_TEST_SUITE(Partition, SomeTypes);

TYPED_TEST(Partition, Sizes) {
  for (size_t N : slideSizes(sizeof(TypeParam) + 4, 17))
    for (size_t Count : {size_t(0), N / 3, N - N / 8, N})
      partition<TypeParam>(others(Others::Spread, N, Count));
}

/// What does not come first fills the buffer that the device has for it, or
/// one more does, or a whole tile.
TYPED_TEST(Partition, Borders) {
  Device &D = testDevice();
  const uint64_t Tile = selectPlan(D, chooseMethod(D), sizeof(TypeParam), 4,
                                   /*HasRest=*/true)
                            .Tile.tile();
  for (size_t N : {10 * Tile, 10 * Tile + 3, 9 * Tile - 1}) {
    const size_t Room = partitionTiles(N, Tile) * Tile;
    for (size_t Count : {N / 2, N / 2 - Tile, Room - 1, Room, Room + 1,
                         Room + Tile, N - N / 4, N - 1, N})
      for (Others Where : {Others::Front, Others::Back, Others::Spread}) {
        SCOPED_TRACE(std::to_string(Count) + " of " + std::to_string(N) + ", " +
                     std::to_string(int(Where)));
        partition<TypeParam>(others(Where, N, Count));
        if (this->HasFatalFailure())
          return;
      }
  }
}

/// The buffer's room is what is left at least, and less than 1 % above half.
TEST(PartitionRoom, IsHalf) {
  for (uint64_t N :
       {1ull, 2ull, 4095ull, 8192ull, 1ull << 28, (1ull << 40) + 1}) {
    const uint64_t Room = partitionTiles(N, 4096) * 4096;
    EXPECT_GE(2 * Room, N);
    EXPECT_LT(Room, N / 2 + N / 200 + 4097 + 1);
  }
}

} // namespace

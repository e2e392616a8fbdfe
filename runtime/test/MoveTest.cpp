//===- MoveTest.cpp - Functions that move elements by a formula -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "ompscan/data.h"
#include <algorithm>
#include <string>

using namespace ompscan::rt;

namespace {

template <typename T> class Move : public testing::Test {
protected:
  const T Fill = Text<T>::make(99, 12345);

  const size_t Tile = moveShape(testDevice().limits(), sizeof(T)).tile();

  /// Rows and columns of matrices around the borders of tiles.
  std::vector<std::pair<size_t, size_t>> matrices() {
    return {{1, 1},
            {1, Tile + 1},
            {Tile + 1, 1},
            {7, Tile - 1},
            {5, 3 * Tile + 1},
            {3 * Tile, 5},
            {0, 4},
            {4, 0}};
  }
};
using MoveTypes =
    testing::Types<uint8_t, uint16_t, uint32_t, double, Record<3, uint8_t>,
                   Record<12, uint32_t>, Record<64, uint32_t>>;
TYPED_TEST_SUITE(Move, MoveTypes);

TYPED_TEST(Move, PadAndUnpad) {
  using T = TypeParam;
  for (auto [Rows, Columns] : this->matrices())
    for (size_t More : {0u, 1u, 7u, 100u})
      for (bool IsFilled : {false, true}) {
        const size_t Pitch = Columns + More;
        if (Rows * Pitch * sizeof(T) > 8000000)
          continue;
        const std::vector<T> Before = randomItems<T>(Rows * Columns, 100);
        T Other = this->Fill;
        if (!IsFilled)
          std::memset(&Other, 0, sizeof Other);
        std::vector<T> After = padded(Before, Rows, Columns, More, Other);
        Items<T> Data(Rows * Pitch);
        if (!Before.empty())
          std::memcpy(Data.data(), Before.data(), Before.size() * sizeof(T));
        EXPECT_DONE(ompscan_pad(Data.data(), Rows, Columns, Pitch, sizeof(T),
                                IsFilled ? &this->Fill : nullptr));
        ASSERT_TRUE(same(Data.data(), After))
            << Rows << " rows, " << Columns << " columns, pitch " << Pitch;
        // The last row has no padding here.
        if (Rows)
          After.resize(After.size() - More);
        Items<T> Padded(After);
        EXPECT_DONE(
            ompscan_unpad(Padded.data(), Rows, Columns, Pitch, sizeof(T)));
        ASSERT_TRUE(same(Padded.data(), Before))
            << Rows << " rows, " << Columns << " columns, pitch " << Pitch;
      }
}

TYPED_TEST(Move, GapsAndRanges) {
  using T = TypeParam;
  for (size_t N : sizesAround(this->Tile, 12))
    for (size_t Position : {size_t(0), N / 3, N})
      for (size_t Count : {0u, 1u, 13u, 5000u}) {
        const std::vector<T> Before = randomItems<T>(N, 100);
        std::vector<T> After = Before;
        After.insert(After.begin() + Position, Count, this->Fill);
        Items<T> Data(N + Count);
        if (N)
          std::memcpy(Data.data(), Before.data(), N * sizeof(T));
        EXPECT_DONE(ompscan_insert_gap(Data.data(), N, Position, Count,
                                       sizeof(T), &this->Fill));
        ASSERT_TRUE(same(Data.data(), After))
            << Count << " at " << Position << " of " << N;
        EXPECT_DONE(ompscan_erase_range(Data.data(), N + Count, Position, Count,
                                        sizeof(T)));
        ASSERT_TRUE(same(Data.data(), Before))
            << Count << " at " << Position << " of " << N;
      }
}

TYPED_TEST(Move, Shift) {
  using T = TypeParam;
  for (size_t N : sizesAround(this->Tile, 12))
    for (ptrdiff_t By : {0, 1, -1, 13, -13, 5000, -5000, 1000000, -1000000}) {
      const std::vector<T> Before = randomItems<T>(N, 100);
      const std::vector<T> After = shifted(Before, By, this->Fill);
      Items<T> Data(Before);
      EXPECT_DONE(ompscan_shift(Data.data(), N, By, sizeof(T), &this->Fill));
      ASSERT_TRUE(same(Data.data(), After)) << N << " elements by " << By;
    }
}

TYPED_TEST(Move, FewElements) {
  using T = TypeParam;
  for (size_t N = 1; N <= 64; ++N)
    for (ptrdiff_t By : {1, -3}) {
      const std::vector<T> Before = randomItems<T>(N, 100);
      const std::vector<T> After = shifted(Before, By, this->Fill);
      Items<T> Data(Before);
      EXPECT_DONE(ompscan_shift(Data.data(), N, By, sizeof(T), &this->Fill));
      ASSERT_TRUE(same(Data.data(), After)) << N << " elements by " << By;
    }
}

TYPED_TEST(Move, BetweenOthersOnTheDevice) {
  using T = TypeParam;
  constexpr size_t Rows = 61, Columns = 67, Pitch = 70;
  constexpr size_t N = Rows * Pitch;
  // A part of the buffer begins at some borders only.
  for (size_t Begin : {0u, 1u, 5u, 512u}) {
    const std::vector<T> Before = randomItems<T>(Begin + N + 33, 100);
    std::vector<T> Data = Before;
    T *const Place = Data.data() + Begin;
    const size_t Bytes = Data.size() * sizeof(T);
    ASSERT_EQ(
        ompscan_map(OMPSCAN_DEFAULT_DEVICE, Data.data(), Bytes, OMPSCAN_TOFROM),
        0);
    EXPECT_DONE(
        ompscan_pad(Place, Rows, Columns, Pitch, sizeof(T), &this->Fill));
    EXPECT_DONE(ompscan_shift(Place, N, -1, sizeof(T), &this->Fill));
    ASSERT_EQ(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Data.data(), Bytes,
                            OMPSCAN_TOFROM),
              0);
    std::vector<T> After = Before;
    for (size_t I = 0; I != N; ++I) {
      const size_t Row = (I + 1) / Pitch, Column = (I + 1) % Pitch;
      After[Begin + I] = Row < Rows && Column < Columns
                             ? Before[Begin + Row * Columns + Column]
                             : this->Fill;
    }
    ASSERT_EQ(std::memcmp(Data.data(), After.data(), Bytes), 0)
        << "from element " << Begin << " on";
  }
}

TEST(MoveRefusal, Arguments) {
  const std::vector<uint32_t> Before{1, 2, 3, 4, 5, 6};
  std::vector<uint32_t> Data = Before;
  const auto Expect = [&](int Status, const std::string &Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Data, Before);
  };
  Expect(ompscan_pad(Data.data(), 2, 3, 2, 4, nullptr),
         "ompscan_pad: rows of 3 columns do not fit into a pitch of 2");
  Expect(ompscan_unpad(Data.data(), 2, 3, 2, 4),
         "ompscan_unpad: rows of 3 columns do not fit into a pitch of 2");
  Expect(ompscan_pad(nullptr, 2, 2, 3, 4, nullptr), "data is a null pointer");
  Expect(ompscan_pad(Data.data(), SIZE_MAX / 2, 2, 3, 4, nullptr),
         "data does not lie in the address space");
  Expect(ompscan_insert_gap(Data.data(), 5, 6, 1, 4, nullptr),
         "position 6 is after the 5 elements");
  Expect(ompscan_insert_gap(Data.data(), 5, 1, SIZE_MAX, 4, nullptr),
         "data does not lie in the address space");
  // The offset of the first element that moves does not fit into 64 bits.
  const size_t Wrapping = SIZE_MAX / 4 + 1;
  Expect(ompscan_insert_gap(Data.data(), Wrapping, Wrapping, 1, 4, nullptr),
         "data does not lie in the address space");
  Expect(ompscan_insert_gap(Data.data(), Wrapping + 3, Wrapping + 1, 1, 4,
                            nullptr),
         "data does not lie in the address space");
  Expect(ompscan_insert_gap(Data.data(), Wrapping - 1, Wrapping - 1, 1, 4,
                            nullptr),
         "data does not lie in the address space");
  Expect(ompscan_erase_range(Data.data(), Wrapping + 3, Wrapping, 1, 4),
         "data does not lie in the address space");
  Expect(ompscan_erase_range(Data.data(), 6, 4, 3, 4),
         "elements 4 to 7 are not among the 6 elements");
  Expect(ompscan_erase_range(Data.data(), 6, 7, SIZE_MAX, 4),
         "are not among the 6 elements");
  Expect(ompscan_shift(Data.data(), 6, 1, 65, nullptr),
         "the elements of data have 65 bytes; 1 to 64 are supported");
  Expect(ompscan_shift(nullptr, 6, 1, 4, nullptr), "data is a null pointer");
}

} // namespace

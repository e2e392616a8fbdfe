//===- SegmentTest.cpp - Segments and runs --------------------------------===//
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

/// Where segments of about \p Length elements begin.
std::vector<size_t> randomBegins(size_t N, uint32_t Length) {
  const std::vector<uint32_t> Random = randomItems<uint32_t>(N, Length);
  std::vector<size_t> Begins;
  for (size_t I = 0; I != N; ++I)
    if (I == 0 || Random[I] == 0)
      Begins.push_back(I);
  return Begins;
}

/// Element by element.
template <typename T, typename Op>
std::vector<T> reduced(const std::vector<T> &X, std::vector<size_t> Begins,
                       const T *Initial, Op Combine) {
  std::vector<T> Results;
  Begins.push_back(X.size());
  for (size_t S = 0; S + 1 != Begins.size(); ++S) {
    size_t I = Begins[S];
    T Value = Initial ? *Initial : X[I++];
    for (; I != Begins[S + 1]; ++I)
      Value = Combine(Value, X[I]);
    Results.push_back(Value);
  }
  return Results;
}

/// By each way to tell segments, of several lengths.
template <typename T, typename Op>
void checkReduction(const ompscan_predicate &Text, size_t N, const T &Initial,
                    Op Combine) {
  const std::vector<T> X = randomItems<T>(N, 5);
  for (uint32_t Length : {1u, 3u, 40u, 100000u}) {
    const std::vector<size_t> Begins = randomBegins(N, Length);
    std::vector<uint8_t> Heads(N);
    for (size_t B : Begins)
      Heads[B] = 0x80;
    if (N)
      Heads[0] = 0;
    std::vector<uint16_t> Keys(N);
    for (size_t I = 0; I != N; ++I)
      Keys[I] = static_cast<uint16_t>(I ? Keys[I - 1] + (Heads[I] != 0) : 7);
    const Items<T> In(X);
    const Items<uint8_t> HeadItems(Heads);
    const Items<uint16_t> KeyItems(Keys);
    const Items<size_t> OffsetItems(Begins);
    const ompscan_segments Ways[] = {
        {HeadItems.data(), nullptr, 0, nullptr, 0},
        {nullptr, KeyItems.data(), 2, nullptr, 0},
        {nullptr, nullptr, 0, OffsetItems.data(), Begins.size()}};
    for (const ompscan_segments &Way : Ways)
      for (const T *First : {static_cast<const T *>(nullptr), &Initial}) {
        if (N == 0 && Way.offsets)
          continue;
        const std::vector<T> Wanted = reduced(X, Begins, First, Combine);
        Items<T> Out(Wanted.size());
        size_t Count = 77;
        EXPECT_DONE(ompscan_segmented_reduce(
            In.data(), Out.data(), N, sizeof(T), &Text, &Way, First, &Count));
        ASSERT_EQ(Count, Wanted.size()) << N << ", " << Length;
        ASSERT_TRUE(same(Out.data(), Wanted)) << N << ", " << Length;
      }
  }
}

TEST(SegmentedReduce, Sums) {
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  for (size_t N : {0, 1, 2, 3, 100, 5000, 70000})
    checkReduction<uint32_t>(Add, N, 5,
                             [](uint32_t A, uint32_t B) { return A + B; });
  const ompscan_predicate AddLong{"ulong", "+", nullptr, nullptr, 0};
  checkReduction<uint64_t>(AddLong, 20000, 5,
                           [](uint64_t A, uint64_t B) { return A + B; });
}

/// The last key that is not 0, which is not commutative.
template <typename T> void checkLast() {
  const std::string Preamble =
      "ompscan_E last(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r = y;\n  if (!y.key) r.key = x.key;\n"
      "  r.w[0] = x.w[0] + y.w[0];\n  return r; }";
  const ompscan_predicate Last{Text<T>::Type, "last(x, y)", Preamble.c_str(),
                               nullptr, 0};
  const T Initial = Text<T>::make(9, 3);
  for (size_t N : {1, 2, 3000, 30000})
    checkReduction<T>(Last, N, Initial, [](T A, T B) {
      B.K = B.K ? B.K : A.K;
      B.Rest[0] = static_cast<decltype(B.K)>(A.Rest[0] + B.Rest[0]);
      return B;
    });
}
TEST(SegmentedReduce, ThreeBytes) { checkLast<Record<3, uint8_t>>(); }
TEST(SegmentedReduce, SixteenBytes) { checkLast<Record<16, uint32_t>>(); }
TEST(SegmentedReduce, SixtyFourBytes) { checkLast<Record<64, uint32_t>>(); }

TEST(SegmentedReduce, EmptySegments) {
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const uint32_t Hundred = 100;
  const std::vector<uint32_t> X{1, 2, 3, 4};
  const std::vector<size_t> Offsets{0, 0, 3, 3, 3, 4};
  const ompscan_segments Way{nullptr, nullptr, 0, Offsets.data(), 6};
  const Items<uint32_t> In(X);
  Items<uint32_t> Out(6);
  size_t Count = 77;
  EXPECT_DONE(ompscan_segmented_reduce(In.data(), Out.data(), 4, 4, &Add, &Way,
                                       &Hundred, &Count));
  EXPECT_EQ(Count, 6u);
  EXPECT_TRUE(same(Out.data(), {100, 106, 100, 100, 104, 100}));
  // No address, as that of a container without elements.
  const ompscan_segments Nowhere{};
  EXPECT_DONE(ompscan_segmented_reduce(nullptr, nullptr, 0, 4, &Add, &Nowhere,
                                       nullptr, &Count));
  EXPECT_EQ(Count, 0u);
  EXPECT_DONE(
      ompscan_segmented_scan(nullptr, nullptr, 0, 4, &Add, &Nowhere, &Hundred));
  Items<uint32_t> None(6);
  const std::vector<size_t> Zeros(6);
  const ompscan_segments AllEmpty{nullptr, nullptr, 0, Zeros.data(), 6};
  EXPECT_DONE(ompscan_segmented_reduce(In.data(), None.data(), 0, 4, &Add,
                                       &AllEmpty, &Hundred, nullptr));
  EXPECT_TRUE(same(None.data(), std::vector<uint32_t>(6, 100)));
}

/// Begins of segments, from element 0 on: few and many, empty ones at both ends
/// and in between, at borders of what a group makes flags of, and as many as
/// are sent themselves and not by bits, and one more.
std::vector<std::vector<size_t>> someOffsets(size_t N) {
  std::vector<size_t> Thrice, Borders{0};
  for (size_t I = 0; I != 3 * N; ++I)
    Thrice.push_back(I / 3);
  const uint64_t Tile = flagShape(testDevice().limits()).tile();
  for (uint64_t B = Tile; B - 1 <= N; B += Tile)
    for (uint64_t I : {B - 1, B, B + 1})
      if (I <= N)
        Borders.push_back(I);
  std::vector<std::vector<size_t>> All{
      {0}, {0, 0, 0, N / 2, N / 2, N, N}, Thrice, Borders};
  for (size_t Count : {N / 64, N / 64 + 1}) {
    std::vector<size_t> &Even = All.emplace_back();
    for (size_t I = 0; I != Count; ++I)
      Even.push_back(I * N / Count);
  }
  return All;
}

/// A reduction of no elements to memory of the device.
TEST(Reduce, NothingToMemoryOfTheDevice) {
  if (environment().Policy == Offload::Disabled) {
    EXPECT_EQ(ompscan_device_alloc(OMPSCAN_DEFAULT_DEVICE, 12), nullptr);
    return;
  }
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const std::vector<uint32_t> Before{1, 2, 3}, After{1, 7, 3};
  const uint32_t Initial = 7;
  void *const There = ompscan_device_alloc(OMPSCAN_DEFAULT_DEVICE, 12);
  ASSERT_EQ(ompscan_copy(OMPSCAN_DEFAULT_DEVICE, There, Before.data(), 12), 0);
  EXPECT_DONE(ompscan_reduce(nullptr, 0, 4, &Add, &Initial,
                             static_cast<uint32_t *>(There) + 1));
  std::vector<uint32_t> Now(3);
  ASSERT_EQ(ompscan_copy(OMPSCAN_DEFAULT_DEVICE, Now.data(), There, 12), 0);
  EXPECT_EQ(Now, After);
  EXPECT_DONE(ompscan_device_free(OMPSCAN_DEFAULT_DEVICE, There));
}

TEST(SegmentedReduce, EmptyOffsets) {
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const uint32_t Hundred = 100;
  const uint64_t Tile = flagShape(testDevice().limits()).tile();
  for (size_t N : std::set<size_t>{1, 15, 16, 17, 127, Tile - 1, Tile, Tile + 1,
                                   3 * Tile + 5}) {
    const std::vector<uint32_t> X = randomItems<uint32_t>(N, 1u << 20);
    const Items<uint32_t> In(X);
    for (const std::vector<size_t> &Begins : someOffsets(N)) {
      const Items<size_t> Offsets(Begins);
      const ompscan_segments Way{nullptr, nullptr, 0, Offsets.data(),
                                 Offsets.size()};
      std::vector<uint32_t> Scanned(X);
      for (size_t I = 1; I != N; ++I)
        if (!std::binary_search(Begins.begin(), Begins.end(), I))
          Scanned[I] += Scanned[I - 1];
      Items<uint32_t> Out(N), Sums(Begins.size());
      EXPECT_DONE(ompscan_segmented_scan(In.data(), Out.data(), N, 4, &Add,
                                         &Way, nullptr));
      ASSERT_TRUE(same(Out.data(), Scanned)) << N << ", " << Begins.size();
      // Exclusively, and in place.
      Items<uint32_t> Data(X);
      for (size_t I = 0; I != N; ++I)
        Scanned[I] += Hundred - X[I];
      EXPECT_DONE(ompscan_segmented_scan(Data.data(), Data.data(), N, 4, &Add,
                                         &Way, &Hundred));
      ASSERT_TRUE(same(Data.data(), Scanned)) << N << ", " << Begins.size();
      if (Begins.empty())
        continue;
      EXPECT_DONE(ompscan_segmented_reduce(In.data(), Sums.data(), N, 4, &Add,
                                           &Way, &Hundred, nullptr));
      ASSERT_TRUE(same(Sums.data(),
                       reduced(X, Begins, &Hundred,
                               [](uint32_t A, uint32_t B) { return A + B; })))
          << N << ", " << Begins.size();
    }
  }
}

/// An affine map.
struct Map {
  uint32_t A, B;
};

/// By runs of keys of type Key, of several lengths.
template <typename Key, typename T, typename MakeKey, typename MakeItem,
          typename Op>
void checkByKey(const ompscan_predicate &Text, MakeKey KeyOf, MakeItem ItemOf,
                Op Combine) {
  for (size_t N : {0, 1, 2, 100, 4000, 30000})
    for (uint32_t Length : {1u, 4u, 40u, 100000u}) {
      const std::vector<size_t> Begins = randomBegins(N, Length);
      std::vector<Key> Keys(N), WantedKeys;
      std::vector<T> X;
      for (uint32_t R : randomItems<uint32_t>(N, 1u << 20))
        X.push_back(ItemOf(R));
      for (size_t S = 0; S != Begins.size(); ++S) {
        const Key K = KeyOf(static_cast<uint32_t>(S % 3));
        WantedKeys.push_back(K);
        for (size_t I = Begins[S];
             I != (S + 1 == Begins.size() ? N : Begins[S + 1]); ++I)
          Keys[I] = K;
      }
      const std::vector<T> Wanted =
          reduced(X, Begins, static_cast<const T *>(nullptr), Combine);
      const Items<Key> KeyItems(Keys);
      const Items<T> In(X);
      Items<Key> OutKeys(Wanted.size());
      Items<T> Out(Wanted.size());
      size_t Count = 77;
      EXPECT_DONE(ompscan_reduce_by_key(KeyItems.data(), In.data(), N,
                                        sizeof(Key), sizeof(T), &Text,
                                        OutKeys.data(), Out.data(), &Count));
      ASSERT_EQ(Count, Wanted.size()) << N << ", " << Length;
      ASSERT_TRUE(same(OutKeys.data(), WantedKeys)) << N << ", " << Length;
      ASSERT_TRUE(same(Out.data(), Wanted)) << N << ", " << Length;
    }
}

TEST(SegmentedReduce, ByKey) {
  const ompscan_predicate Compose{
      "struct { uint a; uint b; }", "compose(x, y)",
      "ompscan_E compose(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r; r.a = y.a * x.a; r.b = y.a * x.b + y.b; return r; }",
      nullptr, 0};
  const auto MapOf = [](uint32_t X) { return Map{X | 1, X >> 3}; };
  const auto Composed = [](Map X, Map Y) {
    return Map{Y.A * X.A, Y.A * X.B + Y.B};
  };
  using Twelve = Record<12, uint32_t>;
  checkByKey<Twelve, Map>(
      Compose, [](uint32_t K) { return Twelve{K, {1, 2}}; }, MapOf, Composed);
  checkByKey<uint16_t, Map>(
      Compose, [](uint32_t K) { return static_cast<uint16_t>(K); }, MapOf,
      Composed);
}

/// Of 1 and 2 bytes, with keys of another size.
TEST(SegmentedReduce, SmallNumbersByKey) {
  // Not commutative.
  const ompscan_predicate Last{"uchar", "y ? y : x", nullptr, nullptr, 0},
      Largest{"ushort", "max", nullptr, nullptr, 0};
  checkByKey<uint64_t, uint8_t>(
      Last, [](uint32_t K) { return uint64_t(K) << 40; },
      [](uint32_t X) { return static_cast<uint8_t>(X % 7 ? 0 : X >> 3); },
      [](uint8_t X, uint8_t Y) { return Y ? Y : X; });
  checkByKey<uint8_t, uint16_t>(
      Largest, [](uint32_t K) { return static_cast<uint8_t>(K); },
      [](uint32_t X) { return static_cast<uint16_t>(X); },
      [](uint16_t X, uint16_t Y) { return std::max(X, Y); });
}

TEST(SegmentedReduce, Refusals) {
  const std::vector<uint32_t> Before{3, 2, 1};
  std::vector<uint32_t> Data = Before, Out = Before;
  ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const auto Expect = [&](int Status, const char *Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Data, Before);
    EXPECT_EQ(Out, Before);
  };
  const auto Reduce = [&](const ompscan_segments *Way) {
    return ompscan_segmented_reduce(Data.data(), Out.data(), 3, 4, &Add, Way,
                                    nullptr, nullptr);
  };
  const uint8_t Heads[3] = {1, 0, 0};
  const size_t Late[1] = {1}, Empty[2] = {0, 3}, Back[3] = {0, 2, 1},
               Behind[3] = {0, 4, 1};
  const ompscan_segments None{}, TooLate{nullptr, nullptr, 0, Late, 1},
      WithEmpty{nullptr, nullptr, 0, Empty, 2},
      GoingBack{nullptr, nullptr, 0, Back, 3},
      BehindEnd{nullptr, nullptr, 0, Behind, 3},
      ByHeads{Heads, nullptr, 0, nullptr, 0};
  Expect(Reduce(&None), "one of heads, keys and offsets");
  const ompscan_segments Lost{nullptr, nullptr, 0, nullptr, 1};
  Expect(ompscan_segmented_scan(nullptr, nullptr, 0, 4, &Add, &Lost, nullptr),
         "one of heads, keys and offsets");
  Expect(Reduce(&TooLate), "the first segment does not begin at element 0");
  Expect(Reduce(&GoingBack), "segment 2 begins at element 1, which is before "
                             "the previous segment");
  Expect(Reduce(&BehindEnd),
         "segment 1 begins at element 4, which is after the end");
  Expect(Reduce(&WithEmpty),
         "segment 1 is empty, and there is no initial value");
  Expect(ompscan_segmented_reduce(Data.data(), Data.data(), 3, 4, &Add,
                                  &ByHeads, nullptr, nullptr),
         "in and out overlap");
  size_t Zero[2] = {0, 1};
  const ompscan_segments InOut{nullptr, nullptr, 0, Zero, 2};
  Expect(ompscan_segmented_reduce(Data.data(), Zero, 3, 4, &Add, &InOut,
                                  nullptr, nullptr),
         "offsets and out overlap");
  void *const There = ompscan_device_alloc(OMPSCAN_DEFAULT_DEVICE, 8);
  const ompscan_segments OnDevice{nullptr, nullptr, 0,
                                  static_cast<const size_t *>(There), 1};
  Expect(Reduce(&OnDevice), "offsets are memory of a device");
  EXPECT_DONE(ompscan_device_free(OMPSCAN_DEFAULT_DEVICE, There));
  Expect(ompscan_reduce_by_key(Heads, Data.data(), 3, 1, 4, nullptr, Out.data(),
                               Out.data(), nullptr),
         "the operator is a null pointer");
  Expect(ompscan_reduce_by_key(Heads, Data.data(), 3, 1, 4, &Add, nullptr,
                               Out.data(), nullptr),
         "out_keys is a null pointer");
  Expect(ompscan_run_length_encode(Data.data(), 3, 4, nullptr, Out.data(),
                                   nullptr, nullptr),
         "lengths is a null pointer");
  size_t Lengths[3];
  Expect(ompscan_run_length_encode(Data.data(), 3, 4, nullptr, Data.data(),
                                   Lengths, nullptr),
         "in and out are the same");
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

template <typename T, typename Equality>
void checkRuns(const std::vector<T> &X, const ompscan_predicate *Equal,
               Equality Equals) {
  const size_t N = X.size();
  std::vector<T> Wanted;
  std::vector<size_t> Lengths;
  for (size_t I = 0; I != N; ++I) {
    if (I == 0 || !Equals(X[I - 1], X[I])) {
      Wanted.push_back(X[I]);
      Lengths.push_back(0);
    }
    ++Lengths.back();
  }
  const Items<T> In(X);
  Items<T> Out(Wanted.size());
  Items<size_t> OutLengths(Wanted.size());
  size_t Count = 77;
  EXPECT_DONE(ompscan_run_length_encode(In.data(), N, sizeof(T), Equal,
                                        Out.data(), OutLengths.data(), &Count));
  ASSERT_EQ(Count, Wanted.size()) << N;
  ASSERT_TRUE(same(Out.data(), Wanted)) << N;
  ASSERT_TRUE(same(OutLengths.data(), Lengths)) << N;
}

TEST(Runs, Encode) {
  using Twelve = Record<12, uint32_t>;
  const ompscan_predicate SameFloat{"float", nullptr, nullptr, nullptr, 0};
  for (size_t N : {0, 1, 2, 3, 100, 5000}) {
    checkRuns(randomItems<uint8_t>(N, 2), nullptr,
              [](uint8_t A, uint8_t B) { return A == B; });
    std::vector<Twelve> Records;
    for (uint32_t K : randomItems<uint32_t>(N, 3))
      Records.push_back({4, {K / 2, 6}});
    checkRuns(Records, nullptr, [](const Twelve &A, const Twelve &B) {
      return A.Rest[0] == B.Rest[0];
    });
  }
  // -0 is 0, and the first of a run stands for it.
  checkRuns(std::vector<float>{-0.f, 0.f, 1.f, 1.f, 0.f, -0.f}, &SameFloat,
            [](float A, float B) { return A == B; });
  checkRuns(std::vector<uint16_t>(70000, 3), nullptr,
            [](uint16_t A, uint16_t B) { return A == B; });
}

TEST(Runs, EncodeByText) {
  const uint32_t Width = 3;
  const ompscan_argument Argument{"uint", "width", &Width, sizeof Width};
  const ompscan_predicate SameHalf{"uint", "x / 2 == y / 2", nullptr, nullptr,
                                   0},
      SameBin{"uint", "x / width == y / width", nullptr, &Argument, 1};
  for (size_t N : {0, 1, 3, 5000}) {
    checkRuns(randomItems<uint32_t>(N, 4), &SameHalf,
              [](uint32_t A, uint32_t B) { return A / 2 == B / 2; });
    checkRuns(randomItems<uint32_t>(4 * N, 5), &SameBin,
              [](uint32_t A, uint32_t B) { return A / 3 == B / 3; });
  }
}

TEST(Runs, UniqueByKey) {
  std::vector<uint32_t> Keys{1, 1, 2, 2, 1}, Values{5, 6, 7, 8, 9};
  size_t Kept = 77;
  EXPECT_DONE(ompscan_unique_by_key(Keys.data(), Values.data(), 5, 4, 4,
                                    nullptr, &Kept));
  EXPECT_EQ(Kept, 3u);
  EXPECT_TRUE(same(Keys.data(), {1, 2, 1}));
  EXPECT_TRUE(same(Values.data(), {5, 7, 9}));
  EXPECT_EQ(
      ompscan_unique_by_key(Keys.data(), nullptr, 5, 4, 4, nullptr, &Kept),
      OMPSCAN_ERROR_ARGUMENT);
}

} // namespace

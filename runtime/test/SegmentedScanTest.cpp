//===- SegmentedScanTest.cpp - Scans that begin anew ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "ompscan/data.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Left to right, beginning anew at each head.
template <typename T, typename Op>
std::vector<T> scanned(const std::vector<T> &X,
                       const std::vector<uint8_t> &Heads, const T *Initial,
                       Op Combine) {
  std::vector<T> Y;
  T Value{};
  for (size_t I = 0; I != X.size(); ++I) {
    const bool IsHead = I == 0 || Heads[I];
    if (Initial) {
      Value = IsHead ? *Initial : Combine(Value, X[I - 1]);
    } else {
      Value = IsHead ? X[I] : Combine(Value, X[I]);
    }
    Y.push_back(Value);
  }
  return Y;
}

/// By each way to tell segments, of several lengths.
template <typename T, typename Op>
void checkSegments(const ompscan_predicate &Text, const std::vector<T> &X,
                   const T &Initial, bool IsExclusive, Op Combine) {
  const size_t N = X.size();
  for (uint32_t Length : {1u, 3u, 100000u}) {
    std::vector<uint16_t> Keys(N);
    std::vector<uint8_t> Heads(N);
    std::vector<size_t> Offsets;
    const std::vector<uint32_t> Random = randomItems<uint32_t>(N, Length);
    for (size_t I = 0; I != N; ++I) {
      Heads[I] = I > 0 && Random[I] == 0 ? 0x80 : 0;
      Keys[I] = static_cast<uint16_t>(I ? Keys[I - 1] + (Heads[I] != 0) : 7);
      if (Heads[I])
        Offsets.push_back(I);
    }
    Offsets.push_back(N);
    const std::vector<T> Wanted =
        scanned(X, Heads, IsExclusive ? &Initial : nullptr, Combine);
    const Items<uint8_t> HeadItems(Heads);
    const Items<uint16_t> KeyItems(Keys);
    const Items<size_t> OffsetItems(Offsets);
    const ompscan_segments Ways[] = {
        {HeadItems.data(), nullptr, 0, nullptr, 0},
        {nullptr, KeyItems.data(), 2, nullptr, 0},
        {nullptr, nullptr, 0, OffsetItems.data(), Offsets.size()}};
    for (const ompscan_segments &Way : Ways) {
      const Items<T> In(X);
      Items<T> Out(N), Data(X);
      EXPECT_DONE(ompscan_segmented_scan(In.data(), Out.data(), N, sizeof(T),
                                         &Text, &Way,
                                         IsExclusive ? &Initial : nullptr));
      ASSERT_TRUE(same(Out.data(), Wanted)) << N << ", " << Length;
      if (&Way != &Ways[1])
        continue;
      EXPECT_DONE(ompscan_segmented_scan(Data.data(), Data.data(), N, sizeof(T),
                                         &Text, &Way,
                                         IsExclusive ? &Initial : nullptr));
      ASSERT_TRUE(same(Data.data(), Wanted)) << N << ", " << Length;
    }
  }
}

TEST(SegmentedScan, Sums) {
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  for (size_t N : {0, 1, 2, 3, 100, 5000})
    for (bool IsExclusive : {false, true})
      checkSegments(Add, randomNumbers<uint32_t>(N), 5u, IsExclusive,
                    [](uint32_t A, uint32_t B) { return A + B; });
}

/// Three bytes, not commutative: the last one that is not 0, and a count.
TEST(SegmentedScan, Structures) {
  using T = Record<3, uint8_t>;
  const ompscan_predicate Last{
      "struct { uchar key; uchar w[2]; }", "last(x, y)",
      "ompscan_E last(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r = y;\n  if (!y.key) r.key = x.key;\n"
      "  r.w[0] = x.w[0] + y.w[0];\n  return r; }",
      nullptr, 0};
  for (size_t N : {1, 2, 3000})
    checkSegments(Last, randomItems<T>(N, 3), T{9, {1, 2}}, true, [](T A, T B) {
      B.K = B.K ? B.K : A.K;
      B.Rest[0] = static_cast<uint8_t>(A.Rest[0] + B.Rest[0]);
      return B;
    });
}

/// Long enough for several tiles on a GPU, also in the midst of what is on the
/// device, where vectors do not lie on their borders.
template <typename T, typename Key> void checkNumbers(const char *Type) {
  const ompscan_predicate LastOdd{Type, "y & 1 ? y : x + y", nullptr, nullptr,
                                  0};
  constexpr size_t N = 40000;
  const std::vector<T> X = randomItems<T>(N, 200);
  const T Initial = 7;
  std::vector<uint8_t> Heads(N);
  std::vector<Key> Keys(N);
  for (size_t I = 1; I != N; ++I) {
    Heads[I] = X[I] % 64 == 0 && (I < N / 4 || I > N / 2);
    Keys[I] = static_cast<Key>(Keys[I - 1] + (Heads[I] != 0));
  }
  const auto Combine = [](T A, T B) {
    return static_cast<T>(B & 1 ? B : A + B);
  };
  const std::vector<T> Inclusive =
      scanned(X, Heads, static_cast<const T *>(nullptr), Combine);
  const std::vector<T> Exclusive = scanned(X, Heads, &Initial, Combine);
  for (size_t Gap : {0u, 3u}) {
    std::vector<T> Data(Gap + N, 1);
    std::memcpy(Data.data() + Gap, X.data(), N * sizeof(T));
    const size_t Bytes = Data.size() * sizeof(T);
    ASSERT_EQ(
        ompscan_map(OMPSCAN_DEFAULT_DEVICE, Data.data(), Bytes, OMPSCAN_TOFROM),
        0);
    T *const Place = Data.data() + Gap;
    std::vector<T> Out(N);
    const ompscan_segments ByHeads{Heads.data(), nullptr, 0, nullptr, 0},
        ByKeys{nullptr, Keys.data(), sizeof(Key), nullptr, 0};
    EXPECT_DONE(ompscan_segmented_scan(Place, Out.data(), N, sizeof(T),
                                       &LastOdd, &ByHeads, nullptr));
    EXPECT_DONE(ompscan_segmented_scan(Place, Place, N, sizeof(T), &LastOdd,
                                       &ByKeys, &Initial));
    ASSERT_EQ(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Data.data(), Bytes,
                            OMPSCAN_TOFROM),
              0);
    ASSERT_TRUE(Out == Inclusive) << Gap;
    ASSERT_EQ(std::memcmp(Place, Exclusive.data(), N * sizeof(T)), 0) << Gap;
  }
}
TEST(SegmentedScan, Bytes) { checkNumbers<uint8_t, uint64_t>("uchar"); }
TEST(SegmentedScan, Ints) { checkNumbers<uint32_t, uint32_t>("uint"); }
TEST(SegmentedScan, Longs) { checkNumbers<uint64_t, uint8_t>("ulong"); }

TEST(SegmentedScan, Refusals) {
  const std::vector<uint32_t> Before{3, 2, 1};
  std::vector<uint32_t> Data = Before;
  const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};
  const auto Expect = [&](const ompscan_segments *Way, const char *Part) {
    EXPECT_TRUE(isRefused(ompscan_segmented_scan(Data.data(), Data.data(), 3, 4,
                                                 &Add, Way, nullptr),
                          Part));
    EXPECT_EQ(Data, Before);
  };
  const uint8_t Heads[3] = {1, 0, 0};
  const size_t Behind[1] = {4}, Falling[2] = {2, 1};
  const ompscan_segments None{}, Two{Heads, Heads, 1, nullptr, 0},
      TooFar{nullptr, nullptr, 0, Behind, 1},
      Unordered{nullptr, nullptr, 0, Falling, 2},
      Overlapping{nullptr, Data.data(), 4, nullptr, 0};
  Expect(nullptr, "one of heads, keys and offsets");
  Expect(&None, "one of heads, keys and offsets");
  Expect(&Two, "one of heads, keys and offsets");
  Expect(&TooFar, "segment 0 begins at element 4, which is after the end");
  Expect(&Unordered, "segment 1 begins at element 1, which is before");
  Expect(&Overlapping, "in and keys overlap");
}

} // namespace

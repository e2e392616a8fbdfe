//===- ClassicTest.cpp - Algorithms of the literature ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classic.h"
#include "PrimitiveTypes.h"
#include <algorithm>
#include <string>

using namespace ompscan::bench;
using namespace ompscan::rt;

namespace {

/// Around the borders of tiles of 256 and 512, and of tiles of tiles.
constexpr size_t Sizes[] = {0,   1,   2,   3,    255,    256,
                            257, 511, 513, 5000, 131072, 270001};

TEST(Classic, Scans) {
  const Composition Compose;
  for (const char *Name : {"hillis-steele", "blelloch"})
    for (size_t N : Sizes) {
      std::vector<AffineMap> Maps, Wanted;
      for (uint32_t X : randomItems<uint32_t>(N, 1u << 20)) {
        const AffineMap M{X | 1, X >> 3};
        Maps.push_back(M);
        Wanted.push_back(Wanted.empty()
                             ? M
                             : AffineMap{M.A * Wanted.back().A,
                                         M.A * Wanted.back().B + M.B});
      }
      Items<AffineMap> In(Maps), Out(N);
      EXPECT_DONE(classicScan(Name, In.data(), Out.data(), N, sizeof(AffineMap),
                              &Compose.Text));
      ASSERT_TRUE(same(Out.data(), Wanted)) << Name << " of " << N;
      EXPECT_DONE(classicScan(Name, In.data(), In.data(), N, sizeof(AffineMap),
                              &Compose.Text));
      ASSERT_TRUE(same(In.data(), Wanted)) << Name << " of " << N;
    }
}

TEST(Classic, LargeElements) {
  using T = Record<64, uint32_t>;
  const ompscan_predicate Last{Text<T>::Type, "last(x, y)",
                               "ompscan_E last(ompscan_E x, ompscan_E y) {\n"
                               "  ompscan_E r = y; r.key += x.key; return r; }",
                               nullptr, 0};
  const size_t N = 3000;
  const std::vector<T> X = randomItems<T>(N, 1000);
  std::vector<T> Wanted = X;
  for (size_t I = 1; I != N; ++I)
    Wanted[I].K += Wanted[I - 1].K;
  for (const char *Name : {"hillis-steele", "blelloch"}) {
    const Items<T> In(X);
    Items<T> Out(N);
    EXPECT_DONE(classicScan(Name, In.data(), Out.data(), N, sizeof(T), &Last));
    ASSERT_TRUE(same(Out.data(), Wanted)) << Name;
  }
}

TEST(Classic, Reductions) {
  const ompscan_predicate Sum{"uint", "+", nullptr, nullptr, 0},
      First{"uint", "x", nullptr, nullptr, 0};
  const bool HasShuffles = testDevice().computeCapability() >= 70;
  for (size_t N : Sizes) {
    const std::vector<uint32_t> X = randomItems<uint32_t>(N, 1u << 30);
    const Items<uint32_t> In(X);
    uint32_t Wanted = 0;
    for (uint32_t E : X)
      Wanted += E;
    for (const char *Name : {"interleaved", "sequential", "shuffle"}) {
      uint32_t Result = 77;
      const int Status = classicReduce(Name, In.data(), N, 4, &Sum, &Result);
      if (N == 0 || (*Name == 's' && Name[1] == 'h' && !HasShuffles)) {
        EXPECT_NE(Status, OMPSCAN_SUCCESS);
        EXPECT_EQ(Result, 77u);
        continue;
      }
      EXPECT_DONE(Status);
      ASSERT_EQ(Result, Wanted) << Name << " of " << N;
    }
    if (N) {
      uint32_t Result = 77;
      EXPECT_DONE(
          classicReduce("interleaved", In.data(), N, 4, &First, &Result));
      ASSERT_EQ(Result, X[0]) << N;
    }
  }
}

TEST(Classic, Compaction) {
  const ompscan_predicate Small{"uint", "x < 30", nullptr, nullptr, 0};
  for (const char *Name : {"staged", "scattered"})
    for (size_t N : slideSizes(4, 10)) {
      const std::vector<uint32_t> X = randomItems<uint32_t>(N, 100);
      std::vector<uint32_t> Wanted;
      std::copy_if(X.begin(), X.end(), std::back_inserter(Wanted),
                   [](uint32_t E) { return E < 30; });
      const Items<uint32_t> In(X);
      Items<uint32_t> Out(Wanted.size());
      size_t Kept = 77;
      EXPECT_DONE(
          classicCopyIf(Name, In.data(), Out.data(), N, 4, &Small, &Kept));
      ASSERT_EQ(Kept, Wanted.size()) << Name << " of " << N;
      ASSERT_TRUE(same(Out.data(), Wanted)) << Name << " of " << N;
    }
}

TEST(Classic, Refusals) {
  std::vector<uint32_t> Data{3, 2, 1}, Out{7, 7, 7};
  const ompscan_predicate Sum{"uint", "+", nullptr, nullptr, 0},
      First{"uint", "x", nullptr, nullptr, 0};
  const auto Expect = [&](int Status, const char *Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Out, std::vector<uint32_t>(3, 7));
  };
  Expect(classicScan("interleaved", Data.data(), Out.data(), 3, 4, &Sum),
         "no algorithm of this function; there are hillis-steele, blelloch");
  Expect(classicScan(nullptr, Data.data(), Out.data(), 3, 4, &Sum),
         "a null pointer is no algorithm");
  Expect(classicReduce("sequential", Data.data(), 3, 4, &First, Out.data()),
         "sequential addressing changes the order of elements");
  Expect(classicCopyIf("quick", Data.data(), Out.data(), 3, 4, &Sum, nullptr),
         "there are staged, scattered");
  Expect(classicCopyIf("staged", Out.data(), Out.data(), 3, 4, &Sum, nullptr),
         "in and out are the same");
}

} // namespace

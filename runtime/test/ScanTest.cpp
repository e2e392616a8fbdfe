//===- ScanTest.cpp - Loops on a device -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Soak.h"
#include "TestLoop.h"
#include "launch/Launch.h"
#include "plan/Tuning.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Runs the loop through the ABI, in the shape that the runtime chooses.
template <typename Op> void check(const Form &F) {
  TestLoop<Op> L(F);
  ASSERT_EQ(L.launch(), 1) << F.N;
  ASSERT_EQ(L.wrong(), -1) << F.N << " iterations";
}

/// Runs the loop by every algorithm in a given shape.
template <typename Op> void check(const Form &F, Shape S) {
  for (Algorithm A : {Algorithm::ThreeKernel, Algorithm::ReduceThenScan,
                      Algorithm::SinglePass})
    for (uint32_t Chains : {1u, 4u}) {
      if (Chains > 1 && A == Algorithm::ThreeKernel)
        continue;
      TestLoop<Op> L(F);
      Plan P;
      P.Method = A;
      P.Tile = S;
      if (S.Group == 1)
        P.Chains = Chains;
      else if (Chains > 1) // Groups have no chains, but blocks.
        P.Block = A == Algorithm::SinglePass ? 2 : 0;
      P.SumItems = A == Algorithm::SinglePass ? 0 : 3;
      P.Kind = device().driverKind();
      runOn(P, L.L, checked(L.L, device()));
      ASSERT_EQ(L.wrong(), -1)
          << F.N << " iterations by " << algorithmName(A) << " in tiles of "
          << S.Group << " x " << S.Items << ", " << P.Chains
          << " chains, blocks of " << P.Block;
    }
}

/// Sizes around every border between levels, up to \p Max; in the simulator
/// one above it: full tiles and one that is not, in as many levels.
std::set<uint64_t> sizesAround(uint64_t Tile, uint64_t Max) {
  std::set<uint64_t> Sizes{1, 2, 3};
  for (uint64_t Power = Tile; Power <= Max; Power *= Tile)
    for (uint64_t Border : {Power, 2 * Power, Power + Tile})
      for (uint64_t N = isSimulated() ? Border + 1 : Border - 1;
           N <= std::min(Border + 1, Max); ++N)
        Sizes.insert(N);
  return Sizes;
}

template <typename Op> Shape usualShape() {
  return slideShape(device().limits(), sizeof(typename Op::T));
}

template <typename Op> class Scan : public testing::Test {};
using AllOperators = testing::Types<IntSum, ByteMax, Affine, Matrix>;
TYPED_TEST_SUITE(Scan, AllOperators);

TYPED_TEST(Scan, NoIterations) { check<TypeParam>(Form()); }

TYPED_TEST(Scan, SizesThroughTheAbi) {
  for (uint64_t N : sizesAround(usualShape<TypeParam>().tile(), 10000))
    for (bool InPlace : {false, true}) {
      Form F;
      F.N = N;
      F.InPlace = InPlace;
      check<TypeParam>(F);
    }
}

/// Both kinds of kernels, whatever the device's own shape is; the last ones
/// need up to six levels.
TYPED_TEST(Scan, ShapesAndSizes) {
  std::vector<Shape> Shapes{{1, 7}, {4, 3}, {16, 8}};
  // More shapes show no more of other types.
  if (std::is_same_v<TypeParam, IntSum>)
    Shapes.insert(Shapes.end(), {{1, 12}, {2, 2}, {8, 1}});
  for (const Shape &S : Shapes) {
    // A matrix of 256 bytes takes seconds to compile; GpuShape has a large tile
    // of them.
    if (S.tile() * sizeof(typename TypeParam::T) > 2048)
      continue;
    for (uint64_t N : sizesAround(S.tile(), 3000)) {
      Form F;
      F.N = N;
      check<TypeParam>(F, S);
    }
  }
}

TYPED_TEST(Scan, GpuShape) {
  const uint64_t Size = sizeof(typename TypeParam::T);
  const Shape S =
      fitted({256, Size > 64 ? 1u : 8u}, {false, 1024, 32 * 1024}, Size, Size);
  for (uint64_t N : sizesAround(S.tile(), 6000)) {
    Form F;
    F.N = N;
    check<TypeParam>(F, S);
  }
}

TYPED_TEST(Scan, Forms) {
  const Map Subscripts[] = {{1, 0}, {1, -5}, {-1, 100}, {3, 1}, {-2, 7}};
  std::vector<uint64_t> Sizes{1, 2, 13};
  if (!isSimulated())
    Sizes.push_back(150);
  for (uint64_t N : Sizes)
    for (int64_t Step : {1, -1, 2, -7})
      for (const Map &Y : Subscripts)
        for (const Map &X : Subscripts)
          for (uint32_t MapKind : {OMPSCAN_MAP_NONE, OMPSCAN_MAP_TOFROM}) {
            Form F;
            F.N = N;
            F.Lower = 20 * Step;
            F.Step = Step;
            F.Y = Y;
            F.X = X;
            F.InPlace = &Y == &X;
            F.MapKind = MapKind;
            check<TypeParam>(F);
          }
}

TYPED_TEST(Scan, RandomSizes) {
  const Soak S(10);
  for (uint64_t Run = 0; Run != S.Runs && !this->HasFailure(); ++Run) {
    SCOPED_TRACE("OMPSCAN_SOAK_SEED=" + std::to_string(S.Seed + Run));
    Draw D(S.Seed + Run);
    Form F;
    F.N = D.size((uint64_t(1) << 22) / sizeof(typename TypeParam::T));
    F.InPlace = D.coin();
    check<TypeParam>(F);
  }
}

TEST(ScanLarge, MillionElements) {
  for (bool InPlace : {false, true}) {
    Form F;
    F.N = 1000003;
    F.InPlace = InPlace;
    check<IntSum>(F);
    F.N = 300007;
    check<Affine>(F);
  }
  Form Strided;
  Strided.N = 200003;
  Strided.Y = {3, 1};
  Strided.X = {-2, 0};
  check<IntSum>(Strided);
}

/// The map type says what the programmer thinks; what the loop does counts.
TEST(ScanMaps, ContradictingTypes) {
  for (uint32_t MapKind :
       {OMPSCAN_MAP_TO, OMPSCAN_MAP_FROM, OMPSCAN_MAP_ALLOC}) {
    Form F;
    F.N = 1000;
    F.MapKind = MapKind;
    check<IntSum>(F);
  }
}

TEST(ScanAliases, InPlaceThroughTwoPointers) {
  Form F;
  F.N = 1000;
  F.InPlace = true;
  TestLoop<IntSum> One(F);
  F.InPlace = false;
  TestLoop<IntSum> Two(F);
  Two.L.Arrays[0].Base = Two.L.Arrays[1].Base = One.Y.base();
  ASSERT_EQ(Two.launch(), 1);
  EXPECT_EQ(One.wrong(), -1);
}

TEST(ScanReadAny, SendsTheSection) {
  Form F;
  F.N = 100;
  TestLoop<IntSum> L(F);
  L.L.Arrays[1].Map = OMPSCAN_MAP_TO;
  L.L.Arrays[1].Begin = 1;
  L.L.Arrays[1].Count = 100;
  L.L.Arrays[1].Accesses = {{OMPSCAN_ACCESS_READ_ANY, 0, 0}};
  ASSERT_EQ(L.launch(), 1);
  EXPECT_EQ(L.wrong(), -1);
}

/// Several accesses to one array, one of them with gaps.
TEST(ScanReads, MixedStrides) {
  Form F;
  F.N = 100;
  TestLoop<IntSum> L(F);
  auto &Uses = L.L.Arrays[1].Accesses;
  Uses = {{OMPSCAN_ACCESS_READ, 1, 1},
          {OMPSCAN_ACCESS_READ, 100, -1},
          {OMPSCAN_ACCESS_SEED, 50, 0},
          {OMPSCAN_ACCESS_READ, 7, 0}};
  ASSERT_EQ(L.launch(), 1);
  EXPECT_EQ(L.wrong(), -1);
}

/// x[i] by two accesses: elements from 1 and from 2 on in steps of two, with a
/// gap between the bytes that either sends.
TEST(ScanReads, GapsFilledByAnotherAccess) {
  Form F;
  F.N = 100;
  TestLoop<IntSum> L(F);
  L.L.Arrays[1].Accesses = {{OMPSCAN_ACCESS_READ, 1, 2},
                            {OMPSCAN_ACCESS_READ, 2, 2}};
  // 100 iterations of stride 2 go beyond the block of 100 elements.
  Block<int32_t> Longer(1, 200);
  for (int64_t I = 1; I <= 100; ++I)
    Longer.set(I, L.X.get(I));
  L.L.Arrays[1].Base = Longer.base();
  ASSERT_EQ(L.launch(), 1);
  EXPECT_EQ(L.wrong(), -1);
}

TEST(ScanThreads, ManyLaunches) {
  std::vector<std::thread> Threads;
  std::vector<int> Wrong(8, 0);
  for (int T = 0; T != 8; ++T)
    Threads.emplace_back([T, &Wrong] {
      for (uint64_t N = 1; N < 4000; N += 397) {
        Form F;
        F.N = N + T;
        F.InPlace = T % 2;
        TestLoop<IntSum> L(F);
        Wrong[T] += L.launch() != 1 || L.wrong() != -1;
        TestLoop<Affine> M(F);
        Wrong[T] += M.launch() != 1 || M.wrong() != -1;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, std::vector<int>(8, 0));
}

} // namespace

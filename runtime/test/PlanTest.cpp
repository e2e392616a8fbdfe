//===- PlanTest.cpp - Algorithms and what they are built for --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"
#include "FakeBackend.h"
#include "access/Access.h"
#include "device/Devices.h"
#include "device/TileStateBuffer.h"
#include "device/opencl/OpenCLDevice.h"
#include "launch/Choice.h"
#include "ompscan/abi.h"
#include "plan/ProgramText.h"
#include "plan/Rows.h"
#include "plan/TunedShapes.h"
#include "plan/Tuning.h"
#include <gtest/gtest.h>

using namespace ompscan::rt;

namespace {

Algorithm choose(const Environment &E, DriverKind Kind, bool CanReload = true,
                 bool PassesTest = true,
                 LookbackSupport Lookback = LookbackSupport::Best) {
  return chooseAlgorithm(E, Kind, CanReload, Lookback,
                         [=] { return PassesTest; });
}

ompscan_loop_descriptor descriptorOf(const char *Hooks, uint32_t Traits) {
  ompscan_loop_descriptor D{};
  D.digest[0] = reinterpret_cast<uintptr_t>(Hooks);
  D.digest[1] = Traits;
  D.hooks = Hooks;
  D.kernel_template = OMPSCAN_TEMPLATE_SCAN;
  D.templates_version = OMPSCAN_TEMPLATES_VERSION;
  D.traits = Traits;
  return D;
}

TEST(ProgramTexts, OfDescriptors) {
  ompscan_loop_descriptor D = descriptorOf(
      "hooks of one loop", OMPSCAN_TRAIT_HAS_VECTORS | OMPSCAN_TRAIT_IS_FOLD);
  const ProgramText &First = ProgramText::of(D);
  EXPECT_NE(First.Text.find("#define OMPSCAN_IS_FOLD 1\n"), std::string::npos);
  EXPECT_NE(First.Text.find("#define OMPSCAN_CAN_RELOAD 0\n"),
            std::string::npos);
  EXPECT_NE(First.Text.find(D.hooks), std::string::npos);
  EXPECT_TRUE(First.Traits.HasVectors);
  EXPECT_TRUE(First.Traits.IsFold);
  EXPECT_FALSE(First.Traits.CanReload);
  // The place of a descriptor may be that of another one later.
  D.hooks = "hooks of another loop";
  EXPECT_EQ(&ProgramText::of(D), &First) << "the digest tells";
  ++D.digest[0];
  const ProgramText &Second = ProgramText::of(D);
  EXPECT_NE(Second.Text.find(D.hooks), std::string::npos);
  // Loops with the same hooks share a program.
  ++D.digest[0];
  EXPECT_EQ(&ProgramText::of(D), &Second);
  ++D.digest[0];
  D.moved_size = 4;
  EXPECT_NE(&ProgramText::of(D), &Second);
  EXPECT_EQ(ProgramText::of(D).Traits.MovedSize, 4u);
}

TEST(DriverKinds, ByPlatformAndDriver) {
  const std::string Pocl = "Portable Computing Language";
  EXPECT_EQ(driverKind(Pocl, "1.8"), DriverKind::Pocl);
  EXPECT_EQ(driverKind(Pocl, "3.1+debian"), DriverKind::Pocl);
  EXPECT_EQ(driverKind(Pocl, "4.0"), DriverKind::Pocl4To6);
  EXPECT_EQ(driverKind(Pocl, "5.0-debian"), DriverKind::Pocl4To6);
  EXPECT_EQ(driverKind(Pocl, "6.0-6"), DriverKind::Pocl4To6);
  EXPECT_EQ(driverKind(Pocl, "7.1"), DriverKind::Pocl);
  EXPECT_EQ(driverKind(Pocl, "10.0"), DriverKind::Pocl);
  EXPECT_EQ(driverKind("NVIDIA CUDA", "5.0"), DriverKind::Nvidia);
  EXPECT_EQ(driverKind("Oclgrind", "5.0"), DriverKind::Oclgrind);
  EXPECT_EQ(driverKind("Intel(R) OpenCL", "5.0"), DriverKind::Other);
}

TEST(ChooseAlgorithm, ByDevice) {
  const Environment E;
  EXPECT_EQ(choose(E, DriverKind::Nvidia), Algorithm::SinglePass);
  EXPECT_EQ(choose(E, DriverKind::Pocl), Algorithm::SinglePass);
  EXPECT_EQ(choose(E, DriverKind::Pocl, true, false),
            Algorithm::ReduceThenScan);
  EXPECT_EQ(choose(E, DriverKind::Pocl4To6), Algorithm::ReduceThenScan);
  EXPECT_EQ(choose(E, DriverKind::Oclgrind), Algorithm::ReduceThenScan);
  EXPECT_EQ(choose(E, DriverKind::Other), Algorithm::ReduceThenScan);
}

TEST(ChooseAlgorithm, ByEnvironment) {
  Environment E;
  E.Method = Algorithm::SinglePass;
  EXPECT_EQ(choose(E, DriverKind::Other, true, false), Algorithm::SinglePass);
  EXPECT_EQ(
      choose(E, DriverKind::Other, true, true, LookbackSupport::Impossible),
      Algorithm::ReduceThenScan);
  E.Method = Algorithm::ThreeKernel;
  EXPECT_EQ(choose(E, DriverKind::Nvidia), Algorithm::ThreeKernel);
  EXPECT_EQ(choose(E, DriverKind::Nvidia, /*CanReload=*/false),
            Algorithm::ReduceThenScan);
}

TEST(ChooseAlgorithm, ByLoop) {
  for (LookbackSupport Lookback :
       {LookbackSupport::Impossible, LookbackSupport::Slow})
    EXPECT_EQ(choose({}, DriverKind::Pocl, true, true, Lookback),
              Algorithm::ReduceThenScan);
  Environment E;
  E.Method = Algorithm::SinglePass;
  EXPECT_EQ(choose(E, DriverKind::Pocl, true, true, LookbackSupport::Slow),
            Algorithm::SinglePass);
}

TEST(ChooseAlgorithm, WhereASinglePassPays) {
  const GroupLimits Gpu{/*IsCpu=*/false, 1024, 48 * 1024};
  PlanRequest R{DriverKind::Nvidia, Gpu, ProgramTraits(), 4, true, 4, 90};
  EXPECT_EQ(lookbackSupportFor(R, UINT64_MAX), LookbackSupport::Best);
  R.Traits.IsFold = true;
  EXPECT_EQ(lookbackSupportFor(R, ReducedTrips), LookbackSupport::Slow);
  EXPECT_EQ(lookbackSupportFor(R, ReducedTrips - 1), LookbackSupport::Best);
  R.Traits = ProgramTraits();
  R.ItemSize = MaxLookbackSize;
  EXPECT_EQ(lookbackSupportFor(R, 100), LookbackSupport::Best);
#if !OMPSCAN_TINY_TILES
  R.ItemSize = MaxLookbackSize + 1;
  EXPECT_EQ(lookbackSupportFor(R, 100), LookbackSupport::Slow);
#endif
  R.Traits.MovedSize = 4;
  R.Limits.IsCpu = true;
  EXPECT_EQ(lookbackSupportFor(R, 100), LookbackSupport::Best);
#if !OMPSCAN_TINY_TILES
  R.ItemSize = 4;
  R.Traits = ProgramTraits();
  EXPECT_EQ(lookbackSupportFor(R, 100), LookbackSupport::Slow);
#endif
}

#if !OMPSCAN_TINY_TILES
TEST(Plans, SegmentsOfNumbersByWarps) {
  const GroupLimits Gpu{/*IsCpu=*/false, 1024, 48 * 1024};
  for (uint64_t Size : {1, 2, 4, 8})
    for (bool HasKeys : {false, true}) {
      ProgramTraits Traits;
      Traits.SegmentSize = Size;
      Traits.HasKeys = HasKeys;
      const uint64_t Pair = Size == 8 ? 16 : 8;
      PlanRequest R{DriverKind::Nvidia, Gpu, Traits, Pair, true, Pair, 90};
      const Plan P = makePlan(Algorithm::SinglePass, R);
      EXPECT_EQ(P.Ptx, 90u);
      EXPECT_EQ(P.Vector, Size == 8 ? 2u : 4u);
      // A mask of 64 bits, and no two lanes in one bank.
      EXPECT_LE(P.Tile.Items, 64u);
      EXPECT_EQ(P.Tile.Items / P.Vector % 2, 1u);
      EXPECT_EQ(P.Tile.Items % P.Vector, 0u);
      EXPECT_LT(P.Tile.tile() * (Size + 1), 47u * 1024);
      R.ComputeCapability = 0;
      EXPECT_NE(makePlan(Algorithm::SinglePass, R).Tile.Items, P.Tile.Items);
    }
}
#endif

/// Statuses lie apart, but are not to take 1 % of what is moved in place.
TEST(Plans, StatusesTakeLittle) {
  for (bool IsCpu : {false, true})
    for (uint64_t Size : {1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64}) {
      const GroupLimits Limits{IsCpu, 1024, 48 * 1024};
      for (const Shape &S : {selectShape(Limits, Size), moveShape(Limits, Size),
                             groupSelectShape(Limits, Size, /*IsLoop=*/false),
                             groupSelectShape(Limits, Size, /*IsLoop=*/true)}) {
        const uint64_t Tile = S.tile() * Size;
        const uint32_t Words = statusWords(8, Tile);
        EXPECT_GE(Words, 2u);
#if !OMPSCAN_TINY_TILES
        EXPECT_LT(Words * sizeof(uint64_t) * 100, Tile) << Size;
#endif
      }
    }
  const GroupLimits Gpu{/*IsCpu=*/false, 1024, 48 * 1024};
  PlanRequest R{DriverKind::Nvidia, Gpu, ProgramTraits(), 4, true, 4, 90};
  const Plan P = makePlan(Algorithm::SinglePass, R);
  EXPECT_GT(P.statusWords(4), 1u);
  EXPECT_NE(P.options(4).find(" -D OMPSCAN_STATUS_WORDS=" +
                              std::to_string(P.statusWords(4))),
            std::string::npos);
  EXPECT_EQ(makePlan(Algorithm::ReduceThenScan, R).statusWords(4), 1u);
}

TEST(Plans, InAnOrderThatIsAlwaysTheSame) {
  const GroupLimits Gpu{/*IsCpu=*/false, 1024, 48 * 1024};
  PlanRequest R{DriverKind::Nvidia, Gpu, ProgramTraits(), 4, true, 4, 90};
  EXPECT_TRUE(allowsLookback(R));
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Block, 0u);
  R.IsReproducible = true;
  EXPECT_TRUE(allowsLookback(R));
  Plan P = makePlan(Algorithm::SinglePass, R);
  EXPECT_GT(P.Block, 1u);
  EXPECT_EQ(makePlan(Algorithm::ReduceThenScan, R).Block, 0u);
  // A work-item of its own takes a prefix that is there already.
  while (P.Tile.Group > 1)
    P = P.smaller(R.ItemSize);
  EXPECT_EQ(P.Method, Algorithm::ReduceThenScan);
  EXPECT_EQ(P.Block, 0u);
  R.ItemSize = 32;
  EXPECT_FALSE(allowsLookback(R));
  R = {DriverKind::Pocl,
       {true, 1024, 48 * 1024},
       ProgramTraits(),
       4,
       true,
       4,
       0,
       true};
#if !OMPSCAN_TINY_TILES
  EXPECT_FALSE(allowsLookback(R));
#endif
}

/// Expects that tiles of \p P are groups of leaves that divide a block.
void expectOrdered(const Plan &P) {
  EXPECT_TRUE(P.IsOrdered);
  EXPECT_EQ(P.Tile.tile() & (P.Tile.tile() - 1), 0u);
  EXPECT_EQ(P.Tile.Items % OrderLeaf, 0u);
  EXPECT_LE(P.Tile.tile(), OrderBlock);
  if (P.Method == Algorithm::SinglePass)
    EXPECT_EQ(P.Block * P.Tile.tile(), OrderBlock);
}

TEST(Plans, InTheFixedOrder) {
  ProgramTraits T = ProgramTraits::of(
      OMPSCAN_TEMPLATE_SCAN,
      OMPSCAN_TRAIT_IS_ORDERED | OMPSCAN_TRAIT_HAS_VECTORS |
          OMPSCAN_TRAIT_HAS_RESULTS | OMPSCAN_TRAIT_CAN_RELOAD,
      0, 0);
  EXPECT_FALSE(T.HasVectors || T.HasResults || T.CanReload);
  T.HasVectors = T.IsPlain = true;
  for (uint64_t Size : {4, 8, 12, 16, 24, 32, 40, 64, 100, 256}) {
    for (uint32_t Capability : {0, 70, 90})
      for (bool IsCpu : {false, true}) {
        const GroupLimits Limits{IsCpu, 1024, 48 * 1024};
        PlanRequest R{IsCpu ? DriverKind::Pocl : DriverKind::Nvidia,
                      Limits,
                      T,
                      Size,
                      true,
                      Size,
                      IsCpu ? 0 : Capability,
                      true};
        for (Algorithm A : {Algorithm::SinglePass, Algorithm::ReduceThenScan}) {
          Plan P = makePlan(A, R);
          for (expectOrdered(P); P.Tile.Group > 1; expectOrdered(P))
            P = P.smaller(Size);
          EXPECT_EQ(P.Method, Algorithm::ReduceThenScan);
        }
      }
    for (uint64_t Trips : {1u, 1000u, 1u << 24}) {
      PlanRequest R{
          DriverKind::Native, {true, 1, 0}, T, Size, true, Size, 0, true};
      R.Work = {Trips, 1, 3};
      expectOrdered(makePlan(Algorithm::ReduceThenScan, R));
    }
  }
  // All have PTX in the order that they ask for.
  for (const Plan &P : ptxPlans(OMPSCAN_TEMPLATE_SCAN, T, 4, 4, 4))
    expectOrdered(P);
}

PlanRequest rowRequest(bool PrefersTeam) {
  ProgramTraits T;
  T.HasTeam = true;
  T.PrefersTeam = PrefersTeam;
  return {DriverKind::Nvidia, {false, 1024, 48 * 1024}, T, 4, false, 4, 90};
}

/// On a device of 100 units, in each row a sensible number of elements.
// A group has at most a block, at least what it reduces at once, and as many as
// keep the device busy.
TEST(Plans, ReductionsInTheFixedOrder) {
  constexpr Shape Group{256, 1}, Thread{1, 4096};
  EXPECT_EQ(orderedReduceGroups(132, Group, 1), 1u);
  EXPECT_EQ(orderedReduceGroups(132, Group, 2048), 1u);
  EXPECT_EQ(orderedReduceGroups(132, Group, 2049), 2u);
  EXPECT_EQ(orderedReduceGroups(132, Group, 1 << 27), 1024u);
  EXPECT_EQ(orderedReduceGroups(132, Group, uint64_t(1) << 32), 4096u);
  EXPECT_EQ(orderedReduceGroups(1, Thread, 1000), 4u);
  EXPECT_EQ(orderedReduceGroups(2, Thread, 1 << 20), 8u);
}

TEST(Rows, ByLength) {
  const auto Team = [](uint64_t Rows, uint64_t Length, bool PrefersTeam = true,
                       bool HasEqualRows = false) {
    PlanRequest R = rowRequest(PrefersTeam);
    R.Traits.HasEqualRows = HasEqualRows;
    return chooseTeam(R, {Rows, Length, 100});
  };
  constexpr uint64_t Many = 1 << 20, Few = 10;
  EXPECT_EQ(Team(Many, 1), RowTeam::WorkItem);
  EXPECT_EQ(Team(Many, 7), RowTeam::WorkItem);
  EXPECT_EQ(Team(Many, 8), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 64), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 128), RowTeam::Warp);
  EXPECT_EQ(Team(Many, 1 << 20), RowTeam::Group);
  EXPECT_EQ(Team(Many, 0), RowTeam::Group); // unknown
  EXPECT_EQ(Team(Few, 7), RowTeam::Warp);
  EXPECT_EQ(Team(Few, 64), RowTeam::Warp);
  EXPECT_EQ(Team(Few, 1 << 16), RowTeam::WideGroup);
  EXPECT_EQ(Team(Few, 0), RowTeam::WideGroup);
  // Columns: neighbouring rows access neighbouring elements.
  EXPECT_EQ(Team(Many, 1 << 10, false), RowTeam::Column);
  EXPECT_EQ(Team(Few, 1 << 16, false), RowTeam::WideGroup);
  EXPECT_EQ(Team(4096, 1 << 16, false), RowTeam::WideGroup);
  EXPECT_EQ(Team(4096, 1 << 16, false, true), RowTeam::Columns);
  EXPECT_EQ(Team(100, 1 << 16, false, true), RowTeam::Columns);
  EXPECT_EQ(Team(99, 1 << 16, false, true), RowTeam::WideGroup);
}

/// Values that take longer to exchange than to combine.
TEST(Rows, OfLargeValues) {
  const auto Team = [](uint64_t Rows, uint64_t Length, uint64_t Size,
                       bool HasEqualRows = true) {
    PlanRequest R = rowRequest(/*PrefersTeam=*/true);
    R.ItemSize = Size;
    R.Traits.HasEqualRows = HasEqualRows;
    R.Traits.HasParts = R.Traits.HasBundles = true;
    return chooseTeam(R, {Rows, Length, 100});
  };
  constexpr uint64_t Many = 1 << 20;
  EXPECT_EQ(Team(Many, 64, 16), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 64, 24), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 64, 24, /*HasEqualRows=*/false), RowTeam::Bundle);
  EXPECT_EQ(Team(1600, 1 << 15, 16), RowTeam::Group);
  EXPECT_EQ(Team(1600, 1 << 15, 24), RowTeam::Warp);
  EXPECT_EQ(Team(1599, 1 << 15, 24), RowTeam::Group);
  EXPECT_EQ(Team(200, 1 << 15, 16), RowTeam::Parts);
  EXPECT_EQ(Team(200, 1 << 15, 24), RowTeam::Group);
  EXPECT_EQ(Team(199, 1 << 15, 24), RowTeam::Parts);
}

/// Rows whose elements several loops read.
TEST(Rows, Kept) {
  PlanRequest R = rowRequest(/*PrefersTeam=*/true);
  R.Traits.Rereads = R.Traits.HasEqualRows = true;
  const auto Team = [&](uint64_t Rows, uint64_t Length) {
    return chooseTeam(R, {Rows, Length, 100});
  };
  constexpr uint64_t Many = 1 << 20;
  EXPECT_EQ(Team(Many, 7), RowTeam::WorkItem);
  EXPECT_EQ(Team(Many, 128), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 129), RowTeam::HalfWarp);
  EXPECT_EQ(Team(Many, 256), RowTeam::HalfWarp);
  EXPECT_EQ(Team(Many, 512), RowTeam::Warp);
  EXPECT_EQ(Team(Many, 1024), RowTeam::Group64);
  EXPECT_EQ(Team(Many, 2048), RowTeam::Group128);
  EXPECT_EQ(Team(Many, 2049), RowTeam::Group);
  EXPECT_EQ(Team(Many, 4096), RowTeam::Group);
  EXPECT_EQ(Team(Many, 8192), RowTeam::Group512);
  EXPECT_EQ(Team(Many, 1 << 15), RowTeam::WideGroup);
  EXPECT_EQ(Team(Many, 1 << 20), RowTeam::WideGroup); // not kept
  EXPECT_EQ(Team(Many, 0), RowTeam::Group);           // unknown
  // The narrowest team that keeps all units busy, if there is one.
  EXPECT_EQ(Team(800, 1024), RowTeam::Group128);
  EXPECT_EQ(Team(100, 1024), RowTeam::WideGroup);
  EXPECT_EQ(Team(99, 1024), RowTeam::Warp);
  // Rows that differ are up to twice as long as the mean.
  R.Traits.HasEqualRows = false;
  EXPECT_EQ(Team(Many, 64), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 65), RowTeam::HalfWarp);
  EXPECT_EQ(Team(Many, 1024), RowTeam::Group128);
  EXPECT_EQ(Team(Many, 1025), RowTeam::Group);
  EXPECT_EQ(Team(Many, 4096), RowTeam::Group);
  for (const RowTeam Each :
       {RowTeam::HalfWarp, RowTeam::Group64, RowTeam::Group512})
    EXPECT_TRUE(hasKernels(R, Each));
  R.Traits.Rereads = false;
  for (const RowTeam Each :
       {RowTeam::HalfWarp, RowTeam::Group64, RowTeam::Group512})
    EXPECT_FALSE(hasKernels(R, Each));
}

/// Rows of different lengths, each by a smaller group.
TEST(Rows, BySmallGroups) {
  PlanRequest R = rowRequest(/*PrefersTeam=*/true);
  R.Traits.HasParts = true;
  const RowSizes Many{1 << 15, 4096, 100};
  EXPECT_EQ(chooseTeam(R, Many), RowTeam::Group128);
  EXPECT_EQ(chooseTeam(R, {1 << 16, 512, 100}), RowTeam::Group64);
  EXPECT_EQ(chooseTeam(R, {1 << 16, 511, 100}), RowTeam::Warp);
  EXPECT_EQ(chooseTeam(R, {200, 512, 100}), RowTeam::Warp);
  EXPECT_FALSE(hasKernels(R, RowTeam::Group));
  R.Traits.HasBundles = true;
  EXPECT_EQ(chooseTeam(R, {1 << 16, 511, 100}), RowTeam::Bundle);
  EXPECT_EQ(chooseTeam(R, {1 << 16, 512, 100}), RowTeam::Group64);
  R.Traits.HasBundles = false;
  R.Traits.HasEqualRows = true;
  EXPECT_EQ(chooseTeam(R, Many), RowTeam::Group);
  EXPECT_FALSE(hasKernels(R, RowTeam::Group128));
  // A unit runs as many work-items in either of them.
  for (const uint64_t ItemSize : {1, 4, 16})
    EXPECT_EQ(128 * groupsOfRows({128, 1}, ItemSize),
              256 * groupsOfRows({256, 1}, ItemSize));
}

TEST(Rows, InParts) {
  const auto Team = [](uint64_t Rows, uint64_t Length, bool PrefersTeam,
                       const auto &...Change) {
    PlanRequest R = rowRequest(PrefersTeam);
    R.Traits.HasParts = R.Traits.HasEqualRows = true;
    (Change(R), ...);
    return chooseTeam(R, {Rows, Length, 100});
  };
  constexpr uint64_t Long = 1 << 20;
  for (const uint64_t Rows : {2, 10, 128})
    EXPECT_EQ(Team(Rows, Long, true), RowTeam::Parts);
  EXPECT_EQ(Team(1, Long, true), RowTeam::WideGroup);
  EXPECT_EQ(Team(3, Long, false), RowTeam::WideGroup);
  EXPECT_EQ(Team(1 << 20, Long, true), RowTeam::Group);
  EXPECT_EQ(Team(10, 1 << 12, true), RowTeam::WideGroup);
  EXPECT_EQ(Team(10, 0, true), RowTeam::WideGroup); // unknown
  // So many columns are half as many groups as there are units.
  const PlanRequest R = rowRequest(/*PrefersTeam=*/false);
  const uint64_t Enough =
      50 * rowShape(R.Limits, RowTeam::Columns, /*ByWarps=*/true, R.ItemSize,
                    /*PrefersTeam=*/false)
               .Items;
  for (const uint64_t Columns : {uint64_t(4), Enough - 1}) {
    EXPECT_EQ(Team(Columns, Long, false), RowTeam::Parts);
    EXPECT_EQ(Team(Columns, 1 << 9, false), RowTeam::Parts);
  }
  EXPECT_EQ(Team(Enough, Long, false), RowTeam::Columns);
  // Too short for parts.
  EXPECT_EQ(Team(100, 1 << 8, false), RowTeam::Columns);
  EXPECT_EQ(Team(99, 1 << 8, false), RowTeam::WideGroup);
  const auto HasUnequalRows = [](PlanRequest &R) {
    R.Traits.HasEqualRows = false;
  };
  EXPECT_EQ(Team(10, Long, true, HasUnequalRows), RowTeam::Parts);
  EXPECT_EQ(Team(10, Long, false, HasUnequalRows), RowTeam::WideGroup);
  // The value that a part finds when it looks back depends on time.
  EXPECT_EQ(
      Team(10, Long, true, [](PlanRequest &R) { R.IsReproducible = true; }),
      RowTeam::WideGroup);
  EXPECT_EQ(
      Team(10, Long, true, [](PlanRequest &R) { R.ComputeCapability = 0; }),
      RowTeam::WideGroup);
  EXPECT_EQ(Team(10, Long, true, [](PlanRequest &R) { R.ItemSize = 256; }),
            RowTeam::WideGroup);
  EXPECT_EQ(Team(10, Long, true, [](PlanRequest &R) { R.Limits.IsCpu = true; }),
            RowTeam::WorkItem);
}

TEST(Rows, NeedTeams) {
  const RowSizes Long{10, 1 << 16, 100};
  PlanRequest R = rowRequest(true);
  EXPECT_EQ(chooseTeam(R, Long), RowTeam::WideGroup);
  R.Kind = DriverKind::Native;
  EXPECT_EQ(chooseTeam(R, Long), RowTeam::WorkItem);
  R = rowRequest(true);
  R.Limits.IsCpu = true;
  EXPECT_EQ(chooseTeam(R, Long), RowTeam::WorkItem);
  R = rowRequest(true);
  R.Traits.HasTeam = false;
  EXPECT_EQ(chooseTeam(R, Long), RowTeam::WorkItem);
  R.Traits.PrefersTeam = false;
  EXPECT_EQ(chooseTeam(R, {1 << 20, 1 << 10, 100}), RowTeam::WorkItem);
}

TEST(Rows, OfTheHostSideBySide) {
  PlanRequest R = rowRequest(false);
  R.Kind = DriverKind::Native;
  R.Traits.HasEqualRows = true;
  EXPECT_EQ(chooseTeam(R, {1 << 20, 100, 16}), RowTeam::WorkItem);
  EXPECT_FALSE(hasKernels(R, RowTeam::Columns));
  R.Traits.HasColumns = true;
  EXPECT_EQ(chooseTeam(R, {1 << 20, 100, 16}), RowTeam::Columns);
  EXPECT_EQ(chooseTeam(R, {2, 1 << 20, 16}), RowTeam::Columns);
  EXPECT_EQ(chooseTeam(R, {1, 1 << 20, 16}), RowTeam::WorkItem);
  EXPECT_TRUE(hasKernels(R, RowTeam::Columns));
  EXPECT_FALSE(hasKernels(R, RowTeam::Group));
  // Tiles do not depend on the number of columns.
  const auto Items = [&](uint64_t Columns) {
    R.Work = {Columns, 0, 16};
    return makePlan(Algorithm::Columns, R).Tile.Items;
  };
  EXPECT_EQ(Items(2), Items(1 << 30));
}

TEST(Rows, SharedByGroups) {
  constexpr uint64_t Rows = 1 << 15, Mean = 4096;
  const SharedRows S = sharedRows({Rows, Mean, 100}, /*StatusWords=*/2);
  EXPECT_EQ(S.Longest, 1u << 15);
  EXPECT_EQ(sharedRows({100, 1 << 20, 100}, 2).Longest, 1u << 22);
  EXPECT_EQ(sharedRows({100, 0, 100}, 2).Longest, 1u << 15); // unknown
  // There is room for as many rows as can be that long, of five parts each.
  EXPECT_GE(S.Words, Rows * Mean / (S.Longest + 1) * (16 + 5 * 2));
}

TEST(Rows, OrALaunchForEach) {
  EXPECT_TRUE(favorsSingleRows({4, 1 << 28, 100}));
  EXPECT_FALSE(favorsSingleRows({4, 1 << 16, 100}));
  EXPECT_FALSE(favorsSingleRows({200, 1 << 28, 100}));
  EXPECT_FALSE(favorsSingleRows({4, 0, 100})); // unknown
  EXPECT_TRUE(favorsSingleRowsOnHost({2, 1 << 26, 16}));
  EXPECT_FALSE(favorsSingleRowsOnHost({2, 1 << 12, 16}));
  EXPECT_FALSE(favorsSingleRowsOnHost({15, 1 << 26, 16}));
  EXPECT_FALSE(favorsSingleRowsOnHost({1, 1 << 26, 2}));
  EXPECT_FALSE(favorsSingleRowsOnHost({1, 0, 16})); // unknown
}

TEST(Rows, InBundles) {
  const auto Team = [](uint64_t Rows, uint64_t Length, bool HasEqualRows,
                       uint64_t ItemSize = 4, uint32_t Capability = 90) {
    PlanRequest R = rowRequest(true);
    R.Traits.HasBundles = true;
    R.Traits.HasEqualRows = HasEqualRows;
    R.ItemSize = ItemSize;
    R.ComputeCapability = Capability;
    return chooseTeam(R, {Rows, Length, 100});
  };
  constexpr uint64_t Many = 1 << 20, Few = 1 << 15;
  EXPECT_EQ(Team(Many, 5, false), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 33, false), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 1023, false), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 1024, false), RowTeam::Warp);
  EXPECT_EQ(Team(Few, 33, false), RowTeam::Warp); // no parts of warps
  EXPECT_EQ(Team(Many, 3, true), RowTeam::WorkItem);
  EXPECT_EQ(Team(Many, 4, true), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 127, true), RowTeam::Bundle);
  EXPECT_EQ(Team(Many, 128, true), RowTeam::Warp);
  // Large values, and devices without shuffles.
  EXPECT_EQ(Team(Many, 33, false, 33), RowTeam::PartOfWarp);
  EXPECT_EQ(Team(Many, 33, false, 4, 0), RowTeam::PartOfWarp);
}

TEST(Plans, OfColumnsInParts) {
  PlanRequest R = rowRequest(/*PrefersTeam=*/false);
  R.Traits.HasParts = R.Traits.HasEqualRows = true;
  R.Team = RowTeam::Parts;
  const Plan P = makePlan(parallelAlgorithm(R.Traits, RowTeam::Parts), R);
  ASSERT_TRUE(P.hasColumnParts());
  EXPECT_EQ(P.team(), 0u);
  const uint64_t Most = P.Tile.Items, Group = P.Tile.Group;
  EXPECT_EQ(P.rowGroups(Most), 1u);
  EXPECT_EQ(P.rowGroups(Most + 1), 2u);
  EXPECT_EQ(P.part(2 * Most), Group / Most * P.Vector);
  // Groups have about as many columns each.
  EXPECT_EQ(P.part(Most + 1), Group / (Most / 2 + 1) * P.Vector);
  EXPECT_EQ(P.part(1), Group * P.Vector);
}

TEST(Plans, OfRows) {
  for (const RowTeam Team :
       {RowTeam::Column, RowTeam::PartOfWarp, RowTeam::Warp, RowTeam::Group,
        RowTeam::WideGroup, RowTeam::Columns, RowTeam::Bundle, RowTeam::Parts})
    for (uint64_t MaxGroup : {1, 16, 64, 1024})
      for (uint64_t Local : {1024, 48 * 1024})
        for (uint64_t Size : {1, 4, 16, 32, 33, 256})
          for (uint32_t Capability : {0, 90}) {
            PlanRequest R = rowRequest(true);
            R.Limits = {false, MaxGroup, Local};
            R.ItemSize = Size;
            R.ComputeCapability = Capability;
            R.Team = Team;
            Plan P = makePlan(parallelAlgorithm(R.Traits, Team), R);
            ASSERT_TRUE(P.Ptx || P.Tile.Group == 1 ||
                        P.Tile.Group * std::max<uint64_t>(Size, 16) <= Local);
            for (;; P = P.smaller(Size)) {
              ASSERT_TRUE(isByTeams(P.Method));
              ASSERT_LE(P.Tile.Group, MaxGroup);
              ASSERT_TRUE(!P.Ptx || P.Tile.Group % 32 == 0);
              if (Team == RowTeam::Bundle) {
                ASSERT_EQ(P.Tile.Items, P.Tile.Group);
                // The rows of a bundle are bits of a word.
                ASSERT_TRUE(P.Ptx || P.Tile.Group <= 32);
                if (P.Tile.Group == 1)
                  break;
                continue;
              }
              ASSERT_EQ(P.Tile.Group, P.team() * P.Tile.Items);
              // Only lanes of a warp do without barriers of the group, which
              // teams of columns reach together.
              ASSERT_TRUE(P.Tile.Items == 1 || (P.Ptx && P.team() <= 32) ||
                          P.Method == Algorithm::Columns ||
                          P.Method == Algorithm::RowParts);
              // Each row of a group has a warp that looks back.
              ASSERT_TRUE(
                  P.Method != Algorithm::RowParts ||
                  (P.Ptx && P.Vector > 0 && P.Tile.Items <= P.Tile.Group / 32));
              ASSERT_TRUE(!P.Ptx || P.Tile.Group % 32 == 0);
              if (P.Tile.Group == 1)
                break;
            }
          }
}

TEST(Plans, FitTheDevice) {
  for (auto Kind : {DriverKind::Nvidia, DriverKind::Pocl, DriverKind::Other})
    for (auto A : {Algorithm::SinglePass, Algorithm::ReduceThenScan})
      for (uint64_t MaxGroup : {1, 16, 64, 1024})
        for (uint64_t Local : {1024, 16 * 1024, 48 * 1024})
          for (uint64_t Size = 1; Size <= 256; ++Size)
            for (bool Vectors : {false, true}) {
              const GroupLimits Limits{Kind == DriverKind::Pocl, MaxGroup,
                                       Local};
              ProgramTraits Traits;
              Traits.HasVectors = Vectors;
              Plan P = makePlan(A, {Kind, Limits, Traits, Size, true, 1,
                                    Kind == DriverKind::Nvidia ? 90u : 0u});
              for (;; P = P.smaller(Size)) {
                ASSERT_LE(P.Tile.Group, MaxGroup);
                ASSERT_GE(P.Tile.tile(), 2u);
                ASSERT_TRUE(!P.Ptx || P.Tile.Group % 32 == 0);
                ASSERT_TRUE(!P.Ptx || P.Tile.Items % P.Vector == 0);
                if (P.Tile.Group == 1)
                  break;
              }
            }
}

/// Several tiles for each thread, unless they are too short to be worth it;
/// many if the time of an iteration is not known.
TEST(Plans, OfTheHostShareIterations) {
  const auto Items = [](const HostWork &Work) {
    PlanRequest R{
        DriverKind::Native, {true, 1, 0}, ProgramTraits(), 4, true, 4, 0};
    R.Work = Work;
    return makePlan(Algorithm::ForEach, R).Tile.tile();
  };
  EXPECT_EQ(Items({20, 0, 16}), 1u);
  EXPECT_GE(32768 / Items({32768, 0, 16}), 16u * 16);
  EXPECT_GE(200000 / Items({200000, 1, 2}), 2u * 4);
  EXPECT_GE(2000 / Items({2000, 500, 4}), 4u * 4);
#if !OMPSCAN_TINY_TILES
  EXPECT_GT(Items({1000, 1, 16}), 1000u);
  // At least a tile for each thread, where a tile is worth handing out.
  EXPECT_EQ(Items({65536, 1, 16}), 4096u);
  EXPECT_EQ(Items({65536, 1, 2}), 8192u);
  EXPECT_EQ(Items({65536, 1, 1000}), 1024u);
  EXPECT_EQ(Items({65536, 4, 16}), 2048u);
  EXPECT_EQ(Items({1 << 27, 1, 16}), Items({}));
  EXPECT_EQ(Items({1 << 27, 0, 16}), Items({}));
#endif
}

TEST(Plans, OfListsTakeBoundedMemory) {
  for (uint64_t MaxGroup : {1, 16, 64, 1024})
    for (uint64_t Local : {1024, 16 * 1024, 48 * 1024})
      for (uint64_t Size : {257, 300, 1024, 16 * 1024})
        for (auto A : {Algorithm::ReduceLists, Algorithm::Histogram}) {
          const bool AreShared = A == Algorithm::Histogram;
          const Shape S = makePlan(A, {DriverKind::Nvidia,
                                       {false, MaxGroup, Local},
                                       ProgramTraits(),
                                       Size,
                                       true,
                                       4,
                                       90})
                              .Tile;
          ASSERT_LE(S.Group, MaxGroup);
          ASSERT_TRUE(S.Group == 1 || (AreShared ? S.Group * 8 + Size
                                                 : S.Group * 256) <= Local);
          const uint64_t Groups = listGroups(132, S, Size, AreShared);
          ASSERT_GE(Groups, 1u);
          ASSERT_LE(Groups * Size, uint64_t(8) << 20);
          ASSERT_TRUE(AreShared || Groups * S.Group * Size <= 64 << 20);
        }
}

TEST(TunedShapes, TextAndBack) {
  TunedShapes Shapes;
  Shapes.set(ShapeTable::Serial, 4, {1, 512});
  Shapes.set(ShapeTable::Warps, 8, {128, 30});
  Shapes.set(ShapeTable::Plain, 8, {192, 22});
  Shapes.set(ShapeTable::Groups, 2, {64, 9});
  Shapes.remove(ShapeTable::Groups, 2);
  EXPECT_EQ(TunedShapes::parse(Shapes.text()).date(), "");
  Shapes.setDate("2026-11-27");
  const TunedShapes Same = TunedShapes::parse(Shapes.text());
  EXPECT_EQ(Same.text(), Shapes.text());
  EXPECT_EQ(Same.date(), "2026-11-27");
  EXPECT_EQ(Same.size(), 3u);
  ASSERT_TRUE(Same.find(ShapeTable::Warps, 8));
  EXPECT_EQ(Same.find(ShapeTable::Warps, 8)->Items, 30u);
  ASSERT_TRUE(Same.find(ShapeTable::Plain, 8));
  EXPECT_EQ(Same.find(ShapeTable::Plain, 8)->Items, 22u);
  EXPECT_FALSE(Same.find(ShapeTable::Warps, 4));
  EXPECT_FALSE(Same.find(ShapeTable::Groups, 2));
  for (const char *Bad :
       {"", "\n", "warps 4 256", "2 4 256 8\n", "warp 4 256 8\n",
        "warps 0 256 8\n", "warps 4 0 8\n", "warps 4 4096 8\n",
        "serial 4 256 8\n", "plain 4 1 8\n", "tuned", "x"}) {
    EXPECT_EQ(TunedShapes::parse(Bad).size(), 0u) << Bad;
    EXPECT_EQ(TunedShapes::parse(Bad).date(), "") << Bad;
  }
}

TEST(ShapeOrigins, ByDevice) {
  const auto Origin = [](DriverKind Kind, uint32_t Capability,
                         bool CompilesText) {
    const auto Fake = std::make_shared<FakeDevice>();
    Fake->Properties.Kind = Kind;
    Fake->Properties.ComputeCapability = Capability;
    Fake->Properties.CompilesText = CompilesText;
    Device D(Fake);
    return shapeOrigin(D);
  };
  EXPECT_EQ(Origin(DriverKind::Nvidia, 90, true), ShapeOrigin::Measured);
  EXPECT_EQ(Origin(DriverKind::Nvidia, 80, true), ShapeOrigin::Guessed);
  EXPECT_EQ(Origin(DriverKind::Other, 0, true), ShapeOrigin::Guessed);
  EXPECT_EQ(Origin(DriverKind::Nvidia, 90, false), ShapeOrigin::Compiled);
}

#if !OMPSCAN_TINY_TILES
/// Each table has shapes of its own.
TEST(TunedShapes, ComeFirst) {
  TunedShapes Shapes;
  Shapes.set(ShapeTable::Warps, 4, {64, 20});
  PlanRequest R{DriverKind::Nvidia,
                {false, 1024, 48 * 1024},
                ProgramTraits(),
                4,
                true,
                4,
                90,
                false,
                &Shapes};
  Plan P = makePlan(Algorithm::SinglePass, R);
  EXPECT_EQ(P.Tile.Group, 64u);
  EXPECT_EQ(P.Tile.Items, 20u);
  // Without vectors a byte takes what an int does.
  R.ItemSize = 1;
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items, 20u);
  R.Traits.HasVectors = R.Traits.IsPlain = true;
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items,
            tunedShape(ShapeTable::Plain, 1).Items);
  R.ItemSize = 4;
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items,
            tunedShape(ShapeTable::Plain, 4).Items);
  Shapes.set(ShapeTable::Plain, 4, {96, 28});
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items, 28u);
  R.IsAligned = false;
  EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items, 20u);
}

/// Shapes for vectors as they are need aligned arrays and no other inputs, and
/// leave room in the first-level cache.
TEST(Plans, PlainVectors) {
  for (uint32_t Size : {1, 2, 4, 8, 16}) {
    PlanRequest R{DriverKind::Nvidia,
                  {false, 1024, 48 * 1024},
                  ProgramTraits(),
                  Size,
                  true,
                  Size,
                  90};
    R.Traits.HasVectors = R.Traits.IsPlain = true;
    for (auto A : {Algorithm::SinglePass, Algorithm::ReduceThenScan}) {
      const Plan P = makePlan(A, R);
      EXPECT_EQ(P.Ptx, 90u);
      EXPECT_EQ(P.Tile.Group, tunedShape(ShapeTable::Plain, Size).Group);
      EXPECT_EQ(P.Tile.Items, tunedShape(ShapeTable::Plain, Size).Items);
      const uint64_t Local = P.Tile.tile() * Size + (1 << 10) + 64;
      EXPECT_EQ((228 << 10) / Local, (196 << 10) / Local) << Size;
    }
    const auto IsOther = [&] {
      const Shape S = makePlan(Algorithm::SinglePass, R).Tile;
      return S.Group != tunedShape(ShapeTable::Plain, Size).Group ||
             S.Items != tunedShape(ShapeTable::Plain, Size).Items;
    };
    R.IsAligned = false;
    EXPECT_TRUE(IsOther());
    R.IsAligned = true;
    R.Traits.IsPlain = false;
    EXPECT_TRUE(IsOther());
  }
  PlanRequest Large{DriverKind::Nvidia,
                    {false, 1024, 48 * 1024},
                    ProgramTraits(),
                    32,
                    true,
                    32,
                    90};
  Large.Traits.HasVectors = Large.Traits.IsPlain = true;
  EXPECT_EQ(tableFor(Large), ShapeTable::Warps);
}

/// Inputs that warps keep are cut into pieces if they are smaller than results.
/// A lane has an odd number of vectors of each piece.
TEST(Plans, PiecesOfKeptInputs) {
  const auto Make = [](uint64_t ItemSize, uint64_t InputSize,
                       uint64_t LocalMemory, bool IsAligned = true,
                       bool IsPlain = false) {
    PlanRequest R{DriverKind::Nvidia,
                  {false, 1024, LocalMemory},
                  ProgramTraits(),
                  ItemSize,
                  IsAligned,
                  InputSize,
                  90};
    R.Traits.HasVectors = true;
    R.Traits.IsPlain = IsPlain;
    return makePlan(Algorithm::SinglePass, R);
  };
  constexpr uint64_t Room = 48 << 10;
  EXPECT_EQ(Make(4, 1, Room).Chains, 3u);
  EXPECT_EQ(Make(8, 1, Room).Chains, 4u);
  EXPECT_EQ(Make(4, 1, Room, /*IsAligned=*/false).Chains, 1u);
  EXPECT_EQ(Make(4, 1, Room, true, /*IsPlain=*/true).Chains, 1u);
  EXPECT_EQ(Make(4, 1, 32 << 10).Chains, 1u);
  for (uint64_t ItemSize : {1, 2, 3, 4, 5, 8, 12, 16, 24, 32})
    for (uint64_t InputSize : {1, 2, 3, 4, 5, 8, 16, 32}) {
      const Plan P = Make(ItemSize, InputSize, Room);
      ASSERT_EQ(P.Ptx, 90u) << ItemSize << " " << InputSize;
      ASSERT_EQ(P.Tile.Items % (P.Chains * P.Vector), 0u);
      const uint64_t Run = P.Tile.Items / P.Chains;
      if (P.Chains > 1) {
        EXPECT_LT(InputSize, ItemSize);
        EXPECT_EQ(Run / P.Vector % 2, 1u);
      }
      const uint64_t Fronts = P.Chains > 1 ? P.Chains * ItemSize : 0;
      EXPECT_LE(P.Tile.Group *
                    (Run * ItemSize + Fronts + P.Tile.Items * InputSize),
                Room - 1024)
          << ItemSize << " " << InputSize;
    }
}

/// Tiles that hold results have room for what iterations read, or store in its
/// place, whatever the scanned value is. A lane has an odd number of vectors.
TEST(Plans, TilesOfResults) {
  constexpr uint64_t Room = 48 << 10;
  const auto Make = [](Algorithm A, uint64_t ItemSize, uint64_t InputSize,
                       uint64_t OutputSize, bool CopiesAsync) {
    PlanRequest R{DriverKind::Nvidia, {false, 1024, Room}, ProgramTraits(),
                  ItemSize,
                  /*IsAligned=*/true, InputSize,           90};
    R.Traits.HasVectors = R.Traits.HasResults = true;
    R.OutputSize = OutputSize;
    R.CopiesAsync = CopiesAsync;
    return makePlan(A, R);
  };
  for (const bool CopiesAsync : {false, true})
    for (uint64_t ItemSize : {4, 8, 12, 24, 32, 48, 64, 80, 160}) {
      const Plan Twice = Make(Algorithm::ReduceThenScan, ItemSize, 8, 8, false);
      EXPECT_EQ(Twice.Ptx, 90u);
      EXPECT_GT(Twice.SumItems, 0u);
      EXPECT_LE(Twice.Tile.Group * ((Twice.SumItems | 1) + 1) * ItemSize, Room);
      for (uint64_t InputSize : {4, 8, 12, 16, 24, 32, 64, 256})
        for (uint64_t OutputSize : {4, 8, 12, 16, 32}) {
          const Plan P = Make(Algorithm::SinglePass, ItemSize, InputSize,
                              OutputSize, CopiesAsync);
          ASSERT_EQ(P.Ptx, 90u);
          EXPECT_EQ(P.Chains, 1u);
          EXPECT_EQ(P.Tile.Items % P.Vector, 0u);
          EXPECT_EQ(P.Tile.Items / P.Vector % 2, 1u);
          EXPECT_LE(P.Tile.tile() * std::max(InputSize, OutputSize),
                    Room - 1024);
        }
    }
  EXPECT_TRUE(Make(Algorithm::SinglePass, 8, 4, 4, false).IsAligned);
  EXPECT_FALSE(Make(Algorithm::ThreeKernel, 8, 4, 4, false).IsAligned);
}

/// Small elements with vector hooks are scanned in runs of whole words, an odd
/// number of them, on any device; others have a register for each element.
TEST(Shapes, RunsOfWords) {
  PlanRequest R{DriverKind::Other,      {/*IsCpu=*/false, 1024, 32 << 10}, {},
                /*ItemSize=*/1,
                /*IsAligned=*/false,
                /*InputSize=*/1,
                /*ComputeCapability=*/0};
  for (uint64_t Size = 1; Size <= MaxWordItemSize; ++Size) {
    R.ItemSize = Size;
    R.Traits.HasVectors = true;
    const Plan Words = makePlan(Algorithm::SinglePass, R);
    EXPECT_EQ(Words.Tile.Items * Size % 8, 4u) << Size;
    EXPECT_LE(Words.Tile.localBytes(Size), R.Limits.LocalMemory) << Size;
    R.Traits.HasVectors = false;
    EXPECT_EQ(makePlan(Algorithm::SinglePass, R).Tile.Items,
              tunedShape(ShapeTable::Groups, 4).Items)
        << Size;
  }
}
#endif

Array arrayOf(uint64_t Size, std::vector<Access> Accesses) {
  return {{"x", nullptr, Size, OMPSCAN_MAP_NONE, 0, 0}, std::move(Accesses)};
}

TEST(Alignment, Gap) {
  const Access Seed{OMPSCAN_ACCESS_SEED, 0, 1};
  const Access Store{OMPSCAN_ACCESS_WRITE, 1, 1};
  EXPECT_EQ(alignmentGap(arrayOf(4, {Seed, Store}), 0), 31u);
  EXPECT_EQ(alignmentGap(arrayOf(8, {Seed, Store}), 0), 15u);
  EXPECT_EQ(alignmentGap(arrayOf(1, {Store}), 1), 0u);
  EXPECT_EQ(alignmentGap(arrayOf(12, {Seed, Store}), 0), 31u);
  EXPECT_EQ(alignmentGap(arrayOf(256, {Seed, Store}), 0), 0u);
  EXPECT_EQ(alignmentGap(arrayOf(4, {Seed}), 0), 0u);
}

TEST(Alignment, OfSeveralAccesses) {
  const Access Zero{OMPSCAN_ACCESS_READ, 0, 1}, One{OMPSCAN_ACCESS_READ, 1, 1};
  const Access Far{OMPSCAN_ACCESS_READ, 64, 1};
  const Access Odd{OMPSCAN_ACCESS_READ, 1, 2};
  const auto PlaceOf = [](std::vector<Access> Accesses) {
    return neighbourPlace(arrayOf(4, std::move(Accesses)), std::nullopt);
  };
  EXPECT_EQ(PlaceOf({Zero, Far, Odd}).Offset, 0u);
  EXPECT_EQ(PlaceOf({Zero, One}).Offset, std::nullopt);
  // Vectors of the leading read have the others.
  Access Behind = Zero;
  Behind.Behind = true;
  EXPECT_EQ(PlaceOf({Behind, One}).Offset, 0u);
  EXPECT_EQ(alignmentGap(arrayOf(4, {Behind, One}), 0), 31u);
}

TEST(Alignment, InMemory) {
  const auto PlaceOf = [](uint64_t Size, int64_t First, int64_t Origin) {
    return neighbourPlace(arrayOf(Size, {{OMPSCAN_ACCESS_WRITE, First, 1}}),
                          Origin);
  };
  EXPECT_EQ(PlaceOf(4, 1, 0).Offset, 4u);
  EXPECT_EQ(PlaceOf(4, 33, 0).Offset, 4u);
  EXPECT_EQ(PlaceOf(8, -1, 0).Offset, 120u);
  EXPECT_EQ(PlaceOf(12, 5, 3).Offset, 24u);
  EXPECT_TRUE(PlaceOf(12, 5, 3).isAligned(2, 12));
  EXPECT_FALSE(PlaceOf(12, 5, 3).isAligned(1, 12));
  EXPECT_TRUE(PlaceOf(4, 1, 0).AreStored);
  EXPECT_FALSE(
      neighbourPlace(arrayOf(4, {{OMPSCAN_ACCESS_SEED, 1, 1}}), 0).AreUsed);
}

/// The iterations in front of the first one that stores at a border.
TEST(Alignment, Head) {
  struct Use {
    uint64_t Size;
    ompscan_access_kind Kind;
    int64_t First;
  };
  const auto Head = [](const std::vector<Use> &Uses, uint64_t LeastCopied = 4) {
    ResolvedLaunch R;
    for (const Use &U : Uses) {
      ResolvedArray &A = R.Arrays.emplace_back();
      A.ElementSize = U.Size;
      A.Neighbours =
          neighbourPlace(arrayOf(U.Size, {{U.Kind, U.First, 1}}), /*Origin=*/0);
    }
    return R.head(LeastCopied);
  };
  constexpr auto Read = OMPSCAN_ACCESS_READ, Write = OMPSCAN_ACCESS_WRITE;
  EXPECT_EQ(Head({}), 0u);
  EXPECT_EQ(Head({{4, Read, 0}, {4, Write, 0}}), 0u);
  EXPECT_EQ(Head({{4, Read, 1}, {4, Write, 1}}), 31u);
  EXPECT_EQ(Head({{4, Read, 33}, {4, Write, 1}}), 31u);
  EXPECT_EQ(Head({{8, Read, 1}, {4, Write, 3}}), 29u);
  EXPECT_EQ(Head({{2, Read, 1}, {2, Write, 1}}), 31u);
  EXPECT_EQ(Head({{1, Read, 3}, {1, Write, 19}}), 13u);
  // Loads of 4 and 8 bytes may be off the borders, others not.
  EXPECT_EQ(Head({{4, Read, 0}, {4, Write, 1}}), 31u);
  EXPECT_EQ(Head({{4, Read, 0}, {4, Write, 1}}, 8), std::nullopt);
  EXPECT_EQ(Head({{8, Read, 1}, {8, Write, 0}}, 8), 0u);
  EXPECT_EQ(Head({{2, Read, 0}, {4, Write, 1}}), std::nullopt);
  EXPECT_EQ(Head({{16, Read, 0}, {4, Write, 1}}), 31u);
  // Several stores have to begin together.
  EXPECT_EQ(Head({{4, Write, 1}, {8, Write, 1}}), 31u);
  EXPECT_EQ(Head({{4, Write, 1}, {4, Write, 5}}), 3u);
  EXPECT_EQ(Head({{4, Write, 1}, {4, Write, 2}}), std::nullopt);
  EXPECT_EQ(Head({{12, Write, 1}, {4, Write, 1}}), 31u);
}

TEST(TileStates, EpochsAndTickets) {
  Device &D = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  const std::shared_ptr<Queue> Commands = D.takeQueue();
  TileStateBufferPool Pool;
  TileStateBuffer C = Pool.take(D.backend(), *Commands, 100, 1);
  EXPECT_EQ(C.Epoch, 1u);
  C.advance(10);
  Pool.giveBack(C);
  C = Pool.take(D.backend(), *Commands, 100, 1);
  EXPECT_EQ(C.Epoch, 2u);
  EXPECT_EQ(C.FirstTicket, 10u);
  EXPECT_NE(Pool.take(D.backend(), *Commands, 100, 1).Handle, C.Handle);
  C.Epoch = (1u << 30) - 1;
  Pool.giveBack(C);
  EXPECT_EQ(Pool.take(D.backend(), *Commands, 100, 1).Epoch, (1u << 30) - 1);
  Pool.giveBack(C);
  C = Pool.take(D.backend(), *Commands, 100, 2);
  EXPECT_EQ(C.Epoch, 1u);
  EXPECT_EQ(C.FirstTicket, 0u);
  Commands->finish();
}

TEST(SelfTest, PassesOnPocl) {
  Device &D = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  if (D.driverKind() == DriverKind::Pocl) {
    EXPECT_TRUE(D.supportsLookback());
  }
}

} // namespace

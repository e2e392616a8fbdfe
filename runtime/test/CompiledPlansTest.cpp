//===- CompiledPlansTest.cpp - Plans of PTX and SPIR-V --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/CompiledPlans.h"
#include "plan/Tuning.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ompscan::rt;

namespace {

constexpr uint32_t Older = LeastPtxCapability, Newer = AsyncPtxCapability;

ompscan_kernel_version version(Algorithm A, bool IsAligned, bool IsLast,
                               uint32_t Capability = Older) {
  ompscan_kernel_version V{};
  V.capability = Capability;
  V.format = OMPSCAN_FORMAT_PTX;
  V.algorithm = static_cast<uint32_t>(A);
  V.is_aligned = IsAligned;
  V.is_last = IsLast;
  return V;
}

TEST(Ptx, Choice) {
  const ompscan_kernel_version Scan[] = {
      version(Algorithm::SinglePass, true, false, Newer),
      version(Algorithm::SinglePass, true, false),
      version(Algorithm::SinglePass, false, false),
      version(Algorithm::ReduceThenScan, false, true)};
  const auto Choose = [&](Algorithm A, bool IsAligned, uint32_t Capability) {
    return choosePtx(Scan, A, IsAligned, Capability);
  };
  EXPECT_EQ(Choose(Algorithm::SinglePass, true, 90), &Scan[0]);
  EXPECT_EQ(Choose(Algorithm::SinglePass, true, Newer), &Scan[0]);
  EXPECT_EQ(Choose(Algorithm::SinglePass, true, 75), &Scan[1]);
  EXPECT_EQ(Choose(Algorithm::SinglePass, false, 90), &Scan[2]);
  EXPECT_EQ(Choose(Algorithm::ReduceThenScan, true, 90), &Scan[3]);
  EXPECT_EQ(Choose(Algorithm::ThreeKernel, true, Older), &Scan[3]);
  EXPECT_EQ(Choose(Algorithm::SinglePass, true, 60), nullptr);
  EXPECT_EQ(choosePtx(nullptr, Algorithm::SinglePass, true, 90), nullptr);
  const ompscan_kernel_version Selection[] = {
      version(Algorithm::SinglePass, false, true)};
  EXPECT_EQ(choosePtx(Selection, Algorithm::ReduceThenScan, true, 90),
            &Selection[0]);
  const ompscan_kernel_version Loop[] = {
      version(Algorithm::ForEach, false, true)};
  EXPECT_EQ(choosePtx(Loop, Algorithm::ForEach, true, 90), &Loop[0]);
  EXPECT_EQ(choosePtx(Loop, Algorithm::SinglePass, true, 90), nullptr);
}

TEST(Ptx, Plans) {
  const auto Methods = [](uint32_t Template, const ProgramTraits &Traits,
                          uint64_t ItemSize) {
    std::vector<std::pair<Algorithm, bool>> All;
    for (const Plan &P : ptxPlans(Template, Traits, ItemSize, ItemSize)) {
      All.emplace_back(P.Method, P.IsAligned);
      EXPECT_EQ(P.Block, 0u);
      EXPECT_EQ(P.CopiesAsync, P.Ptx == Newer);
    }
    return All;
  };
  using List = std::vector<std::pair<Algorithm, bool>>;
  ProgramTraits T;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, T, 4),
            (List{{Algorithm::SinglePass, false},
                  {Algorithm::ReduceThenScan, false}}));
  T.HasVectors = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, T, 4),
            (List{{Algorithm::SinglePass, true},
                  {Algorithm::SinglePass, false},
                  {Algorithm::ReduceThenScan, false}}));
#if !OMPSCAN_TINY_TILES
  T.IsPlain = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, T, 4),
            (List{{Algorithm::SinglePass, true},
                  {Algorithm::SinglePass, false},
                  {Algorithm::ReduceThenScan, false}}));
  EXPECT_TRUE(ptxPlans(OMPSCAN_TEMPLATE_SCAN, T, 4, 4).front().CopiesAsync);
  T.IsPlain = false;
#endif
  T.IsFold = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, T, 4),
            (List{{Algorithm::SinglePass, true},
                  {Algorithm::SinglePass, false},
                  {Algorithm::ReduceThenScan, true},
                  {Algorithm::ReduceThenScan, false}}));
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, ProgramTraits(), 64),
            (List{{Algorithm::ReduceThenScan, false}}));
  ProgramTraits Kept;
  Kept.MovedSize = 4;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SELECTION, Kept, 8),
            (List{{Algorithm::SinglePass, false}}));
  ProgramTraits Lists;
  Lists.Reduces = Lists.ByElement = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Lists, 4096),
            (List{{Algorithm::ReduceLists, false}}));
}

/// The single pass for arrays anywhere has one kernel with reduce-then-scan for
/// such arrays, and no other plan.
TEST(Ptx, OneKernel) {
  ProgramTraits T;
  T.HasVectors = T.IsFold = true;
  const std::vector<Plan> Plans = ptxPlans(OMPSCAN_TEMPLATE_SCAN, T, 4, 4);
  for (const Plan &Single : Plans)
    for (const Plan &Other : Plans)
      EXPECT_EQ(haveOneKernel(Single, Other),
                Single.Method == Algorithm::SinglePass &&
                    Other.Method == Algorithm::ReduceThenScan &&
                    !Single.IsAligned && !Other.IsAligned);
  ompscan_kernel_version V = version(Algorithm::ReduceThenScan, false, true);
  EXPECT_FALSE(planOf(V, T).isByOneKernel());
  V.status_words = Plans.back().StatusWords;
  EXPECT_TRUE(planOf(V, T).isByOneKernel());
  // Values that are too large for a single pass.
  for (const Plan &P : ptxPlans(OMPSCAN_TEMPLATE_SCAN, ProgramTraits(), 64, 64))
    EXPECT_FALSE(P.isByOneKernel());
}

/// Rows have a version for a work-item and for each kind of team.
TEST(Ptx, Rows) {
  ProgramTraits T;
  T.HasTeam = T.PrefersTeam = true;
  for (const uint64_t ItemSize : {1, 4, 16, 32}) {
    std::vector<ompscan_kernel_version> All;
    std::vector<uint32_t> Teams;
    for (const Plan &P :
         ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, T, ItemSize, ItemSize)) {
      All.push_back(version(P.Method, P.IsAligned, false));
      All.back().group = P.Tile.Group;
      All.back().items = P.Tile.Items;
      Teams.push_back(P.team());
    }
    All.back().is_last = 1;
    EXPECT_EQ(All.front().algorithm, static_cast<uint32_t>(Algorithm::ForEach));
    EXPECT_EQ(choosePtx(All.data(), Algorithm::ForEach, true, 90), &All[0]);
    for (size_t I = 1; I < All.size(); ++I) {
      EXPECT_GT(Teams[I], Teams[I - 1]);
      EXPECT_EQ(choosePtx(All.data(), Algorithm::Rows, true, 90, Teams[I]),
                &All[I]);
    }
    EXPECT_EQ(choosePtx(All.data(), Algorithm::Rows, true, 90, 3), nullptr);
#if !OMPSCAN_TINY_TILES
    EXPECT_EQ(Teams, ItemSize <= 16
                         ? (std::vector<uint32_t>{0, 8, 32, 256, 1024})
                         : (std::vector<uint32_t>{0, 8, 32, 256}));
#endif
  }
  // Bundles take the place of parts of warps.
  ProgramTraits Bundled = T;
  Bundled.HasBundles = true;
  std::vector<ompscan_kernel_version> All;
  for (const Plan &P :
       ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Bundled, 4, 4)) {
    All.push_back(version(P.Method, P.IsAligned, false));
    All.back().group = P.Tile.Group;
    All.back().items = P.Tile.Items;
  }
  All.back().is_last = 1;
  EXPECT_EQ(choosePtx(All.data(), Algorithm::Bundles, true, 90), &All[1]);
  EXPECT_EQ(choosePtx(All.data(), Algorithm::Rows, true, 90, 8), nullptr);
  // Columns have none for parts of warps.
  ProgramTraits Columns;
  Columns.HasTeam = Columns.HasEqualRows = true;
  std::vector<Algorithm> Methods;
  for (const Plan &P : ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Columns, 4, 4))
    Methods.push_back(P.Method);
  EXPECT_EQ(Methods.front(), Algorithm::ForEach);
  EXPECT_EQ(Methods.back(), Algorithm::Columns);
#if !OMPSCAN_TINY_TILES
  Columns.HasParts = true;
  const Plan Parts =
      ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Columns, 4, 4).back();
  EXPECT_EQ(Parts.Method, Algorithm::RowParts);
#endif
  // Values that warps do not exchange: a team is a group.
  for (const Plan &P : ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, T, 256, 256)) {
    EXPECT_EQ(P.Ptx, 0u);
    EXPECT_TRUE(P.Method == Algorithm::ForEach || P.Tile.Items == 1);
  }
  EXPECT_EQ(
      ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, ProgramTraits(), 4, 4).size(),
      1u);
}

/// The plan that a version stands for is the one that it was made for.
TEST(Ptx, PlanAndBack) {
  const auto Check = [](uint32_t Template, const ProgramTraits &T,
                        uint64_t InputSize = 8) {
    for (const Plan &P : ptxPlans(Template, T, 8, InputSize)) {
      ompscan_kernel_version V{};
      V.capability = P.CopiesAsync ? Newer : Older;
      V.algorithm = static_cast<uint32_t>(P.Method);
      V.group = P.Tile.Group;
      V.items = P.Tile.Items;
      V.sum_items = P.SumItems;
      V.vector = P.Vector;
      V.chains = P.Chains;
      V.status_words = P.StatusWords;
      V.by_warps = P.Ptx != 0;
      V.is_aligned = P.IsAligned;
      EXPECT_TRUE(planOf(V, T) == P);
    }
  };
  ProgramTraits Keeps, Plain;
  Keeps.MovedSize = 8;
  Keeps.IsStaged = true;
  Check(OMPSCAN_TEMPLATE_SELECTION, Keeps);
  Plain.HasVectors = true;
  Check(OMPSCAN_TEMPLATE_SCAN, Plain, /*InputSize=*/1);
  Plain.IsPlain = true;
  Check(OMPSCAN_TEMPLATE_SCAN, Plain);
  Plain.IsPlain = false;
  Plain.HasResults = true;
  Check(OMPSCAN_TEMPLATE_SCAN, Plain);
  ProgramTraits Rows;
  Rows.HasTeam = Rows.PrefersTeam = Rows.HasBundles = true;
  Check(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Rows);
  Rows.HasParts = true;
  Check(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Rows);
  // Groups share rows where these differ.
  const auto NumberShared = [&Rows] {
    const std::vector<Plan> All =
        ptxPlans(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Rows, 4, 4);
    return std::count_if(All.begin(), All.end(),
                         [](const Plan &P) { return P.SharesRows; });
  };
  EXPECT_EQ(NumberShared(), OMPSCAN_TINY_TILES ? 0 : 5);
  Rows.HasEqualRows = true;
  EXPECT_EQ(NumberShared(), 0);
}

#if !OMPSCAN_TINY_TILES
/// The version that is compiled for \p P.
ompscan_kernel_version spirv(const Plan &P, bool IsLast) {
  ompscan_kernel_version V{};
  V.format = OMPSCAN_FORMAT_SPIRV;
  V.is_last = IsLast;
  V.algorithm = static_cast<uint32_t>(P.Method);
  V.group = P.Tile.Group;
  V.items = P.Tile.Items;
  V.sum_items = P.SumItems;
  V.chains = P.Chains;
  V.status_words = P.StatusWords;
  return V;
}

/// Devices of no known kind run the very plan that a version is compiled for,
/// and others none.
TEST(Spirv, Choice) {
  ProgramTraits T;
  T.CanReload = true;
  const std::vector<Plan> Plans = spirvPlans(OMPSCAN_TEMPLATE_SCAN, T, 8);
  ASSERT_EQ(Plans.size(), 2u);
  const ompscan_kernel_version All[] = {
      version(Algorithm::ReduceThenScan, false, false), spirv(Plans[0], false),
      spirv(Plans[1], true)};
  const auto Planned = [&](DriverKind Kind, GroupLimits Limits, Algorithm A) {
    return makePlan(A, {Kind, Limits, T, 8, false, 8, 0});
  };
  const GroupLimits Cpu = {true, 8192, 256 << 10}, Gpu = {false, 512, 64 << 10},
                    Small = {false, 64, 16 << 10};
  constexpr Algorithm Wanted = Algorithm::ReduceThenScan;
  EXPECT_EQ(chooseSpirv(All, Planned(DriverKind::Other, Cpu, Wanted)), &All[1]);
  EXPECT_EQ(chooseSpirv(All, Planned(DriverKind::Other, Gpu, Wanted)), &All[2]);
  EXPECT_EQ(chooseSpirv(All, Planned(DriverKind::Other, Small, Wanted)),
            nullptr);
  EXPECT_EQ(
      chooseSpirv(All, Planned(DriverKind::Other, Cpu, Algorithm::ThreeKernel)),
      nullptr);
  EXPECT_EQ(chooseSpirv(All, Planned(DriverKind::Pocl, Cpu, Wanted)), nullptr);
  EXPECT_EQ(chooseSpirv(nullptr, Planned(DriverKind::Other, Cpu, Wanted)),
            nullptr);
  EXPECT_TRUE(hasPtx(All));
  EXPECT_FALSE(hasPtx(&All[1]));
  EXPECT_FALSE(hasPtx(nullptr));
  ompscan_kernel_version Compressed = version(Wanted, false, true);
  Compressed.format = OMPSCAN_FORMAT_ZSTD_PTX;
  EXPECT_TRUE(hasPtx(&Compressed));
  EXPECT_EQ(choosePtx(&Compressed, Wanted, true, 90), &Compressed);
}

TEST(Spirv, Plans) {
  const auto Methods = [](uint32_t Template, const ProgramTraits &T) {
    std::vector<std::pair<Algorithm, bool>> All;
    for (const Plan &P : spirvPlans(Template, T, 8))
      All.emplace_back(P.Method, P.Tile.Group > 1);
    return All;
  };
  using List = std::vector<std::pair<Algorithm, bool>>;
  ProgramTraits Keeps, Reduces, Counts;
  Keeps.MovedSize = 8;
  Reduces.Reduces = true;
  Counts.Counts = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SELECTION, Keeps),
            (List{{Algorithm::ReduceThenScan, false},
                  {Algorithm::ReduceThenScan, true}}));
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Reduces),
            (List{{Algorithm::Reduce, false}, {Algorithm::Reduce, true}}));
  EXPECT_EQ(
      Methods(OMPSCAN_TEMPLATE_HISTOGRAM, Counts),
      (List{{Algorithm::Histogram, false}, {Algorithm::Histogram, true}}));
}
#endif

} // namespace

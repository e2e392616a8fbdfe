//===- CudaTest.cpp - PTX and the devices of CUDA -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DeviceChoice.h"
#include "device/cuda/CudaProgram.h"
#include "plan/PtxPlans.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

TEST(Ptx, Parameters) {
  const std::string Text = R"(
.entry first(
	.param .u64 .ptr .global .align 4 first_param_0,
	.param .align 4 .b8 first_param_1[12],
	.param .u32 first_param_2,
	.param .f64 first_param_3,
	.param .u8 first_param_4
)
.reqntid 256, 1, 1
{
	.param .b64 	param0;
}
.entry second(
	.param .u16 second_param_0
)
)";
  EXPECT_EQ(parametersOf(Text, "first"),
            (std::vector<uint32_t>{8, 12, 4, 8, 1}));
  EXPECT_EQ(parametersOf(Text, "second"), (std::vector<uint32_t>{2}));
  EXPECT_TRUE(parametersOf(Text, "sec").empty());
}

ompscan_ptx_version version(Algorithm A, bool IsAligned, bool IsLast) {
  ompscan_ptx_version V{};
  V.algorithm = static_cast<uint32_t>(A);
  V.is_aligned = IsAligned;
  V.is_last = IsLast;
  return V;
}

TEST(Ptx, Choice) {
  const ompscan_ptx_version Scan[] = {
      version(Algorithm::SinglePass, true, false),
      version(Algorithm::SinglePass, false, false),
      version(Algorithm::ReduceThenScan, false, true)};
  EXPECT_EQ(choosePtx(Scan, Algorithm::SinglePass, true), &Scan[0]);
  EXPECT_EQ(choosePtx(Scan, Algorithm::SinglePass, false), &Scan[1]);
  EXPECT_EQ(choosePtx(Scan, Algorithm::ReduceThenScan, true), &Scan[2]);
  EXPECT_EQ(choosePtx(Scan, Algorithm::ThreeKernel, true), &Scan[2]);
  EXPECT_EQ(choosePtx(nullptr, Algorithm::SinglePass, true), nullptr);
  const ompscan_ptx_version Loop[] = {version(Algorithm::ForEach, false, true)};
  EXPECT_EQ(choosePtx(Loop, Algorithm::ForEach, true), &Loop[0]);
  EXPECT_EQ(choosePtx(Loop, Algorithm::SinglePass, true), nullptr);
}

TEST(Ptx, Plans) {
  const auto Methods = [](uint32_t Template, const ProgramTraits &Traits,
                          uint64_t ItemSize) {
    std::vector<std::pair<Algorithm, bool>> All;
    for (const Plan &P : ptxPlans(Template, Traits, ItemSize, ItemSize)) {
      All.emplace_back(P.Method, P.IsAligned);
      EXPECT_EQ(P.Block, 0u);
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
  T.IsFold = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, T, 4),
            (List{{Algorithm::SinglePass, true},
                  {Algorithm::SinglePass, false},
                  {Algorithm::ReduceThenScan, true},
                  {Algorithm::ReduceThenScan, false}}));
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_SCAN, ProgramTraits(), 64),
            (List{{Algorithm::ReduceThenScan, false}}));
  ProgramTraits Lists;
  Lists.Reduces = Lists.ByElement = true;
  EXPECT_EQ(Methods(OMPSCAN_TEMPLATE_PARALLEL_LOOP, Lists, 4096),
            (List{{Algorithm::ReduceLists, false}}));
}

/// The plan that a version stands for is the one that it was made for.
TEST(Ptx, PlanAndBack) {
  ProgramTraits T;
  T.MovedSize = 8;
  T.IsStaged = true;
  for (const Plan &P : ptxPlans(OMPSCAN_TEMPLATE_SELECTION, T, 8, 8)) {
    ompscan_ptx_version V{};
    V.capability = LeastPtxCapability;
    V.algorithm = static_cast<uint32_t>(P.Method);
    V.group = P.Tile.Group;
    V.items = P.Tile.Items;
    V.sum_items = P.SumItems;
    V.vector = P.Vector;
    V.status_words = P.StatusWords;
    V.by_warps = P.Ptx != 0;
    V.is_aligned = P.IsAligned;
    EXPECT_TRUE(planOf(V, T) == P);
  }
}

TEST(UnitedDevices, ByAddress) {
  const std::vector<DeviceInfo> Devices = {
      {"H100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"A100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"H100", DeviceType::Gpu, false, "CUDA"},
      {"H200", DeviceType::Gpu, false, "CUDA"},
      {"pthread", DeviceType::Cpu, false, "OpenCL, PoCL"}};
  const std::vector<std::string> Addresses = {"0:17:0", "0:18:0", "0:17:0",
                                              "0:19:0", ""};
  const auto Kept = [&](const char *Name) {
    Environment E;
    E.Device = Name;
    return unitedDevices(Devices, Addresses, E);
  };
  using List = std::vector<size_t>;
  EXPECT_EQ(Kept(""), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("opencl"), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("h100"), (List{0, 1, 3, 4}));
  EXPECT_EQ(Kept("cuda"), (List{2, 1, 3, 4}));
}

TEST(UnitedDevices, NamesOfBackends) {
  const std::vector<DeviceInfo> Devices = {
      {"H100", DeviceType::Gpu, false, "OpenCL, NVIDIA CUDA"},
      {"H100", DeviceType::Gpu, false, "CUDA"}};
  Environment E;
  E.Device = "cuda";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{1}));
  E.Device = "OpenCL";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{0}));
  E.Device = "nvidia";
  EXPECT_EQ(namedDevices(Devices, E), (std::vector<size_t>{0}));
}

} // namespace

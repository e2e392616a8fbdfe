//===- LookBackTest.cpp - What tiles find on their left -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How far a tile looks back depends on what others have done by then; on a
/// device that runs few work-groups at once the next tile is nearly always the
/// last one. Here the statuses are written first, so that each depth comes up.
///
//===----------------------------------------------------------------------===//

#include "TestLoop.h"
#include "device/Devices.h"
#include "ompscan/abi.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

constexpr char Hooks[] = R"(
#define OMPSCAN_USES_BEFORE 0
#define OMPSCAN_PARAMETERS const uint ompscan_unused
#define OMPSCAN_ARGUMENTS ompscan_unused
static ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {
  ompscan_T r = {1, 0};
  return r;
}
static ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return ompscan_seed(ompscan_unused);
}
static void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k,
                           const ompscan_T before, const ompscan_T after) {}
)";

constexpr char Kernels[] = R"(
__kernel void write_statuses(__global volatile ulong *chain, const uint epoch,
                             __global const ompscan_T *values,
                             const uint tiles, const uint known) {
  for (uint t = 0; t < tiles; ++t)
    ompscan_publish(chain, t, epoch,
                    t == known ? OMPSCAN_PREFIX : OMPSCAN_AGGREGATE, values[t]);
}

OMPSCAN_KERNEL void look_back(__global volatile ulong *chain,
                              const uint epoch, const uint tile,
                              __global ompscan_T *result) {
#if OMPSCAN_GROUP == 1
  *result = ompscan_look_back(tile, OMPSCAN_CHAIN_ARGUMENTS);
#else
  OMPSCAN_CHAIN_VARIABLES
  const uint ompscan_unused = 0;
  if (get_local_id(0) == 0)
    nearest = OMPSCAN_WINDOW;
  barrier(CLK_LOCAL_MEM_FENCE);
  const ompscan_T total = {1, 0};
  const ompscan_T left = OMPSCAN_FIND_PREFIX(/*n=*/0, tile, total);
  if (get_local_id(0) == get_local_size(0) - 1)
    *result = left;
#endif
}
)";

/// Groups of one work-item look at one tile after the other, others at up to 32
/// at once.
class LookBack : public testing::TestWithParam<unsigned> {};

TEST_P(LookBack, CombinesInOrder) {
  using T = Affine::T;
  constexpr uint32_t Tiles = 100, Epoch = 5;
  const std::shared_ptr<Device> D = deviceFor(OMPSCAN_DEVICE_DEFAULT);
  const std::string Options =
      " -D OMPSCAN_ALGORITHM=1 -D OMPSCAN_ITEMS=1 -D "
      "OMPSCAN_CHAINS=1 -D OMPSCAN_ITEM_SIZE=16 -D OMPSCAN_GROUP=" +
      std::to_string(GetParam());
  const std::string Text = ompscan::templates::Prelude +
                           std::string(Affine::Code) + Hooks +
                           ompscan::templates::Kernels + Kernels;
  BackendDevice &B = D->backend();
  const auto P = B.build({Text, Options});
  const std::shared_ptr<Queue> Commands = B.makeQueue(/*TakesTimes=*/false);
  const size_t Words = 16 + (Tiles + 1) * sizeof(T) / 4;
  const Memory Statuses = B.allocate(Words * 8);
  const Memory Values = B.allocate(Tiles * sizeof(T));
  const Memory Found = B.allocate(sizeof(T));
  std::vector<T> Host(Tiles);
  for (uint32_t I = 0; I != Tiles; ++I)
    Host[I] = {2 * I + 3, 7 * I + 1};
  Commands->write(Values, 0, Values.size(), Host.data(), Blocking::Yes,
                  nullptr);
  for (const uint32_t Depth :
       {1u, 2u, 3u, 7u, 8u, 9u, 31u, 32u, 33u, 34u, 64u, 65u, Tiles}) {
    const uint64_t Zero = 0;
    Commands->fill(Statuses, 0, Statuses.size(), &Zero, sizeof Zero);
    const uint32_t Known = Tiles - Depth;
    const auto Write = P->kernel("write_statuses");
    const auto Look = P->kernel("look_back");
    Write->set(0, Statuses);
    Write->set(1, Epoch);
    Write->set(2, Values);
    Write->set(3, Tiles);
    Write->set(4, Known);
    Commands->run(*Write, 1, 1, nullptr);
    Look->set(0, Statuses);
    Look->set(1, Epoch);
    Look->set(2, Tiles);
    Look->set(3, Found);
    Commands->run(*Look, GetParam(), GetParam(), nullptr);
    T Got;
    Commands->read(Found, 0, sizeof Got, &Got, Blocking::Yes, nullptr);
    T Want = Host[Known];
    for (uint32_t I = Known + 1; I != Tiles; ++I)
      Want = Affine::combine(Want, Host[I]);
    EXPECT_EQ(Got.A, Want.A) << "of " << Depth << " tiles";
    EXPECT_EQ(Got.B, Want.B) << "of " << Depth << " tiles";
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, LookBack, testing::Values(1, 8, 64));

} // namespace

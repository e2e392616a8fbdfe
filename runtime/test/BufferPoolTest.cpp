//===- BufferPoolTest.cpp - Device memory that is used again --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/BufferPool.h"
#include "device/Devices.h"
#include "ompscan/abi.h"
#include <gtest/gtest.h>

using namespace ompscan::rt;

namespace {

TEST(BufferPool, IsBounded) {
  Device &D = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  BufferPool Pool(10000);
  PooledBuffer A = Pool.take(D.context(), 4000);
  const cl_mem Memory = (*A)();
  A.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 4000u);
  PooledBuffer B = Pool.take(D.context(), 4000);
  EXPECT_EQ((*B)(), Memory);
  EXPECT_EQ(Pool.idleBytes(), 0u);
  PooledBuffer C = Pool.take(D.context(), 5000);
  PooledBuffer E = Pool.take(D.context(), 6000);
  PooledBuffer F = Pool.take(D.context(), 20000);
  B.giveBack();
  C.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 9000u);
  E.giveBack(); // Those of 4000 and 5000 make room.
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  F.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  {
    PooledBuffer Dropped = Pool.take(D.context(), 6000);
  }
  EXPECT_EQ(Pool.idleBytes(), 0u);
}

} // namespace

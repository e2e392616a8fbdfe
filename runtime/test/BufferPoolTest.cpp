//===- BufferPoolTest.cpp - Device memory that is used again --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/BufferPool.h"
#include "FakeBackend.h"
#include <gtest/gtest.h>

using namespace ompscan::rt;

namespace {

TEST(BufferPool, IsBounded) {
  FakeDevice D;
  BufferPool Pool(D, 10000);
  PooledBuffer A = Pool.take(4000);
  const uint64_t Number = (*A).number();
  A.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 4000u);
  PooledBuffer B = Pool.take(4000);
  EXPECT_EQ((*B).number(), Number);
  EXPECT_EQ(Pool.idleBytes(), 0u);
  PooledBuffer C = Pool.take(5000);
  PooledBuffer E = Pool.take(6000);
  PooledBuffer F = Pool.take(20000);
  B.giveBack();
  C.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 9000u);
  E.giveBack(); // Those of 4000 and 5000 make room.
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  F.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  {
    PooledBuffer Dropped = Pool.take(6000);
  }
  EXPECT_EQ(Pool.idleBytes(), 0u);
}

} // namespace

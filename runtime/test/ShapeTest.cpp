//===- ShapeTest.cpp - Work-groups and tiles ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Shape.h"
#include <gtest/gtest.h>

using namespace ompscan::rt;

namespace {

TEST(Shapes, FitTheDevice) {
  for (bool IsCpu : {false, true})
    for (uint64_t MaxGroup : {1, 8, 64, 256, 1024})
      for (uint64_t LocalMemory : {0, 1024, 32 * 1024, 64 * 1024})
        for (uint64_t Size = 1; Size <= 256; ++Size) {
          const Shape S = chooseShape({IsCpu, MaxGroup, LocalMemory}, Size);
          EXPECT_GE(S.Group, 1u);
          EXPECT_LE(S.Group, MaxGroup);
          EXPECT_GE(S.tile(), 2u);
          EXPECT_LE(S.tile(), 4096u);
          EXPECT_LE(S.localBytes(Size), LocalMemory);
        }
}

TEST(Shapes, ShrinkToOneWorkItem) {
  Shape S = chooseShape({false, 256, 48 * 1024}, 4);
  while (S.Group > 1) {
    const Shape Next = S.smaller(4);
    EXPECT_LT(Next.Group, S.Group);
    S = Next;
  }
  EXPECT_EQ(S.localBytes(4), 0u);
  EXPECT_EQ(S.tile(), 4096u);
}

#if OMPSCAN_TINY_TILES
TEST(Shapes, Tiny) {
  for (bool IsCpu : {false, true})
    EXPECT_EQ(chooseShape({IsCpu, 256, 48 * 1024}, 4).tile(), 12u);
}
#else
TEST(Shapes, Table) {
  EXPECT_EQ(chooseShape({true, 256, 48 * 1024}, 4).Group, 1u);
  EXPECT_EQ(chooseShape({true, 256, 48 * 1024}, 4).Items, 4096u);
  EXPECT_EQ(chooseShape({true, 256, 48 * 1024}, 256).Items, 64u);
  EXPECT_EQ(chooseShape({false, 1024, 48 * 1024}, 4).tile(), 2048u);
  EXPECT_EQ(chooseShape({false, 1024, 48 * 1024}, 256).Group, 32u);
  EXPECT_LT(chooseShape({false, 1024, 32 * 1024}, 256).localBytes(256),
            32u * 1024);
}
#endif

} // namespace

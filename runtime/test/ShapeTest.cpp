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
  for (const Shape &Best : {Shape{256, 8}, {192, 7}, {4, 3}, {1, 64}})
    for (uint64_t MaxGroup : {1, 2, 8, 64, 256, 1024})
      for (uint64_t LocalMemory : {0, 1024, 32 * 1024, 64 * 1024})
        for (uint64_t Size = 1; Size <= 256; ++Size) {
          const GroupLimits Limits{/*IsCpu=*/false, MaxGroup, LocalMemory};
          const Shape S = fitted(Best, Limits, Size, Size);
          EXPECT_LE(S.Group, MaxGroup);
          EXPECT_LE(S.localBytes(Size), LocalMemory);
          if (S.Group > 1 || Best.Group == 1)
            EXPECT_EQ(S.Items, Best.Items);
          else
            EXPECT_EQ(S.Items, Shape({2, 1}).smaller(Size).Items);
        }
}

TEST(Shapes, HalveTheGroup) {
  const GroupLimits Limits{/*IsCpu=*/false, 100, 1000};
  EXPECT_EQ(halved({256, 8}, Limits, 0).Group, 64u);
  EXPECT_EQ(halved({256, 8}, Limits, 16).Group, 32u);
  EXPECT_EQ(halved({256, 8}, Limits, 16, /*OfGroup=*/500).Group, 16u);
  EXPECT_EQ(halved({256, 8}, Limits, 16, /*OfGroup=*/5000).Group, 1u);
  EXPECT_EQ(halved({256, 8}, Limits, 16).Items, 8u);
}

TEST(Shapes, ShrinkToOneWorkItem) {
  for (uint32_t Group : {192, 256}) {
    Shape S{Group, 8};
    while (S.Group > 1) {
      const Shape Next = S.smaller(4);
      EXPECT_LT(Next.Group, S.Group);
      S = Next;
    }
    EXPECT_EQ(S.localBytes(4), 0u);
    EXPECT_EQ(S.tile(), 4096u);
  }
}

} // namespace

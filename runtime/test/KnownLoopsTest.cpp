//===- KnownLoopsTest.cpp - Loops that are assembled ahead ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/KnownLoops.h"
#include "device/backend/DeviceProperties.h"
#include "launch/Choice.h"
#include "plan/CompiledPlans.h"
#include "support/Environment.h"
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// A loop with one version in PTX.
struct OneLoop {
  explicit OneLoop(const char *Text, uint32_t Abi = OMPSCAN_ABI_VERSION) {
    Version.code = Text;
    Version.size = std::strlen(Text);
    Version.format = OMPSCAN_FORMAT_PTX;
    Version.is_last = 1;
    Loop.abi = Abi;
    Loop.versions = &Version;
  }
  ompscan_kernel_version Version{};
  ompscan_loop_descriptor Loop{};
};

const ompscan_kernel_version *first(const ompscan_loop_descriptor &Loop) {
  return Loop.versions;
}

/// The texts behind \p Last, which \p Choose takes.
std::vector<std::string> textsOf(KnownLoops &Loops, uint64_t &Last,
                                 const KnownLoops::Choice &Choose = first) {
  std::vector<std::string> Texts;
  while (const std::unique_ptr<CopiedPtx> Next = Loops.next(Last, Choose))
    Texts.emplace_back(Next->version().code);
  return Texts;
}

using Texts = std::vector<std::string>;

TEST(KnownLoops, InOrder) {
  const OneLoop A("a"), B("b"), C("c"), D("d"), Other("other", 1);
  const ompscan_loop_descriptor *const One[] = {&A.Loop, &Other.Loop, &B.Loop};
  const ompscan_loop_descriptor *const Two[] = {&C.Loop, &D.Loop};
  KnownLoops Loops;
  uint64_t Last = 0;
  EXPECT_EQ(textsOf(Loops, Last), Texts());
  Loops.add(One, 3);
  EXPECT_EQ(textsOf(Loops, Last), (Texts{"a", "b"}));
  EXPECT_EQ(textsOf(Loops, Last), Texts());
  // Loops that come later.
  Loops.add(Two, 2);
  EXPECT_EQ(textsOf(Loops, Last), (Texts{"c", "d"}));
  uint64_t FromBegin = 0;
  EXPECT_EQ(textsOf(Loops, FromBegin,
                    [&](const ompscan_loop_descriptor &L) {
                      return &L == &C.Loop ? nullptr : L.versions;
                    }),
            (Texts{"a", "b", "d"}));
}

TEST(KnownLoops, Removed) {
  const OneLoop A("a"), B("b"), C("c");
  const ompscan_loop_descriptor *const One[] = {&A.Loop, &B.Loop};
  const ompscan_loop_descriptor *const Two[] = {&B.Loop, &C.Loop};
  KnownLoops Loops;
  Loops.add(One, 2);
  Loops.add(Two, 2); // An inline function is in both.
  Loops.remove(One, 2);
  uint64_t Last = 0;
  EXPECT_EQ(textsOf(Loops, Last), (Texts{"b", "c"}));
  Loops.remove(Two, 2);
  Loops.remove(Two, 2);
  Last = 0;
  EXPECT_EQ(textsOf(Loops, Last), Texts());
  // Numbers are not used again.
  Loops.add(One, 2);
  Last = 4;
  EXPECT_EQ(textsOf(Loops, Last), (Texts{"a", "b"}));
}

TEST(KnownLoops, Copies) {
  std::string Text = "text";
  OneLoop A(Text.c_str());
  const ompscan_loop_descriptor *const One[] = {&A.Loop};
  KnownLoops Loops;
  Loops.add(One, 1);
  uint64_t Last = 0;
  const auto Plain = Loops.next(Last, first);
  ompscan_compressed_text At{Text.data(), 4, 100, 10};
  A.Version.code = reinterpret_cast<const char *>(&At);
  A.Version.format = OMPSCAN_FORMAT_ZSTD_PTX;
  Last = 0;
  const auto Compressed = Loops.next(Last, first);
  Loops.remove(One, 1);
  Text = "gone";
  At = {};
  EXPECT_STREQ(Plain->version().code, "text");
  EXPECT_EQ(Plain->version().size, 4u);
  const auto &Copy = *reinterpret_cast<const ompscan_compressed_text *>(
      Compressed->version().code);
  EXPECT_EQ(std::string(Copy.frame, Copy.frame_size), "text");
  EXPECT_EQ(Copy.texts_size, 100u);
  EXPECT_EQ(Copy.offset, 10u);
}

/// A loop with the versions that ptxPlans() wants of it.
struct PlannedLoop {
  PlannedLoop(uint32_t Template, uint32_t Traits, uint32_t Features) {
    Loop.abi = OMPSCAN_ABI_VERSION;
    Loop.item_size = 4;
    Loop.kernel_template = Template;
    Loop.traits = Traits;
    Loop.features = Features;
    for (const Plan &P :
         ptxPlans(Template, ProgramTraits::of(Template, Traits, 0, 0), 4, 4)) {
      ompscan_kernel_version V{};
      V.format = OMPSCAN_FORMAT_PTX;
      V.capability = P.CopiesAsync ? 80 : 70;
      V.algorithm = static_cast<uint32_t>(P.Method);
      V.group = P.Tile.Group;
      V.items = P.Tile.Items;
      V.is_aligned = P.IsAligned;
      Versions.push_back(V);
    }
    Versions.back().is_last = 1;
    Loop.versions = Versions.data();
  }
  std::vector<ompscan_kernel_version> Versions;
  ompscan_loop_descriptor Loop{};
};

DeviceProperties gpu() {
  DeviceProperties D;
  D.Kind = DriverKind::Nvidia;
  D.Limits = CudaLimits;
  D.ComputeCapability = 90;
  D.Units = 132;
  return D;
}

TEST(LikelyPtx, Scans) {
  PlannedLoop L(OMPSCAN_TEMPLATE_SCAN,
                OMPSCAN_TRAIT_CAN_RELOAD | OMPSCAN_TRAIT_HAS_VECTORS |
                    OMPSCAN_TRAIT_IS_PLAIN,
                0);
  Environment E;
  const auto *const Found = likelyPtx(L.Loop, gpu(), E, 0);
  ASSERT_NE(Found, nullptr);
  EXPECT_EQ(Found->algorithm, static_cast<uint32_t>(Algorithm::SinglePass));
#if !OMPSCAN_TINY_TILES
  EXPECT_TRUE(Found->is_aligned);
#endif
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), E, 1), nullptr);
  // Where the loop reads the element before its first one, that is where the
  // array begins, except in a copy for a launch.
  const ompscan_access_descriptor Seed = {
      OMPSCAN_ACCESS_SEED, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  ompscan_array_descriptor Array{};
  Array.access_count = 1;
  L.Loop.arrays = &Array;
  L.Loop.accesses = &Seed;
  L.Loop.array_count = 1;
  L.Loop.item_size = 2;
  EXPECT_FALSE(likelyPtx(L.Loop, gpu(), E, 0)->is_aligned);
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), E, 1), Found);
#if !OMPSCAN_TINY_TILES
  // Of larger elements, tiles begin behind a head.
  L.Loop.item_size = 4;
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), E, 0), Found);
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), E, 1), nullptr);
#endif
  E.Method = Algorithm::ReduceThenScan;
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), E, 0)->algorithm,
            static_cast<uint32_t>(Algorithm::ReduceThenScan));
}

TEST(LikelyPtx, ParallelLoops) {
  const PlannedLoop L(OMPSCAN_TEMPLATE_PARALLEL_LOOP, 0,
                      OMPSCAN_FEATURE_PARALLEL);
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), Environment(), 0), &L.Versions.front());
  EXPECT_EQ(likelyPtx(L.Loop, gpu(), Environment(), 1), nullptr);
}

TEST(LikelyPtx, Rows) {
  const PlannedLoop L(OMPSCAN_TEMPLATE_PARALLEL_LOOP,
                      OMPSCAN_TRAIT_HAS_TEAM | OMPSCAN_TRAIT_PREFERS_TEAM,
                      OMPSCAN_FEATURE_PARALLEL);
  ASSERT_GT(L.Versions.size(), 1u);
  const auto *const Found = likelyPtx(L.Loop, gpu(), Environment(), 0);
  ASSERT_NE(Found, nullptr);
#if !OMPSCAN_TINY_TILES
  EXPECT_EQ(Found->group, 32 * Found->items); // by warps
#endif
}

} // namespace

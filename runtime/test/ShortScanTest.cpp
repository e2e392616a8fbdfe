//===- ShortScanTest.cpp - Scans without a launch -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ShortScan.h"
#include "DescribedLaunch.h"
#include "device/ShortLoops.h"
#include "plan/Tuning.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ompscan::rt;

namespace {

/// The arguments of the loop below.
struct LoopArguments {
  explicit LoopArguments(const void *const *From)
      : X(*static_cast<float *const *>(From[0])),
        XOrigin(*static_cast<const int64_t *>(From[1])),
        Y(*static_cast<float *const *>(From[2])),
        YOrigin(*static_cast<const int64_t *>(From[3])),
        Start(*static_cast<const float *>(From[4])),
        Lower(*static_cast<const int64_t *>(From[5])),
        Last(*static_cast<float *const *>(From[6])),
        Trips(*static_cast<const uint64_t *>(From[7])),
        Count(*static_cast<const uint64_t *>(From[8])) {}

  const float *X;
  int64_t XOrigin;
  float *Y;
  int64_t YOrigin;
  float Start;
  int64_t Lower;
  float *Last;
  uint64_t Trips, Count;
};

void seed(const ompscan_native_task *T, const void *const *Arguments) {
  *reinterpret_cast<float *>(T->value) = LoopArguments(Arguments).Start;
}

/// `for (i = Lower; i < Lower + Trips; i++) { s += x[i]; y[i + Shift] = s; }`,
/// with Shift in the name of the array.
void scan(const ompscan_native_task *T, const void *const *Arguments) {
  const LoopArguments A(Arguments);
  EXPECT_EQ(T->group, 0u);
  EXPECT_EQ(T->items, A.Count);
  EXPECT_EQ(T->is_known, 1u);
  EXPECT_EQ(A.Trips, A.Count);
  float &S = *reinterpret_cast<float *>(T->value);
  for (uint64_t K = 0; K != A.Count; ++K) {
    const int64_t I = A.Lower + static_cast<int64_t>(K);
    S += A.X[I - A.XOrigin];
    A.Y[I - A.YOrigin] = S;
  }
  *A.Last = S;
}

constexpr int64_t Lower = 2, Count = 100;

class ShortScans : public testing::Test {
protected:
  ShortScans() : X(Room), Y(Room, -7) {
    std::iota(X.begin(), X.end(), 1.0f);
    Version.is_last = 1;
    Version.kernels[OMPSCAN_NATIVE_FIRST] = scan;
    Version.kernels[OMPSCAN_NATIVE_SEED] = seed;
    L.Location = "here";
    L.Work = 1;
    L.ItemSize = sizeof(float);
    L.DeviceRequest = OMPSCAN_DEVICE_DEFAULT;
    L.Results.push_back(
        {&S, 0, sizeof S, /*IsSigned=*/false, "s", OMPSCAN_ELEMENT_FLOATING});
    addArray("x", X.data(), OMPSCAN_ACCESS_READ);
    addArray("y", Y.data(), OMPSCAN_ACCESS_WRITE);
    L.Scalars.emplace_back(sizeof S);
    L.ScalarPlaces.push_back(reinterpret_cast<const unsigned char *>(&S));
    Hooks.Traits = OMPSCAN_TRAIT_IS_FAST_ALONE;
    publishShortLoopLimit();
    Before = __ompscan_short_loop;
    __ompscan_short_loop = 10 * Count;
  }
  ~ShortScans() override { __ompscan_short_loop = Before; }

  void addArray(const char *Name, float *Base, ompscan_access_kind Kind) {
    Array &A = L.Arrays.emplace_back();
    A.Name = Name;
    A.Base = Base;
    A.ElementSize = sizeof(float);
    Access &Use = A.Accesses.emplace_back();
    Use.Kind = Kind;
    Use.First = Lower;
    Use.Stride = 1;
  }

  DescribedLaunch described() { return {L, Range, Hooks}; }

  std::optional<bool> run() {
    DescribedLaunch D = described();
    D.Descriptor.native = &Version;
    return runShortScan(D.Descriptor, D.Values.data());
  }
  bool runs() { return run().value_or(false); }

  static constexpr size_t Room = 200;
  std::vector<float> X, Y;
  float S = 10;
  int64_t Before;
  LaunchDescriptor L{};
  Bounds Range{Lower, Lower + Count, 1, 64u << OMPSCAN_INDUCTION_BITS_SHIFT};
  LoopHooks Hooks;
  ompscan_native_version Version{};
};

TEST_F(ShortScans, Right) {
  ASSERT_TRUE(runs());
  float Sum = 10;
  for (int64_t I = 0; I != int64_t(Room); ++I) {
    const bool IsInside = I >= Lower && I < Lower + Count;
    Sum += IsInside ? X[I] : 0;
    EXPECT_EQ(Y[I], IsInside ? Sum : -7) << I;
  }
  EXPECT_EQ(S, Sum);
}

/// `num_threads` says how many threads a longer loop may have.
TEST_F(ShortScans, Threads) {
  L.Threads = 3;
  ASSERT_TRUE(runs());
  EXPECT_EQ(Y[Lower], 10 + X[Lower]);
}

TEST_F(ShortScans, InPlace) {
  const std::vector<float> Before = X;
  L.Arrays[1].Base = X.data();
  ASSERT_TRUE(runs());
  EXPECT_EQ(X[Lower + 1], 10 + Before[Lower] + Before[Lower + 1]);
  EXPECT_EQ(X[Lower + Count], Before[Lower + Count]);
}

/// The loop as it is written sees what it stores.
TEST_F(ShortScans, Overlaps) {
  for (const int64_t Shift : {-99, -1, 1, 99}) {
    L.Arrays[1].Base = X.data() + Shift;
    EXPECT_FALSE(runs()) << Shift;
  }
  // The same elements, but read after the store.
  L.Arrays[1].Base = X.data();
  L.Arrays[0].Accesses[0].ByNeighbours = true;
  EXPECT_FALSE(runs());
  L.Arrays[0].Accesses[0].ByNeighbours = false;
  // Half an element further.
  L.Arrays[1].Base = reinterpret_cast<char *>(X.data()) + 2;
  EXPECT_FALSE(runs());
  L.Arrays[1].Base = X.data() + Count;
  EXPECT_TRUE(runs());
}

TEST_F(ShortScans, ResultsAndScalars) {
  L.Results[0].Address = &X[Lower + Count - 1];
  EXPECT_FALSE(runs());
  L.Results[0].Address = &Y[Lower];
  EXPECT_FALSE(runs());
  L.Results[0].Address = &S;
  L.ScalarPlaces[0] = reinterpret_cast<const unsigned char *>(&Y[Lower + 3]);
  EXPECT_FALSE(runs());
  // Between iterations, the result would change it.
  L.ScalarPlaces[0] = reinterpret_cast<const unsigned char *>(&S) + 2;
  EXPECT_FALSE(runs());
  L.ScalarPlaces[0] = reinterpret_cast<const unsigned char *>(&S);
  L.Reads.push_back({&Y[Lower], sizeof(float)});
  EXPECT_FALSE(runs());
  L.Reads[0] = {&X[Lower], sizeof(float)};
  EXPECT_TRUE(runs());
}

TEST_F(ShortScans, Sections) {
  Array &A = L.Arrays[0];
  A.Map = OMPSCAN_MAP_TO;
  A.Begin = Lower;
  A.Count = Count;
  EXPECT_TRUE(runs());
  // Also elements that the loop as it is written does not read.
  A.Accesses[0].InSection = true;
  EXPECT_TRUE(runs());
  A.Map = OMPSCAN_MAP_NONE;
  EXPECT_TRUE(runs());
  A.Count = 0;
  EXPECT_FALSE(runs());
  A.Map = OMPSCAN_MAP_TO;
  A.Count = Count - 1;
  EXPECT_FALSE(runs());
  A.Begin = Lower + 1;
  A.Count = Count;
  EXPECT_FALSE(runs());
  A.Begin = Lower;
  A.Modifiers = OMPSCAN_MAP_PRESENT;
  EXPECT_FALSE(runs());
}

TEST_F(ShortScans, Subscripts) {
  L.NoWraps.emplace_back();
  L.NoWraps[0].Bits = 8;
  L.NoWraps[0].First = 256 - Count;
  L.NoWraps[0].Stride = 1;
  EXPECT_TRUE(runs());
  L.NoWraps[0].First = 256 - Count + 1;
  EXPECT_FALSE(runs());
  L.NoWraps[0].First = Count - 1;
  L.NoWraps[0].Stride = -1;
  EXPECT_TRUE(runs());
  L.NoWraps[0].First = Count - 2;
  EXPECT_FALSE(runs());
  L.NoWraps.clear();
  L.Arrays[1].Accesses[0].Kind = OMPSCAN_ACCESS_WRITE_ANY;
  EXPECT_FALSE(runs());
}

/// Of a section, iterations that meet a condition read some elements.
TEST_F(ShortScans, SomeElements) {
  Array &A = L.Arrays[0];
  A.Map = OMPSCAN_MAP_TO;
  A.Begin = Lower;
  A.Count = Count - 1;
  A.Accesses[0].Kind = OMPSCAN_ACCESS_READ_ANY;
  EXPECT_FALSE(runs());
  A.Accesses[0].Bounded = true;
  EXPECT_TRUE(runs());
  // Not even of the same iteration.
  L.Arrays[1].Base = X.data();
  EXPECT_FALSE(runs());
}

TEST_F(ShortScans, Length) {
  const auto IsShort = [&] { return run().has_value(); };
  __ompscan_short_loop = Count + 1;
  EXPECT_TRUE(IsShort());
  L.Work = 2;
  EXPECT_FALSE(IsShort());
  __ompscan_short_loop = 2 * Count;
  EXPECT_FALSE(IsShort());
  __ompscan_short_loop = 2 * Count + 1;
  EXPECT_TRUE(IsShort());
  Hooks.Traits = 0;
  EXPECT_FALSE(IsShort());
  Hooks.Traits = OMPSCAN_TRAIT_IS_FAST_ALONE;
  L.Features = OMPSCAN_FEATURE_OWN_RESULTS;
  EXPECT_FALSE(IsShort());
  L.Features = OMPSCAN_FEATURE_FP64;
  EXPECT_TRUE(IsShort());
  __ompscan_short_loop = 0;
  EXPECT_FALSE(IsShort());
}

/// A scan in the fixed order has no other way to run than a launch.
TEST_F(ShortScans, InTheFixedOrder) {
  Hooks.Traits = OMPSCAN_TRAIT_IS_ORDERED;
  L.Features = OMPSCAN_FEATURE_REPRODUCIBLE;
  EXPECT_EQ(run(), true);
  EXPECT_EQ(Y[Lower], 10 + X[Lower]);
  L.Arrays[1].Base = X.data() + 1;
  EXPECT_EQ(run(), std::nullopt);
  L.Arrays[1].Base = Y.data();
  L.Features |= OMPSCAN_FEATURE_OWN_RESULTS;
  EXPECT_EQ(run(), std::nullopt);
  // Without that order, the loop as it is written has this one.
  Hooks.Traits = OMPSCAN_TRAIT_IS_FAST_ALONE;
  L.Features = OMPSCAN_FEATURE_REPRODUCIBLE;
  EXPECT_EQ(run(), std::nullopt);
}

/// The code has the order of one block.
TEST_F(ShortScans, BlockOfTheFixedOrder) {
  Hooks.Traits = OMPSCAN_TRAIT_IS_ORDERED;
  L.Features = OMPSCAN_FEATURE_REPRODUCIBLE;
  X.resize(OrderBlock + Room);
  Y.resize(OrderBlock + Room);
  L.Arrays[0].Base = X.data();
  L.Arrays[1].Base = Y.data();
  __ompscan_short_loop = 2 * OrderBlock;
  Range.Bound = Lower + OrderBlock;
  EXPECT_EQ(run(), true);
  ++Range.Bound;
  EXPECT_EQ(run(), std::nullopt);
}

/// The bounds as tripCount() reads them, and loops without an end.
TEST_F(ShortScans, Bounds) {
  constexpr uint32_t Int = 32u << OMPSCAN_INDUCTION_BITS_SHIFT;
  constexpr uint32_t Unsigned = Int | OMPSCAN_INDUCTION_UNSIGNED;
  const auto Runs = [&](int64_t From, int64_t To, int64_t Step,
                        uint32_t Flags) {
    Range = {From, To, Step, Flags};
    L.Arrays[0].Accesses[0].First = L.Arrays[1].Accesses[0].First = From;
    return runs();
  };
  EXPECT_TRUE(Runs(2, 102, 1, Int | OMPSCAN_RELATION_LT));
  EXPECT_EQ(Y[101], S);
  EXPECT_TRUE(Runs(2, 101, 1, Int | OMPSCAN_RELATION_LE));
  EXPECT_EQ(Y[101], S);
  EXPECT_TRUE(Runs(2, 2, 1, Int | OMPSCAN_RELATION_LE));
  EXPECT_FALSE(Runs(2, 2, 1, Int | OMPSCAN_RELATION_LT));
  EXPECT_FALSE(Runs(3, 2, 1, Int | OMPSCAN_RELATION_LE));
  EXPECT_FALSE(Runs(2, 102, 1, Int | OMPSCAN_RELATION_NE));
  EXPECT_FALSE(Runs(2, 102, -1, Int | OMPSCAN_RELATION_LT));
  EXPECT_FALSE(Runs(2, -1, 1, Int | OMPSCAN_RELATION_LT));
  EXPECT_FALSE(Runs(INT32_MAX - 3, INT32_MAX, 1, Int | OMPSCAN_RELATION_LE));
  EXPECT_FALSE(
      Runs(INT32_MAX - 3, INT32_MAX - 1, 4, Int | OMPSCAN_RELATION_LT));
  EXPECT_FALSE(
      Runs(-1, 4, 1, Unsigned | OMPSCAN_BOUNDS_UNSIGNED | OMPSCAN_RELATION_LT));
  EXPECT_TRUE(
      Runs(1, 4, 1, Unsigned | OMPSCAN_BOUNDS_UNSIGNED | OMPSCAN_RELATION_LT));
  EXPECT_FALSE(Runs(INT64_MAX - 3, INT64_MAX, 1,
                    64u << OMPSCAN_INDUCTION_BITS_SHIFT | OMPSCAN_RELATION_LE));
}

// --- selections -------------------------------------------------------------

/// Of `for (i = Lower; i < Lower + Trips; i++) if (x[i] > t) y[k++] = x[i];`,
/// the first half of the work on a tile.
void count(const ompscan_native_task *T, const void *const *Arguments) {
  const auto *X = *static_cast<const float *const *>(Arguments[0]);
  const auto Threshold = *static_cast<const float *>(Arguments[5]);
  const auto First = *static_cast<const int64_t *>(Arguments[6]);
  const auto Trips = *static_cast<const uint64_t *>(Arguments[9]);
  auto *const Items = reinterpret_cast<float *>(T->scratch);
  uint32_t Kept = 0;
  const uint64_t Begin = T->group * T->items;
  for (uint64_t K = Begin; K != std::min(Begin + T->items, Trips); ++K)
    if (const float V = X[First + int64_t(K)]; V > Threshold)
      Items[Kept++] = V;
  *reinterpret_cast<uint32_t *>(T->value) = Kept;
}

/// The second half.
void store(const ompscan_native_task *T, const void *const *Arguments) {
  auto *const Y = *static_cast<float *const *>(Arguments[2]);
  const auto Initial = *static_cast<const int32_t *>(Arguments[4]);
  const auto Trips = *static_cast<const uint64_t *>(Arguments[9]);
  const auto Kept = *reinterpret_cast<const uint32_t *>(T->value);
  std::memcpy(Y + Initial + T->left,
              reinterpret_cast<const float *>(T->scratch),
              Kept * sizeof(float));
  if ((T->group + 1) * T->items >= Trips)
    **static_cast<int32_t *const *>(Arguments[7]) =
        Initial + int32_t(T->left + Kept);
}

class ShortSelections : public ShortScans {
protected:
  ShortSelections() {
    Version.kernels[OMPSCAN_NATIVE_TOTAL] = count;
    Version.kernels[OMPSCAN_NATIVE_FIRST] = store;
    Hooks.Template = OMPSCAN_TEMPLATE_SELECTION;
    L.ItemSize = sizeof(uint32_t);
    L.Results[0] = {
        &K, 0, sizeof K, /*IsSigned=*/true, "k", OMPSCAN_ELEMENT_SIGNED};
    L.ScalarPlaces[0] = reinterpret_cast<const unsigned char *>(&K);
    L.Scalars.emplace_back(sizeof Threshold);
    L.ScalarPlaces.push_back(
        reinterpret_cast<const unsigned char *>(&Threshold));
    Access &Store = L.Arrays[1].Accesses[0];
    Store.Kind = OMPSCAN_ACCESS_COUNTED;
    Store.Counted.Flags = OMPSCAN_COUNTED_SIGNED;
    Store.Counted.Step = Store.Counted.Scale = 1;
  }

  bool runs() {
    DescribedLaunch D = described();
    D.Descriptor.native = &Version;
    D.Descriptor.moved_size = MovedSize;
    return runShortScan(D.Descriptor, D.Values.data()).value_or(false);
  }

  int32_t K = 5;
  float Threshold = 50;
  uint32_t MovedSize = sizeof(float);
};

TEST_F(ShortSelections, Right) {
  ASSERT_TRUE(runs());
  // x[i] is i + 1.
  EXPECT_EQ(K, 5 + int32_t(Lower + Count - 50));
  for (int32_t I = 0; I != int32_t(Room); ++I)
    EXPECT_EQ(Y[I], I < 5 || I >= K ? -7 : 51 + I - 5) << I;
}

/// Stores may be behind what the loop has still to read of the same array.
TEST_F(ShortSelections, InPlace) {
  K = Lower;
  L.Arrays.resize(1);
  Array &A = L.Arrays[0];
  A.Accesses.resize(2);
  A.Accesses[1].Kind = OMPSCAN_ACCESS_COUNTED;
  A.Accesses[1].Counted.Flags = OMPSCAN_COUNTED_SIGNED | OMPSCAN_COUNTED_SLIDES;
  A.Accesses[1].Counted.Step = A.Accesses[1].Counted.Scale = 1;
  // The functions above have a second array.
  L.Arrays.push_back(A);
  L.Arrays[1].Name = "y";
  L.Arrays[1].Accesses.clear();
  ASSERT_TRUE(runs());
  EXPECT_EQ(X[Lower], 51);
  K = Lower + 1;
  EXPECT_FALSE(runs());
  // The iteration reads the element after it has stored there.
  K = Lower;
  L.Arrays[0].Accesses[0].ByNeighbours = true;
  EXPECT_FALSE(runs());
  K = Lower - 1;
  EXPECT_TRUE(runs());
}

/// Another array that is the same memory.
TEST_F(ShortSelections, Overlaps) {
  K = 0;
  L.Arrays[1].Base = X.data();
  EXPECT_FALSE(runs());
  L.Arrays[1].Base = X.data() + Lower + Count;
  EXPECT_TRUE(runs());
}

TEST_F(ShortSelections, Counters) {
  K = INT32_MAX - Count;
  L.Arrays[1].Accesses[0].Counted.Offset = -int64_t(K);
  const auto Flag = [&](uint32_t F) {
    L.Arrays[1].Accesses[0].Counted.Flags = OMPSCAN_COUNTED_SIGNED | F;
  };
  for (const uint32_t Refused :
       {uint32_t(OMPSCAN_COUNTED_AFTER), uint32_t(OMPSCAN_COUNTED_EVERY),
        32u << OMPSCAN_COUNTED_BITS_SHIFT}) {
    Flag(Refused);
    EXPECT_FALSE(runs()) << Refused;
  }
  Flag(OMPSCAN_COUNTED_ALONE);
  L.Arrays[1].Accesses[0].Counted.Step = 2;
  EXPECT_FALSE(runs());
  L.Arrays[1].Accesses[0].Counted.Step = 1;
  MovedSize = 0;
  EXPECT_FALSE(runs());
  MovedSize = 65;
  EXPECT_FALSE(runs());
  MovedSize = sizeof(float);
  // It would wrap around.
  ++K;
  EXPECT_FALSE(runs());
}

} // namespace

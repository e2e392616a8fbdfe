//===- ShortLoopsTest.cpp - Loops too short for a device ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/ShortLoops.h"
#include "FakeBackend.h"
#include "PresentLoop.h"
#include "device/Devices.h"
#include "ompscan/abi.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

using namespace ompscan::rt;

namespace {

TEST(ShortLoops, Limit) {
  Environment E;
  const int64_t Usual = shortLoopLimit(E);
  EXPECT_GT(Usual, 1000);
  EXPECT_LT(Usual, 1000000);
  E.Device = "Host";
  EXPECT_EQ(shortLoopLimit(E), Usual);
  E.ShortLoop = 77;
  EXPECT_EQ(shortLoopLimit(E), 77);
  E.ShortLoop = 0;
  EXPECT_EQ(shortLoopLimit(E), 0);
  E.Policy = Offload::Disabled;
  EXPECT_EQ(shortLoopLimit(E), std::numeric_limits<int64_t>::max());
}

/// Few threads do not make up for a second pass, unless all loops are to leave
/// the calling thread.
TEST(ShortLoops, Passes) {
  Environment E;
  EXPECT_TRUE(isOnePassFaster(E, 2, 1));
  EXPECT_TRUE(isOnePassFaster(E, 2, 3));
  EXPECT_FALSE(isOnePassFaster(E, 2, 4));
  EXPECT_TRUE(isOnePassFaster(E, 3, 5));
  E.ShortLoop = 0;
  EXPECT_FALSE(isOnePassFaster(E, 2, 1));
}

/// Settings with which a device has to run every loop.
TEST(ShortLoops, None) {
  const auto With = [](auto Set) {
    Environment E;
    E.ShortLoop = 77;
    Set(E);
    return shortLoopLimit(E);
  };
  EXPECT_EQ(With([](Environment &E) { E.Policy = Offload::Mandatory; }), 0);
  EXPECT_EQ(With([](Environment &E) { E.Device = "gpu"; }), 0);
  EXPECT_EQ(With([](Environment &E) { E.DefaultDevice = 0; }), 0);
  EXPECT_EQ(With([](Environment &E) { E.Verify = Verifying::Close; }), 0);
  EXPECT_EQ(With([](Environment &E) { E.Repeat = 3; }), 0);
}

/// Before the first call of the runtime.
TEST(ShortLoops, First) {
  const auto With = [](const char *Name, const char *Value) {
    return firstShortLoopLimit({{Name, Value}});
  };
  EXPECT_EQ(With("", ""), shortLoopLimit(Environment()));
  EXPECT_EQ(With("OMPSCAN_SHORT_LOOP", "77"), 77);
  EXPECT_EQ(With("OMPSCAN_DEVICE", "gpu"), 0);
  // The first call prints a warning, the environment or the loop.
  EXPECT_EQ(With("OMPSCAN_POOL", "much"), 0);
  EXPECT_EQ(With("OMPSCAN_PROFIL", "summary"), 0);
  EXPECT_EQ(With("OMP_DISPLAY_ENV", "true"), 0);
  EXPECT_EQ(With("OMPSCAN_INFO", "1"), 0);
}

/// A process that reads its own environment. Its loops take 3 units of work an
/// iteration.
class ShortLoopsDeath : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Called in the process itself, so that other tests keep their environment.
  static void setEnvironment() {
    setenv("OMPSCAN_DEVICE", "", 1);
    setenv("OMP_TARGET_OFFLOAD", "DEFAULT", 1);
    setenv("OMPSCAN_SHORT_LOOP", "3000", 1);
  }

  static int32_t launch(const TestLoop<IntSum> &L) {
    DescribedLaunch D = L.described();
    D.Descriptor.work = 3;
    return D.run();
  }
  /// Ends the process with status 1 if \p Holds is false.
  static void demand(bool Holds, const char *What) {
    if (Holds)
      return;
    std::fprintf(stderr, "not so: %s\n", What);
    std::_Exit(1);
  }
};

TEST_F(ShortLoopsDeath, MappedData) {
  EXPECT_EXIT(
      {
        setEnvironment();
        demand(launch(TestLoop<IntSum>(form(999))) == 0, "999 * 3 is short");
        demand(__ompscan_short_loop == 3000, "the limit is published");
        const auto Fake = std::make_shared<FakeDevice>();
        const auto Number = static_cast<int>(attachDevice(Fake));
        TestLoop<IntSum> Far(form(999));
        Far.L.DeviceRequest = Number;
        demand(launch(Far) == 0 && Fake->Calls.count("allocate") == 0,
               "a short loop allocates nothing on a device");
        {
          PresentLoop<IntSum> Mapped(form(100), 0, true, true, Number);
          demand(__ompscan_short_loop == 0, "no loop is short unasked");
          demand(launch(Mapped) == 1, "mapped data is on the device");
          demand(Mapped.problem() == "", "its result is there");
          demand(launch(Far) == 0, "data that is not mapped is on the host");
        }
        demand(__ompscan_short_loop == 3000, "nothing is mapped any more");
        TestLoop<IntSum> Long(form(1000));
        Long.L.DeviceRequest = Number;
        demand(launch(Long) == 1, "1000 * 3 is not short");
        demand(Long.wrong() == -1, "the device's result is right");
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

/// The runtime has to be called to tell of a loop.
TEST_F(ShortLoopsDeath, Info) {
  EXPECT_EXIT(
      {
        setEnvironment();
        setenv("OMPSCAN_INFO", "1", 1);
        demand(launch(TestLoop<IntSum>(form(999))) == 0, "999 * 3 is short");
        demand(__ompscan_short_loop == 0, "the next loop is told of as well");
        std::_Exit(0);
      },
      testing::ExitedWithCode(0),
      "on the host: its 999 iterations are too few for a device");
}

} // namespace

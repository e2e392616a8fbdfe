//===- PlacementTest.cpp - Where loops with and without target run --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The device of a loop, by its data and by the environment. Each test is a
/// process that reads an environment of its own and finds no driver; the only
/// device besides the host is a fake one.
///
//===----------------------------------------------------------------------===//

#include "FakeBackend.h"
#include "PresentLoop.h"
#include "device/DeviceChoice.h"
#include "device/Devices.h"
#include "ompscan/data.h"
#include "ompscan/ompscan.h"
#include "ompscan/primitives.h"
#include "support/Failure.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ompscan::rt;

namespace {

using Variables = std::vector<std::pair<const char *, const char *>>;

/// Ends the process with status 0 if \p Test answers "" under \p Set, else with
/// status 9 and its answer.
template <typename Function>
[[noreturn]] void endAfter(const Variables &Set, Function Test) {
  setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
  for (const char *Name : {"OMPSCAN_DEVICE", "OMP_TARGET_OFFLOAD"})
    unsetenv(Name);
  for (const auto &[Name, Value] : Set)
    setenv(Name, Value, 1);
  const std::string Problem = Test();
  std::fputs(Problem.c_str(), stderr);
  std::_Exit(Problem.empty() ? 0 : 9);
}

class Placement : public testing::Test {
protected:
  Placement() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

#define EXPECT_UNDER(SET, TEST, SAID)                                          \
  EXPECT_EXIT(endAfter(SET, TEST), testing::ExitedWithCode(0), SAID)

const Variables NoVariables, Mandatory{{"OMP_TARGET_OFFLOAD", "MANDATORY"}},
    Disabled{{"OMP_TARGET_OFFLOAD", "DISABLED"}};

/// A device that the program attaches.
struct Attached {
  const std::shared_ptr<FakeDevice> Fake = std::make_shared<FakeDevice>();
  const int Number = static_cast<int>(attachDevice(Fake));

  Device &device() const { return *deviceNumbered(Number); }
  size_t runs() const { return Fake->Calls.count("run ompscan_finish_tiles"); }
};

/// Has \p L be a loop without `target`.
template <typename Loop> Loop &withoutTarget(Loop &L) {
  L.L.DeviceRequest = OMPSCAN_DEVICE_DEFAULT;
  L.L.Features |= OMPSCAN_FEATURE_FOLLOWS_DATA;
  return L;
}

/// Whether \p L, as it is resolved, runs on \p D.
bool runsOn(LaunchDescriptor &L, const Device &D) {
  ResolvedLaunch R;
  resolve(L, R);
  return R.On.get() == &D;
}

#define REQUIRE(CONDITION)                                                     \
  do                                                                           \
    if (!(CONDITION))                                                          \
      return std::string(#CONDITION) + "\n";                                   \
  while (0)

TEST_F(Placement, OnHost) {
  const auto Test = [] {
    const Attached A;
    TestLoop<IntSum> L(form(100));
    REQUIRE(runsOn(withoutTarget(L).L, *hostDevice()));
    std::vector<int> Others(1000, 7);
    REQUIRE(ompscan_map(A.Number, Others.data(), 4000, OMPSCAN_TO) == 0);
    REQUIRE(runsOn(L.L, *hostDevice()));
    return std::string();
  };
  // This process may have one thread, whose loops are the caller's.
  Variables Set{{"OMPSCAN_SHORT_LOOP", "0"}};
  EXPECT_UNDER(Set, Test, "");
  Set.insert(Set.end(), Mandatory.begin(), Mandatory.end());
  EXPECT_UNDER(Set, Test, "") << "this is about target constructs";
}

TEST_F(Placement, WithData) {
  const auto Test = [] {
    const Attached A;
    // Both arrays, the output, and the input.
    for (const bool MapsX : {true, false})
      for (const bool MapsY : {true, false}) {
        if (!MapsX && !MapsY)
          continue;
        PresentLoop<IntSum> L(form(5000), 8, MapsX, MapsY, A.Number);
        REQUIRE(runsOn(withoutTarget(L).L, A.device()));
        const size_t Before = A.runs();
        // The second launch finds what is known of the first one.
        for (int Round = 0; Round != 3; ++Round)
          REQUIRE(L.launch() == 1);
        REQUIRE(A.runs() == Before + 3);
        if (MapsY)
          REQUIRE(L.differenceOnDevice().empty());
      }
    return std::string();
  };
  EXPECT_UNDER(NoVariables, Test, "");
}

/// The first subscript of an access is not one that the loop uses.
TEST_F(Placement, WithGuardedData) {
  const auto Test = [] {
    const Attached A;
    TestLoop<IntSum> L(form(100));
    Array &X = L.L.Arrays[1];
    // Not in the first 90 iterations.
    X.Accesses[0].Guards.push_back({OMPSCAN_RELATION_GE, false, 0, 90, 1});
    const int64_t First = X.Accesses[0].First + 99 * X.Accesses[0].Stride;
    REQUIRE(ompscan_map(A.Number, X.hostAddress(First), 40, OMPSCAN_TO) == 0);
    REQUIRE(deviceOf(withoutTarget(L).L) == hostDevice());
    REQUIRE(runsOn(L.L, A.device()));
    return std::string();
  };
  EXPECT_UNDER(NoVariables, Test, "");
}

/// A loop with `target` asks for the default device, where its data is or not.
TEST_F(Placement, OfTarget) {
  const auto Test = [] {
    const Attached A;
    PresentLoop<IntSum> L(form(100), 8, true, true, A.Number);
    REQUIRE(runsOn(L.L, A.device()));
    L.L.DeviceRequest = OMPSCAN_DEVICE_DEFAULT;
    REQUIRE(deviceOf(L.L) == hostDevice());
    return std::string();
  };
  EXPECT_UNDER(NoVariables, Test, "");
}

/// OMPSCAN_DEVICE places all loops.
TEST_F(Placement, ByName) {
  const auto Test = [] {
    const Attached A;
    PresentLoop<IntSum> L(form(100), 8, true, true, A.Number);
    REQUIRE(deviceOf(withoutTarget(L).L) == hostDevice());
    return std::string();
  };
  EXPECT_UNDER(Variables({{"OMPSCAN_DEVICE", "host"}}), Test, "");
}

std::string causeOf(int64_t Request) {
  try {
    deviceFor(Request);
    return "";
  } catch (const Failure &E) {
    return E.what();
  }
}

TEST_F(Placement, Mandatory) {
  EXPECT_UNDER(
      Mandatory,
      [] {
        std::fputs(causeOf(OMPSCAN_DEVICE_DEFAULT).c_str(), stderr);
        // Requests that name the host get it.
        REQUIRE(causeOf(0).empty());
        REQUIRE(causeOf(OMPSCAN_DEVICE_CPU).empty());
        return std::string();
      },
      "MANDATORY requires a device other than the host, and there is none "
      "\\(.+\\); OMPSCAN_DEVICE=host names the host itself");
  const auto Test = [] { return causeOf(OMPSCAN_DEVICE_DEFAULT); };
  EXPECT_UNDER(Variables({{"OMP_TARGET_OFFLOAD", "MANDATORY"},
                          {"OMPSCAN_DEVICE", "host"}}),
               Test, "");
  EXPECT_UNDER(Variables({{"OMP_TARGET_OFFLOAD", "MANDATORY"},
                          {"OMP_DEFAULT_DEVICE", "0"}}),
               Test, "");
}

/// Loops without machine code, which the host's cores cannot run.
TEST_F(Placement, MandatoryFallback) {
  const auto Launch = [](bool HasTarget) {
    return [HasTarget] {
      TestLoop<IntSum> L(form(100));
      if (!HasTarget)
        withoutTarget(L);
      REQUIRE(L.launch() == 0);
      return std::string();
    };
  };
  EXPECT_UNDER(Mandatory, Launch(false),
               "warning: test.c:1:1 \\(main\\): the loop runs on the host, "
               "sequentially: .*\n.*DISABLED silences this\n$");
  EXPECT_EXIT(endAfter(Mandatory, Launch(true)), testing::ExitedWithCode(1),
              "error: test.c:1:1 \\(main\\): cannot offload: .*MANDATORY");
  EXPECT_EXIT(endAfter({{"OMP_TARGET_OFFLOAD", "MANDATORY"},
                        {"OMPSCAN_DEVICE", "host"}},
                       Launch(false)),
              testing::ExitedWithCode(1), "cannot offload: ")
      << "of a loop that OMPSCAN_DEVICE places";
  EXPECT_UNDER(Disabled, Launch(true), "^$");
  EXPECT_UNDER(Disabled, Launch(false), "^$");
}

/// Primitives run where their data is, and on the host's cores else.
TEST_F(Placement, Primitives) {
  const auto Test = [] {
    std::vector<int> Data(100000, 2), Others(1000, 7);
    const ompscan_predicate Add{"int", "+", nullptr, nullptr, 0};
    int Sum = 0;
    const auto Reduce = [&] {
      Sum = 0;
      return ompscan_reduce(Data.data(), Data.size(), 4, &Add, nullptr, &Sum);
    };
    REQUIRE(Reduce() == OMPSCAN_SUCCESS && Sum == 200000);
    const Attached A;
    const size_t Bytes = Data.size() * sizeof(int);
    REQUIRE(ompscan_map(A.Number, Others.data(), 4000, OMPSCAN_TO) == 0);
    REQUIRE(Reduce() == OMPSCAN_SUCCESS && Sum == 200000);
    REQUIRE(A.Fake->Calls.count("build") == 0);
    // The device fails, and the host does not have the data.
    REQUIRE(ompscan_map(A.Number, Data.data(), Bytes, OMPSCAN_TO) == 0);
    A.Fake->FailsToBuild = true;
    REQUIRE(Reduce() == OMPSCAN_ERROR_DEVICE && Sum == 0);
    REQUIRE(A.Fake->Calls.count("build") == 1);
    REQUIRE(std::string(ompscan_last_error())
                .find("data of the call is mapped on a device") !=
            std::string::npos);
    REQUIRE(ompscan_unmap(A.Number, Data.data(), Bytes, 0) == 0);
    REQUIRE(Reduce() == OMPSCAN_SUCCESS && Sum == 200000);
    // Text needs a compiler.
    const ompscan_predicate Text{"int", "x + y", nullptr, nullptr, 0};
    REQUIRE(ompscan_reduce(Data.data(), Data.size(), 4, &Text, nullptr, &Sum) ==
            OMPSCAN_ERROR_DEVICE);
    return std::string();
  };
  const char *const Warning = "the call runs on the host: ";
  EXPECT_UNDER(NoVariables, Test, Warning);
  const Variables Information{{"OMPSCAN_INFO", "1"}};
  EXPECT_UNDER(Information, Test,
               "info: ompscan_reduce: 100000 iterations on host, 1 thread, .*, "
               "in the calling thread, 0 bytes in, 0 bytes out, ");
}

/// Without a device, MANDATORY is an error.
TEST_F(Placement, MandatoryPrimitives) {
  const auto Test = [] {
    std::vector<int> Data{3, 2, 1};
    REQUIRE(ompscan_radix_sort(Data.data(), 3, "int", 0, nullptr) ==
            OMPSCAN_ERROR_DEVICE);
    REQUIRE(Data[0] == 3);
    return std::string();
  };
  EXPECT_UNDER(Mandatory, Test, "^$");
}

/// The host is the only device.
TEST_F(Placement, Disabled) {
  const auto Test = [] {
    for (const int64_t Request : {OMPSCAN_DEVICE_DEFAULT, OMPSCAN_DEVICE_GPU})
      REQUIRE(deviceFor(Request) == hostDevice());
    REQUIRE(deviceFor(7) == hostDevice());
    // Clauses about data on a device do not matter.
    TestLoop<IntSum> L(form(100));
    for (Array &A : L.L.Arrays)
      A.Modifiers = OMPSCAN_MAP_ON_DEVICE | OMPSCAN_MAP_PRESENT;
    REQUIRE(runsOn(L.L, *hostDevice()));
    return std::string();
  };
  EXPECT_UNDER(Disabled, Test, "");
}

} // namespace

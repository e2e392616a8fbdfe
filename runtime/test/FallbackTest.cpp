//===- FallbackTest.cpp - Loops that go to the host -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLoop.h"
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <string>

using namespace ompscan::rt;

namespace {

using IntLoop = TestLoop<IntSum>;

/// What breaks a loop, and what the runtime says about it.
struct Case {
  const char *Name;
  std::function<void(IntLoop &)> Break;
  const char *Cause;
};

const Case Cases[] = {
    {"MapExcludesSeed",
     [](IntLoop &L) {
       Array &Y = L.L.Arrays[0];
       Y.Map = OMPSCAN_MAP_TOFROM;
       Y.Begin = 1;
       Y.Count = 100;
     },
     "the map of y covers elements [1, 101), but the loop reads element 0"},
    {"ArrayTooSmall",
     [](IntLoop &L) {
       L.L.Arrays[1].Begin = 0;
       L.L.Arrays[1].Count = 50;
     },
     "x has 50 elements, but the loop reads element 100"},
    {"Overlap",
     [](IntLoop &L) {
       L.L.Arrays[1].Base = static_cast<const char *>(L.L.Arrays[0].Base) - 4;
     },
     "arrays y and x overlap, but not element by element"},
    {"NullPointer", [](IntLoop &L) { L.L.Arrays[1].Base = nullptr; },
     "x is a null pointer"},
    {"SeedElsewhere", [](IntLoop &L) { L.L.Arrays[0].Accesses[0].First = 7; },
     "the subscripts of y wrap around: the scan starts from element 7, which "
     "is not the one before the first that the loop stores, element 1"},
    {"Wrap", [](IntLoop &L) { L.L.NoWraps.push_back({250, 1, 8}); },
     "an unsigned subscript of 8 bits wraps around"},
    {"BuildFailure", [](IntLoop &L) { L.setHooks("this is no OpenCL C\n"); },
     "rejects the kernels of the loop (CL_BUILD_PROGRAM_FAILURE (-11)); its "
     "log:"},
    {"NoKernels",
     [](IntLoop &L) {
       L.setHooks(L.Hooks.Text + "#define ompscan_scan other_name\n"
                                 "#define ompscan_finish_tiles other_name\n");
     },
     "the program lacks a kernel"},
    {"TooManyArguments", [](IntLoop &L) { L.L.Scalars.emplace_back(8); },
     " arguments to kernels that take "},
    {"TooLarge",
     [](IntLoop &L) {
       L.L.Arrays[0].Accesses.push_back(
           {OMPSCAN_ACCESS_READ, 1000, int64_t(1) << 40});
     },
     "y needs 435406604603556 bytes for 100 iterations; the device allows "},
    {"NoSuchDevice", [](IntLoop &L) { L.L.DeviceRequest = 99; },
     "device(99) names no device of this machine, which has 0: "},
    {"UnknownFeature", [](IntLoop &L) { L.L.Features = 1u << 31; },
     "device features that this runtime does not know"},
    {"NoItem", [](IntLoop &L) { L.L.ItemSize = 0; },
     "the object code scans elements of 0 bytes"},
};

Form hundred() {
  Form F;
  F.N = 100;
  return F;
}

TEST(Fallback, LeavesDataAsItWas) {
  for (const Case &C : Cases) {
    IntLoop L(hundred());
    const auto Before = L.Y.copy();
    C.Break(L);
    const std::string Location = std::string(C.Name) + ".c:3:1 (f)";
    L.L.Location = Location.c_str();
    testing::internal::CaptureStderr();
    EXPECT_EQ(L.launch(), 0) << C.Name;
    const std::string First = testing::internal::GetCapturedStderr();
    EXPECT_EQ(L.Y.difference(Before), -1) << C.Name;
    // In front of it, drivers may say something of their own.
    EXPECT_NE(First.find("ompscan: warning: " + Location +
                         ": the loop runs on the host: "),
              std::string::npos)
        << First;
    EXPECT_NE(First.find(C.Cause), std::string::npos) << First;
    EXPECT_NE(First.find("OMP_TARGET_OFFLOAD=DISABLED silences this, "
                         "OMP_TARGET_OFFLOAD=MANDATORY makes it an error\n"),
              std::string::npos)
        << First;
    // The same again is no news; elsewhere it is.
    testing::internal::CaptureStderr();
    EXPECT_EQ(L.launch(), 0) << C.Name;
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    L.L.Location = "elsewhere.c:1:1 (f)";
    testing::internal::CaptureStderr();
    EXPECT_EQ(L.launch(), 0) << C.Name;
    EXPECT_NE(testing::internal::GetCapturedStderr(), "");
  }
}

/// Where the object code has another way (a loop that fills what the scan reads
/// is launched by itself then), what breaks a loop is not worth a word.
TEST(Fallback, AttemptsDecline) {
  for (const Case &C : Cases) {
    if (std::string(C.Name) == "UnknownFeature" ||
        std::string(C.Name) == "NoItem")
      continue; // Object code that no plugin makes.
    IntLoop L(hundred());
    const auto Before = L.Y.copy();
    C.Break(L);
    L.L.Features |= OMPSCAN_FEATURE_FUSED;
    L.L.Location = "fused.c:3:1 (f)";
    testing::internal::CaptureStderr();
    EXPECT_EQ(L.launch(), 0) << C.Name;
    EXPECT_EQ(testing::internal::GetCapturedStderr().find("ompscan:"),
              std::string::npos)
        << C.Name;
    EXPECT_EQ(L.Y.difference(Before), -1) << C.Name;
  }
  IntLoop L(hundred());
  L.L.Features |= OMPSCAN_FEATURE_FUSED;
  EXPECT_EQ(L.launch(), 1);
  EXPECT_EQ(L.wrong(), -1);
}

void expectIn(const std::string &Text, const std::string &Part) {
  EXPECT_NE(Text.find(Part), std::string::npos) << Text;
}

/// Without memory for what its first pass keeps, a loop stays on the host.
TEST(Fallback, MemoryOfPasses) {
  constexpr uint32_t Features =
      2u << OMPSCAN_FEATURE_PASSES_SHIFT | OMPSCAN_FEATURE_FOLLOWS_DATA;
  for (const int64_t Few : {int64_t(-7), int64_t(0), int64_t(5)}) {
    auto *Kept =
        static_cast<char *>(__ompscan_keep("few.c:1:1 (f)", Features, Few, 4));
    ASSERT_NE(Kept, nullptr);
    Kept[Few < 1 ? 3 : 4 * Few - 1] = 1;
    __ompscan_drop(Kept);
  }
  for (const int64_t Many : {INT64_MAX, INT64_MAX / 8}) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(__ompscan_keep("many.c:1:1 (f)", Features, Many, 8), nullptr);
    const std::string Said = testing::internal::GetCapturedStderr();
    if (Many == INT64_MAX)
      expectIn(Said, "many.c:1:1 (f): the loop runs on the host: ");
  }
  __ompscan_drop(nullptr);
}

/// A pass that cannot be done begins no loop on the host.
TEST(Fallback, Passes) {
  for (const Case &C : Cases) {
    IntLoop L(hundred());
    const auto Before = L.Y.copy();
    C.Break(L);
    L.L.Features |= 2u << OMPSCAN_FEATURE_PASSES_SHIFT;
    const std::string Location = std::string(C.Name) + "-pass.c:3:1 (f)";
    L.L.Location = Location.c_str();
    testing::internal::CaptureStderr();
    EXPECT_EQ(L.launch(), 0) << C.Name;
    expectIn(testing::internal::GetCapturedStderr(), C.Cause);
    EXPECT_EQ(L.Y.difference(Before), -1) << C.Name;
  }
}

/// What a launch of a loop at \p Location says whose descriptor \p Change has
/// changed.
template <typename Function>
std::string refusal(const char *Location, Function Change) {
  const IntLoop L(hundred());
  DescribedLaunch Launch = L.described(L.L, L.F.N);
  Launch.Descriptor.location = Location;
  Launch.Descriptor.digest[0] = 0;
  Change(Launch.Descriptor);
  testing::internal::CaptureStderr();
  EXPECT_EQ(Launch.run(), 0);
  __ompscan_end();
  return testing::internal::GetCapturedStderr();
}

/// The versions of plugin and runtime are named where they do not fit.
TEST(Fallback, ObjectsOfOtherVersions) {
  const std::string Advice =
      "; install the runtime of the compiler plugin, or compile it again";
  const std::string This = OMPSCAN_VERSION;
  const std::string Abi = std::to_string(OMPSCAN_ABI_VERSION);
  const std::string NextAbi = std::to_string(OMPSCAN_ABI_VERSION + 1);
  expectIn(refusal("abi.c", [](auto &D) { ++D.abi; }),
           "it was compiled for version " + NextAbi +
               " of the interface to OmpScan's runtime (plugin 1.2.3), and "
               "this runtime (" +
               This + ") serves version " + Abi + Advice);
  const std::string Versions = " (plugin 1.2.3, runtime " + This + ")" + Advice;
  expectIn(refusal("template.c", [](auto &D) { D.kernel_template = 99; }),
           "its kernels need template 99, which this runtime does not have" +
               Versions);
  expectIn(refusal("templates.c", [](auto &D) { D.templates_version = 99; }),
           "its kernels need templates of version 99, and this runtime has "
           "those of version " +
               std::to_string(OMPSCAN_TEMPLATES_VERSION) + Versions);
  testing::internal::CaptureStderr();
  EXPECT_EQ(__ompscan_skip(OMPSCAN_ABI_VERSION + 1, "new.c:1:1 (f)"), 0);
  __ompscan_end();
  expectIn(testing::internal::GetCapturedStderr(),
           "it was compiled for version " + NextAbi + " of the interface");
}

/// A descriptor that does not agree with itself is refused.
TEST(Fallback, CountsOfValues) {
  expectIn(refusal("count.c", [](auto &D) { --D.value_count; }),
           "the object code passes ");
}

extern "C" {
void *__ompscan_begin(uint32_t, const char *, const char *, uint64_t, uint32_t,
                      int64_t);
void *__ompscan_array(void *, const char *, const void *, uint64_t, uint32_t,
                      int64_t, uint64_t);
void *__ompscan_access(void *, uint32_t, int64_t, int64_t);
int32_t __ompscan_launch(void *, int64_t, int64_t, int64_t, uint32_t);
}

/// Chains of calls are of before the descriptors.
TEST(Fallback, ObjectsWithoutDescriptors) {
  testing::internal::CaptureStderr();
  void *Handle =
      __ompscan_begin(5, "", "old.c:1:1 (f)", 4, 0, OMPSCAN_DEVICE_DEFAULT);
  EXPECT_EQ(Handle, nullptr);
  Handle = __ompscan_array(Handle, "y", nullptr, 4, 0, 0, 0);
  Handle = __ompscan_access(Handle, 1, 0, 1);
  EXPECT_EQ(__ompscan_launch(Handle, 0, 1, 1, 0), 0);
  __ompscan_end();
  expectIn(testing::internal::GetCapturedStderr(),
           "old.c:1:1 (f): the loop runs on the host: it was compiled for "
           "version 5 of the interface to OmpScan's runtime before loops had "
           "descriptors, and this runtime (" OMPSCAN_VERSION
           ") serves version " +
               std::to_string(OMPSCAN_ABI_VERSION) +
               " with descriptors; compile it again");
}

/// An `if` clause that is false is no failure.
TEST(Fallback, Skipped) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(__ompscan_skip(OMPSCAN_ABI_VERSION, "skipped.c:1:1 (f)"), 0);
  __ompscan_end();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// Nothing of a loop without iterations matters.
TEST(Fallback, NoIterations) {
  for (const Case &C : Cases) {
    if (std::string(C.Name) == "UnknownFeature" ||
        std::string(C.Name) == "NoItem")
      continue;
    IntLoop L(Form{});
    for (Array &A : L.L.Arrays)
      A.Base = nullptr;
    if (std::string(C.Name) != "Overlap")
      C.Break(L);
    EXPECT_EQ(L.launch(), 1) << C.Name;
  }
}

/// After a failure the next loop runs as ever.
TEST(Fallback, IsNotForEver) {
  IntLoop L(hundred());
  EXPECT_EQ(L.launch(), 1);
  EXPECT_EQ(L.wrong(), -1);
}

/// Each runs in a process of its own, which reads its own environment.
class Policy : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void runWith(const char *Variable, const char *Value,
                          const std::function<void(IntLoop &)> &Break) {
  setenv(Variable, Value, 1);
  IntLoop L(hundred());
  const auto Before = L.Y.copy();
  Break(L);
  const int Answer = L.launch();
  std::fprintf(stderr, "answer %d, %s", Answer,
               L.wrong() == -1                ? "done"
               : L.Y.difference(Before) == -1 ? "untouched"
                                              : "wrong");
  std::_Exit(0);
}

TEST_F(Policy, Mandatory) {
  EXPECT_EXIT(
      runWith("OMP_TARGET_OFFLOAD", "MANDATORY",
              [](IntLoop &L) { L.L.Arrays[1].Base = nullptr; }),
      testing::ExitedWithCode(1),
      "^ompscan: error: test.c:1:1 \\(main\\): cannot offload: x is a null "
      "pointer\n$");
  EXPECT_EXIT(runWith("OMP_TARGET_OFFLOAD", "Mandatory", [](IntLoop &) {}),
              testing::ExitedWithCode(0), "^answer 1, done$");
}

/// Only what is launched in the place of an attempt has to be offloaded.
TEST_F(Policy, MandatoryAttempt) {
  EXPECT_EXIT(runWith("OMP_TARGET_OFFLOAD", "MANDATORY",
                      [](IntLoop &L) {
                        L.L.Arrays[1].Base = nullptr;
                        L.L.Features |= OMPSCAN_FEATURE_FUSED;
                      }),
              testing::ExitedWithCode(0), "^answer 0, untouched$");
}

TEST_F(Policy, Disabled) {
  EXPECT_EXIT(runWith("OMP_TARGET_OFFLOAD", "DISABLED", [](IntLoop &) {}),
              testing::ExitedWithCode(0), "^answer 0, untouched$");
}

TEST_F(Policy, Malformed) {
  EXPECT_EXIT(runWith("OMP_TARGET_OFFLOAD", "never", [](IntLoop &) {}),
              testing::ExitedWithCode(0),
              "^ompscan: warning: OMP_TARGET_OFFLOAD is 'never', .*\n"
              "answer 1, done$");
}

TEST_F(Policy, Info) {
  EXPECT_EXIT(
      runWith("OMPSCAN_INFO", "1", [](IntLoop &) {}),
      testing::ExitedWithCode(0),
      "^ompscan: info: test.c:1:1 \\(main\\): 100 iterations on .*, "
      "[0-9]+ bytes in, 400 bytes out, .* ms \\(kernels .*, transfers .*, "
      "management .*\\)\nanswer 1, done$");
}

/// Every fallback has its line, also where it is no news or asked for.
TEST_F(Policy, InfoOnHost) {
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_INFO", "1", 1);
        IntLoop L(hundred());
        L.L.Arrays[1].Base = nullptr;
        L.launch();
        __ompscan_end();
        runWith("OMP_TARGET_OFFLOAD", "DEFAULT",
                [](IntLoop &L) { L.L.Arrays[1].Base = nullptr; });
      },
      testing::ExitedWithCode(0),
      "test.c:1:1 \\(main\\): on the host: x is a null pointer\n"
      "ompscan: warning: .*\nompscan: note: .*\n"
      "ompscan: info: test.c:1:1 \\(main\\): the host took .* ms\n"
      "ompscan: info: test.c:1:1 \\(main\\): on the host: x is a null "
      "pointer\nanswer 0");
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_INFO", "1", 1);
        runWith("OMP_TARGET_OFFLOAD", "DISABLED", [](IntLoop &) {});
      },
      testing::ExitedWithCode(0),
      "on the host: OMP_TARGET_OFFLOAD=DISABLED\nanswer 0, untouched$");
}

TEST_F(Policy, Verified) {
  const auto Verify = [](const char *How, auto Change) {
    setenv("OMPSCAN_VERIFY", How, 1);
    setenv("OMPSCAN_INFO", "1", 1);
    IntLoop L(hundred());
    const auto Before = L.Y.copy();
    for (Array &A : L.L.Arrays)
      A.Type = OMPSCAN_ELEMENT_SIGNED;
    const int Answer = L.launch();
    const bool Untouched = L.Y.difference(Before) == -1;
    L.runOnHost();
    Change(L);
    __ompscan_end();
    __ompscan_end(); // Nothing is running any more.
    std::fprintf(stderr, "answer %d%s", Answer, Untouched ? "" : ", changed");
    std::_Exit(0);
  };
  EXPECT_EXIT(Verify("1", [](IntLoop &) {}), testing::ExitedWithCode(0),
              "verified, all 100 elements of y agree\nanswer 0$");
  EXPECT_EXIT(
      Verify("exact",
             [](IntLoop &L) {
               L.Y.set(7, L.Y.get(7) + 2);
               L.Y.set(9, 0);
             }),
      testing::ExitedWithCode(0),
      "device and host disagree: y\\[7\\] is -?[0-9]+ on the host and -?[0-9]+ "
      "on the device, a difference of -2; 2 of 100 elements of y differ on "
      ".* \\(the operator may not be associative\\)\nanswer 0$");
}

TEST_F(Policy, Summary) {
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_PROFILE", "summary", 1);
        for (int Run = 0; Run != 3; ++Run)
          IntLoop(hundred()).launch();
        IntLoop L(hundred());
        L.L.Location = "other.c:2:1 (f)";
        L.L.Arrays[1].Base = nullptr;
        L.launch();
        L.runOnHost();
        __ompscan_end();
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "launches  iterations .*\nompscan: +3 +300 .* 0 +0\\.000  test\\.c:1:1 "
      "\\(main\\)\nompscan: +0 +0 .* 1 +[0-9.]+  other\\.c:2:1 \\(f\\)\n$");
}

TEST_F(Policy, DisplayEnvironment) {
  EXPECT_EXIT(
      runWith("OMP_DISPLAY_ENV", "TRUE", [](IntLoop &) {}),
      testing::ExitedWithCode(0),
      "OMPSCAN DISPLAY ENVIRONMENT BEGIN\n(.*\n)*  \\[host\\] "
      "OMPSCAN_DEVICE='opencl'\n(.*\n)*OMPSCAN DISPLAY ENVIRONMENT END\n");
}

TEST_F(Policy, UnknownDevice) {
  EXPECT_EXIT(runWith("OMPSCAN_DEVICE", "no such thing", [](IntLoop &) {}),
              testing::ExitedWithCode(0),
              "OMPSCAN_DEVICE=no such thing names no device of this machine, "
              "which has 0: .*\n"
              ".*\nanswer 0, untouched$");
}

/// A loader that does not know the variable finds its platforms as ever.
TEST_F(Policy, NoPlatform) {
  EXPECT_EXIT(
      runWith("OCL_ICD_VENDORS", "/nonexistent", [](IntLoop &) {}),
      testing::ExitedWithCode(0),
      "no OpenCL platform found \\(is an OpenCL driver installed\\? see "
      "clinfo\\).*\n.*\nanswer 0, untouched$|^answer 1, done$");
}

} // namespace

//===- ProfileTest.cpp - What is said about loops -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Verification.h"
#include "report/LaunchRecord.h"
#include "report/Summary.h"
#include "report/Trace.h"
#include <cmath>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <string>
#include <unistd.h>

using namespace ompscan::rt;
using std::chrono::microseconds;
using std::chrono::seconds;

namespace {

/// A launch of 100 ms: sends in [10, 30), kernels in [20, 60) and [60, 70),
/// fetches in [80, 90).
LaunchRecord example(const char *Location) {
  LaunchRecord R(Location);
  const TimePoint Zero = TimePoint() + seconds(5);
  const auto At = [&](int Milliseconds) {
    return Zero + std::chrono::milliseconds(Milliseconds);
  };
  R.Device = "A \"device\"";
  R.Method = "tiles";
  R.Iterations = 1000;
  R.BytesSent = 10;
  R.BytesFetched = 20;
  R.Begin = At(0);
  R.End = At(100);
  R.Phases = {{"check", At(0), At(5)}, {"fetch", At(5), At(100)}};
  R.Spans = {{Activity::Kernel, "k", 0, At(20), At(60)},
             {Activity::Send, "x", 10, At(10), At(30)},
             {Activity::Kernel, "k", 0, At(60), At(70)},
             {Activity::Fetch, "y", 20, At(80), At(90)}};
  return R;
}

TEST(LaunchRecord, Times) {
  const LaunchRecord R = example("a.c:1:1 (f)");
  EXPECT_EQ(R.wholeTime(), microseconds(100000));
  EXPECT_EQ(R.kernelTime(), microseconds(50000));
  EXPECT_EQ(R.transferTime(), microseconds(30000));
  EXPECT_EQ(R.managementTime(), microseconds(30000))
      << "what is done at once counts once";
  EXPECT_EQ(describe(R),
            "a.c:1:1 (f): 1000 iterations on A \"device\", tiles, 10 bytes in, "
            "20 bytes out, 100.000 ms (kernels 50.000, transfers 30.000, "
            "management 30.000)");
}

TEST(LaunchRecord, Phases) {
  LaunchRecord R("a.c:1:1 (f)");
  R.beginPhase("one");
  R.beginPhase("two");
  R.end();
  ASSERT_EQ(R.Phases.size(), 2u);
  EXPECT_EQ(R.Phases[0].End, R.Phases[1].Begin);
  EXPECT_EQ(R.Phases[1].End, R.End);
}

TEST(Summary, Table) {
  Summary S;
  S.addLaunch(example("a.c:1:1 (f)"));
  S.addLaunch(example("a.c:1:1 (f)"));
  S.addFallback("b.c:1:1 (f)", "it cannot");
  S.addHostLoop("b.c:1:1 (f)", TimePoint(), TimePoint() + seconds(1));
  EXPECT_EQ(
      S.table(),
      "ompscan:  launches  iterations  total ms     kernels ms    offload ms"
      "  management ms  on host   host ms  loop\n"
      "ompscan:         0           0     0.000     0.000 (0%)    0.000 (0%)"
      "     0.000 (0%)        1  1000.000  b.c:1:1 (f)\n"
      "ompscan:         2        2000   200.000  100.000 (50%)  60.000 (30%)"
      "   60.000 (30%)        0     0.000  a.c:1:1 (f)\n");
}

TEST(Summary, NamesOneDeviceWithGuessedShapes) {
  Summary S;
  S.addLaunch(example("a.c:1:1 (f)"));
  EXPECT_EQ(S.table().find("note"), std::string::npos);
  LaunchRecord R = example("b.c:1:1 (f)");
  for (const char *Name : {"Some GPU (GPU)", "Other GPU (GPU)"}) {
    R.HasGuessedShape = true;
    R.Device = Name;
    S.addLaunch(R);
  }
  const std::string Note = "ompscan: note: the shapes of tiles on Some GPU "
                           "(GPU) are guessed; ompscan-tune measures them, in "
                           "15 s\n";
  const std::string Table = S.table();
  ASSERT_GT(Table.size(), Note.size());
  EXPECT_EQ(Table.substr(Table.size() - Note.size()), Note);
  EXPECT_EQ(Table.find("Other"), std::string::npos);
}

TEST(Trace, File) {
  // Several tests may run at a time.
  const std::string Path = testing::TempDir() + "ompscan-trace-" +
                           std::to_string(::getpid()) + ".json";
  {
    Trace T(Path);
    T.addLaunch(example("a.c:1:1 (f)"));
    T.addFallback("b.c:1:1 (f)", "line\nbreak");
    T.addHostLoop("b.c:1:1 (f)", TimePoint(), TimePoint() + seconds(1));
  }
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  ::unlink(Path.c_str());
  const auto Has = [&](const std::string &Part) {
    return Text.str().find(Part) != std::string::npos;
  };
  EXPECT_TRUE(Has("\"name\":\"a.c:1:1 (f)\",\"cat\":\"loop\",\"ph\":\"X\","
                  "\"ts\":5000000.000,"));
  EXPECT_TRUE(Has("\"dur\":40000.000"));
  EXPECT_TRUE(Has("\"A \\\"device\\\", kernels\""));
  EXPECT_TRUE(Has("\"cause\":\"line\\u000abreak\""));
  EXPECT_TRUE(Has("\n]}\n"));
}

TEST(Trace, CannotBeWritten) {
  testing::internal::CaptureStderr();
  Trace T("/dev/null/x");
  T.addLaunch(example("a.c:1:1 (f)"));
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "ompscan: warning: no profile is written, because /dev/null/x cannot "
      "be opened: Not a directory\n");
}

template <typename T> Difference compare(T Host, T Device, uint32_t Type) {
  unsigned char H[sizeof(T)], D[sizeof(T)];
  std::memcpy(H, &Host, sizeof(T));
  std::memcpy(D, &Device, sizeof(T));
  return differenceOf(H, D, sizeof(T), Type);
}

TEST(Difference, Integers) {
  EXPECT_FALSE(compare<int32_t>(-5, -5, OMPSCAN_ELEMENT_SIGNED).Matters);
  EXPECT_EQ(compare<int8_t>(-5, 3, OMPSCAN_ELEMENT_SIGNED).Text,
            "-5 on the host and 3 on the device, a difference of 8");
  EXPECT_EQ(compare<uint64_t>(UINT64_MAX, 0, OMPSCAN_ELEMENT_UNSIGNED).Text,
            "18446744073709551615 on the host and 0 on the device, a "
            "difference of -18446744073709551615");
}

TEST(Difference, FloatingPoint) {
  const uint32_t Type = OMPSCAN_ELEMENT_FLOATING;
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(compare<float>(1.0f, 1.0001f, Type).Matters);
  EXPECT_TRUE(compare<float>(1.0f, 1.001f, Type).Matters);
  EXPECT_FALSE(compare<double>(1e300, 1e300 * (1 + 1e-9), Type).Matters);
  EXPECT_TRUE(compare<double>(1e300, -1e300, Type).Matters);
  EXPECT_FALSE(compare<double>(NaN, NaN, Type).Matters);
  EXPECT_TRUE(compare<double>(NaN, 0, Type).Matters);
  EXPECT_TRUE(compare<double>(INFINITY, 1, Type).Matters);
  EXPECT_FALSE(compare<double>(INFINITY, INFINITY, Type).Matters);
  EXPECT_FALSE(compare<double>(0.0, -0.0, Type).Matters);
}

TEST(Difference, Structures) {
  EXPECT_EQ(compare<uint16_t>(0x0100, 0x0200, OMPSCAN_ELEMENT_OPAQUE).Text,
            "0x01 on the host and 0x02 on the device in its byte 1");
}

} // namespace

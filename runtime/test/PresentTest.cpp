//===- PresentTest.cpp - Loops on data that is on the device --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every test keeps the host's own values different from those of the device: a
/// loop that moves anything shows itself.
///
//===----------------------------------------------------------------------===//

#include "OpenCLOf.h"
#include "PresentLoop.h"
#include "device/Devices.h"
#include "launch/Chunks.h"
#include "launch/HostLoopMirror.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

using namespace ompscan::rt;

namespace {

template <typename Function> void forEachForm(uint64_t N, Function F) {
  for (bool InPlace : {false, true})
    for (int64_t Stride : {1, -1, 3})
      for (uint32_t MapKind : {OMPSCAN_MAP_NONE, OMPSCAN_MAP_TOFROM})
        for (int64_t Step : {1, -2})
          F(form(N, InPlace, Stride, MapKind, Step));
}

/// With a front of 20 bytes no element of 8 or 16 bytes lies at the begin of
/// the buffer, so that the device has to copy.
template <typename Op> void checkForms() {
  for (uint64_t N : {1, 13, 5000})
    for (uint64_t Front : {0, 20, 48})
      forEachForm(N, [&](const Form &F) {
        PresentLoop<Op> L(F, Front);
        ASSERT_EQ(L.launch(), 1);
        ASSERT_EQ(L.problem(), "")
            << N << (F.InPlace ? " in place" : "") << ", stride " << F.Y.A
            << ", step " << F.Step << ", front " << Front;
      });
}

TEST(Present, Ints) { checkForms<IntSum>(); }
TEST(Present, Structures) { checkForms<Affine>(); }
TEST(Present, Bytes) { checkForms<ByteMax>(); }

/// One array on the device, the other on the host.
TEST(Present, InPart) {
  for (bool MapsX : {false, true})
    forEachForm(2000, [&](const Form &F) {
      if (F.InPlace)
        return;
      PresentLoop<IntSum> L(F, 0, MapsX, !MapsX);
      ASSERT_EQ(L.launch(), 1);
      if (!MapsX) {
        ASSERT_EQ(L.problem(), "");
        return;
      }
      const auto *Expected =
          static_cast<const unsigned char *>(L.Expected.data());
      ASSERT_EQ(
          L.Blocks[0].Bytes,
          std::vector<unsigned char>(Expected, Expected + L.Expected.bytes()));
      ASSERT_EQ(L.Blocks[1].Bytes, L.Blocks[1].Spoilt);
    });
}

/// Where loops must run on a device, one that cannot ends the program, without
/// a word while its messages are captured.
#define ASSERT_CAN_FALL_BACK()                                                 \
  ASSERT_TRUE(environment().Policy != Offload::Mandatory)                      \
      << "run this test with OMP_TARGET_OFFLOAD=DEFAULT"

/// The host does what the device cannot do: with the device's data.
TEST(Present, Fallback) {
  ASSERT_CAN_FALL_BACK();
  for (uint64_t Front : {0, 20})
    forEachForm(100, [&](const Form &F) {
      PresentLoop<Affine> L(F, Front);
      L.setHooks("no kernels at all\n");
      testing::internal::CaptureStderr();
      ASSERT_EQ(L.launch(), 0);
      testing::internal::GetCapturedStderr();
      L.runHere();
      __ompscan_end();
      ASSERT_EQ(L.problem(), "") << (F.InPlace ? "in place" : "") << ", stride "
                                 << F.Y.A << ", step " << F.Step;
    });
}

/// Vectors are taken only where they lie on borders in what is mapped.
TEST(Present, Alignment) {
  std::vector<int> Y(100);
  const auto IsAligned = [&](size_t Begin, int64_t First) {
    ompscan_map(Default, &Y[Begin], 60 * sizeof(int), OMPSCAN_TO);
    LaunchDescriptor L{};
    L.Arrays = {{{"y", Y.data(), 4, OMPSCAN_MAP_NONE, 0, 0},
                 {{OMPSCAN_ACCESS_SEED, First - 1, 1},
                  {OMPSCAN_ACCESS_WRITE, First, 1}}}};
    const ResolvedArray Absent = resolveElements(L, 10).Arrays[0];
    EXPECT_TRUE(Absent.Neighbours.isAligned(0, sizeof(int)));
    EXPECT_EQ(Absent.Origin, std::nullopt);
    ResolvedArray There = Absent;
    There.setPresent(L.Arrays[0],
                     dataOf(*deviceFor(Default)).find(&Y[Begin], 4).Data);
    EXPECT_EQ(There.Origin, static_cast<int64_t>(Begin));
    ompscan_unmap(Default, &Y[Begin], 4, OMPSCAN_DELETE);
    return There.Neighbours.isAligned(0, sizeof(int));
  };
  EXPECT_FALSE(IsAligned(0, 1));
  EXPECT_FALSE(IsAligned(0, 2));
  EXPECT_TRUE(IsAligned(0, 4));
  EXPECT_TRUE(IsAligned(7, 11));
  EXPECT_TRUE(IsAligned(3, 3));
}

/// Chunks of what is on the host, on data that is on the device.
TEST(Present, InChunks) {
  for (const auto [InPlace, Threads] :
       {std::pair(false, 1u), {false, 3u}, {true, 1u}, {true, 3u}}) {
    const Form F = form(30000, InPlace);
    PresentLoop<IntSum> L(F, 0, /*MapsX=*/false);
    const ResolvedLaunch R = resolved(L.L, *deviceFor(Default));
    ASSERT_NE(R.Arrays[0].Present, nullptr);
    const MemoryLimits M{40000, 40000};
    ASSERT_EQ(firstChunk(L.L, R, M), InPlace ? 30000u : 8192u);
    ASSERT_FALSE(whyNoOverlap(L.L, R));
    runInChunks(L.L, {{R, {8192, Threads}, ""}});
    ASSERT_EQ(L.problem(), "");
  }
}

/// Each thread has loops of its own, and all look into one table; every third
/// loop is left to the host.
TEST(Present, Threads) {
  std::atomic<int> Wrong{0};
  std::vector<std::thread> Threads;
  testing::internal::CaptureStderr();
  for (int T = 0; T != 8; ++T)
    Threads.emplace_back([&, T] {
      for (int Round = 0; Round != 12; ++Round) {
        PresentLoop<IntSum> L(form(1000 + T, Round % 2), Round % 4 * 10);
        if ((T + Round) % 3 == 0)
          L.setHooks("no kernels at all\n");
        if (L.launch() == 0) {
          L.runHere();
          __ompscan_end();
        }
        Wrong += L.problem() != "";
      }
    });
  for (std::thread &T : Threads)
    T.join();
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(Wrong, 0);
}

/// As on devices whose queues tell of failures: most launches have no events.
TEST(Present, WithoutEvents) {
  Device &D = *deviceFor(Default);
  const bool Shows = D.showsFailures();
  D.setShowsFailures(true);
  std::atomic<int> Wrong{0};
  std::vector<std::thread> Threads;
  for (int T = 0; T != 3; ++T)
    Threads.emplace_back([&, T] {
      for (int Round = 0; Round != 4; ++Round) {
        PresentLoop<IntSum> L(form(1000 + T), 0);
        for (int Launch = 0; Launch != 40; ++Launch)
          Wrong += L.launch() != 1;
        Wrong += L.problem() != "";
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(ompscan_wait(Default), 0);
  EXPECT_TRUE(D.pending().isEmpty());
  D.setShowsFailures(Shows);
  EXPECT_EQ(Wrong, 0);
}

/// All use one x, and the host has to do the loops.
TEST(Present, SharedFallback) {
  ASSERT_CAN_FALL_BACK();
  PresentLoop<IntSum> Shared(form(20000), 0);
  std::atomic<int> Wrong{0};
  std::vector<std::thread> Threads;
  testing::internal::CaptureStderr();
  for (int T = 0; T != 4; ++T)
    Threads.emplace_back([&] {
      for (int Round = 0; Round != 10; ++Round) {
        PresentLoop<IntSum> L(form(20000), 0, /*MapsX=*/false);
        L.L.Arrays[1].Base = Shared.L.Arrays[1].Base;
        L.setHooks("no kernels at all\n");
        Wrong += L.launch() != 0;
        L.runHere();
        __ompscan_end();
        Wrong += L.problem() != "";
      }
    });
  for (std::thread &T : Threads)
    T.join();
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(Wrong, 0);
  EXPECT_EQ(Shared.Blocks[1].Bytes, Shared.Blocks[1].Spoilt);
}

/// A program's own context and queue; both arrays are its own buffers.
TEST(Present, OwnQueue) {
  Device &D = *deviceFor(Default);
  const cl::Context Context(handleOf(D));
  const cl::CommandQueue Queue(Context, handleOf(D));
  const int Number = ompscan_attach_queue(Context(), Queue());
  ASSERT_GE(Number, 0) << ompscan_last_error();
  {
    PresentLoop<IntSum> Mapped(form(3000), 0, true, true, Number);
    EXPECT_EQ(Mapped.launch(), 1);
    EXPECT_EQ(Mapped.problem(), "");
    TestLoop<IntSum> Absent(form(3000));
    Absent.L.DeviceRequest = Number;
    EXPECT_EQ(Absent.launch(), 1);
    EXPECT_EQ(Absent.wrong(), -1);
  }
  // x has been written by the program's own commands, not waited for.
  TestLoop<IntSum> L(form(3000));
  const cl::Buffer X(Context, CL_MEM_READ_WRITE, L.X.bytes() + 8);
  const cl::Buffer Y(Context, CL_MEM_READ_WRITE, L.Y.bytes());
  const auto XOfHost = L.X.copy(), YOfHost = L.Y.copy();
  Queue.enqueueWriteBuffer(X, CL_FALSE, 8, XOfHost.bytes(), XOfHost.data());
  Queue.enqueueWriteBuffer(Y, CL_FALSE, 0, YOfHost.bytes(), YOfHost.data());
  std::memset(L.X.data(), 1, L.X.bytes());
  std::memset(L.Y.data(), 1, L.Y.bytes());
  ASSERT_EQ(ompscan_associate(Number, L.X.data(), L.X.bytes(), X(), 8), 0)
      << ompscan_last_error();
  ASSERT_EQ(ompscan_associate(Number, L.Y.data(), L.Y.bytes(), Y(), 0), 0);
  L.L.DeviceRequest = Number;
  EXPECT_EQ(L.launch(), 1);
  Queue.enqueueReadBuffer(Y, CL_TRUE, 0, L.Y.bytes(), L.Y.data());
  EXPECT_EQ(L.wrong(), -1);
  EXPECT_EQ(ompscan_detach_queue(Number), 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(L.launch(), 0);
  EXPECT_NE(
      testing::internal::GetCapturedStderr().find("is not an attached queue"),
      std::string::npos);
}

/// Addresses of device memory are as good as any other, on the device.
TEST(Present, DeviceMemory) {
  TestLoop<IntSum> L(form(3000, /*InPlace=*/true));
  void *Memory = ompscan_device_alloc(Default, L.Y.bytes());
  ASSERT_NE(Memory, nullptr) << ompscan_last_error();
  ompscan_copy(Default, Memory, L.Y.data(), L.Y.bytes());
  L.L.Arrays[0].Base =
      static_cast<char *>(Memory) +
      (static_cast<const char *>(L.Y.base()) - static_cast<char *>(L.Y.data()));
  EXPECT_EQ(L.launch(), 1);
  ompscan_copy(Default, L.Y.data(), Memory, L.Y.bytes());
  EXPECT_EQ(L.wrong(), -1);
  EXPECT_EQ(ompscan_device_free(Default, Memory), 0);
}

class PresentDeath : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(PresentDeath, OnlyAPart) {
  EXPECT_EXIT(
      {
        TestLoop<IntSum> L(form(100));
        ompscan_map(Default, L.Y.data(), L.Y.bytes() - 4, OMPSCAN_TO);
        L.launch();
      },
      testing::ExitedWithCode(1),
      "^ompscan: error: test.c:1:1 \\(main\\): only a part of elements 2 to "
      "102 "
      "of y is on .*, where 400 bytes at 0x[0-9a-f]+ are mapped; map all that "
      "the loop uses at once, or unmap what is there\n$");
}

TEST_F(PresentDeath, MappedAccumulator) {
  EXPECT_EXIT(
      {
        TestLoop<IntSum> L(form(100));
        int32_t Sum = 0;
        ompscan_map(Default, &Sum, sizeof Sum, OMPSCAN_TO);
        L.L.Results.push_back({&Sum, 0, sizeof Sum});
        try {
          resolved(L.L, *deviceFor(Default));
        } catch (const Unrecoverable &E) {
          std::fputs(E.what(), stderr);
          std::_Exit(1);
        }
      },
      testing::ExitedWithCode(1),
      "^the accumulator \\(4 bytes at 0x[0-9a-f]+\\) is mapped on .*; "
      "accumulators "
      "belong to the host, unmap it before the loop$");
}

/// What the loop uses cannot be told, and some of it is on the device.
TEST_F(PresentDeath, Unforeseeable) {
  EXPECT_EXIT(
      {
        PresentLoop<IntSum> L(form(100), 0);
        L.L.NoWraps.push_back({250, 1, 8});
        L.launch();
      },
      testing::ExitedWithCode(1),
      "error: .*: the loop uses data that is mapped on .*, and cannot be "
      "offloaded: an unsigned subscript of 8 bits wraps around");
}

TEST_F(PresentDeath, NotTheHosts) {
  EXPECT_EXIT(
      {
        TestLoop<IntSum> L(form(100, /*InPlace=*/true));
        L.L.Arrays[0].Base = ompscan_device_alloc(Default, 1000);
        L.setHooks("no kernels at all\n");
        L.launch();
      },
      testing::ExitedWithCode(1),
      "y is memory of the device, which the host cannot use");
}

TEST_F(PresentDeath, Verified) {
  for (bool InPlace : {false, true})
    for (bool Wrong : {false, true})
      EXPECT_EXIT(
          {
            setenv("OMPSCAN_VERIFY", "1", 1);
            setenv("OMPSCAN_INFO", "1", 1);
            PresentLoop<IntSum> L(form(100, InPlace), 4);
            for (Array &A : L.L.Arrays)
              A.Type = OMPSCAN_ELEMENT_SIGNED;
            const int Answer = L.launch();
            L.runHere();
            if (Wrong)
              L.Blocks[0].Bytes[4 + 50 * 4] ^=
                  1; // What the host computes counts.
            __ompscan_end();
            if (Wrong) {
              const_cast<unsigned char *>(static_cast<const unsigned char *>(
                  L.Expected.data()))[50 * 4] ^= 1;
            }
            std::fprintf(stderr, "answer %d%s", Answer, L.problem().c_str());
            std::_Exit(0);
          },
          testing::ExitedWithCode(0),
          Wrong ? "device and host disagree: y\\[52\\] is .*; 1 of 100 "
                  "elements of y differ(.*\n)*answer 0$"
                : "verified, all 100 elements of y agree\n(.*\n)*answer 0$");
}

} // namespace

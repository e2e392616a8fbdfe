//===- BackendTest.cpp - The runtime above the device seam ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data environment, launches, chunks, the fallback to the host and the
/// profile on a device without a driver.
///
//===----------------------------------------------------------------------===//

#include "FakeBackend.h"
#include "PresentLoop.h"
#include "device/Devices.h"
#include "launch/Chunks.h"
#include "ompscan/data.h"
#include "ompscan/ompscan.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

class Seam : public testing::Test {
protected:
  ~Seam() override { detachDevice(Number); }

  TestLoop<IntSum> loop(uint64_t N, int64_t Stride = 1) const {
    TestLoop<IntSum> L(form(N, /*InPlace=*/false, Stride));
    L.L.DeviceRequest = Number;
    return L;
  }

  const std::shared_ptr<FakeDevice> Fake = std::make_shared<FakeDevice>();
  FakeCalls &Calls = Fake->Calls;
  const int64_t Number = attachDevice(Fake);
};

TEST_F(Seam, Data) {
  const int On = static_cast<int>(Number);
  std::vector<int> A(1000, 7);
  const size_t Bytes = A.size() * sizeof(int);
  ASSERT_EQ(ompscan_map(On, A.data(), Bytes, OMPSCAN_TO), 0);
  EXPECT_EQ(ompscan_map(On, A.data() + 10, 40, OMPSCAN_TO), 0);
  EXPECT_EQ(Calls.count("allocate"), 1u);
  EXPECT_EQ(ompscan_device_shares_memory(On), 0);
  A.assign(A.size(), 8);
  EXPECT_EQ(ompscan_update_to(On, A.data() + 1, sizeof(int)), 0);
  A.assign(A.size(), 9);
  EXPECT_EQ(ompscan_unmap(On, A.data() + 10, 40, OMPSCAN_FROM), 0);
  EXPECT_EQ(A[10], 9) << "data that stays mapped is not fetched";
  EXPECT_EQ(ompscan_unmap(On, A.data(), Bytes, OMPSCAN_FROM), 0);
  EXPECT_EQ(A[0], 7);
  EXPECT_EQ(A[1], 8);
  EXPECT_EQ(A[999], 7);
  EXPECT_EQ(ompscan_is_present(On, A.data(), Bytes), 0);
  ASSERT_EQ(ompscan_map(On, A.data(), Bytes, OMPSCAN_TO), 0);
  EXPECT_EQ(Calls.count("allocate"), 1u) << "memory is used again";
  struct _cl_mem *Buffer = nullptr;
  size_t Offset = 0;
  EXPECT_EQ(ompscan_get_buffer(On, A.data(), &Buffer, &Offset),
            OMPSCAN_ERROR_ARGUMENT);
  EXPECT_NE(std::string(ompscan_last_error()).find("not used through OpenCL"),
            std::string::npos);
  Calls.failAt(1);
  EXPECT_EQ(ompscan_update_from(On, A.data(), Bytes), OMPSCAN_ERROR_OPENCL);
  EXPECT_NE(std::string(ompscan_last_error())
                .find("read fails as call 1, on "
                      "Fake device"),
            std::string::npos)
      << ompscan_last_error();
  EXPECT_EQ(ompscan_unmap(On, A.data(), Bytes, OMPSCAN_RELEASE), 0);
}

TEST_F(Seam, Launches) {
  for (int64_t Stride : {1, -3}) {
    const TestLoop<IntSum> L = loop(1000, Stride);
    EXPECT_EQ(L.launch(), 1);
    EXPECT_EQ(L.wrong(), -1);
  }
  EXPECT_EQ(Calls.count("build"), 1u);
  EXPECT_EQ(Calls.count("run ompscan_finish_tiles"), 2u);
}

TEST_F(Seam, PresentData) {
  PresentLoop<IntSum> L(form(5000), 8, true, true, static_cast<int>(Number));
  const size_t Writes = Calls.count("write"), Reads = Calls.count("read");
  for (int Round = 0; Round != 3; ++Round)
    EXPECT_EQ(L.launch(), 1);
  EXPECT_EQ(Calls.count("read"), Reads) << "nothing goes to the host";
#if !OMPSCAN_POISON_BUFFERS
  EXPECT_EQ(Calls.count("write"), Writes) << "nothing comes from the host";
#endif
  (void)Writes;
  EXPECT_EQ(L.problem(), "");
}

/// Chunks go through pinned memory, by several queues at once.
TEST_F(Seam, Chunks) {
  Device &D = *deviceNumbered(Number);
  D.pinned().setRules({true, 2048, 1024, 2, 16384, 65536, UINT64_MAX});
  for (unsigned Threads : {1u, 2u}) {
    const size_t Before = Calls.count("run ompscan_finish_tiles");
    TestLoop<IntSum> L = loop(10000);
    runInChunks(L.L, {{resolved(L.L, D), {3000, Threads}, ""}});
    EXPECT_EQ(L.wrong(), -1);
    EXPECT_EQ(Calls.count("run ompscan_finish_tiles") - Before, 4u);
  }
  EXPECT_GT(Calls.count("allocatePinned"), 0u);
}

/// A loop on two devices, and its description.
struct OnTwo {
  TestLoop<IntSum> L;
  std::vector<Share> Shares;

  OnTwo(TestLoop<IntSum> Loop, Device &A, Device &B, unsigned Threads)
      : L(std::move(Loop)) {
    for (Device *D : {&A, &B})
      Shares.push_back({resolved(L.L, *D), {4096, Threads}, D->label()});
  }
};

class TwoDevices : public Seam {
protected:
  TwoDevices() {
    for (const int64_t Each : {Number, OtherNumber})
      deviceNumbered(Each)->pinned().setRules(
          {true, 2048, 1024, 2, 16384, 65536, UINT64_MAX});
  }
  ~TwoDevices() override { detachDevice(OtherNumber); }

  OnTwo dealt(uint64_t N, unsigned Threads, int64_t Stride = 1) const {
    return {loop(N, Stride), *deviceNumbered(Number),
            *deviceNumbered(OtherNumber), Threads};
  }

  const std::shared_ptr<FakeDevice> Other = std::make_shared<FakeDevice>();
  const int64_t OtherNumber = attachDevice(Other);
};

/// Each chunk runs on one of them, and they hand on to each other.
TEST_F(TwoDevices, Chunks) {
  for (int64_t Stride : {1, -3})
    for (unsigned Threads : {1u, 2u}) {
      const auto Runs = [&] {
        return Calls.count("run ompscan_finish_tiles") +
               Other->Calls.count("run ompscan_finish_tiles");
      };
      const size_t Before = Runs();
      const OnTwo T = dealt(100000, Threads, Stride);
      runInChunks(T.L.L, T.Shares);
      EXPECT_EQ(T.L.wrong(), -1);
      EXPECT_GE(Runs() - Before, 25u);
    }
}

/// Whichever call fails on one of them, nothing is lost, and the device that
/// has failed is told.
TEST_F(TwoDevices, Fallback) {
  unsigned At = 0, Failures = 0;
  do {
    OnTwo T = dealt(20000, 1);
    ++At;
    for (FakeCalls *Each : {&Calls, &Other->Calls})
      Each->failAt(At);
    std::shared_ptr<Device> Failed;
    try {
      runInChunks(T.L.L, T.Shares, &Failed);
      EXPECT_FALSE(Failed);
    } catch (const std::exception &) {
      ++Failures;
      EXPECT_TRUE(Failed);
      const bool IsOther = Failed == deviceNumbered(OtherNumber);
      EXPECT_GE((IsOther ? Other->Calls : Calls).count(), At);
      T.L.runOnHost();
    }
    EXPECT_EQ(T.L.wrong(), -1) << At;
  } while (Calls.count() >= At || Other->Calls.count() >= At);
  EXPECT_GT(Failures, 8u);
  for (FakeCalls *Each : {&Calls, &Other->Calls})
    Each->failAt(0);
  const OnTwo T = dealt(20000, 1);
  runInChunks(T.L.L, T.Shares);
  EXPECT_EQ(T.L.wrong(), -1);
}

/// Whichever call fails, the host runs the loop, and the next one is launched.
TEST_F(Seam, Fallback) {
  ASSERT_EQ(loop(3000).launch(), 1);
  unsigned At = 0;
  do {
    TestLoop<IntSum> L = loop(3000);
    Calls.failAt(++At);
    testing::internal::CaptureStderr();
    const bool Launched = L.launch() != 0;
    const std::string Said = testing::internal::GetCapturedStderr();
    if (!Launched) {
      EXPECT_NE(Said.find("fails as call"), std::string::npos) << Said;
      EXPECT_NE(Said.find("Fake device"), std::string::npos) << Said;
      L.runOnHost();
    }
    EXPECT_EQ(L.wrong(), -1) << At;
    EXPECT_TRUE(Launched == (Said == "")) << Said;
  } while (Calls.count() >= At);
  EXPECT_GT(At, 4u);
  Calls.failAt(0);
  EXPECT_EQ(loop(3000).launch(), 1);
}

/// In a process that reads its own environment.
TEST(SeamProfile, Info) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_INFO", "1", 1);
        const auto Timed = std::make_shared<FakeDevice>();
        TestLoop<IntSum> L(form(3000));
        L.L.DeviceRequest = attachDevice(Timed);
        std::exit(L.launch() ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "3000 iterations on Fake device \\(other\\), reduce-then-scan, .* bytes "
      "in, .* bytes out, .*kernels [1-9][0-9]\\.[0-9]*, transfers "
      "[1-9][0-9]\\.");
}

} // namespace

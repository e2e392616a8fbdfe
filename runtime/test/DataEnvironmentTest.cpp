//===- DataEnvironmentTest.cpp - What is present on a device --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappedData.h"
#include "ompscan/ompscan.h"
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

using namespace ompscan::rt;

namespace {

TEST(DataEnvironment, CountsReferences) {
  Data A(1);
  EXPECT_FALSE(A.isThere());
  ASSERT_EQ(A.map(OMPSCAN_TO), 0) << ompscan_last_error();
  EXPECT_TRUE(A.isThere());
  A.set(2);
  EXPECT_EQ(A.map(OMPSCAN_TO), 0); // Present: not sent.
  EXPECT_EQ(A.onDevice(999), 1);
  EXPECT_EQ(A.unmap(OMPSCAN_FROM), 0); // Stays: not brought back.
  EXPECT_TRUE(A.isThere());
  EXPECT_EQ(A[999], 2);
  EXPECT_EQ(A.unmap(OMPSCAN_FROM), 0);
  EXPECT_FALSE(A.isThere());
  EXPECT_EQ(A, std::vector<int>(1000, 1));
}

TEST(DataEnvironment, Always) {
  Data A(1);
  EXPECT_EQ(A.map(OMPSCAN_TO), 0);
  A.set(2);
  EXPECT_EQ(A.map(OMPSCAN_TO | OMPSCAN_ALWAYS, 10, 5), 0);
  EXPECT_EQ(A.onDevice(9), 1);
  EXPECT_EQ(A.onDevice(10), 2);
  EXPECT_EQ(A.onDevice(14), 2);
  EXPECT_EQ(A.onDevice(15), 1);
  EXPECT_EQ(A.unmap(OMPSCAN_FROM | OMPSCAN_ALWAYS, 8, 3), 0);
  EXPECT_EQ(A[7], 2);
  EXPECT_EQ(A[8], 1);
  EXPECT_EQ(A[10], 2);
  EXPECT_TRUE(A.isThere());
}

TEST(DataEnvironment, ReleaseAndDelete) {
  Data A(1);
  A.map(OMPSCAN_TO);
  A.map(OMPSCAN_ALLOC);
  A.map(OMPSCAN_ALLOC);
  A.set(2);
  EXPECT_EQ(A.unmap(OMPSCAN_RELEASE), 0);
  EXPECT_TRUE(A.isThere());
  EXPECT_EQ(A.unmap(OMPSCAN_DELETE | OMPSCAN_FROM, 0, 10), 0);
  EXPECT_FALSE(A.isThere());
  EXPECT_EQ(A[9], 1); // The section comes back, and all of the data leaves.
  EXPECT_EQ(A[10], 2);
  EXPECT_ERROR(A.unmap(OMPSCAN_FROM), OMPSCAN_ERROR_NOT_PRESENT,
               "ompscan_unmap: the 4000 bytes at ");
  EXPECT_EQ(A[10], 2);
}

/// A part of what is there is there; what is larger is an error, and so is what
/// lies across two.
TEST(DataEnvironment, Sections) {
  Data A(1);
  ASSERT_EQ(A.map(OMPSCAN_TO, 100, 200), 0);
  ASSERT_EQ(A.map(OMPSCAN_TO, 300, 100), 0); // Next to it.
  EXPECT_EQ(A.map(OMPSCAN_TO, 150, 150), 0);
  EXPECT_ERROR(A.map(OMPSCAN_TO, 99, 2), OMPSCAN_ERROR_OVERLAP,
               "ompscan_map: only a part of the 8 bytes at ");
  EXPECT_ERROR(A.map(OMPSCAN_TO, 50, 500), OMPSCAN_ERROR_OVERLAP,
               "where 800 bytes at ");
  EXPECT_ERROR(A.unmap(0, 250, 100), OMPSCAN_ERROR_OVERLAP, "only a part");
  EXPECT_ERROR(ompscan_update_from(Default, &A[398], 12), OMPSCAN_ERROR_OVERLAP,
               "ompscan_update_from: only a part");
  EXPECT_ERROR(ompscan_update_to(Default, &A[400], 4),
               OMPSCAN_ERROR_NOT_PRESENT, "map them first");
  EXPECT_EQ(ompscan_is_present(Default, &A[100], 800), 1);
  EXPECT_EQ(ompscan_is_present(Default, &A[100], 804), 0);
  EXPECT_EQ(ompscan_is_present(Default, &A[100], 0), 1);
  EXPECT_EQ(ompscan_is_present(Default, &A[99], 0), 0);
  EXPECT_EQ(A.unmap(OMPSCAN_DELETE, 399, 1), 0);
  EXPECT_EQ(ompscan_is_present(Default, &A[300], 4), 0);
  EXPECT_EQ(ompscan_is_present(Default, &A[299], 4), 1);
  EXPECT_EQ(A.unmap(OMPSCAN_DELETE, 100, 1), 0);
}

TEST(DataEnvironment, BadArguments) {
  Data A(1);
  EXPECT_ERROR(ompscan_map(Default, nullptr, 4, OMPSCAN_TO),
               OMPSCAN_ERROR_ARGUMENT,
               "ompscan_map: the address of 4 bytes is a null pointer");
  EXPECT_ERROR(ompscan_map(Default, A.data(), SIZE_MAX, OMPSCAN_TO),
               OMPSCAN_ERROR_ARGUMENT, "do not lie in the address space");
  EXPECT_ERROR(A.map(64), OMPSCAN_ERROR_ARGUMENT,
               "the flags 64 are not supported");
  EXPECT_ERROR(A.map(OMPSCAN_DELETE), OMPSCAN_ERROR_ARGUMENT, "the flags 8");
  EXPECT_ERROR(A.map(OMPSCAN_PRESENT), OMPSCAN_ERROR_NOT_PRESENT,
               "are not on ");
  EXPECT_ERROR(ompscan_map(99, A.data(), 4, OMPSCAN_TO), OMPSCAN_ERROR_DEVICE,
               "device(99) names no device of this machine, which has 0: ");
  EXPECT_ERROR(ompscan_map(-7, A.data(), 4, OMPSCAN_TO), OMPSCAN_ERROR_DEVICE,
               "device(-7) is not a device number");
  EXPECT_ERROR(ompscan_update_to(Default, nullptr, 1), OMPSCAN_ERROR_ARGUMENT,
               "null pointer");
  EXPECT_ERROR(ompscan_get_buffer(Default, A.data(), nullptr, nullptr),
               OMPSCAN_ERROR_ARGUMENT, "the pointer to the result is null");
  EXPECT_EQ(ompscan_map(Default, nullptr, 0, OMPSCAN_TO), 0);
  EXPECT_FALSE(A.isThere());
}

/// Memory that no device has is refused, and nothing is mapped then.
TEST(DataEnvironment, TooLarge) {
  Data A(1);
  EXPECT_ERROR(ompscan_map(Default, A.data(), size_t(1) << 46, OMPSCAN_ALLOC),
               OMPSCAN_ERROR_MEMORY, "allows buffers of ");
  EXPECT_FALSE(A.isThere());
}

/// Mapped and unmapped by all, on the same and on data of their own; whoever
/// has it mapped finds it whole.
TEST(DataEnvironment, Threads) {
  Data Shared(7, 100000);
  std::atomic<int> Wrong{0};
  std::vector<std::thread> Threads;
  for (int T = 0; T != 8; ++T)
    Threads.emplace_back([&, T] {
      for (int Round = 0; Round != 50; ++Round) {
        std::vector<int> Own(1000 + T, T);
        Wrong += ompscan_map(Default, Shared.data(), Shared.bytes(),
                             OMPSCAN_TO) != 0;
        Wrong +=
            ompscan_map(Default, Own.data(), 4 * Own.size(), OMPSCAN_TO) != 0;
        struct _cl_mem *Memory;
        size_t Offset;
        Wrong +=
            ompscan_get_buffer(Default, &Shared[Round], &Memory, &Offset) != 0;
        Own.assign(Own.size(), -1);
        Wrong += ompscan_unmap(Default, Own.data(), 4 * Own.size(),
                               OMPSCAN_FROM) != 0;
        Wrong += Own != std::vector<int>(1000 + T, T);
        int There = 0;
        Wrong += ompscan_copy(Default, &There, &Shared[99999 - Round], 4) != 0;
        Wrong += There != 7;
        Wrong += ompscan_unmap(Default, Shared.data(), Shared.bytes(), 0) != 0;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_FALSE(Shared.isThere());
}

/// Data that another thread is sending is there when a call says so.
TEST(DataEnvironment, WaitsForOthers) {
  constexpr int Count = 4;
  Data Shared(7, 4000000);
  std::atomic<int> Wrong{0}, Arrived{0};
  std::vector<std::thread> Threads;
  for (int T = 0; T != Count; ++T)
    Threads.emplace_back([&] {
      for (int Round = 1; Round <= 10; ++Round) {
        const auto Meet = [&](int Half) {
          ++Arrived;
          while (Arrived < Count * (2 * Round - 2 + Half))
            std::this_thread::yield();
        };
        Meet(1);
        int Last = 0;
        Wrong += Shared.map(OMPSCAN_TO) != 0;
        Wrong += ompscan_copy(Default, &Last, &Shared.back(), 4) != 0;
        Wrong += Last != 7;
        Meet(2);
        Wrong += Shared.unmap(OMPSCAN_RELEASE) != 0;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_FALSE(Shared.isThere());
}

/// Errors are those of the thread.
TEST(DataEnvironment, ErrorsOfThreads) {
  ompscan_map(99, &Default, 4, OMPSCAN_TO);
  EXPECT_NE(std::string(ompscan_last_error()), "");
  std::thread([] { EXPECT_STREQ(ompscan_last_error(), ""); }).join();
}

/// In a process that reads its own environment.
TEST(DataEnvironment, Disabled) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1);
        Data A(1);
        const bool Good = A.map(OMPSCAN_TO) == 0 && A.isThere() &&
                          ompscan_update_from(3, A.data(), 40) == 0 &&
                          A.unmap(OMPSCAN_FROM) == 0 &&
                          ompscan_device_shares_memory(Default) == 1 &&
                          !ompscan_device_alloc(Default, 40);
        std::fputs(ompscan_last_error(), stderr);
        std::_Exit(Good ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "^ompscan_device_alloc: OMP_TARGET_OFFLOAD=DISABLED forbids");
}

} // namespace

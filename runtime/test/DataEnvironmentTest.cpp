//===- DataEnvironmentTest.cpp - What is present on a device --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferPool.h"
#include "Devices.h"
#include "ompscan/ompscan.h"
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace ompscan;

namespace {

constexpr int Default = OMPSCAN_DEFAULT_DEVICE;

/// An array of the host, filled with one value, that leaves the device in the
/// end.
class Data : public std::vector<int> {
public:
  explicit Data(int Value, size_t Count = 1000)
      : std::vector<int>(Count, Value) {}
  ~Data() { ompscan_unmap(Default, data(), bytes(), OMPSCAN_DELETE); }

  size_t bytes() const { return size() * sizeof(int); }
  int map(unsigned Flags, size_t First = 0, size_t Count = 0) {
    return ompscan_map(Default, data() + First, part(Count), Flags);
  }
  int unmap(unsigned Flags, size_t First = 0, size_t Count = 0) {
    return ompscan_unmap(Default, data() + First, part(Count), Flags);
  }
  void set(int Value) { assign(size(), Value); }
  /// What the device has in an element.
  int onDevice(size_t I) {
    const int Kept = (*this)[I];
    EXPECT_EQ(ompscan_update_from(Default, data() + I, sizeof(int)), 0)
        << ompscan_last_error();
    const int Value = (*this)[I];
    (*this)[I] = Kept;
    return Value;
  }
  bool isThere() const {
    return ompscan_is_present(Default, data(), bytes()) == 1;
  }

private:
  size_t part(size_t Count) const {
    return (Count ? Count : size()) * sizeof(int);
  }
};

/// The error says so.
#define EXPECT_ERROR(CALL, CODE, TEXT)                                         \
  do {                                                                         \
    EXPECT_EQ(CALL, CODE);                                                     \
    EXPECT_NE(std::string(ompscan_last_error()).find(TEXT), std::string::npos) \
        << ompscan_last_error();                                               \
  } while (0)

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
  EXPECT_ERROR(A.map(64), OMPSCAN_ERROR_ARGUMENT, "the flags 64 have no");
  EXPECT_ERROR(A.map(OMPSCAN_DELETE), OMPSCAN_ERROR_ARGUMENT, "the flags 8");
  EXPECT_ERROR(A.map(OMPSCAN_PRESENT), OMPSCAN_ERROR_NOT_PRESENT,
               "are not on ");
  EXPECT_ERROR(ompscan_map(99, A.data(), 4, OMPSCAN_TO), OMPSCAN_ERROR_DEVICE,
               "device(99) names no device of this machine, which has 0: ");
  EXPECT_ERROR(ompscan_map(-7, A.data(), 4, OMPSCAN_TO), OMPSCAN_ERROR_DEVICE,
               "device(-7) is no device number");
  EXPECT_ERROR(ompscan_update_to(Default, nullptr, 1), OMPSCAN_ERROR_ARGUMENT,
               "null pointer");
  EXPECT_ERROR(ompscan_get_buffer(Default, A.data(), nullptr, nullptr),
               OMPSCAN_ERROR_ARGUMENT, "no place for the answer");
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

TEST(DataEnvironment, Buffer) {
  Data A(7);
  cl_mem Memory = nullptr;
  size_t Offset = 0;
  EXPECT_ERROR(ompscan_get_buffer(Default, A.data(), &Memory, &Offset),
               OMPSCAN_ERROR_NOT_PRESENT, "ompscan_get_buffer: the data at");
  A.map(OMPSCAN_TO);
  ASSERT_EQ(ompscan_get_buffer(Default, &A[3], &Memory, &Offset), 0);
  EXPECT_EQ(Offset, 12u);
  Device &D = *deviceFor(Default);
  cl::CommandQueue Queue(D.context(), D.handle());
  int Value = 0;
  Queue.enqueueReadBuffer(cl::Buffer(Memory, true), CL_TRUE, Offset, 4, &Value);
  EXPECT_EQ(Value, 7);
  Value = 8;
  Queue.enqueueWriteBuffer(cl::Buffer(Memory, true), CL_TRUE, Offset, 4,
                           &Value);
  EXPECT_EQ(A.onDevice(3), 8);
  EXPECT_EQ(A.onDevice(2), 7);
}

TEST(DataEnvironment, Associations) {
  Device &D = *deviceFor(Default);
  cl::CommandQueue Queue(D.context(), D.handle());
  std::vector<int> Theirs(100);
  std::iota(Theirs.begin(), Theirs.end(), 0);
  const cl::Buffer Whole(D.context(), CL_MEM_READ_WRITE, 400);
  Queue.enqueueWriteBuffer(Whole, CL_TRUE, 0, 400, Theirs.data());
  Data A(-1, 50);
  ASSERT_EQ(ompscan_associate(Default, A.data(), 200, Whole(), 40), 0)
      << ompscan_last_error();
  EXPECT_EQ(A.onDevice(0), 10);
  EXPECT_EQ(A.onDevice(49), 59);
  // References do not matter.
  EXPECT_EQ(A.map(OMPSCAN_TO), 0);
  for (int Round = 0; Round != 3; ++Round)
    EXPECT_EQ(A.unmap(OMPSCAN_DELETE | OMPSCAN_FROM), 0);
  EXPECT_EQ(A[0], -1);
  EXPECT_EQ(A.onDevice(0), 10);
  EXPECT_EQ(A.unmap(OMPSCAN_FROM | OMPSCAN_ALWAYS), 0);
  EXPECT_EQ(A[1], 11);
  // Once more the same, but nothing else.
  EXPECT_EQ(ompscan_associate(Default, A.data(), 200, Whole(), 40), 0);
  EXPECT_ERROR(ompscan_associate(Default, A.data(), 200, Whole(), 44),
               OMPSCAN_ERROR_OVERLAP, "are on the device already");
  Data B(-1, 50);
  EXPECT_ERROR(ompscan_associate(Default, B.data(), 200, Whole(), 236),
               OMPSCAN_ERROR_ARGUMENT, "do not lie in a buffer of 400 bytes");
  EXPECT_ERROR(ompscan_associate(Default, B.data(), 8, Whole(), 236),
               OMPSCAN_ERROR_OVERLAP, "is associated with other data");
  EXPECT_EQ(ompscan_associate(Default, B.data(), 8, Whole(), 240), 0);
  EXPECT_EQ(B.onDevice(1), 61);
  EXPECT_EQ(ompscan_disassociate(Default, B.data()), 0);
  EXPECT_ERROR(ompscan_disassociate(Default, &A[1]), OMPSCAN_ERROR_NOT_PRESENT,
               "no buffer is associated");
  EXPECT_EQ(ompscan_disassociate(Default, A.data()), 0);
  EXPECT_FALSE(A.isThere());
  // Their buffer is what it was.
  int Value = 0;
  Queue.enqueueReadBuffer(Whole, CL_TRUE, 40, 4, &Value);
  EXPECT_EQ(Value, 10);
}

TEST(DataEnvironment, ForeignContext) {
  Device &D = *deviceFor(Default);
  const cl::Context Theirs(D.handle());
  const cl::Buffer Memory(Theirs, CL_MEM_READ_WRITE, 400);
  Data A(5, 100);
  EXPECT_ERROR(ompscan_associate(Default, A.data(), 400, Memory(), 0),
               OMPSCAN_ERROR_ARGUMENT, "another context");
  const cl::CommandQueue Queue(Theirs, D.handle());
  EXPECT_ERROR(ompscan_attach_queue(D.context()(), Queue()), -1,
               "ompscan_attach_queue: the queue belongs to another context");
  EXPECT_ERROR(ompscan_attach_queue(nullptr, Queue()), -1, "null pointer");
  const cl::CommandQueue Unordered(Theirs, D.handle(),
                                   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT_ERROR(ompscan_attach_queue(Theirs(), Unordered()), -1, "out of order");
  const int Number = ompscan_attach_queue(Theirs(), Queue());
  ASSERT_GE(Number, 1) << ompscan_last_error();
  EXPECT_EQ(ompscan_get_num_devices(), Number + 1);
  char Name[200];
  EXPECT_GT(ompscan_get_device_name(Number, Name, sizeof Name), 0);
  EXPECT_EQ(Name, D.info().Name);
  EXPECT_EQ(ompscan_associate(Number, A.data(), 400, Memory(), 0), 0);
  EXPECT_EQ(ompscan_update_to(Number, A.data(), 400), 0);
  EXPECT_FALSE(A.isThere()); // On the other one.
  int Value = 0;
  Queue.enqueueReadBuffer(Memory, CL_TRUE, 396, 4, &Value);
  EXPECT_EQ(Value, 5);
  EXPECT_EQ(ompscan_detach_queue(Number), 0);
  EXPECT_EQ(ompscan_get_device_name(Number, Name, sizeof Name), -1);
  EXPECT_EQ(ompscan_get_device_name(Number + 1, Name, sizeof Name), -1);
  EXPECT_ERROR(ompscan_update_to(Number, A.data(), 400), OMPSCAN_ERROR_DEVICE,
               "is no attached queue");
  EXPECT_ERROR(ompscan_detach_queue(Number), OMPSCAN_ERROR_DEVICE,
               "is no attached queue");
  EXPECT_ERROR(ompscan_detach_queue(0), OMPSCAN_ERROR_DEVICE,
               "is no attached queue");
}

TEST(DataEnvironment, DeviceMemory) {
  auto *Memory = static_cast<int *>(ompscan_device_alloc(Default, 4000));
  ASSERT_NE(Memory, nullptr) << ompscan_last_error();
  EXPECT_EQ(ompscan_is_present(Default, Memory, 4000), 1);
  std::vector<int> Values(1000);
  std::iota(Values.begin(), Values.end(), 0);
  ASSERT_EQ(ompscan_copy(Default, Memory, Values.data(), 4000), 0)
      << ompscan_last_error();
  ASSERT_EQ(ompscan_copy(Default, Memory + 10, Memory + 500, 40), 0);
  Data A(-1);
  ASSERT_EQ(ompscan_copy(Default, A.data(), Memory, 80), 0);
  EXPECT_EQ(A[9], 9);
  EXPECT_EQ(A[10], 500);
  EXPECT_EQ(A[19], 509);
  EXPECT_EQ(A[20], -1);
  A.map(OMPSCAN_ALLOC);
  ASSERT_EQ(ompscan_copy(Default, &A[40], Memory, 8), 0);
  EXPECT_EQ(A[40], -1);
  EXPECT_EQ(A.onDevice(41), 1);
  EXPECT_ERROR(ompscan_copy(Default, Memory, Memory + 1, 8),
               OMPSCAN_ERROR_ARGUMENT, "bytes in common");
  EXPECT_ERROR(ompscan_copy(Default, Memory + 999, Values.data(), 8),
               OMPSCAN_ERROR_OVERLAP, "only a part");
  EXPECT_ERROR(ompscan_copy(Default, Values.data(), &Values[500], 8),
               OMPSCAN_ERROR_NOT_PRESENT, "use memcpy");
  EXPECT_ERROR(ompscan_map(Default, Memory, 4000, OMPSCAN_TO),
               OMPSCAN_ERROR_ARGUMENT, "there already");
  for (const auto Update :
       {+[](int *M) { return ompscan_update_to(Default, M, 4000); },
        +[](int *M) { return ompscan_update_from(Default, M, 4000); }})
    EXPECT_ERROR(Update(Memory), OMPSCAN_ERROR_ARGUMENT,
                 "has no counterpart on the host");
  EXPECT_ERROR(ompscan_device_free(Default, Memory + 1),
               OMPSCAN_ERROR_NOT_PRESENT, "has not answered this address");
  EXPECT_EQ(ompscan_device_free(Default, Memory), 0);
  EXPECT_EQ(ompscan_device_free(Default, nullptr), 0);
  EXPECT_EQ(ompscan_is_present(Default, Memory, 4000), 0);
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
        cl_mem Memory;
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

TEST(BufferPool, IsBounded) {
  Device &D = *deviceFor(Default);
  BufferPool Pool(10000);
  PooledBuffer A = Pool.take(D.context(), 4000);
  const cl_mem Memory = (*A)();
  A.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 4000u);
  PooledBuffer B = Pool.take(D.context(), 4000);
  EXPECT_EQ((*B)(), Memory);
  EXPECT_EQ(Pool.idleBytes(), 0u);
  PooledBuffer C = Pool.take(D.context(), 5000);
  PooledBuffer E = Pool.take(D.context(), 6000);
  PooledBuffer F = Pool.take(D.context(), 20000);
  B.giveBack();
  C.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 9000u);
  E.giveBack(); // Those of 4000 and 5000 make room.
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  F.giveBack();
  EXPECT_EQ(Pool.idleBytes(), 6000u);
  {
    PooledBuffer Dropped = Pool.take(D.context(), 6000);
  }
  EXPECT_EQ(Pool.idleBytes(), 0u);
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
                          !ompscan_device_alloc(Default, 40);
        std::fputs(ompscan_last_error(), stderr);
        std::_Exit(Good ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "^ompscan_device_alloc: OMP_TARGET_OFFLOAD=DISABLED forbids");
}

} // namespace

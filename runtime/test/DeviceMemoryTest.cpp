//===- DeviceMemoryTest.cpp - Memory of devices that programs hold --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappedData.h"
#include "OpenCLOf.h"
#include "device/Devices.h"
#include "ompscan/ompscan.h"
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

TEST(DeviceMemory, Buffer) {
  Data A(7);
  cl_mem Memory = nullptr;
  size_t Offset = 0;
  EXPECT_ERROR(ompscan_get_buffer(Default, A.data(), &Memory, &Offset),
               OMPSCAN_ERROR_NOT_PRESENT, "ompscan_get_buffer: the data at");
  A.map(OMPSCAN_TO);
  ASSERT_EQ(ompscan_get_buffer(Default, &A[3], &Memory, &Offset), 0);
  EXPECT_EQ(Offset, 12u);
  Device &D = *deviceFor(Default);
  cl::CommandQueue Queue(contextOf(D), handleOf(D));
  int Value = 0;
  Queue.enqueueReadBuffer(cl::Buffer(Memory, true), CL_TRUE, Offset, 4, &Value);
  EXPECT_EQ(Value, 7);
  Value = 8;
  Queue.enqueueWriteBuffer(cl::Buffer(Memory, true), CL_TRUE, Offset, 4,
                           &Value);
  EXPECT_EQ(A.onDevice(3), 8);
  EXPECT_EQ(A.onDevice(2), 7);
}

TEST(DeviceMemory, Associations) {
  Device &D = *deviceFor(Default);
  cl::CommandQueue Queue(contextOf(D), handleOf(D));
  std::vector<int> Theirs(100);
  std::iota(Theirs.begin(), Theirs.end(), 0);
  const cl::Buffer Whole(contextOf(D), CL_MEM_READ_WRITE, 400);
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
               OMPSCAN_ERROR_ARGUMENT, "are not in the buffer of 400 bytes");
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

TEST(DeviceMemory, ForeignContext) {
  Device &D = *deviceFor(Default);
  const cl::Context Theirs(handleOf(D));
  const cl::Buffer Memory(Theirs, CL_MEM_READ_WRITE, 400);
  Data A(5, 100);
  EXPECT_ERROR(ompscan_associate(Default, A.data(), 400, Memory(), 0),
               OMPSCAN_ERROR_ARGUMENT, "another context");
  const cl::CommandQueue Queue(Theirs, handleOf(D));
  EXPECT_ERROR(ompscan_attach_queue(contextOf(D)(), Queue()), -1,
               "ompscan_attach_queue: the queue belongs to another context");
  EXPECT_ERROR(ompscan_attach_queue(nullptr, Queue()), -1, "null pointer");
  const cl::CommandQueue Unordered(Theirs, handleOf(D),
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
               "is not an attached queue");
  EXPECT_ERROR(ompscan_detach_queue(Number), OMPSCAN_ERROR_DEVICE,
               "is not an attached queue");
  EXPECT_ERROR(ompscan_detach_queue(0), OMPSCAN_ERROR_DEVICE,
               "is not an attached queue");
}

TEST(DeviceMemory, Copies) {
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
               OMPSCAN_ERROR_NOT_PRESENT, "did not return this address");
  EXPECT_EQ(ompscan_device_free(Default, Memory), 0);
  EXPECT_EQ(ompscan_device_free(Default, nullptr), 0);
  EXPECT_EQ(ompscan_is_present(Default, Memory, 4000), 0);
}

} // namespace

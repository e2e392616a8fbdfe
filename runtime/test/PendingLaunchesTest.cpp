//===- PendingLaunchesTest.cpp - Launches without events ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is waited for where launches have no events, as on devices whose queues
/// tell of failures by themselves. A user event holds commands back.
///
//===----------------------------------------------------------------------===//

#include "device/PendingLaunches.h"
#include "OpenCLOf.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "ompscan/data.h"
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <list>
#include <memory>
#include <thread>
#include <vector>

using namespace ompscan::rt;

namespace {

class Launches : public ::testing::Test {
protected:
  Launches() {
    ompscan_map(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(), OMPSCAN_TO);
    Data = dataOf(D).find(Host.data(), bytes()).Data;
  }
  ~Launches() override {
    try {
      Gate.setStatus(CL_COMPLETE); // Unless the test has come to its end.
    } catch (const cl::Error &) {
    }
    B.settle();
    Data = nullptr;
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(), OMPSCAN_DELETE);
  }
  size_t bytes() const { return Host.size() * sizeof(int); }

  /// Has the next commands of \p C wait for the gate.
  void close(const OrderedQueue &C) {
    const std::vector<cl::Event> Gates{Gate};
    handleOf(*C.Commands).enqueueBarrierWithWaitList(&Gates);
  }
  /// A launch that stores to the data; a copy of it, in fact.
  PendingLaunch launch(const std::shared_ptr<OrderedQueue> &C, bool HasEvent) {
    PendingLaunch One;
    One.Where = C;
    One.Data = {Data};
    B.eventsBefore(*C, {}, One.Seen);
    One.Commands.push_back({Activity::Kernel, "", 0, {}, {}});
    C->Commands->copy(Data->buffer(), 0, Scratch, 0, bytes(),
                      HasEvent ? &One.Commands.back().Ending : nullptr);
    C->Commands->flush();
    return One;
  }
  void add(PendingLaunch One) {
    std::list<PendingLaunch> List;
    List.push_back(std::move(One));
    B.add(std::move(List), {{Data.get(), true}});
  }

  std::vector<int> Host = std::vector<int>(1000);
  Device &D = *deviceFor(OMPSCAN_DEFAULT_DEVICE);
  PendingLaunches &B = D.pending();
  std::shared_ptr<PresentData> Data;
  cl::UserEvent Gate{contextOf(D)};
  const Memory Scratch = D.backend().allocate(bytes());
  const std::shared_ptr<OrderedQueue> One =
      std::make_shared<OrderedQueue>(D, 1000);
  const std::shared_ptr<OrderedQueue> Other =
      std::make_shared<OrderedQueue>(D, 1001);
};

TEST_F(Launches, OtherQueuesMarkThem) {
  close(*One);
  add(launch(One, /*HasEvent=*/false));
  uint64_t Seen = 0;
  const std::vector<DataUse> Reads{{Data.get(), false}};
  EXPECT_TRUE(B.eventsBefore(*One, Reads, Seen).empty());
  const std::vector<Event> Events = B.eventsBefore(*Other, Reads, Seen);
  ASSERT_EQ(Events.size(), 1u);
  EXPECT_FALSE(Events[0].hasEnded());
  Gate.setStatus(CL_COMPLETE);
  Events[0].wait();
  EXPECT_TRUE(B.orders(Reads));
  B.settle();
  EXPECT_FALSE(B.orders(Reads));
}

/// Two threads have put commands into one queue, and the one that was first
/// there is the last one to say so: its event tells nothing of the other's.
TEST_F(Launches, AnEventIsForWhatItHasSeen) {
  PendingLaunch First = launch(One, /*HasEvent=*/true);
  close(*One);
  PendingLaunch Second = launch(One, /*HasEvent=*/false);
  add(std::move(Second));
  add(std::move(First));
  std::atomic<bool> IsOver{false};
  std::thread Waits([&] {
    B.settle();
    IsOver = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(IsOver);
  Gate.setStatus(CL_COMPLETE);
  Waits.join();
  EXPECT_TRUE(B.isEmpty());
}

/// What comes back from the queue says that all before it has ended, and does
/// not wait for what came later.
TEST_F(Launches, EndWithWhatIsBehindThem) {
  add(launch(One, /*HasEvent=*/false));
  add(launch(One, /*HasEvent=*/true));
  uint64_t Seen = 0;
  B.eventsBefore(*One, {}, Seen);
  One->Commands->finish();
  close(*One);
  add(launch(One, /*HasEvent=*/false));
  B.noteEnded(*Other, Seen + 1);
  B.noteEnded(*One, Seen);
  EXPECT_FALSE(B.isEmpty());
  EXPECT_TRUE(B.orders({{Data.get(), false}}));
  B.noteEnded(*One, Seen + 1);
  EXPECT_TRUE(B.isEmpty());
  Gate.setStatus(CL_COMPLETE);
  One->Commands->finish();
}

} // namespace

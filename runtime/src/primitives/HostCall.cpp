//===- HostCall.cpp - A primitive on the host's cores ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/HostCall.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/Profile.h"
#include "primitives/host/ParallelFor.h"
#include "report/EventLog.h"
#include "support/Environment.h"
#include <new>
#include <string>

namespace ompscan::rt {

void *hostMemoryOf(const void *Address) {
  const Presence Found = dataOf(*hostDevice()).find(Address, 1);
  if (!Found.Data)
    return nullptr;
  const auto [Begin, Offset] = Found.Data->buffer().allocation();
  return static_cast<unsigned char *>(const_cast<void *>(Begin)) + Offset +
         Found.Data->offsetOf(reinterpret_cast<uintptr_t>(Address));
}

HostCall::HostCall(const char *Function, uint64_t N, uint64_t Bytes)
    : Threads(threadsFor(Bytes)), Record(Function) {
  Record.Iterations = N;
}

void HostCall::end() noexcept {
  if (!environment().takesTimes())
    return;
  try {
    Record.end();
    Record.Spans.push_back(
        {Activity::Kernel, Record.Location, 0, Record.Begin, Record.End});
    Record.Device = hostDevice()->label();
    Record.Method = Threads == 1 ? "in the calling thread"
                                 : "on " + std::to_string(Threads) + " threads";
    if (environment().Repeat)
      lastKernelTimes() = {
          {static_cast<uint64_t>(Record.Begin.time_since_epoch() /
                                 std::chrono::nanoseconds(1)),
           static_cast<uint64_t>(Record.End.time_since_epoch() /
                                 std::chrono::nanoseconds(1))}};
    noteLaunch(Record);
  } catch (const std::bad_alloc &) {
    // The record is left out if there is no memory for it.
  }
}

} // namespace ompscan::rt

//===- DeviceSelfTest.cpp - What a single pass relies on ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/DeviceSelfTest.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

/// Group t waits for the word of group t-1, checks it and writes its own, as
/// the tiles of a scan do. A word is whole if its halves are each other's
/// complement. A group that has waited too long gives up, and so do all others.
constexpr char TestKernel[] = R"(
__kernel void ompscan_test_lookback(__global volatile ulong *words,
                                 __global volatile uint *state,
                                 const uint patience) {
  __local uint ticket;
  if (get_local_id(0) == 0) {
    ticket = atomic_inc(&state[0]);
    const uint t = ticket;
    ulong left = (ulong)~t << 32 | t;
    for (uint times = 0; t > 0; ++times) {
      left = words[t - 1];
      if (left != 0 || state[1] != 0)
        break;
      if (times == patience) {
        state[1] = 1;
        break;
      }
#if defined(OMPSCAN_YIELD) && defined(__x86_64__)
      if (times % 64 == 63) { // sched_yield
        ulong result = 24;
        __asm__ volatile("syscall" : "+a"(result)::"rcx", "r11", "memory");
      }
#endif
    }
    if (left != ((ulong)~t << 32 | t))
      state[1] = 1;
    words[t] = (ulong)~(t + 1) << 32 | (t + 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
)";

/// Groups for each compute unit: more than any device holds at a time.
constexpr size_t GroupsPerUnit = 64;
/// Looks at a word before a group gives up: far more than a group takes.
constexpr uint32_t Patience = 1u << 22;

} // namespace

bool testLookbackKernel(BackendDevice &D) noexcept {
  try {
    const DeviceProperties &P = D.properties();
    const size_t Groups =
        std::clamp<size_t>(GroupsPerUnit * P.Units, 256, 8192);
    // On a CPU a work-group is one work-item of a scan, elsewhere many.
    const uint32_t Group =
        P.Limits.IsCpu
            ? 1
            : static_cast<uint32_t>(std::min<uint64_t>(P.Limits.MaxGroup, 128));
    const std::string Text = TestKernel;
    const auto Program = D.build(
        {Text, P.Kind == DriverKind::Pocl ? " -D OMPSCAN_YIELD=1" : ""});
    const std::unique_ptr<Kernel> K = Program->kernel("ompscan_test_lookback");
    const std::shared_ptr<Queue> Commands = D.makeQueue(/*TakesTimes=*/false);
    const Memory Words = D.allocate(Groups * sizeof(uint64_t));
    const Memory State = D.allocate(2 * sizeof(uint32_t));
    const uint64_t Zero = 0;
    Commands->fill(Words, 0, Words.size(), &Zero, sizeof Zero);
    Commands->fill(State, 0, State.size(), &Zero, sizeof Zero);
    K->set(0, Words);
    K->set(1, State);
    K->set(2, Patience);
    Commands->run(*K, Groups * Group, Group, nullptr);
    std::vector<uint64_t> Written(Groups);
    uint32_t End[2];
    Commands->read(Words, 0, Words.size(), Written.data(), Blocking::Yes,
                   nullptr);
    Commands->read(State, 0, sizeof End, End, Blocking::Yes, nullptr);
    for (size_t T = 0; T != Groups; ++T)
      if (Written[T] != (uint64_t(~uint32_t(T + 1)) << 32 | uint32_t(T + 1)))
        return false;
    return End[0] == Groups && End[1] == 0;
  } catch (...) {
    return false;
  }
}

} // namespace ompscan::rt

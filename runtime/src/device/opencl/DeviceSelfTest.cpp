//===- DeviceSelfTest.cpp - What a single pass relies on ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/DeviceSelfTest.h"
#include "device/Device.h"
#include "device/opencl/BuildProgram.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

/// Group t waits for the word of group t-1, checks it and writes its own, as
/// the tiles of a scan do. A word is whole if its halves are each other's
/// complement. A group that has waited too long gives up, and so do all others.
constexpr char TestKernel[] = R"(
__kernel void ompscan_test_chain(__global volatile ulong *words,
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
constexpr cl_uint Patience = 1u << 22;

} // namespace

bool testChaining(const cl::Context &Context, const cl::Device &Device,
                  const DeviceFigures &Figures, DeviceKind Kind) noexcept {
  try {
    const size_t Groups =
        std::clamp<size_t>(GroupsPerUnit * Figures.Units, 256, 8192);
    // On a CPU a work-group is one work-item of a scan, elsewhere many.
    const size_t Group = Figures.Limits.IsCpu
                             ? 1
                             : static_cast<size_t>(std::min<uint64_t>(
                                   Figures.Limits.MaxGroup, 128));
    const cl::Program P = buildProgram(Context, Device, TestKernel,
                                       Kind == DeviceKind::Pocl
                                           ? "-cl-std=CL1.2 -D OMPSCAN_YIELD=1"
                                           : "-cl-std=CL1.2");
    const cl::Kernel K(P, "ompscan_test_chain");
    const cl::CommandQueue Queue(Context, Device);
    const cl::Buffer Words(Context, CL_MEM_READ_WRITE,
                           Groups * sizeof(cl_ulong));
    const cl::Buffer State(Context, CL_MEM_READ_WRITE, 2 * sizeof(cl_uint));
    Queue.enqueueFillBuffer(Words, cl_ulong(0), 0, Groups * sizeof(cl_ulong));
    Queue.enqueueFillBuffer(State, cl_uint(0), 0, 2 * sizeof(cl_uint));
    cl::Kernel Call = K;
    Call.setArg(0, Words);
    Call.setArg(1, State);
    Call.setArg(2, Patience);
    Queue.enqueueNDRangeKernel(Call, cl::NullRange, cl::NDRange(Groups * Group),
                               cl::NDRange(Group));
    std::vector<cl_ulong> Written(Groups);
    cl_uint End[2];
    Queue.enqueueReadBuffer(Words, CL_TRUE, 0, Groups * sizeof(cl_ulong),
                            Written.data());
    Queue.enqueueReadBuffer(State, CL_TRUE, 0, sizeof End, End);
    for (size_t T = 0; T != Groups; ++T)
      if (Written[T] != (cl_ulong(~cl_uint(T + 1)) << 32 | cl_uint(T + 1)))
        return false;
    return End[0] == Groups && End[1] == 0;
  } catch (...) {
    return false;
  }
}

} // namespace ompscan::rt

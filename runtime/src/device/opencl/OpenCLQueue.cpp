//===- OpenCLQueue.cpp - Queues and kernels in OpenCL ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/OpenCLQueue.h"
#include <algorithm>

namespace ompscan::rt {

namespace {

/// \throws DeviceError if \p Status is not that of success.
void check(cl_int Status, const char *Call) {
  if (Status != CL_SUCCESS)
    throw deviceError(cl::Error(Status, Call));
}

class OpenCLEvents final : public EventOperations {
public:
  void retain(void *Event) const override {
    check(::clRetainEvent(static_cast<cl_event>(Event)), "clRetainEvent");
  }
  void release(void *Event) const noexcept override {
    ::clReleaseEvent(static_cast<cl_event>(Event));
  }
  void wait(void *Event) const override {
    const cl_event Only = static_cast<cl_event>(Event);
    check(::clWaitForEvents(1, &Only), "clWaitForEvents");
  }
  bool hasEnded(void *Event) const override {
    return statusOf(Event) <= CL_COMPLETE;
  }
  std::string failure(void *Event) const override {
    const cl_int Status = statusOf(Event);
    return Status < 0 ? errorName(Status) : std::string();
  }
  EventTimes times(void *Event) const override {
    return {timeOf(Event, CL_PROFILING_COMMAND_QUEUED),
            timeOf(Event, CL_PROFILING_COMMAND_START),
            timeOf(Event, CL_PROFILING_COMMAND_END)};
  }

private:
  static cl_int statusOf(void *Event) {
    cl_int Status;
    check(::clGetEventInfo(static_cast<cl_event>(Event),
                           CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof Status,
                           &Status, nullptr),
          "clGetEventInfo");
    return Status;
  }
  static uint64_t timeOf(void *Event, cl_profiling_info What) {
    cl_ulong Time;
    check(::clGetEventProfilingInfo(static_cast<cl_event>(Event), What,
                                    sizeof Time, &Time, nullptr),
          "clGetEventProfilingInfo");
    return Time;
  }
};

constexpr OpenCLEvents Operations;

/// Where a call of OpenCL stores the event of its command, for \p E.
class NewEvent {
public:
  explicit NewEvent(Event *E) : To(E) {}
  /// The last argument of the call.
  operator cl_event *() { return To ? &Made : nullptr; }
  /// Hands the event over if the call has succeeded.
  void check(cl_int Status, const char *Call) {
    rt::check(Status, Call);
    if (To)
      *To = Event(Operations, Made);
  }

private:
  Event *const To;
  cl_event Made = nullptr;
};

cl_bool blocks(Blocking Waits) {
  return Waits == Blocking::Yes ? CL_TRUE : CL_FALSE;
}

/// The region of \p P as rows of a rectangle.
struct Rows {
  const size_t Region[3];
  explicit Rows(const StridedBlocks &P) : Region{P.Size, P.Count, 1} {}
};

} // namespace

std::pair<const void *, uint64_t> OpenCLMemory::allocation() const {
  return translated([&]() -> std::pair<const void *, uint64_t> {
    const cl::Memory Parent = Handle.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>();
    if (!Parent())
      return {Handle(), 0};
    return {Parent(), Handle.getInfo<CL_MEM_OFFSET>()};
  });
}

std::shared_ptr<MemoryObject> OpenCLMemory::part(uint64_t Offset,
                                                 uint64_t Size) const {
  if (Offset % Alignment)
    return nullptr;
  try {
    const cl_buffer_region Region{Offset, Size};
    cl::Buffer Whole = Handle;
    return std::make_shared<OpenCLMemory>(
        Whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                              &Region),
        Size, Alignment);
  } catch (const cl::Error &) {
    return nullptr; // A program's own buffer may be a part of another one.
  }
}

cl_mem handleOf(const Memory &M) {
  return M ? static_cast<const OpenCLMemory &>(*M.object()).Handle() : nullptr;
}

OpenCLKernel::OpenCLKernel(cl::Kernel Handle, const cl::Device &Device,
                           bool FitsRequired)
    : Kernel(Handle.getInfo<CL_KERNEL_NUM_ARGS>()), Handle(std::move(Handle)),
      Device(Device), FitsRequired(FitsRequired) {}

uint64_t OpenCLKernel::maxGroup() const {
  return translated([&] {
    const size_t Any =
        Handle.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Device);
    // NVIDIA's driver says 256 of every kernel, also of those that require
    // larger groups, which it has compiled for them.
    return FitsRequired
               ? std::max(
                     Any,
                     Handle.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(
                         Device)[0])
               : Any;
  });
}

std::string OpenCLKernel::name() const {
  return translated([&] { return Handle.getInfo<CL_KERNEL_FUNCTION_NAME>(); });
}

void OpenCLKernel::setBytes(uint32_t I, size_t Size, const void *Bytes) {
  check(::clSetKernelArg(Handle(), I, Size, Bytes), "clSetKernelArg");
}

void OpenCLKernel::setMemory(uint32_t I, const Memory &M) {
  const cl_mem Buffer = handleOf(M);
  setBytes(I, sizeof(cl_mem), &Buffer);
}

void OpenCLQueue::write(const Memory &To, uint64_t Offset, uint64_t Size,
                        const void *From, Blocking Waits, Event *E) {
  NewEvent New(E);
  New.check(::clEnqueueWriteBuffer(Handle(), handleOf(To), blocks(Waits),
                                   Offset, Size, From, 0, nullptr, New),
            "clEnqueueWriteBuffer");
}

void OpenCLQueue::read(const Memory &From, uint64_t Offset, uint64_t Size,
                       void *To, Blocking Waits, Event *E) {
  NewEvent New(E);
  New.check(::clEnqueueReadBuffer(Handle(), handleOf(From), blocks(Waits),
                                  Offset, Size, To, 0, nullptr, New),
            "clEnqueueReadBuffer");
}

void OpenCLQueue::copy(const Memory &From, uint64_t FromOffset,
                       const Memory &To, uint64_t ToOffset, uint64_t Size,
                       Event *E) {
  NewEvent New(E);
  New.check(::clEnqueueCopyBuffer(Handle(), handleOf(From), handleOf(To),
                                  FromOffset, ToOffset, Size, 0, nullptr, New),
            "clEnqueueCopyBuffer");
}

void OpenCLQueue::writeStrided(const Memory &To, uint64_t Offset,
                               const StridedBlocks &P, const void *From,
                               Event *E) {
  const size_t Begin[3] = {Offset, 0, 0}, Origin[3] = {0, 0, 0};
  NewEvent New(E);
  New.check(::clEnqueueWriteBufferRect(Handle(), handleOf(To), CL_FALSE, Begin,
                                       Origin, Rows(P).Region, P.Stride, 0,
                                       P.Stride, 0, From, 0, nullptr, New),
            "clEnqueueWriteBufferRect");
}

void OpenCLQueue::copyStrided(const Memory &From, uint64_t FromOffset,
                              const Memory &To, uint64_t ToOffset,
                              const StridedBlocks &P, Event *E) {
  const size_t Begin[3] = {FromOffset, 0, 0}, Target[3] = {ToOffset, 0, 0};
  NewEvent New(E);
  New.check(::clEnqueueCopyBufferRect(Handle(), handleOf(From), handleOf(To),
                                      Begin, Target, Rows(P).Region, P.Stride,
                                      0, P.Stride, 0, 0, nullptr, New),
            "clEnqueueCopyBufferRect");
}

void OpenCLQueue::fill(const Memory &To, uint64_t Offset, uint64_t Size,
                       const void *Pattern, uint64_t PatternSize) {
  check(::clEnqueueFillBuffer(Handle(), handleOf(To), Pattern, PatternSize,
                              Offset, Size, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
}

void OpenCLQueue::run(Kernel &K, uint64_t Items, uint32_t Group, Event *E) {
  const size_t Global = Items, Local = Group;
  NewEvent New(E);
  New.check(::clEnqueueNDRangeKernel(
                Handle(), static_cast<OpenCLKernel &>(K).Handle(), 1, nullptr,
                &Global, Group ? &Local : nullptr, 0, nullptr, New),
            "clEnqueueNDRangeKernel");
}

Event OpenCLQueue::mark() {
  Event Mark;
  NewEvent New(&Mark);
  New.check(::clEnqueueMarkerWithWaitList(Handle(), 0, nullptr, New),
            "clEnqueueMarkerWithWaitList");
  return Mark;
}

void OpenCLQueue::waitFor(const std::vector<Event> &Events) {
  std::vector<cl_event> Handles;
  Handles.reserve(Events.size());
  for (const Event &E : Events)
    Handles.push_back(static_cast<cl_event>(E.object()));
  check(::clEnqueueBarrierWithWaitList(Handle(),
                                       static_cast<cl_uint>(Handles.size()),
                                       Handles.data(), nullptr),
        "clEnqueueBarrierWithWaitList");
}

void OpenCLQueue::flush() { check(::clFlush(Handle()), "clFlush"); }

void OpenCLQueue::finish() { check(::clFinish(Handle()), "clFinish"); }

} // namespace ompscan::rt

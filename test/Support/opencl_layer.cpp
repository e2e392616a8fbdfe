//===- opencl_layer.cpp - A layer between programs and OpenCL -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A layer for the ICD loader (OPENCL_LAYERS=<this library>) that lets tests
/// make calls fail, and see which calls there were and what became of objects.
///
/// Calls are counted from 1 in the order in which they are made; calls that
/// retain or release an object are not, and never fail. A call that is to fail
/// is not passed on, but for clFinish and clWaitForEvents, which wait and then
/// answer that something has failed.
///
///   OPENCL_LAYER_FAIL=K    the K-th call fails
///   OPENCL_LAYER_LOSE=K    the K-th call fails, and every call after it: the
///                          device is lost
///   OPENCL_LAYER_LOG=FILE  at exit, FILE gets the lines
///                            calls N           the number of calls
///                            time T            microseconds spent in calls
///                            call NAME N       for each function
///                            live KIND N       references to objects that
///                                              nobody has released
///                            failed NAME       the call that was made to fail
///
/// A program can also do it itself: see opencl_layer.h.
///
//===----------------------------------------------------------------------===//

#include "opencl_layer.h"
#include <CL/cl_layer.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>

namespace {

cl_icd_dispatch Ours;
/// OpenCL's own functions, and the same but for those that tell of failed
/// kernels and count the bytes of buffers.
const cl_icd_dispatch *OpenCL;
cl_icd_dispatch Watched;
const cl_icd_dispatch *const Next = &Watched;

std::atomic<long> Calls{0};
std::atomic<long> FailAt{0};
std::atomic<bool> FailAllAfter{false};
std::atomic<long> Nanoseconds{0};

std::atomic<long> KernelsLeft{0};        ///< until one that fails
std::atomic<cl_event> BadEvent{nullptr}; ///< of the one that has failed

std::mutex Lock; // of what follows
std::map<std::string, long> &CallsByName() {
  static auto &Map = *new std::map<std::string, long>;
  return Map;
}
std::map<std::string, long> &Live() {
  static auto &Map = *new std::map<std::string, long>;
  return Map;
}
const char *Failed = "none";

/// Counts a call and answers whether it has to fail.
bool fails(const char *Name) {
  const long Number = ++Calls;
  const long At = FailAt;
  const bool Fails = At > 0 && (Number == At || (FailAllAfter && Number > At));
  std::lock_guard<std::mutex> Guard(Lock);
  ++CallsByName()[Name];
  if (Fails && Number == At)
    Failed = Name;
  return Fails;
}

void count(const char *Kind, long Change) {
  std::lock_guard<std::mutex> Guard(Lock);
  Live()[Kind] += Change;
}

std::atomic<long> Bytes{0};  ///< of all buffers
std::atomic<long> Pinned{0}; ///< bytes of those on the host, at the moment
std::atomic<long> MostPinned{0};

/// Adds the time until it goes away to the time that was spent in calls: the
/// layer's own work is not that of its user.
struct Timer {
  const std::chrono::steady_clock::time_point Start =
      std::chrono::steady_clock::now();
  ~Timer() {
    Nanoseconds += std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::steady_clock::now() - Start)
                       .count();
  }
};

/// Where functions that create something write their error.
template <typename... Rest> cl_int *errorOf(cl_int *Error) { return Error; }
template <typename First, typename... Rest>
cl_int *errorOf(First, Rest... Arguments) {
  return errorOf(Arguments...);
}

/// The events that an enqueued command returns: the last argument.
template <typename Last> cl_event *eventOf(Last Argument) {
  if constexpr (std::is_same_v<Last, cl_event *>)
    return Argument;
  else
    return nullptr;
}
template <typename First, typename Second, typename... Rest>
cl_event *eventOf(First, Second Argument, Rest... Arguments) {
  return eventOf(Argument, Arguments...);
}

std::atomic<cl_device_info> FalseInfo{0}; ///< that devices answer 0 to

cl_int CL_API_CALL deviceInfo(cl_device_id Device, cl_device_info What,
                              size_t Size, void *Value, size_t *SizeRet) {
  const cl_int Status =
      OpenCL->clGetDeviceInfo(Device, What, Size, Value, SizeRet);
  if (Status == CL_SUCCESS && Value && What == FalseInfo)
    std::memset(Value, 0, Size);
  return Status;
}

/// What the event of a failed kernel has to say.
cl_int CL_API_CALL statusOf(cl_event Event, cl_event_info What, size_t Size,
                            void *Value, size_t *SizeRet) {
  const cl_int Status =
      OpenCL->clGetEventInfo(Event, What, Size, Value, SizeRet);
  if (Status == CL_SUCCESS && Event == BadEvent && Value &&
      What == CL_EVENT_COMMAND_EXECUTION_STATUS &&
      *static_cast<cl_int *>(Value) == CL_COMPLETE)
    *static_cast<cl_int *>(Value) = CL_OUT_OF_RESOURCES;
  return Status;
}

cl_int CL_API_CALL waitFor(cl_uint Count, const cl_event *Events) {
  const cl_int Status = OpenCL->clWaitForEvents(Count, Events);
  for (cl_uint I = 0; I != Count; ++I)
    if (Events[I] == BadEvent)
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return Status;
}

void CL_CALLBACK unpin(cl_mem, void *Size) {
  Pinned -= static_cast<long>(reinterpret_cast<uintptr_t>(Size));
}

cl_mem CL_API_CALL createBuffer(cl_context Context, cl_mem_flags Flags,
                                size_t Size, void *Host, cl_int *Error) {
  const cl_mem Buffer =
      OpenCL->clCreateBuffer(Context, Flags, Size, Host, Error);
  if (!Buffer)
    return Buffer;
  Bytes += static_cast<long>(Size);
  if (Flags & CL_MEM_ALLOC_HOST_PTR) {
    const long Now = Pinned += static_cast<long>(Size);
    for (long Most = MostPinned;
         Most < Now && !MostPinned.compare_exchange_weak(Most, Now);)
      ;
    OpenCL->clSetMemObjectDestructorCallback(Buffer, unpin,
                                             reinterpret_cast<void *>(Size));
  }
  return Buffer;
}

template <typename Member> struct Call;

/// A function that answers an error code.
template <typename... A> struct Call<cl_int(CL_API_CALL *)(A...)> {
  using Function = cl_int(CL_API_CALL *)(A...);

  template <Function cl_icd_dispatch::*Member, const char *Name>
  static cl_int CL_API_CALL plain(A... Arguments) {
    Timer T;
    if (fails(Name))
      return CL_OUT_OF_RESOURCES;
    const cl_int Status = (Next->*Member)(Arguments...);
    if constexpr (sizeof...(A) > 0)
      if (cl_event *Event = eventOf(Arguments...);
          Event && Status == CL_SUCCESS)
        count("event", 1);
    return Status;
  }

  /// Does its work whatever it answers.
  template <Function cl_icd_dispatch::*Member, const char *Name>
  static cl_int CL_API_CALL waiting(A... Arguments) {
    Timer T;
    const bool Fails = fails(Name);
    const cl_int Status = (Next->*Member)(Arguments...);
    return Fails ? CL_OUT_OF_RESOURCES : Status;
  }

  /// Puts a kernel into a queue, whose event may tell of a failure later.
  template <Function cl_icd_dispatch::*Member, const char *Name>
  static cl_int CL_API_CALL running(A... Arguments) {
    const cl_int Status = plain<Member, Name>(Arguments...);
    if (cl_event *Event = eventOf(Arguments...);
        Event && Status == CL_SUCCESS && --KernelsLeft == 0) {
      Next->clRetainEvent(*Event); // No other one gets its address.
      BadEvent = *Event;
    }
    return Status;
  }

  template <Function cl_icd_dispatch::*Member, const char *Kind, int Change>
  static cl_int CL_API_CALL referring(A... Arguments) {
    Timer T;
    const cl_int Status = (Next->*Member)(Arguments...);
    if (Status == CL_SUCCESS)
      count(Kind, Change);
    return Status;
  }
};

/// A function that answers an object.
template <typename R, typename... A> struct Call<R(CL_API_CALL *)(A...)> {
  using Function = R(CL_API_CALL *)(A...);

  /// A function that answers an address.
  template <Function cl_icd_dispatch::*Member, const char *Name>
  static R CL_API_CALL mapping(A... Arguments) {
    Timer T;
    if (!fails(Name))
      return (Next->*Member)(Arguments...);
    if (cl_int *Error = errorOf(Arguments...))
      *Error = CL_OUT_OF_RESOURCES;
    return nullptr;
  }

  template <Function cl_icd_dispatch::*Member, const char *Name,
            const char *Kind>
  static R CL_API_CALL creating(A... Arguments) {
    Timer T;
    if (fails(Name)) {
      if (cl_int *Error = errorOf(Arguments...))
        *Error = CL_OUT_OF_RESOURCES;
      return nullptr;
    }
    const R Object = (Next->*Member)(Arguments...);
    if (Object)
      count(Kind, 1);
    return Object;
  }
};

constexpr char Context[] = "context", Queue[] = "queue", Memory[] = "memory",
               Program[] = "program", Kernel[] = "kernel", Event[] = "event";

#define OURS(FUNCTION, WRAPPER, ...)                                           \
  {                                                                            \
    static constexpr char Name[] = #FUNCTION;                                  \
    using Type = decltype(cl_icd_dispatch::FUNCTION);                          \
    Ours.FUNCTION = &Call<Type>::template WRAPPER<&cl_icd_dispatch::FUNCTION,  \
                                                  __VA_ARGS__>;                \
    static_cast<void>(Name);                                                   \
  }

void replaceFunctions() {
  OURS(clGetPlatformIDs, plain, Name)
  OURS(clGetPlatformInfo, plain, Name)
  OURS(clGetDeviceIDs, plain, Name)
  OURS(clGetDeviceInfo, plain, Name)
  OURS(clCreateContext, creating, Name, Context)
  OURS(clRetainContext, referring, Context, 1)
  OURS(clReleaseContext, referring, Context, -1)
  OURS(clGetContextInfo, plain, Name)
  OURS(clCreateCommandQueue, creating, Name, Queue)
  OURS(clRetainCommandQueue, referring, Queue, 1)
  OURS(clReleaseCommandQueue, referring, Queue, -1)
  OURS(clGetCommandQueueInfo, plain, Name)
  OURS(clCreateBuffer, creating, Name, Memory)
  OURS(clCreateSubBuffer, creating, Name, Memory)
  OURS(clRetainMemObject, referring, Memory, 1)
  OURS(clReleaseMemObject, referring, Memory, -1)
  OURS(clGetMemObjectInfo, plain, Name)
  OURS(clCreateProgramWithSource, creating, Name, Program)
  OURS(clCreateProgramWithBinary, creating, Name, Program)
  OURS(clRetainProgram, referring, Program, 1)
  OURS(clReleaseProgram, referring, Program, -1)
  OURS(clBuildProgram, plain, Name)
  OURS(clGetProgramInfo, plain, Name)
  OURS(clGetProgramBuildInfo, plain, Name)
  OURS(clCreateKernel, creating, Name, Kernel)
  OURS(clRetainKernel, referring, Kernel, 1)
  OURS(clReleaseKernel, referring, Kernel, -1)
  OURS(clSetKernelArg, plain, Name)
  OURS(clGetKernelInfo, plain, Name)
  OURS(clGetKernelWorkGroupInfo, plain, Name)
  OURS(clWaitForEvents, waiting, Name)
  OURS(clGetEventInfo, plain, Name)
  OURS(clRetainEvent, referring, Event, 1)
  OURS(clReleaseEvent, referring, Event, -1)
  OURS(clGetEventProfilingInfo, plain, Name)
  OURS(clFlush, plain, Name)
  OURS(clFinish, waiting, Name)
  OURS(clEnqueueReadBuffer, plain, Name)
  OURS(clEnqueueWriteBuffer, plain, Name)
  OURS(clEnqueueCopyBuffer, plain, Name)
  OURS(clEnqueueCopyBufferRect, plain, Name)
  OURS(clEnqueueWriteBufferRect, plain, Name)
  OURS(clEnqueueFillBuffer, plain, Name)
  OURS(clEnqueueMapBuffer, mapping, Name)
  OURS(clEnqueueUnmapMemObject, plain, Name)
  OURS(clEnqueueNDRangeKernel, running, Name)
  OURS(clEnqueueMarkerWithWaitList, plain, Name)
  OURS(clEnqueueBarrierWithWaitList, plain, Name)
}

#undef OURS

long numberFrom(const char *Variable) {
  const char *Text = std::getenv(Variable);
  return Text ? std::atol(Text) : 0;
}

void writeLog() {
  std::FILE *Log = std::fopen(std::getenv("OPENCL_LAYER_LOG"), "w");
  if (!Log)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  std::fprintf(Log, "calls %ld\ntime %ld\n", Calls.load(), Nanoseconds / 1000);
  for (const auto &[Name, Number] : CallsByName())
    std::fprintf(Log, "call %s %ld\n", Name.c_str(), Number);
  for (const auto &[Kind, Number] : Live())
    std::fprintf(Log, "live %s %ld\n", Kind.c_str(), Number);
  std::fprintf(Log, "failed %s\n", Failed);
  std::fclose(Log);
}

} // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info Name, size_t Size,
                                               void *Value, size_t *SizeRet) {
  if (Name != CL_LAYER_API_VERSION)
    return CL_INVALID_VALUE;
  if (Value) {
    if (Size < sizeof(cl_layer_api_version))
      return CL_INVALID_VALUE;
    *static_cast<cl_layer_api_version *>(Value) = CL_LAYER_API_VERSION_100;
  }
  if (SizeRet)
    *SizeRet = sizeof(cl_layer_api_version);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint NumEntries,
                                            const cl_icd_dispatch *Target,
                                            cl_uint *NumEntriesRet,
                                            const cl_icd_dispatch **Layer) {
  if (NumEntries < sizeof(Ours) / sizeof(Ours.clGetPlatformIDs))
    return CL_INVALID_VALUE;
  OpenCL = Target;
  Watched = *Target;
  Watched.clGetDeviceInfo = deviceInfo;
  Watched.clGetEventInfo = statusOf;
  Watched.clWaitForEvents = waitFor;
  Watched.clCreateBuffer = createBuffer;
  Ours = *Target;
  replaceFunctions();
  if (const long Lose = numberFrom("OPENCL_LAYER_LOSE"))
    opencl_layer_fail(Lose, 1);
  else
    opencl_layer_fail(numberFrom("OPENCL_LAYER_FAIL"), 0);
  if (std::getenv("OPENCL_LAYER_LOG"))
    std::atexit(writeLog);
  *Layer = &Ours;
  *NumEntriesRet = sizeof(Ours) / sizeof(Ours.clGetPlatformIDs);
  return CL_SUCCESS;
}

void opencl_layer_fail(long At, int AllAfter) {
  Calls = 0;
  FailAt = At;
  FailAllAfter = AllAfter != 0;
}

void opencl_layer_deny(unsigned What) { FalseInfo = What; }

void opencl_layer_fail_kernel(long At) { KernelsLeft = At; }

long opencl_layer_calls(void) { return Calls; }

long opencl_layer_live(const char *Kind) {
  std::lock_guard<std::mutex> Guard(Lock);
  return Live()[Kind];
}

long opencl_layer_bytes(void) { return Bytes; }

long opencl_layer_most_pinned(void) { return MostPinned; }

long opencl_layer_time(void) { return Nanoseconds; }

const char *opencl_layer_failed(void) {
  std::lock_guard<std::mutex> Guard(Lock);
  return Failed;
}

} // extern "C"

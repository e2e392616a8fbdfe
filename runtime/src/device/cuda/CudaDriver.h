//===- CudaDriver.h - The functions of libcuda that are used -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of CUDA's driver interface that this back end calls, declared here:
/// no toolkit is needed to build or to run the runtime. The driver is loaded
/// when devices are looked for.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_CUDADRIVER_H
#define OMPSCAN_RT_DEVICE_CUDA_CUDADRIVER_H

#include "device/backend/DeviceError.h"
#include <cstddef>
#include <string>

namespace ompscan::rt::cuda {

using Result = int; ///< 0: success
using Device = int;
using Address = unsigned long long; ///< in the memory of a device
using Context = struct ContextObject *;
using Stream = struct StreamObject *;
using Event = struct EventObject *;
using Module = struct ModuleObject *;
using Function = struct FunctionObject *;
using Graph = struct GraphObject *;
using GraphNode = struct GraphNodeObject *;
using Library = struct LibraryObject *;
using GraphExec = struct GraphExecObject *; ///< one that can be launched

/// Values of a Result that the back end distinguishes.
enum : Result {
  Success = 0,
  OutOfMemory = 2,
  Deinitialized = 4,
  NoDevice = 100,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  UncorrectableEcc = 214,
  InvalidPtx = 218,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  ContextIsDestroyed = 709,
  LaunchFailed = 719,
};

/// Of devices.
enum Attribute : int {
  MaxThreadsPerBlock = 1,
  MaxSharedMemoryPerBlock = 8,
  MaxPitch = 11,
  MultiprocessorCount = 16,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
};
constexpr int FunctionMaxThreads = 0; ///< attribute of a function
/// Attributes of pointers: a MemoryType, the device's number, the allocation.
constexpr int PointerMemoryType = 2, PointerDevice = 9, PointerRangeBegin = 11,
              PointerRangeSize = 12;
constexpr unsigned StreamNonBlocking = 1;
constexpr unsigned EventWithoutTimes = 2;
constexpr unsigned HostMemoryPortable = 1;
/// Options of the compiler for PTX.
constexpr int JitErrorLog = 5, JitErrorLogSize = 6;
enum MemoryType : int { HostMemory = 1, DeviceMemory = 2 };

/// A copy of rows.
struct Copy2D {
  size_t FromX = 0, FromY = 0;
  MemoryType FromType = DeviceMemory;
  const void *FromHost = nullptr;
  Address FromDevice = 0;
  void *FromArray = nullptr;
  size_t FromPitch = 0;
  size_t ToX = 0, ToY = 0;
  MemoryType ToType = DeviceMemory;
  void *ToHost = nullptr;
  Address ToDevice = 0;
  void *ToArray = nullptr;
  size_t ToPitch = 0;
  size_t Width = 0, Height = 0; ///< bytes of a row, rows
};

/// An attribute of a launch.
struct LaunchAttribute {
  int Kind = 0;
  alignas(8) union {
    char Bytes[64];
    int Flag;
  } Value = {};
};
/// A kernel may begin before the one before it in the stream has ended.
constexpr int ProgrammaticSerialization = 6;

struct LaunchConfig {
  unsigned Groups[3];
  unsigned Group[3];
  unsigned SharedMemory; ///< bytes
  Stream Queue;
  const LaunchAttribute *Attributes;
  unsigned AttributeCount;
};

/// A kernel of a graph.
struct KernelNode {
  Function Kernel;
  unsigned Groups[3];
  unsigned Group[3];
  unsigned SharedMemory; ///< bytes
  void **Arguments;
  void **Extra;
};

/// Names and parameters of the functions.
#define OMPSCAN_CUDA_FUNCTIONS(DO)                                             \
  DO(cuInit, (unsigned))                                                       \
  DO(cuDriverGetVersion, (int *))                                              \
  DO(cuGetErrorName, (Result, const char **))                                  \
  DO(cuGetErrorString, (Result, const char **))                                \
  DO(cuDeviceGetCount, (int *))                                                \
  DO(cuDeviceGet, (Device *, int))                                             \
  DO(cuDeviceGetName, (char *, int, Device))                                   \
  DO(cuDeviceGetAttribute, (int *, Attribute, Device))                         \
  DO(cuDeviceTotalMem_v2, (size_t *, Device))                                  \
  DO(cuDeviceGetPCIBusId, (char *, int, Device))                               \
  DO(cuDevicePrimaryCtxRetain, (Context *, Device))                            \
  DO(cuCtxPushCurrent_v2, (Context))                                           \
  DO(cuCtxPopCurrent_v2, (Context *))                                          \
  DO(cuCtxGetDevice, (Device *))                                               \
  DO(cuPointerGetAttribute, (void *, int, Address))                            \
  DO(cuMemAlloc_v2, (Address *, size_t))                                       \
  DO(cuMemFree_v2, (Address))                                                  \
  DO(cuMemHostAlloc, (void **, size_t, unsigned))                              \
  DO(cuMemFreeHost, (void *))                                                  \
  DO(cuMemcpyHtoDAsync_v2, (Address, const void *, size_t, Stream))            \
  DO(cuMemcpyDtoHAsync_v2, (void *, Address, size_t, Stream))                  \
  DO(cuMemcpyDtoDAsync_v2, (Address, Address, size_t, Stream))                 \
  DO(cuMemcpy2DAsync_v2, (const Copy2D *, Stream))                             \
  DO(cuMemsetD8Async, (Address, unsigned char, size_t, Stream))                \
  DO(cuMemsetD16Async, (Address, unsigned short, size_t, Stream))              \
  DO(cuMemsetD32Async, (Address, unsigned, size_t, Stream))                    \
  DO(cuMemsetD2D32Async, (Address, size_t, unsigned, size_t, size_t, Stream))  \
  DO(cuStreamCreate, (Stream *, unsigned))                                     \
  DO(cuStreamDestroy_v2, (Stream))                                             \
  DO(cuStreamGetCtx, (Stream, Context *))                                      \
  DO(cuStreamSynchronize, (Stream))                                            \
  DO(cuStreamWaitEvent, (Stream, Event, unsigned))                             \
  DO(cuEventCreate, (Event *, unsigned))                                       \
  DO(cuEventDestroy_v2, (Event))                                               \
  DO(cuEventRecord, (Event, Stream))                                           \
  DO(cuEventQuery, (Event))                                                    \
  DO(cuEventSynchronize, (Event))                                              \
  DO(cuEventElapsedTime, (float *, Event, Event))                              \
  DO(cuModuleLoadDataEx, (Module *, const void *, unsigned, int *, void **))   \
  DO(cuModuleUnload, (Module))                                                 \
  DO(cuModuleGetFunction, (Function *, Module, const char *))                  \
  DO(cuModuleGetGlobal_v2, (Address *, size_t *, Module, const char *))        \
  DO(cuFuncGetAttribute, (int *, int, Function))                               \
  DO(cuLaunchKernel, (Function, unsigned, unsigned, unsigned, unsigned,        \
                      unsigned, unsigned, unsigned, Stream, void **, void **))

/// Names and parameters of functions that older drivers lack: null there.
#define OMPSCAN_CUDA_NEWER_FUNCTIONS(DO)                                       \
  DO(cuLibraryLoadData, (Library *, const void *, int *, void **, unsigned,    \
                         int *, void **, unsigned))                            \
  DO(cuLibraryUnload, (Library))                                               \
  DO(cuLaunchKernelEx, (const LaunchConfig *, Function, void **, void **))     \
  DO(cuGraphCreate, (Graph *, unsigned))                                       \
  DO(cuGraphAddKernelNode,                                                     \
     (GraphNode *, Graph, const GraphNode *, size_t, const KernelNode *))      \
  DO(cuGraphInstantiateWithFlags, (GraphExec *, Graph, unsigned long long))    \
  DO(cuGraphExecKernelNodeSetParams,                                           \
     (GraphExec, GraphNode, const KernelNode *))                               \
  DO(cuGraphLaunch, (GraphExec, Stream))                                       \
  DO(cuGraphExecDestroy, (GraphExec))                                          \
  DO(cuGraphDestroy, (Graph))

/// The functions of a loaded driver.
struct Driver {
// Parentheses around a list of parameters would be part of the declaration.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define OMPSCAN_CUDA_MEMBER(Name, Parameters) Result(*Name) Parameters;
  OMPSCAN_CUDA_FUNCTIONS(OMPSCAN_CUDA_MEMBER)
  OMPSCAN_CUDA_NEWER_FUNCTIONS(OMPSCAN_CUDA_MEMBER)
#undef OMPSCAN_CUDA_MEMBER
};

/// Loads libcuda.so.1. Returns null if there is none, with why in \p Problem.
const Driver *loadDriver(std::string &Problem);

/// The driver that is loaded.
const Driver &driver();

/// Loads the driver's compiler for PTX, which the driver does when it is first
/// needed. What the compiler has to destroy at exit is known then, before a
/// thread uses it.
void loadPtxCompiler();

/// The file of the driver that is loaded, whose name has its version:
/// "/usr/lib/x86_64-linux-gnu/libcuda.so.580.159.04". Empty if that is unknown.
std::string driverFile();

/// "CUDA_ERROR_OUT_OF_MEMORY (2)"
std::string errorName(Result Code);

/// The error of the seam for \p Code, the result of \p Call.
DeviceError deviceError(Result Code, const char *Call);

/// \throws DeviceError if \p Code is not that of success.
inline void check(Result Code, const char *Call) {
  if (Code != Success)
    throw deviceError(Code, Call);
}

/// Calls a function of the driver.
/// \throws DeviceError
#define OMPSCAN_CUDA(Name, ...)                                                \
  ::ompscan::rt::cuda::check(::ompscan::rt::cuda::driver().Name(__VA_ARGS__),  \
                             #Name)

/// The thread works in \p Current while this lives, whatever the program uses.
class ContextUse {
public:
  /// \throws DeviceError
  explicit ContextUse(Context Current) {
    OMPSCAN_CUDA(cuCtxPushCurrent_v2, Current);
  }
  ~ContextUse() {
    Context Previous;
    driver().cuCtxPopCurrent_v2(&Previous);
  }
  ContextUse(const ContextUse &) = delete;
};

} // namespace ompscan::rt::cuda

#endif // OMPSCAN_RT_DEVICE_CUDA_CUDADRIVER_H

//===- fake_cuda.cpp - A driver of CUDA without a GPU ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libcuda.so.1 for tests: the functions that the runtime calls, on the host's
// memory, which begins as zeros. Commands end at once. A launch of
// ompscan_for_each runs `y[i] = x[i] + 1` of int, whatever its PTX says; other
// kernels do nothing.
// Environment variables say what it is:
//
//   FAKE_CUDA_CAPABILITY  ten times the compute capability; default 90
//   FAKE_CUDA_PCI         the PCI address; default "0000:17:00.0"
//   FAKE_CUDA_INIT        the answer of cuInit
//   FAKE_CUDA_LOAD        the answer to PTX, of all that take it
//   FAKE_CUDA_MACHINE_CODE  that to machine code, of ptxas.sh
//   FAKE_CUDA_FAIL        the number of the call that fails, from 1; counted
//                         are the calls after cuInit that may fail
//   FAKE_CUDA_REFUSE      the name of a function whose calls all fail
//   FAKE_CUDA_CODE        what they answer; default 719
//   FAKE_CUDA_LOG         a file for the names of the calls
//   FAKE_CUDA_PTX         a file that gets the PTX that is assembled, each behind
//                         a line as in files of modules
//   FAKE_CUDA_HOLD        a file that threads besides the first one wait for
//                         before they assemble PTX; they make FILE.begun first
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaDriver.h"
#include "device/cuda/DependentLaunch.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>

using namespace ompscan::rt::cuda;

namespace {

int numberOf(const char *Variable, int Default) {
  const char *Text = std::getenv(Variable);
  return Text ? std::atoi(Text) : Default;
}

/// Notes a call, and says whether it fails. A command that has failed makes
/// every later call fail, as in a real context.
Result note(const char *Name) {
  static std::mutex Lock;
  static int Calls = 0;
  static Result Sticky = Success;
  const std::lock_guard<std::mutex> Guard(Lock);
  if (const char *Path = std::getenv("FAKE_CUDA_LOG"))
    if (std::FILE *Log = std::fopen(Path, "a")) {
      std::fprintf(Log, "%s\n", Name);
      std::fclose(Log);
    }
  if (Sticky != Success)
    return Sticky;
  const char *Refused = std::getenv("FAKE_CUDA_REFUSE");
  if (++Calls != numberOf("FAKE_CUDA_FAIL", 0) &&
      (!Refused || std::strcmp(Name, Refused) != 0))
    return Success;
  const Result Code = numberOf("FAKE_CUDA_CODE", LaunchFailed);
  if (Code >= IllegalAddress)
    Sticky = Code;
  return Code;
}

void *at(Address A) { return reinterpret_cast<void *>(A); }

template <typename T> T handle() {
  static int Object;
  return reinterpret_cast<T>(&Object);
}

/// A module: whether its kernels may be launched as dependent ones.
struct FakeModule {
  bool IsDependent;
};
FakeModule Modules[] = {{false}, {true}};

/// `y[i] = x[i] + 1`, of the arguments of ompscan_for_each: x and y with the
/// index of the element at the begin of each, the first value of i, the number
/// of iterations, and the first iteration of this launch.
void forEach(void **Arguments, uint64_t Items) {
  const auto Number = [&](int I) {
    int64_t N;
    std::memcpy(&N, Arguments[I], sizeof N);
    return N;
  };
  const int *const X = reinterpret_cast<const int *>(Number(0)) - Number(1);
  int *const Y = reinterpret_cast<int *>(Number(2)) - Number(3);
  const int64_t Lower = Number(4), Count = Number(5), First = Number(6);
  for (int64_t K = First; K < Count && K < First + int64_t(Items); ++K)
    Y[Lower + K] = X[Lower + K] + 1;
}

/// Waits as FAKE_CUDA_HOLD says.
void hold() {
  const char *const Path = std::getenv("FAKE_CUDA_HOLD");
  if (!Path || ::gettid() == ::getpid())
    return;
  if (std::FILE *Begun =
          std::fopen((std::string(Path) + ".begun").c_str(), "w"))
    std::fclose(Begun);
  while (::access(Path, F_OK) != 0)
    ::usleep(1000);
}

/// Assembles \p Ptx, once, as the driver keeps the machine code.
Result assemble(const std::string &Ptx) {
  static std::mutex Lock;
  static std::set<std::string> Kept;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    if (Kept.count(Ptx))
      return Success;
  }
  hold();
  const std::lock_guard<std::mutex> Guard(Lock);
  if (const char *Path = std::getenv("FAKE_CUDA_PTX"))
    if (std::FILE *File = std::fopen(Path, "a")) {
      std::fprintf(File, "// program loaded %zu\n%s", Ptx.size(), Ptx.c_str());
      std::fclose(File);
    }
  // The PTX of a real object begins so, that of kernels with asynchronous
  // copies by the version 7.0, and that for dependent launches by the last.
  if (Ptx.find(".version 6.0\n") == std::string::npos &&
      Ptx.find(".version 7.0\n") == std::string::npos &&
      Ptx.find(".version 7.8\n") == std::string::npos)
    return InvalidPtx;
  const Result Answer = numberOf("FAKE_CUDA_LOAD", Success);
  if (Answer == Success)
    Kept.insert(Ptx);
  return Answer;
}

void copyRows(const Copy2D &C) {
  for (size_t I = 0; I != C.Height; ++I)
    std::memcpy((C.ToType == HostMemory ? static_cast<char *>(C.ToHost)
                                        : static_cast<char *>(at(C.ToDevice))) +
                    I * C.ToPitch,
                (C.FromType == HostMemory
                     ? static_cast<const char *>(C.FromHost)
                     : static_cast<const char *>(at(C.FromDevice))) +
                    I * C.FromPitch,
                C.Width);
}

} // namespace

#define FUNCTION extern "C" __attribute__((visibility("default"))) Result
#define NOTE                                                                   \
  if (const Result Failed = note(__func__))                                    \
  return Failed

FUNCTION cuInit(unsigned) { return numberOf("FAKE_CUDA_INIT", Success); }
FUNCTION cuDriverGetVersion(int *Version) {
  *Version = 12040;
  return Success;
}
FUNCTION cuGetErrorName(Result Code, const char **Name) {
  switch (Code) {
  case OutOfMemory:
    *Name = "CUDA_ERROR_OUT_OF_MEMORY";
    return Success;
  case UnsupportedPtxVersion:
    *Name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
    return Success;
  case LaunchFailed:
    *Name = "CUDA_ERROR_LAUNCH_FAILED";
    return Success;
  }
  *Name = nullptr;
  return 1;
}
FUNCTION cuGetErrorString(Result, const char **Text) {
  *Text = nullptr;
  return 1;
}
FUNCTION cuDeviceGetCount(int *Count) {
  *Count = 1;
  return Success;
}
FUNCTION cuDeviceGet(Device *D, int) {
  *D = 0;
  return Success;
}
FUNCTION cuDeviceGetName(char *Name, int Size, Device) {
  std::snprintf(Name, static_cast<size_t>(Size), "Fake GPU");
  return Success;
}
FUNCTION cuDeviceGetAttribute(int *Value, Attribute What, Device) {
  const int Capability = numberOf("FAKE_CUDA_CAPABILITY", 90);
  switch (What) {
  case MaxThreadsPerBlock:
    *Value = 1024;
    return Success;
  case MaxSharedMemoryPerBlock:
    *Value = 48 << 10;
    return Success;
  case MaxPitch:
    *Value = 1 << 30;
    return Success;
  case MultiprocessorCount:
    *Value = 2;
    return Success;
  case ComputeCapabilityMajor:
    *Value = Capability / 10;
    return Success;
  case ComputeCapabilityMinor:
    *Value = Capability % 10;
    return Success;
  }
  return 1;
}
FUNCTION cuDeviceTotalMem_v2(size_t *Size, Device) {
  *Size = size_t(1) << 30;
  return Success;
}
FUNCTION cuDeviceGetPCIBusId(char *Text, int Size, Device) {
  const char *Address = std::getenv("FAKE_CUDA_PCI");
  std::snprintf(Text, static_cast<size_t>(Size), "%s",
                Address ? Address : "0000:17:00.0");
  return Success;
}
FUNCTION cuDevicePrimaryCtxRetain(Context *C, Device) {
  NOTE;
  *C = handle<Context>();
  return Success;
}
FUNCTION cuCtxPushCurrent_v2(Context) { return Success; }
FUNCTION cuCtxPopCurrent_v2(Context *C) {
  *C = nullptr;
  return Success;
}
FUNCTION cuCtxGetDevice(Device *D) {
  *D = 0;
  return Success;
}
FUNCTION cuStreamGetCtx(Stream S, Context *C) {
  // A test has no other way to get a stream of another context.
  static int Other;
  *C = S ? handle<Context>() : reinterpret_cast<Context>(&Other);
  return Success;
}
/// Of an allocation of 1,000 bytes at any address but those below 4,096.
FUNCTION cuPointerGetAttribute(void *Value, int What, Address A) {
  if (A < 4096)
    return 1;
  const Address Size = 1000;
  std::memcpy(Value, What == PointerRangeSize ? &Size : &A, sizeof A);
  return Success;
}
FUNCTION cuMemAlloc_v2(Address *A, size_t Size) {
  NOTE;
  void *const Begin = std::aligned_alloc(256, (Size + 255) & ~255u);
  if (!Begin)
    return OutOfMemory;
  std::memset(Begin, 0, Size);
  *A = reinterpret_cast<Address>(Begin);
  return Success;
}
FUNCTION cuMemFree_v2(Address A) {
  std::free(at(A));
  return Success;
}
FUNCTION cuMemHostAlloc(void **Begin, size_t Size, unsigned) {
  NOTE;
  *Begin = std::malloc(Size);
  return Success;
}
FUNCTION cuMemFreeHost(void *Begin) {
  std::free(Begin);
  return Success;
}
FUNCTION cuMemcpyHtoDAsync_v2(Address To, const void *From, size_t Size,
                              Stream) {
  NOTE;
  std::memcpy(at(To), From, Size);
  return Success;
}
FUNCTION cuMemcpyDtoHAsync_v2(void *To, Address From, size_t Size, Stream) {
  NOTE;
  std::memcpy(To, at(From), Size);
  return Success;
}
FUNCTION cuMemcpyDtoDAsync_v2(Address To, Address From, size_t Size, Stream) {
  NOTE;
  std::memmove(at(To), at(From), Size);
  return Success;
}
FUNCTION cuMemcpy2DAsync_v2(const Copy2D *C, Stream) {
  NOTE;
  copyRows(*C);
  return Success;
}
FUNCTION cuMemsetD8Async(Address A, unsigned char Value, size_t Count, Stream) {
  NOTE;
  std::memset(at(A), Value, Count);
  return Success;
}
FUNCTION cuMemsetD16Async(Address A, unsigned short Value, size_t Count,
                          Stream) {
  NOTE;
  for (size_t I = 0; I != Count; ++I)
    static_cast<unsigned short *>(at(A))[I] = Value;
  return Success;
}
FUNCTION cuMemsetD32Async(Address A, unsigned Value, size_t Count, Stream) {
  NOTE;
  for (size_t I = 0; I != Count; ++I)
    static_cast<unsigned *>(at(A))[I] = Value;
  return Success;
}
FUNCTION cuMemsetD2D32Async(Address A, size_t Pitch, unsigned Value,
                            size_t Width, size_t Height, Stream) {
  NOTE;
  for (size_t Y = 0; Y != Height; ++Y)
    for (size_t X = 0; X != Width; ++X)
      static_cast<unsigned *>(at(A + Y * Pitch))[X] = Value;
  return Success;
}
FUNCTION cuStreamCreate(Stream *S, unsigned) {
  NOTE;
  *S = handle<Stream>();
  return Success;
}
FUNCTION cuStreamDestroy_v2(Stream) { return Success; }
FUNCTION cuStreamSynchronize(Stream) {
  NOTE;
  return Success;
}
FUNCTION cuStreamWaitEvent(Stream, Event, unsigned) {
  NOTE;
  return Success;
}
FUNCTION cuEventCreate(Event *E, unsigned) {
  NOTE;
  *E = handle<Event>();
  return Success;
}
FUNCTION cuEventDestroy_v2(Event) { return Success; }
FUNCTION cuEventRecord(Event, Stream) {
  NOTE;
  return Success;
}
FUNCTION cuEventQuery(Event) {
  NOTE;
  return Success;
}
FUNCTION cuEventSynchronize(Event) {
  NOTE;
  return Success;
}
FUNCTION cuEventElapsedTime(float *Time, Event, Event) {
  NOTE;
  *Time = 0.5f;
  return Success;
}
FUNCTION cuModuleLoadDataEx(Module *M, const void *Code, unsigned, int *,
                            void **) {
  const std::string Text = static_cast<const char *>(Code);
  const bool IsMachineCode = Text.rfind("machine code", 0) == 0;
  const std::string Kind =
      IsMachineCode ? Text.substr(0, Text.find('\n')) : "PTX";
  if (const Result R = note(("cuModuleLoadDataEx: " + Kind).c_str()))
    return R;
  const bool IsDependent =
      Text.find(ompscan::rt::DependentLaunchMark) != std::string::npos;
  *M = reinterpret_cast<Module>(&Modules[IsDependent]);
  return IsMachineCode ? numberOf("FAKE_CUDA_MACHINE_CODE", Success)
                       : assemble(Text);
}
FUNCTION cuLibraryLoadData(Library *L, const void *Code, int *, void **,
                           unsigned, int *, void **, unsigned) {
  NOTE;
  *L = handle<Library>();
  return assemble(static_cast<const char *>(Code));
}
FUNCTION cuLibraryUnload(Library) { return Success; }
FUNCTION cuModuleUnload(Module) { return Success; }
FUNCTION cuModuleGetFunction(Function *F, Module, const char *Name) {
  NOTE;
  *F =
      std::strcmp(Name, "ompscan_for_each") == 0 ? handle<Function>() : nullptr;
  return Success;
}
FUNCTION cuModuleGetGlobal_v2(Address *A, size_t *Size, Module M,
                              const char *Name) {
  NOTE;
  if (!reinterpret_cast<FakeModule *>(M)->IsDependent ||
      std::strcmp(Name, ompscan::rt::DependentLaunchMark) != 0)
    return NotFound;
  *A = 0;
  *Size = 1;
  return Success;
}
FUNCTION cuFuncGetAttribute(int *Value, int, Function) {
  NOTE;
  *Value = 1024;
  return Success;
}
FUNCTION cuLaunchKernel(Function F, unsigned X, unsigned, unsigned,
                        unsigned Size, unsigned, unsigned, unsigned, Stream,
                        void **Arguments, void **) {
  NOTE;
  if (F)
    forEach(Arguments, uint64_t(X) * Size);
  return Success;
}
FUNCTION cuLaunchKernelEx(const LaunchConfig *Config, Function F,
                          void **Arguments, void **) {
  NOTE;
  if (F)
    forEach(Arguments, uint64_t(Config->Groups[0]) * Config->Group[0]);
  return Success;
}
// A graph is a list of functions; none of the tests looks at what it does.
FUNCTION cuGraphCreate(Graph *G, unsigned) {
  NOTE;
  *G = handle<Graph>();
  return Success;
}
FUNCTION cuGraphAddKernelNode(GraphNode *N, Graph, const GraphNode *, size_t,
                              const KernelNode *) {
  NOTE;
  *N = handle<GraphNode>();
  return Success;
}
FUNCTION cuGraphInstantiateWithFlags(GraphExec *G, Graph, unsigned long long) {
  NOTE;
  *G = handle<GraphExec>();
  return Success;
}
FUNCTION cuGraphExecKernelNodeSetParams(GraphExec, GraphNode,
                                        const KernelNode *) {
  NOTE;
  return Success;
}
FUNCTION cuGraphLaunch(GraphExec, Stream) {
  NOTE;
  return Success;
}
FUNCTION cuGraphExecDestroy(GraphExec) { return Success; }
FUNCTION cuGraphDestroy(Graph) { return Success; }

//===- Device.cpp - OpenCL devices ----------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "BuildProgram.h"
#include "Failure.h"
#include "ProcessEnd.h"
#include "SelfTest.h"
#include "ompscan/abi.h"
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ompscan {

const char *typeName(cl_device_type Type) {
  if (Type & CL_DEVICE_TYPE_GPU)
    return "GPU";
  if (Type & CL_DEVICE_TYPE_CPU)
    return "CPU";
  return Type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "other";
}

int rank(cl_device_type Type) {
  if (Type & CL_DEVICE_TYPE_GPU)
    return 0;
  return Type & CL_DEVICE_TYPE_CPU ? 1 : 2;
}

std::string labelOf(const DeviceInfo &D) {
  return D.Name + " (" + typeName(D.Type) + ")";
}

namespace {

/// "0: NVIDIA H200 (GPU), 1: ..."
std::string list(const std::vector<DeviceInfo> &Devices) {
  std::string Text;
  for (size_t I = 0; I != Devices.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(I) + ": " + labelOf(Devices[I]);
  return Text;
}

/// The devices that OMPSCAN_DEVICE names.
std::vector<size_t> matches(const std::vector<DeviceInfo> &Devices,
                            const std::string &Pattern) {
  const std::string Wanted = toLower(Pattern);
  const bool IsType =
      Wanted == "gpu" || Wanted == "cpu" || Wanted == "accelerator";
  std::vector<size_t> Found;
  for (size_t I = 0; I != Devices.size(); ++I)
    if (IsType ? toLower(typeName(Devices[I].Type)) == Wanted
               : toLower(Devices[I].Name).find(Wanted) != std::string::npos)
      Found.push_back(I);
  return Found;
}

[[noreturn]] void noSuchDevice(const std::vector<DeviceInfo> &Devices,
                               const std::string &Origin) {
  throw Failure(Origin + " names no device of this machine, which has " +
                list(Devices));
}

size_t numbered(const std::vector<DeviceInfo> &Devices, int64_t Number,
                const std::string &Origin) {
  if (Number >= 0 && static_cast<uint64_t>(Number) < Devices.size())
    return static_cast<size_t>(Number);
  noSuchDevice(Devices, Origin);
}

/// The first of \p Candidates that is of a type.
std::optional<size_t> firstOf(const std::vector<DeviceInfo> &Devices,
                              const std::vector<size_t> &Candidates,
                              cl_device_type Type) {
  for (size_t I : Candidates)
    if (Devices[I].Type & Type)
      return I;
  return std::nullopt;
}

} // namespace

size_t chooseDevice(const std::vector<DeviceInfo> &Devices, int64_t Request,
                    const Environment &E) {
  const bool IsType =
      Request == OMPSCAN_DEVICE_GPU || Request == OMPSCAN_DEVICE_CPU;
  const cl_device_type Type =
      Request == OMPSCAN_DEVICE_GPU ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;

  // The environment is for the person who runs the program, and has the last
  // word. Among several devices that it names, the source may choose.
  if (!E.Device.empty()) {
    const std::vector<size_t> Candidates = matches(Devices, E.Device);
    if (Candidates.empty())
      noSuchDevice(Devices, "OMPSCAN_DEVICE=" + E.Device);
    if (IsType)
      return firstOf(Devices, Candidates, Type).value_or(Candidates.front());
    return Candidates.front();
  }

  if (IsType) {
    std::vector<size_t> All(Devices.size());
    std::iota(All.begin(), All.end(), size_t(0));
    if (const std::optional<size_t> Found = firstOf(Devices, All, Type))
      return *Found;
    noSuchDevice(Devices, std::string("device(") + typeName(Type) + ")");
  }
  if (Request >= 0)
    return numbered(Devices, Request,
                    "device(" + std::to_string(Request) + ")");
  if (Request != OMPSCAN_DEVICE_DEFAULT)
    throw Failure("device(" + std::to_string(Request) +
                  ") is no device number");
  if (E.DefaultDevice)
    return numbered(Devices, *E.DefaultDevice,
                    "OMP_DEFAULT_DEVICE=" + std::to_string(*E.DefaultDevice));
  return 0;
}

namespace {

DeviceKind kindOf(const cl::Device &D) {
  return deviceKind(
      cl::Platform(D.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>(),
      D.getInfo<CL_DRIVER_VERSION>());
}

/// By the extension cl_nv_device_attribute_query.
uint32_t computeCapabilityOf(const cl::Device &D) {
  constexpr cl_device_info MajorNv = 0x4000, MinorNv = 0x4001;
  cl_uint Major = 0, Minor = 0;
  if (clGetDeviceInfo(D(), MajorNv, sizeof Major, &Major, nullptr) ||
      clGetDeviceInfo(D(), MinorNv, sizeof Minor, &Minor, nullptr))
    return 0;
  return 10 * Major + Minor;
}

} // namespace

Device::Device(const cl::Device &Handle)
    : Device(Handle, cl::Context(), cl::CommandQueue()) {}

Device::Device(const cl::Device &Handle, cl::Context Context,
               cl::CommandQueue Queue)
    : Handle(Handle), Memory(Handle.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()),
      TakesTimes(environment().takesTimes() &&
                 (!Queue() || (Queue.getInfo<CL_QUEUE_PROPERTIES>() &
                               CL_QUEUE_PROFILING_ENABLE))),
      Kind(kindOf(Handle)),
      ComputeCapability(Kind == DeviceKind::Nvidia ? computeCapabilityOf(Handle)
                                                   : 0),
      Context(std::move(Context)), OwnQueue(std::move(Queue)),
      Pool(environment().PoolLimit.value_or(Memory / 16),
           [this](bool NeedsAll) { return Unfinished.reclaim(NeedsAll); }),
      Pinned(
          transferRules(Handle.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU,
                        Kind == DeviceKind::Oclgrind)),
      Data(*this), Unfinished(*this) {
  Info = {Handle.getInfo<CL_DEVICE_NAME>(), Handle.getInfo<CL_DEVICE_TYPE>()};
  RunsInCaller = (Kind == DeviceKind::Pocl || Kind == DeviceKind::Pocl4To6) &&
                 (Info.Name.rfind("basic", 0) == 0 ||
                  Info.Name.rfind("cpu-minimal", 0) == 0);
  ShowsFailures = Kind == DeviceKind::Nvidia && !hasOwnQueue();
  Limits.IsCpu = Info.Type & CL_DEVICE_TYPE_CPU;
  Limits.MaxGroup = Handle.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  const auto MaxItems = Handle.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  if (!MaxItems.empty())
    Limits.MaxGroup = std::min<uint64_t>(Limits.MaxGroup, MaxItems[0]);
  Limits.LocalMemory = Handle.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  Units = Handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  MaxBuffer = Handle.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const std::string Extensions =
      " " + Handle.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
  Fp64 = Extensions.find(" cl_khr_fp64 ") != std::string::npos;
  BuildOptions = "-cl-std=CL1.2 -w"; // Nobody reads its warnings.
  if (Handle.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() &
      CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
    BuildOptions += " -cl-fp32-correctly-rounded-divide-sqrt";
}

const cl::Context &Device::context() {
  ContextMade([this] {
    if (!Context())
      Context = cl::Context(Handle);
  });
  return Context;
}

bool Device::canChain() {
  ChainTested([this] {
    const cl::Context &C = context();
    Chainable = passesTest(Handle, "chaining", [&] {
      return testChaining(C, Handle, Limits, Kind);
    });
  });
  return Chainable;
}

const TunedShapes &Device::shapes() {
  ShapesLoaded([this] { Shapes = TunedShapes::load(Handle); });
  return Shapes;
}

KernelLease Device::kernels(const ProgramText &Source, const Plan &Wanted,
                            uint64_t ItemSize,
                            const std::vector<std::string> *Names) {
  return Programs.get(
      {context(), Handle, Source, BuildOptions, ItemSize, Names}, Wanted);
}

cl::CommandQueue Device::takeQueue() {
  if (OwnQueue())
    return OwnQueue;
  const cl::Context &C = context();
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!IdleQueues.empty()) {
      cl::CommandQueue Queue = std::move(IdleQueues.back());
      IdleQueues.pop_back();
      return Queue;
    }
  }
  return cl::CommandQueue(C, Handle,
                          takesTimes() ? CL_QUEUE_PROFILING_ENABLE : 0);
}

void Device::giveBack(cl::CommandQueue Queue) {
  if (OwnQueue())
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  IdleQueues.push_back(std::move(Queue));
}

namespace {

/// "OpenCL 1.2 ..." -> 102
int versionOf(const cl::Device &D) {
  int Major = 0, Minor = 0;
  const std::string Text = D.getInfo<CL_DEVICE_VERSION>();
  return std::sscanf(Text.c_str(), "OpenCL %d.%d", &Major, &Minor) == 2
             ? 100 * Major + Minor
             : 0;
}

/// Why loops cannot run on \p D; empty if they can.
std::string whyUnusable(const cl::Device &D) {
  const std::string Name = D.getInfo<CL_DEVICE_NAME>();
  if (!D.getInfo<CL_DEVICE_AVAILABLE>() ||
      !D.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
    return Name + " is not available, or its driver has no compiler";
  if (versionOf(D) < 102)
    return Name + " has no OpenCL 1.2 but " + D.getInfo<CL_DEVICE_VERSION>();
  return "";
}

/// Tells a process from its forked children without asking the system.
class ForkMark {
public:
  ForkMark() {
#ifdef MADV_WIPEONFORK
    const auto Size = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    void *Page = ::mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Page == MAP_FAILED)
      return;
    if (::madvise(Page, Size, MADV_WIPEONFORK) == 0)
      *(Mark = static_cast<volatile char *>(Page)) = 1; // Children find 0.
    else
      ::munmap(Page, Size);
#endif
  }
  bool isChild() const { return Mark ? *Mark == 0 : Owner != ::getpid(); }

private:
  const pid_t Owner = ::getpid();
  volatile char *Mark = nullptr;
};

struct Discovery {
  std::vector<std::unique_ptr<Device>> Devices;
  std::vector<DeviceInfo> Infos; ///< of the devices
  std::string Problem;           ///< why there is no device
  const ForkMark Mark;

  Discovery() {
    std::vector<cl::Platform> Platforms;
    try {
      cl::Platform::get(&Platforms);
    } catch (const cl::Error &E) {
      // The loader's way to say that there is none.
      if (E.err() != CL_PLATFORM_NOT_FOUND_KHR && E.err() != CL_INVALID_VALUE)
        Problem = describe(E);
    }
    if (Platforms.empty()) {
      Problem = "no OpenCL platform found (is an OpenCL driver installed? see "
                "clinfo)" +
                (Problem.empty() ? "" : ": " + Problem);
      return;
    }
    for (const cl::Platform &P : Platforms)
      addDevicesOf(P);
    for (const auto &D : Devices)
      Infos.push_back(D->info());
    waitForUsersAtExit();
    if (Devices.empty())
      Problem =
          "no usable OpenCL device found" +
          (Problem.empty() ? std::string(" (see clinfo)") : ": " + Problem);
  }

private:
  void add(std::unique_ptr<Device> D) {
    const auto Place = std::upper_bound(
        Devices.begin(), Devices.end(), D, [](const auto &A, const auto &B) {
          return rank(A->info().Type) < rank(B->info().Type);
        });
    Devices.insert(Place, std::move(D));
  }

  /// A broken platform or device must not hide the others.
  void addDevicesOf(const cl::Platform &P) {
    std::vector<cl::Device> Handles;
    try {
      P.getDevices(CL_DEVICE_TYPE_ALL, &Handles);
    } catch (const cl::Error &E) {
      Problem = describe(E);
    }
    for (const cl::Device &D : Handles)
      try {
        if (std::string Reason = whyUnusable(D); !Reason.empty())
          Problem = std::move(Reason);
        else
          add(std::make_unique<Device>(D));
      } catch (const cl::Error &E) {
        Problem = describe(E);
      }
  }
};

/// Never destroyed: a driver may be unloaded before static objects are, and
/// loops may run while they are destroyed.
const Discovery &discovery() {
  static const Discovery &Found = *new Discovery;
  if (Found.Mark.isChild()) {
    constexpr char Cause[] =
        "the process is the child of one that had begun to use OpenCL, whose "
        "drivers do not outlive a fork; a child that calls exec can use it";
    if (isAnythingPresent())
      throw Unrecoverable(std::string(Cause) +
                          " (and what was mapped on a device is out of reach)");
    throw Failure(Cause);
  }
  return Found;
}

/// Queues of the program, as devices. Their numbers come after those of the
/// machine's devices, and are not used again.
struct Attachments {
  std::mutex Lock;
  std::vector<std::shared_ptr<Device>> Devices;
};

/// Never destroyed, as above.
Attachments &attachments() {
  static Attachments &A = *new Attachments;
  return A;
}

/// The attached device \p Number; the list is locked.
std::shared_ptr<Device> &attachment(Attachments &A, int64_t Number) {
  const int64_t Own = static_cast<int64_t>(discovery().Devices.size());
  if (Number < Own || static_cast<uint64_t>(Number - Own) >= A.Devices.size() ||
      !A.Devices[static_cast<size_t>(Number - Own)])
    throw Failure("device " + std::to_string(Number) +
                  " is no attached queue (ompscan_attach_queue), or not any "
                  "more");
  return A.Devices[static_cast<size_t>(Number - Own)];
}

} // namespace

const std::vector<std::unique_ptr<Device>> &allDevices() {
  const Discovery &Found = discovery();
  if (Found.Devices.empty())
    throw Failure(Found.Problem);
  return Found.Devices;
}

bool hasDevices() {
  if (!discovery().Devices.empty())
    return true;
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return !A.Devices.empty();
}

size_t countDevices() {
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return Own + A.Devices.size();
}

std::shared_ptr<Device> deviceNumbered(int64_t Number) {
  const auto &Own = discovery().Devices;
  if (Number < 0)
    return nullptr;
  const auto Index = static_cast<uint64_t>(Number);
  if (Index < Own.size())
    return {std::shared_ptr<void>(), Own[Index].get()}; // Lives for ever.
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return Index - Own.size() < A.Devices.size() ? A.Devices[Index - Own.size()]
                                               : nullptr;
}

std::shared_ptr<Device> deviceFor(int64_t Request) {
  const Discovery &Found = discovery();
  const auto Own = static_cast<int64_t>(Found.Devices.size());
  if (Request >= Own) {
    Attachments &A = attachments();
    std::lock_guard<std::mutex> Guard(A.Lock);
    if (Request - Own < static_cast<int64_t>(A.Devices.size()))
      return attachment(A, Request);
  }
  if (Found.Devices.empty())
    throw Failure(Found.Problem);
  Device *D =
      Found.Devices[chooseDevice(Found.Infos, Request, environment())].get();
  return {std::shared_ptr<void>(), D}; // Lives for ever.
}

std::shared_ptr<Device> deviceIfAny(int64_t Request) noexcept {
  try {
    return deviceFor(Request);
  } catch (...) {
    return nullptr;
  }
}

std::string withDevice(std::string Cause, const Device *D) {
  if (D && Cause.find(D->info().Name) == std::string::npos)
    Cause += ", on " + D->info().Name;
  return Cause;
}

int64_t attachQueue(const cl::Context &Context, const cl::CommandQueue &Queue) {
  if (Queue.getInfo<CL_QUEUE_CONTEXT>()() != Context())
    throw Failure("the queue belongs to another context");
  if (Queue.getInfo<CL_QUEUE_PROPERTIES>() &
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    throw Failure("the queue runs commands out of order; make one that does "
                  "not");
  const cl::Device Handle = Queue.getInfo<CL_QUEUE_DEVICE>();
  if (const std::string Problem = whyUnusable(Handle); !Problem.empty())
    throw Failure(Problem);
  auto D = std::make_shared<Device>(Handle, Context, Queue);
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  A.Devices.push_back(std::move(D));
  return static_cast<int64_t>(Own + A.Devices.size() - 1);
}

void detachQueue(int64_t Number) {
  std::shared_ptr<Device> D; // Goes when the list is free again.
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  D.swap(attachment(A, Number));
}

} // namespace ompscan

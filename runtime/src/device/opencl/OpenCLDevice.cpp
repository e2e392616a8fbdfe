//===- OpenCLDevice.cpp - OpenCL devices ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/OpenCLDevice.h"
#include "device/backend/BuildLog.h"
#include "device/backend/DeviceError.h"
#include "device/backend/PtxText.h"
#include "device/opencl/BuildProgram.h"
#include "device/opencl/DeviceSelfTest.h"
#include "device/opencl/OpenCLQueue.h"
#include "device/opencl/Spirv.h"
#include "report/Report.h"
#include "support/Environment.h"
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace ompscan::rt {

namespace {

/// "OpenCL 1.2 ..." -> 102
int versionOf(const cl::Device &D) {
  int Major = 0, Minor = 0;
  const std::string Text = D.getInfo<CL_DEVICE_VERSION>();
  return std::sscanf(Text.c_str(), "OpenCL %d.%d", &Major, &Minor) == 2
             ? 100 * Major + Minor
             : 0;
}

cl::Platform platformOf(const cl::Device &D) {
  return cl::Platform(D.getInfo<CL_DEVICE_PLATFORM>());
}

DeviceType typeOf(const cl::Device &D) {
  const cl_device_type Type = D.getInfo<CL_DEVICE_TYPE>();
  if (Type & CL_DEVICE_TYPE_GPU)
    return DeviceType::Gpu;
  if (Type & CL_DEVICE_TYPE_CPU)
    return DeviceType::Cpu;
  return Type & CL_DEVICE_TYPE_ACCELERATOR ? DeviceType::Accelerator
                                           : DeviceType::Other;
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

/// "0000:17:00.0", by cl_khr_pci_bus_info or cl_nv_device_attribute_query; or
/// empty. The three lowest bits of a slot of the latter are the function.
std::string pciAddressOf(const cl::Device &D) {
  constexpr cl_device_info BusInfo = 0x410F, BusNv = 0x4008, SlotNv = 0x4009,
                           DomainNv = 0x400A;
  struct {
    cl_uint Domain, Bus, Device, Function;
  } At = {};
  if (clGetDeviceInfo(D(), BusInfo, sizeof At, &At, nullptr)) {
    cl_uint Slot = 0;
    if (clGetDeviceInfo(D(), BusNv, sizeof At.Bus, &At.Bus, nullptr) ||
        clGetDeviceInfo(D(), SlotNv, sizeof Slot, &Slot, nullptr))
      return "";
    // Older drivers do not know the domain.
    if (clGetDeviceInfo(D(), DomainNv, sizeof At.Domain, &At.Domain, nullptr))
      At.Domain = 0;
    At.Device = Slot >> 3;
    At.Function = Slot & 7;
  }
  char Text[48];
  std::snprintf(Text, sizeof Text, "%04x:%02x:%02x.%x", At.Domain, At.Bus,
                At.Device, At.Function);
  return Text;
}

/// The driver's answer to \p What, or \p Instead if that is 0, which OpenCL
/// does not allow.
template <cl_uint What>
uint64_t positive(const cl::Device &D, uint64_t Instead) {
  const uint64_t Answer = D.getInfo<What>();
  return Answer ? Answer : Instead;
}

/// The least size of the largest buffer of a device with the full profile.
constexpr uint64_t LeastMaxBuffer = 32 << 20;

DeviceProperties propertiesOf(const cl::Device &D,
                              const cl::CommandQueue &OwnQueue) {
  DeviceProperties P;
  const std::string Platform = platformOf(D).getInfo<CL_PLATFORM_NAME>();
  P.Kind = driverKind(Platform, D.getInfo<CL_DRIVER_VERSION>());
  const bool IsPocl =
      P.Kind == DriverKind::Pocl || P.Kind == DriverKind::Pocl4To6;
  P.Info = {D.getInfo<CL_DEVICE_NAME>(), typeOf(D), /*IsHost=*/false,
            "OpenCL, " + (IsPocl ? "PoCL" : Platform)};
  P.Limits.IsCpu = D.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU;
  P.Limits.MaxGroup = positive<CL_DEVICE_MAX_WORK_GROUP_SIZE>(D, 1);
  if (const auto MaxItems = D.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
      !MaxItems.empty())
    P.Limits.MaxGroup = std::clamp<uint64_t>(MaxItems[0], 1, P.Limits.MaxGroup);
  P.Limits.LocalMemory = D.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  P.MaxBuffer = positive<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(D, LeastMaxBuffer);
  P.Memory = positive<CL_DEVICE_GLOBAL_MEM_SIZE>(D, P.MaxBuffer);
  P.Units = static_cast<uint32_t>(positive<CL_DEVICE_MAX_COMPUTE_UNITS>(D, 1));
  const std::string Extensions = " " + D.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
  P.HasFp64 = Extensions.find(" cl_khr_fp64 ") != std::string::npos;
  P.TakesSpirv = takesSpirv(D);
  P.UsesHostMemory = P.Limits.IsCpu;
  P.HasOwnQueue = OwnQueue() != nullptr;
  P.CanTakeTimes = !P.HasOwnQueue || (OwnQueue.getInfo<CL_QUEUE_PROPERTIES>() &
                                      CL_QUEUE_PROFILING_ENABLE);
  P.ShowsFailures = P.Kind == DriverKind::Nvidia && !P.HasOwnQueue;
  // PoCL before version 6 counts the uses of a kernel that runs in a small and
  // in a large grid at a time as those of one (pocl_release_dlhandle_cache),
  // and ends the program. Its kernels have all cores each.
  P.NeedsOneQueue = IsPocl;
  // Several threads that share a queue of these wait for each other for ever
  // (PoCL 3.1).
  P.RunsInCaller =
      P.NeedsOneQueue && (P.Info.Name.rfind("basic", 0) == 0 ||
                          P.Info.Name.rfind("cpu-minimal", 0) == 0);
  if (P.Kind == DriverKind::Nvidia) {
    P.ComputeCapability = computeCapabilityOf(D);
    P.PciAddress = pciAddressOf(D);
    P.TakesPtxToo = D.getInfo<CL_DEVICE_ADDRESS_BITS>() == 64;
  }
  return P;
}

class OpenCLProgram : public DeviceProgram {
public:
  OpenCLProgram(cl::Program Handle, cl::Device Device, DriverKind Kind)
      : Handle(std::move(Handle)), Device(std::move(Device)), Kind(Kind) {}

  std::unique_ptr<Kernel> kernel(const char *Name) const override {
    return translated([&]() -> std::unique_ptr<Kernel> {
      return std::make_unique<OpenCLKernel>(cl::Kernel(Handle, Name), Device,
                                            Kind == DriverKind::Nvidia);
    });
  }

private:
  const cl::Program Handle;
  const cl::Device Device;
  const DriverKind Kind;
};

/// A buffer that is mapped as long as it lives.
class PinnedBuffer : public PinnedMemory {
public:
  // A queue of its own: that of a launch is dropped if the launch fails.
  PinnedBuffer(const cl::Context &Context, const cl::Device &Device,
               uint64_t Size)
      : Queue(Context, Device),
        Buffer(Context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, Size),
        Bytes(static_cast<unsigned char *>(Queue.enqueueMapBuffer(
            Buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, Size))) {}
  ~PinnedBuffer() override {
    try {
      Queue.enqueueUnmapMemObject(Buffer, Bytes);
      Queue.finish();
    } catch (...) {
      // It goes in any case.
    }
  }
  unsigned char *bytes() const override { return Bytes; }

private:
  const cl::CommandQueue Queue;
  const cl::Buffer Buffer;
  unsigned char *const Bytes;
};

} // namespace

DriverKind driverKind(const std::string &Platform, const std::string &Driver) {
  if (Platform == "NVIDIA CUDA")
    return DriverKind::Nvidia;
  if (Platform == "Portable Computing Language") {
    // Their WorkitemLoops.cc compares callees with a function that the program
    // may lack, and an assembly has none.
    const long Major = std::strtol(Driver.c_str(), nullptr, 10);
    return Major >= 4 && Major <= 6 ? DriverKind::Pocl4To6 : DriverKind::Pocl;
  }
  return Platform == "Oclgrind" ? DriverKind::Oclgrind : DriverKind::Other;
}

std::string whyUnusable(const cl::Device &D) {
  const std::string Name = D.getInfo<CL_DEVICE_NAME>();
  if (!D.getInfo<CL_DEVICE_AVAILABLE>() ||
      !D.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
    return Name + " is not available, or its driver has no compiler";
  if (versionOf(D) < 102)
    return Name + " does not support OpenCL 1.2, only " +
           D.getInfo<CL_DEVICE_VERSION>();
  return "";
}

OpenCLDevice::OpenCLDevice(const cl::Device &Handle)
    : OpenCLDevice(Handle, cl::Context(), cl::CommandQueue()) {}

OpenCLDevice::OpenCLDevice(const cl::Device &Handle, cl::Context Context,
                           cl::CommandQueue Queue)
    : Handle(Handle), Properties(propertiesOf(Handle, Queue)),
      // Nobody reads warnings.
      BuildOptions("-cl-std=CL1.2 -w"),
      PartAlignment(
          (positive<CL_DEVICE_MEM_BASE_ADDR_ALIGN>(Handle, 1) + CHAR_BIT - 1) /
          CHAR_BIT),
      Context(std::move(Context)), OwnQueue(std::move(Queue)) {
  if (Handle.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() &
      CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
    for (std::string *Each : {&BuildOptions, &SpirvOptions})
      *Each += " -cl-fp32-correctly-rounded-divide-sqrt";
}

std::vector<std::pair<std::string, std::string>> OpenCLDevice::details() const {
  using Facts = std::vector<std::pair<std::string, std::string>>;
  return translated([&]() -> Facts {
    const cl::Platform P = platformOf(Handle);
    return {{"platform", P.getInfo<CL_PLATFORM_NAME>()},
            {"platform version", P.getInfo<CL_PLATFORM_VERSION>()},
            {"vendor", Handle.getInfo<CL_DEVICE_VENDOR>()},
            {"OpenCL", Handle.getInfo<CL_DEVICE_VERSION>()},
            {"driver", Handle.getInfo<CL_DRIVER_VERSION>()}};
  });
}

std::vector<std::string> OpenCLDevice::identity() const {
  return translated([&]() -> std::vector<std::string> {
    const cl::Platform P = platformOf(Handle);
    return {P.getInfo<CL_PLATFORM_NAME>(),
            P.getInfo<CL_PLATFORM_VERSION>(),
            Handle.getInfo<CL_DEVICE_NAME>(),
            Handle.getInfo<CL_DEVICE_VENDOR>(),
            Handle.getInfo<CL_DEVICE_VERSION>(),
            Handle.getInfo<CL_DRIVER_VERSION>()};
  });
}

const void *OpenCLDevice::pinnedScope() {
  // With NVIDIA's driver (580.159, two H100) a device copies memory that is
  // pinned for another one at 55 GB/s, as its own.
  static const char OfNvidia = 0;
  if (Properties.Kind == DriverKind::Nvidia)
    return &OfNvidia;
  return handleOfContext()();
}

const cl::Context &OpenCLDevice::handleOfContext() {
  ContextMade([this] {
    if (!Context())
      translated([this] { Context = cl::Context(Handle); });
  });
  return Context;
}

Memory OpenCLDevice::allocate(uint64_t Size) {
  const cl::Context &C = handleOfContext();
  return translated([&]() -> Memory {
    return std::make_shared<OpenCLMemory>(
        cl::Buffer(C, CL_MEM_READ_WRITE, Size), Size, PartAlignment);
  });
}

Memory OpenCLDevice::wrap(const cl::Buffer &Buffer) const {
  return translated([&]() -> Memory {
    return std::make_shared<OpenCLMemory>(Buffer, Buffer.getInfo<CL_MEM_SIZE>(),
                                          PartAlignment);
  });
}

std::unique_ptr<PinnedMemory> OpenCLDevice::allocatePinned(uint64_t Size) {
  const cl::Context &C = handleOfContext();
  return translated([&]() -> std::unique_ptr<PinnedMemory> {
    return std::make_unique<PinnedBuffer>(C, Handle, Size);
  });
}

std::shared_ptr<Queue> OpenCLDevice::makeQueue(bool TakesTimes) {
  if (OwnQueue())
    return std::make_shared<OpenCLQueue>(OwnQueue);
  const cl::Context &C = handleOfContext();
  return translated([&] {
    return std::make_shared<OpenCLQueue>(cl::CommandQueue(
        C, Handle, TakesTimes ? CL_QUEUE_PROFILING_ENABLE : 0));
  });
}

/// The program that \p Build makes of what the plugin has compiled to \p
/// Format; null if the driver refuses it, or if it is damaged, and then the
/// text remains.
template <typename Builder>
std::shared_ptr<const DeviceProgram>
OpenCLDevice::buildCompiled(const char *Format, Builder Build) {
  std::string Why;
  try {
    auto P = std::make_shared<OpenCLProgram>(Build(), Handle, Properties.Kind);
    if (environment().Info)
      reportInfo(Properties.Info.Name + " builds a loop from " + Format);
    return P;
  } catch (const cl::Error &E) {
    Why = describe(E);
  } catch (const DeviceError &E) {
    Why = E.what();
  }
  if (environment().Info)
    reportInfo(Properties.Info.Name + " rejects " + Format +
               ", and builds a loop from OpenCL C: " + Why);
  return nullptr;
}

/// The program as what the plugin has compiled it to; null if there is nothing
/// that the driver takes.
std::shared_ptr<const DeviceProgram>
OpenCLDevice::buildCompiled(const ProgramSource &Source) {
  const ompscan_kernel_version *const V = Source.Compiled;
  const cl::Context &C = handleOfContext();
  // NVIDIA's driver takes PTX for a binary, and keeps what it makes of it.
  if (V && Properties.TakesPtxToo &&
      (V->format == OMPSCAN_FORMAT_PTX || V->format == OMPSCAN_FORMAT_ZSTD_PTX))
    return buildCompiled("PTX", [&] {
      const std::string Text = textOf(*V);
      return buildProgram(
          C, Handle,
          [&] {
            return cl::Program(C, {Handle}, {{Text.begin(), Text.end()}});
          },
          /*Options=*/"", /*Key=*/std::nullopt);
    });
  if (V && V->format == OMPSCAN_FORMAT_SPIRV)
    return buildCompiled("SPIR-V", [&] {
      return buildProgram(
          C, Handle,
          [&] { return programOfSpirv(C, Handle, V->code, V->size); },
          SpirvOptions, cacheKey(std::string(V->code, V->size), SpirvOptions));
    });
  return nullptr;
}

std::shared_ptr<const DeviceProgram>
OpenCLDevice::build(const ProgramSource &Source) {
  const std::string &Text = Source.Text;
  const std::string All = BuildOptions + Source.Options;
  const cl::Context &C = handleOfContext();
  if (std::shared_ptr<const DeviceProgram> P = buildCompiled(Source))
    return P;
  try {
    return std::make_shared<OpenCLProgram>(
        buildProgram(
            C, Handle, [&] { return cl::Program(C, Text); }, All,
            Source.IsKept ? std::optional(cacheKey(Text, All)) : std::nullopt),
        Handle, Properties.Kind);
  } catch (const cl::BuildError &E) {
    if (E.err() != CL_BUILD_PROGRAM_FAILURE)
      throw deviceError(E);
    std::string Logs;
    for (const auto &Log : E.getBuildLog())
      Logs += "\n" + withoutConsequences(withNamedLines(Log.second, Text));
    Logs.erase(Logs.find_last_not_of(" \n") + 1);
    throw BuildError("the OpenCL compiler of " + Properties.Info.Name,
                     errorName(E.err()), Logs.empty() ? "" : Logs.substr(1));
  } catch (const cl::Error &E) {
    throw deviceError(E);
  }
}

bool OpenCLDevice::testLookback() noexcept { return testLookbackKernel(*this); }

} // namespace ompscan::rt

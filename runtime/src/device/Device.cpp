//===- Device.cpp - An OpenCL device --------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Device.h"
#include "device/opencl/BuildProgram.h"
#include "device/opencl/DeviceSelfTest.h"
#include <algorithm>
#include <climits>
#include <new>
#include <utility>

namespace ompscan::rt {

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

/// What the driver answers to \p What, or \p Instead where that is 0, which
/// OpenCL does not allow.
template <cl_uint What>
uint64_t positive(const cl::Device &D, uint64_t Instead) {
  const uint64_t Answer = D.getInfo<What>();
  return Answer ? Answer : Instead;
}

/// The least size of the largest buffer of a device with the full profile.
constexpr uint64_t LeastMaxBuffer = 32 << 20;

DeviceFigures figuresOf(const cl::Device &D) {
  DeviceFigures F;
  F.MaxBuffer = positive<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(D, LeastMaxBuffer);
  F.Memory = positive<CL_DEVICE_GLOBAL_MEM_SIZE>(D, F.MaxBuffer);
  F.Units = static_cast<uint32_t>(positive<CL_DEVICE_MAX_COMPUTE_UNITS>(D, 1));
  F.BaseAlignment =
      (positive<CL_DEVICE_MEM_BASE_ADDR_ALIGN>(D, 1) + CHAR_BIT - 1) / CHAR_BIT;
  F.Limits.IsCpu = D.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU;
  F.Limits.MaxGroup = positive<CL_DEVICE_MAX_WORK_GROUP_SIZE>(D, 1);
  if (const auto MaxItems = D.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
      !MaxItems.empty())
    F.Limits.MaxGroup = std::clamp<uint64_t>(MaxItems[0], 1, F.Limits.MaxGroup);
  F.Limits.LocalMemory = D.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  return F;
}

} // namespace

Device::Device(const cl::Device &Handle)
    : Device(Handle, cl::Context(), cl::CommandQueue()) {}

Device::Device(const cl::Device &Handle, cl::Context Context,
               cl::CommandQueue Queue)
    : Handle(Handle), Figures(figuresOf(Handle)),
      TakesTimes(environment().takesTimes() &&
                 (!Queue() || (Queue.getInfo<CL_QUEUE_PROPERTIES>() &
                               CL_QUEUE_PROFILING_ENABLE))),
      Kind(kindOf(Handle)),
      ComputeCapability(Kind == DeviceKind::Nvidia ? computeCapabilityOf(Handle)
                                                   : 0),
      Context(std::move(Context)), OwnQueue(std::move(Queue)),
      Pool(environment().PoolLimit.value_or(Figures.Memory / 16),
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
      return testChaining(C, Handle, Figures, Kind);
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

void Device::giveBack(cl::CommandQueue Queue) noexcept try {
  if (OwnQueue())
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  IdleQueues.push_back(std::move(Queue));
} catch (const std::bad_alloc &) {
  // No memory to keep it.
}

std::string withDevice(std::string Cause, const Device *D) {
  if (D && Cause.find(D->info().Name) == std::string::npos)
    Cause += ", on " + D->info().Name;
  return Cause;
}

} // namespace ompscan::rt

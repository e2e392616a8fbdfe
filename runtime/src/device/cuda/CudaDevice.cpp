//===- CudaDevice.cpp - A device of CUDA ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaDevice.h"
#include "device/backend/PtxText.h"
#include "device/cuda/CudaProgram.h"
#include "device/cuda/CudaQueue.h"
#include "device/cuda/PtxAssembly.h"
#include "device/cuda/PtxCompiler.h"
#include "device/cuda/PtxLibrary.h"
#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace ompscan::rt {

namespace {

/// The PTX of the program of \p Text and \p Options.
/// \throws BuildError, DeviceError
std::string ptxOf(const std::string &Text, const std::string &Options) {
  std::string Found = findPtx(Text, Options);
  if (!Found.empty())
    return Found;
  if (const PtxCompiler *Clang = ptxCompiler())
    return Clang->compile(Text, Options);
  throw DeviceError(DeviceError::Kind::BuildFailed, [] {
    return whyNoPtx() + ", and no Clang compiles it: " + whyNoPtxCompiler();
  });
}

uint32_t attribute(cuda::Device D, cuda::Attribute What) {
  int Value = 0;
  OMPSCAN_CUDA(cuDeviceGetAttribute, &Value, What, D);
  return static_cast<uint32_t>(std::max(Value, 0));
}

/// "0000:17:00.0"
std::string pciAddress(cuda::Device D) {
  char Text[32] = "";
  OMPSCAN_CUDA(cuDeviceGetPCIBusId, Text, sizeof Text, D);
  std::string Address = Text;
  std::transform(Address.begin(), Address.end(), Address.begin(), [](char C) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(C)));
  });
  return Address;
}

DeviceProperties propertiesOf(cuda::Device D) {
  DeviceProperties P;
  char Name[256] = "";
  OMPSCAN_CUDA(cuDeviceGetName, Name, sizeof Name, D);
  P.Info = {Name, DeviceType::Gpu, /*IsHost=*/false, "CUDA"};
  P.Kind = DriverKind::Nvidia;
  P.Limits = {/*IsCpu=*/false, attribute(D, cuda::MaxThreadsPerBlock),
              attribute(D, cuda::MaxSharedMemoryPerBlock)};
  size_t Memory = 0;
  OMPSCAN_CUDA(cuDeviceTotalMem_v2, &Memory, D);
  P.Memory = Memory;
  P.MaxBuffer = Memory;
  P.Units = std::max(attribute(D, cuda::MultiprocessorCount), 1u);
  P.HasFp64 = true;
  P.CompilesText = false;
  P.TakesPtx = true;
  P.ShowsFailures = true;
  P.ComputeCapability = 10 * attribute(D, cuda::ComputeCapabilityMajor) +
                        attribute(D, cuda::ComputeCapabilityMinor);
  P.PciAddress = pciAddress(D);
  return P;
}

class CudaPinnedMemory : public PinnedMemory {
public:
  CudaPinnedMemory(cuda::Context Context, uint64_t Size) : Context(Context) {
    const cuda::ContextUse Use(Context);
    OMPSCAN_CUDA(cuMemHostAlloc, &Begin, Size, cuda::HostMemoryPortable);
  }
  ~CudaPinnedMemory() override {
    try {
      const cuda::ContextUse Use(Context);
      cuda::driver().cuMemFreeHost(Begin);
    } catch (const DeviceError &) {
      // It went with its context.
    }
  }
  unsigned char *bytes() const override {
    return static_cast<unsigned char *>(Begin);
  }

private:
  const cuda::Context Context;
  void *Begin = nullptr;
};

/// The assembly for \p D, and for all devices like it. Never destroyed: loops
/// may run while static objects are.
PtxAssembly &assemblyFor(const CudaDevice &D) {
  static std::mutex &Lock = *new std::mutex; // of the map
  static auto &All =
      *new std::map<std::vector<std::string>, std::unique_ptr<PtxAssembly>>;
  std::vector<std::string> Makers = D.identity();
  Makers.push_back(cuda::driverFile());
  const std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<PtxAssembly> &Found = All[Makers];
  if (!Found)
    Found = std::make_unique<PtxAssembly>(Makers);
  return *Found;
}

/// 12040 -> "12.4"
std::string versionText(int Version) {
  return std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10);
}

} // namespace

CudaDevice::CudaDevice(cuda::Device Handle)
    : Handle(Handle), Properties(propertiesOf(Handle)) {
  OMPSCAN_CUDA(cuDriverGetVersion, &DriverVersion);
}

CudaDevice::CudaDevice(cuda::Device Handle, cuda::Stream Own)
    : CudaDevice(Handle) {
  OwnStream = Own;
  Properties.HasOwnQueue = true;
  // A command of the program may fail there.
  Properties.ShowsFailures = false;
}

std::string whyUnusable(const CudaDevice &D) {
  const DeviceProperties &P = D.properties();
  const auto Text = [](uint32_t Capability) {
    return std::to_string(Capability / 10) + "." +
           std::to_string(Capability % 10);
  };
  if (P.ComputeCapability < LeastCapability)
    return P.Info.Name + " has compute capability " +
           Text(P.ComputeCapability) + ", and kernels in PTX need " +
           Text(LeastCapability);
  return "";
}

std::vector<std::pair<std::string, std::string>> CudaDevice::details() const {
  return {{"CUDA", versionText(DriverVersion)},
          {"compute capability",
           std::to_string(Properties.ComputeCapability / 10) + "." +
               std::to_string(Properties.ComputeCapability % 10)},
          {"PCI address", Properties.PciAddress}};
}

std::vector<std::string> CudaDevice::identity() const {
  return {"CUDA", Properties.Info.Name, versionText(DriverVersion),
          std::to_string(Properties.ComputeCapability)};
}

cuda::Context CudaDevice::primaryContext() {
  ContextMade([this] {
    OMPSCAN_CUDA(cuDevicePrimaryCtxRetain, &Context, Handle);
    noteUse();
  });
  return Context;
}

Memory CudaDevice::allocate(uint64_t Size) {
  return std::make_shared<CudaMemory>(primaryContext(), Size);
}

Memory CudaDevice::ofAddress(void *Address, uint64_t Size) {
  const cuda::ContextUse Use(primaryContext());
  const auto At = reinterpret_cast<cuda::Address>(Address);
  int Type = 0, Number = -1;
  if (cuda::driver().cuPointerGetAttribute(&Type, cuda::PointerMemoryType,
                                           At) != cuda::Success ||
      cuda::driver().cuPointerGetAttribute(&Number, cuda::PointerDevice, At) !=
          cuda::Success ||
      Type != cuda::DeviceMemory || Number != Handle)
    return {};
  if (Size == 0) {
    cuda::Address Begin = 0;
    size_t Whole = 0;
    OMPSCAN_CUDA(cuPointerGetAttribute, &Begin, cuda::PointerRangeBegin, At);
    OMPSCAN_CUDA(cuPointerGetAttribute, &Whole, cuda::PointerRangeSize, At);
    Size = Begin + Whole - At;
  }
  return std::make_shared<CudaMemory>(At, Size);
}

std::unique_ptr<PinnedMemory> CudaDevice::allocatePinned(uint64_t Size) {
  return std::make_unique<CudaPinnedMemory>(primaryContext(), Size);
}

std::shared_ptr<Queue> CudaDevice::makeQueue(bool TakesTimes) {
  const uint32_t Pitch = attribute(Handle, cuda::MaxPitch);
  if (Properties.HasOwnQueue)
    return std::make_shared<CudaQueue>(primaryContext(), OwnStream, TakesTimes,
                                       Pitch);
  return std::make_shared<CudaQueue>(primaryContext(), TakesTimes, Pitch);
}

std::shared_ptr<const DeviceProgram>
CudaDevice::build(const ProgramSource &Source) {
  if (const ompscan_kernel_version *const V = Source.Compiled)
    return std::make_shared<CudaProgram>(
        *this, textOf(*V), machineCodeOf(*V, Properties.ComputeCapability));
  return std::make_shared<CudaProgram>(
      *this, ptxOf(Source.Text, Source.Options), /*MachineCode=*/nullptr);
}

void CudaDevice::awaitAssembly(const std::string &Ptx) {
  assemblyFor(*this).await(Ptx);
}

bool CudaDevice::needsAssembly(const ompscan_kernel_version &V) const {
  return !machineCodeOf(V, Properties.ComputeCapability);
}

void CudaDevice::assembleAhead(const ompscan_kernel_version &V) {
  assemblyFor(*this).assemble(
      textForDriver(textOf(V), Properties.ComputeCapability),
      [this] { return primaryContext(); });
}

std::string CudaDevice::whyNoCompiler() const { return whyNoPtxCompiler(); }

/// Threads of a warp make progress by themselves from compute capability 7.0
/// on, and its memory model makes relaxed accesses of 64 bits whole. Groups
/// take tiles in the order in which they begin.
bool CudaDevice::testLookback() noexcept { return true; }

} // namespace ompscan::rt

//===- NativeDevice.cpp - The host's own cores ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/native/NativeDevice.h"
#include "device/native/Instructions.h"
#include "device/native/NativeQueue.h"
#include "device/native/NativeScan.h"
#include "device/native/Team.h"
#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

namespace {

uint64_t physicalMemory() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// The bytes of the largest cache that the first core uses. (On some
/// processors sysconf() returns the sum over all cores.)
uint64_t lastLevelCache() {
#if OMPSCAN_TINY_TILES
  return 256;
#endif
  uint64_t Largest = 0, Size = 0;
  char Unit = 0;
  for (int I = 0; std::ifstream("/sys/devices/system/cpu/cpu0/cache/index" +
                                std::to_string(I) + "/size") >>
                  Size >> Unit;
       ++I)
    Largest = std::max(Largest, Size << (Unit == 'M' ? 20 : 10));
  constexpr uint64_t Assumed = 32 << 20;
  return Largest ? Largest : Assumed;
}

DeviceProperties hostProperties() {
  DeviceProperties P;
  P.Units = maxTeamSize();
  P.Info = {"host, " + std::to_string(P.Units) +
                (P.Units == 1 ? " thread, " : " threads, ") +
                instructionsName(supportedInstructions()),
            DeviceType::Cpu, /*IsHost=*/true};
  P.Kind = DriverKind::Native;
  P.Limits = {/*IsCpu=*/true, /*MaxGroup=*/1, /*LocalMemory=*/0};
  P.Memory = physicalMemory();
  P.MaxBuffer = P.Memory;
  P.CacheSize = lastLevelCache();
  P.HasFp64 = true;
  P.HasInt128 = true;
  P.UsesHostMemory = true;
  P.CompilesText = false;
  P.SharesHostMemory = true;
  P.ShowsFailures = true;
  P.RunsInCaller = true;
  return P;
}

class NativeProgram : public DeviceProgram {
public:
  explicit NativeProgram(const NativeSource &Source)
      : Source(Source), Code(bestVersion(Source.Versions)) {}

  std::unique_ptr<Kernel> kernel(const char *Name) const override {
    const std::string_view Wanted = Name;
    if (Wanted == "ompscan_scan" && Source.TilesOfBlock)
      return kernel(
          "ompscan_loop", OMPSCAN_NATIVE_FIRST,
          orderedScanGroup(Code, Source.ValueSize, Source.TilesOfBlock));
    if (Wanted == "ompscan_scan")
      return kernel(
          "ompscan_loop", OMPSCAN_NATIVE_FIRST,
          scanGroup(Code, Source.ValueSize, Source.ScratchSize / Source.Items));
    if (Wanted == "ompscan_total_tiles")
      return kernel("ompscan_total_tiles", OMPSCAN_NATIVE_TOTAL,
                    totalGroup(Code, Source.ValueSize));
    for (const char *Last :
         {"ompscan_finish_reduction", "ompscan_inspect", "ompscan_columns"})
      if (Wanted == Last)
        return kernel(Last, OMPSCAN_NATIVE_LAST);
    return kernel("ompscan_loop", OMPSCAN_NATIVE_FIRST);
  }

private:
  std::unique_ptr<Kernel>
  kernel(const char *Name, ompscan_native_kernels Number,
         std::unique_ptr<const NativeGroup> Group = nullptr) const {
    if (!Group)
      Group = wholeGroup(Code.kernels[Number]);
    return std::make_unique<NativeKernel>(Name, std::move(Group),
                                          Code.parameters[Number], Source,
                                          Number == OMPSCAN_NATIVE_LAST);
  }

  const NativeSource Source;
  const ompscan_native_version Code;
};

class HostMemory : public PinnedMemory {
public:
  explicit HostMemory(uint64_t Size) : All(Size) {}
  unsigned char *bytes() const override {
    return const_cast<unsigned char *>(All.data());
  }

private:
  const std::vector<unsigned char> All;
};

class NativeDevice : public BackendDevice {
public:
  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override {
    return {{"instructions", instructionsName(supportedInstructions())}};
  }
  std::vector<std::string> identity() const override {
    return {Properties.Info.Name};
  }
  const void *pinnedScope() override { return this; }

  Memory allocate(uint64_t Size) override {
    return std::make_shared<NativeMemory>(Size);
  }
  Memory ofHost(void *Begin, uint64_t Size) override {
    return std::make_shared<NativeMemory>(Begin, Size);
  }
  Memory ofAddress(void *Address, uint64_t Size) override {
    return ofHost(Address, Size);
  }
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override {
    return std::make_unique<HostMemory>(Size);
  }
  std::shared_ptr<Queue> makeQueue(bool) override {
    return std::make_shared<NativeQueue>();
  }
  std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) override {
    if (!Source.Native.Versions)
      throw DeviceError(DeviceError::Kind::BuildFailed, [] {
        return "it was compiled without machine code "
               "(-fplugin-arg-ompscan-no-native, or diagnostic OS137)";
      });
    return std::make_shared<NativeProgram>(Source.Native);
  }
  bool testLookback() noexcept override { return true; }

private:
  const DeviceProperties Properties = hostProperties();
};

} // namespace

std::shared_ptr<BackendDevice> makeHostDevice() {
  return std::make_shared<NativeDevice>();
}

} // namespace ompscan::rt

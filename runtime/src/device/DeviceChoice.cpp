//===- DeviceChoice.cpp - Which device a loop runs on ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DeviceChoice.h"
#include "ompscan/abi.h"
#include "support/Failure.h"
#include <algorithm>
#include <numeric>
#include <optional>

namespace ompscan::rt {

const char *typeName(DeviceType Type) {
  switch (Type) {
  case DeviceType::Gpu:
    return "GPU";
  case DeviceType::Cpu:
    return "CPU";
  case DeviceType::Accelerator:
    return "accelerator";
  case DeviceType::Other:
    break;
  }
  return "other";
}

bool isBackendName(const std::string &Lower) {
  return Lower == "opencl" || Lower == "cuda";
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

[[noreturn]] void noSuchDevice(const std::vector<DeviceInfo> &Devices,
                               const std::string &Origin) {
  throw NoSuchDevice(Origin + " names no device of this machine, which has " +
                     list(Devices));
}

/// The index of device \p Number. If there is none, that is an error if
/// \p IsNeeded.
std::optional<size_t> numbered(const std::vector<DeviceInfo> &Devices,
                               int64_t Number, const std::string &Origin,
                               bool IsNeeded) {
  if (Number >= 0 && static_cast<uint64_t>(Number) < Devices.size())
    return static_cast<size_t>(Number);
  if (IsNeeded)
    noSuchDevice(Devices, Origin);
  return std::nullopt;
}

/// The first of \p Candidates that is of a type.
std::optional<size_t> firstOf(const std::vector<DeviceInfo> &Devices,
                              const std::vector<size_t> &Candidates,
                              DeviceType Type) {
  for (size_t I : Candidates)
    if (Devices[I].Type == Type)
      return I;
  return std::nullopt;
}

} // namespace

std::vector<size_t> namedDevices(const std::vector<DeviceInfo> &Devices,
                                 const Environment &E) {
  if (E.Device.empty())
    return {};
  const std::string Wanted = toLower(E.Device);
  const bool IsType =
      Wanted == "gpu" || Wanted == "cpu" || Wanted == "accelerator";
  const bool HasGpu =
      std::any_of(Devices.begin(), Devices.end(), [](const DeviceInfo &D) {
        return D.Type == DeviceType::Gpu;
      });
  const auto Fits = [&](const DeviceInfo &D) {
    if (Wanted == AllDevices)
      return HasGpu ? D.Type == DeviceType::Gpu : D.IsHost;
    if (IsType)
      return toLower(typeName(D.Type)) == Wanted;
    // The name of NVIDIA's platform of OpenCL is "NVIDIA CUDA".
    if (isBackendName(Wanted))
      return toLower(D.backend()) == Wanted;
    return toLower(D.Name + "\n" + D.Driver).find(Wanted) != std::string::npos;
  };
  std::vector<size_t> Found;
  for (size_t I = 0; I != Devices.size(); ++I)
    if (Fits(Devices[I]))
      Found.push_back(I);
  return Found;
}

std::vector<size_t> unitedDevices(const std::vector<DeviceInfo> &Devices,
                                  const std::vector<std::string> &PciAddresses,
                                  const Environment &E) {
  const std::vector<size_t> Named = namedDevices(Devices, E);
  const auto IsNamed = [&](size_t I) {
    return std::find(Named.begin(), Named.end(), I) != Named.end();
  };
  std::vector<size_t> Kept;
  for (size_t I = 0; I != Devices.size(); ++I) {
    const auto Same = std::find_if(Kept.begin(), Kept.end(), [&](size_t Other) {
      return !PciAddresses[I].empty() && PciAddresses[I] == PciAddresses[Other];
    });
    if (Same == Kept.end())
      Kept.push_back(I);
    else if (IsNamed(I) && !IsNamed(*Same))
      *Same = I;
  }
  return Kept;
}

std::vector<size_t> numberDevices(const std::vector<DeviceInfo> &Devices,
                                  const Environment &E) {
  const std::vector<size_t> Named = namedDevices(Devices, E);
  std::vector<size_t> Order = Named, Host;
  for (size_t I = 0; I != Devices.size(); ++I) {
    if (std::find(Named.begin(), Named.end(), I) != Named.end())
      continue;
    if (Devices[I].IsHost)
      Host.push_back(I);
    else if (Devices[I].Type != DeviceType::Cpu)
      Order.push_back(I);
  }
  Order.insert(Order.end(), Host.begin(), Host.end());
  return Order;
}

size_t chooseDevice(const std::vector<DeviceInfo> &Devices,
                    const std::vector<size_t> &Named, int64_t Request,
                    const Environment &E) {
  const bool IsType =
      Request == OMPSCAN_DEVICE_GPU || Request == OMPSCAN_DEVICE_CPU;
  const DeviceType Type =
      Request == OMPSCAN_DEVICE_GPU ? DeviceType::Gpu : DeviceType::Cpu;

  // A back end's name leaves the choice among its devices to the source.
  const bool IsFree = E.Device.empty() || isBackendName(toLower(E.Device));
  std::optional<size_t> Number;
  if (Request >= 0)
    Number = numbered(Devices, Request,
                      "device(" + std::to_string(Request) + ")", IsFree);
  else if (IsFree && !IsType && Request != OMPSCAN_DEVICE_DEFAULT)
    throw Failure("device(" + std::to_string(Request) +
                  ") is not a device number");
  else if (!IsType && E.DefaultDevice)
    Number = numbered(Devices, *E.DefaultDevice,
                      "OMP_DEFAULT_DEVICE=" + std::to_string(*E.DefaultDevice),
                      IsFree);

  // The environment is for the person who runs the program, and has the last
  // word. Among several devices that it names, the source may choose, unless
  // loops are dealt out over them. The source may also ask for the host: what
  // it keeps there by omp_get_initial_device() is on no device.
  if (!E.Device.empty()) {
    if (Named.empty())
      noSuchDevice(Devices, "OMPSCAN_DEVICE=" + deviceText(E));
    if (IsType)
      return firstOf(Devices, Named, Type).value_or(Named.front());
    const bool DealsOut = E.DealsOut || toLower(E.Device) == AllDevices;
    const auto IsNamed = [&](size_t I) {
      return std::find(Named.begin(), Named.end(), I) != Named.end();
    };
    if (Number && !DealsOut &&
        (IsNamed(*Number) || (Request >= 0 && Devices[*Number].IsHost)))
      return *Number;
    return Named.front();
  }

  if (IsType) {
    std::vector<size_t> All(Devices.size());
    std::iota(All.begin(), All.end(), size_t(0));
    if (const std::optional<size_t> Found = firstOf(Devices, All, Type))
      return *Found;
    noSuchDevice(Devices, std::string("device(") + typeName(Type) + ")");
  }
  return Number.value_or(0);
}

size_t deviceInTurn(const std::vector<DeviceInfo> &Devices,
                    const std::vector<size_t> &Named, size_t Chosen,
                    uint64_t Turn, const Environment &E) {
  if (Devices[Chosen].Type != DeviceType::Gpu || E.DefaultDevice)
    return Chosen;
  std::vector<size_t> Gpus;
  for (size_t I = 0; I != Devices.size(); ++I)
    if (Devices[I].Type == DeviceType::Gpu &&
        (Named.empty() ||
         std::find(Named.begin(), Named.end(), I) != Named.end()))
      Gpus.push_back(I);
  return Gpus.empty() ? Chosen : Gpus[Turn % Gpus.size()];
}

bool countsAsTarget(uint32_t Features, const Environment &E) {
  return !(Features & OMPSCAN_FEATURE_FOLLOWS_DATA) || !E.Device.empty();
}

bool excludesHost(int64_t Request, const Environment &E) {
  return E.Policy == Offload::Mandatory && E.Device.empty() &&
         !E.DefaultDevice && Request == OMPSCAN_DEVICE_DEFAULT;
}

} // namespace ompscan::rt

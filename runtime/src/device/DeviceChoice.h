//===- DeviceChoice.h - Which device a loop runs on ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DEVICECHOICE_H
#define OMPSCAN_RT_DEVICE_DEVICECHOICE_H

#include "device/backend/DeviceProperties.h"
#include "support/Environment.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

/// "GPU", "CPU", "accelerator" or "other"
const char *typeName(DeviceType Type);

/// "NVIDIA H200 (GPU)"
std::string labelOf(const DeviceInfo &D);

/// The indices of the devices that OMPSCAN_DEVICE names. "all" names the GPUs,
/// and the host where there are none.
std::vector<size_t> namedDevices(const std::vector<DeviceInfo> &Devices,
                                 const Environment &E);

/// Whether \p Lower, in lower case, is the name of a back end of drivers: the
/// values of OMPSCAN_DEVICE that leave the choice among its devices to the
/// source.
bool isBackendName(const std::string &Lower);

/// The indices of \p Devices without those that are another one of them through
/// another back end, which equal addresses show. The first one stays,
/// unless OMPSCAN_DEVICE names the other one only.
std::vector<size_t> unitedDevices(const std::vector<DeviceInfo> &Devices,
                                  const std::vector<std::string> &PciAddresses,
                                  const Environment &E);

/// The numbers of \p Devices, in the order in which the program knows them:
/// those that OMPSCAN_DEVICE names, then the others by their types, and the
/// host. CPU devices of drivers are left out if they are not named: the host is
/// faster.
std::vector<size_t> numberDevices(const std::vector<DeviceInfo> &Devices,
                                  const Environment &E);

/// The number of the device that a loop runs on: its index in \p Devices, which
/// are ordered by type. OMPSCAN_DEVICE is stronger than the source, and that
/// is stronger than OMP_DEFAULT_DEVICE.
///
/// \param Named the namedDevices() of \p Devices.
/// \param Request the device of a launch.
/// \throws NoSuchDevice, or Failure if \p Request is not a number.
size_t chooseDevice(const std::vector<DeviceInfo> &Devices,
                    const std::vector<size_t> &Named, int64_t Request,
                    const Environment &E);

/// The device in place of \p Chosen, the default one, for the process whose
/// number is \p Turn among those of the machine: they take GPUs in turn, those
/// in \p Named, or all if that is empty. It is \p Chosen if that is no GPU, or
/// if OMP_DEFAULT_DEVICE names it.
size_t deviceInTurn(const std::vector<DeviceInfo> &Devices,
                    const std::vector<size_t> &Named, size_t Chosen,
                    uint64_t Turn, const Environment &E);

/// Returns true if a loop with the ompscan_feature bits \p Features counts as a
/// `target` construct. One without `target` does if OMPSCAN_DEVICE is set,
/// which places all loops.
bool countsAsTarget(uint32_t Features, const Environment &E);

/// Returns true if \p Request must not lead to the host, since
/// OMP_TARGET_OFFLOAD is MANDATORY and nothing names the host.
bool excludesHost(int64_t Request, const Environment &E);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DEVICECHOICE_H

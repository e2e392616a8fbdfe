//===- Devices.h - The devices of the process ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_DEVICES_H
#define OMPSCAN_RT_DEVICE_DEVICES_H

#include "device/Device.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ompscan::rt {

/// Says that the program has PTX: CUDA is one of the back ends if that has been
/// said before devices are looked for.
void notePtx() noexcept;

/// All usable devices of the machine, in order of their numbers; the drivers'
/// are found at the first call. For the first device of CUDA, if that is the
/// default, OpenCL is not looked for before.
const std::vector<Device *> &allDevices();

/// Whether there are devices besides the host.
bool hasDrivenDevices();

/// The back ends that reach \p D, a device of the machine: "OpenCL, CUDA".
/// Empty for the host.
std::string backendsOf(const Device &D);

/// Why no driver has a device, or why the last one that cannot be used is left
/// out; or empty.
const std::string &whyNoDriver();

/// Why no GPU is among the devices although the system has one of NVIDIA, and
/// what to do; empty if there is a GPU among them, or none at all.
const std::string &whyNoGpu();

/// whyNoGpu(), if \p D, which \p Request has been answered by, is no GPU and
/// the environment leaves the choice open.
std::string whyNoGpu(const Device &D, int64_t Request);

/// One more than the largest number that a device has or has had: those of the
/// machine, then the attached ones.
size_t countDevices();

/// The number of devices as OpenMP counts them (omp_get_num_devices), and so
/// the number that the host has there: those of the machine besides the host;
/// none where the default device is the host because the environment says so,
/// or because the machine has no other one.
int64_t countTargetDevices();

/// Says that the program has set the default device (omp_set_default_device):
/// from now on the OpenMP runtime is asked for it, which takes a millisecond
/// where the program has not used that runtime.
void noteDefaultDevice() noexcept;

/// Device \p Number; null if there is none, or not any more.
std::shared_ptr<Device> deviceNumbered(int64_t Number);

/// The device that \p Request, the device of a launch, asks for:
/// chooseDevice() of all devices, or one that the program has attached. If
/// OMP_TARGET_OFFLOAD is DISABLED, there is only the host.
///
/// \throws NoSuchDevice if there is none; Failure if there is only the host and
/// excludesHost(), or if an attached queue is gone.
std::shared_ptr<Device> deviceFor(int64_t Request);

/// Makes the default device of the process that of number \p Turn, as
/// deviceInTurn() says.
void takeTurn(uint64_t Turn) noexcept;

/// The devices over which OMPSCAN_DEVICE has loops dealt out, the default
/// device first and the host last; none if it does not.
std::vector<std::shared_ptr<Device>> dealtDevices();

/// The host's cores.
std::shared_ptr<Device> hostDevice();

/// The device of CUDA whose memory \p Address is an address of; null if there
/// is none.
///
/// \throws Failure in a child of a process that has used devices; DeviceError.
std::shared_ptr<Device> cudaDeviceOf(void *Address);

/// The first device other than the host that \p Holds is true of, the default
/// device before all others; null if there is none. Finds no new devices: it is
/// for those that something is known of.
///
/// \throws Failure in a child of a process that has used devices.
std::shared_ptr<Device> firstDevice(const std::function<bool(Device &)> &Holds);

/// The device for programs that are built from a text when the program runs:
/// the default device, or the first one with a compiler.
///
/// \throws Failure if there is none.
std::shared_ptr<Device> compilingDevice();

/// A device that is the GPU \p D of the machine, too, but is used through a
/// back end that builds programs from a text; null if there is none, or if
/// OMPSCAN_DEVICE is "cuda".
std::shared_ptr<Device> compilingTwin(const Device &D);

/// deviceFor(), or null if there is no such device.
std::shared_ptr<Device> deviceIfAny(int64_t Request) noexcept;

/// Adds a device of the program, and returns its number.
int64_t attachDevice(std::shared_ptr<BackendDevice> Handle);

/// Forgets the attached device \p Number.
///
/// \throws Failure if it is none.
void detachDevice(int64_t Number);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_DEVICES_H

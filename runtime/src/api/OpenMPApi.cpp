//===- OpenMPApi.cpp - OpenMP's functions on devices ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that the plugin puts in the place of OpenMP's functions on
/// devices and their memory (OpenMP 5.2, sections 18.7 and 18.8). A device
/// number there is 0 to omp_get_num_devices() - 1, or that of a queue that the
/// program has attached; the host is omp_get_num_devices(), or -1
/// (omp_initial_device).
///
//===----------------------------------------------------------------------===//

#include "api/TargetDevice.h"
#include "data/DataEnvironment.h"
#include "data/MemoryCopy.h"
#include "data/ReservedAddresses.h"
#include "device/Devices.h"
#include "device/backend/DriverUse.h"
#include "device/native/OpenMPRuntime.h"
#include "ompscan/abi.h"
#include "report/LastError.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

/// Results of OpenMP's functions that only tell whether they succeeded.
enum { Success = 0, Failed = -1 };

/// \p F(), or \p Otherwise if that throws: OpenMP's functions say no more. The
/// cause is ompscan_last_error().
template <typename Value, typename Function>
Value orElse(Value Otherwise, const char *Name, Function F) noexcept {
  try {
    const DriverUse Use;
    return F();
  } catch (...) {
    withText(describeException, [&](const char *Cause) {
      try {
        setLastError(std::string(Name) + ": " + Cause);
      } catch (...) {
        setLastError("");
      }
    });
    return Otherwise;
  }
}

/// Device \p Number; null for the host, and for what works in its memory.
std::shared_ptr<Device> deviceOrHost(int Number) {
  const int64_t Host = countTargetDevices();
  if (Number == -1 || Number == Host)
    return nullptr;
  if (Number < 0)
    throw NoSuchDevice(std::to_string(Number) + " is not a device number");
  std::shared_ptr<Device> D = deviceFor(Number);
  return D->sharesHostMemory() ? nullptr : D;
}

MemorySide sideOf(int Device, const void *Address, size_t Offset = 0) {
  MemorySide Side{deviceOrHost(Device),
                  static_cast<char *>(const_cast<void *>(Address)) + Offset};
  if (Side.On && hasSharedAllocations() && !isReserved(Address) &&
      dataOf(*Side.On).find(Side.Address, 1).State == Presence::Absent)
    Side.On = nullptr;
  return Side;
}

/// The device of the construct that this thread is in; null for the host.
std::shared_ptr<Device> deviceOfTarget() {
  const int64_t Request = targetDevice().request();
  if (Request == OMPSCAN_DEVICE_INITIAL || countTargetDevices() == 0)
    return nullptr;
  std::shared_ptr<Device> D = deviceFor(Request);
  return D->sharesHostMemory() ? nullptr : D;
}

/// The box of omp_target_memcpy_rect.
CopiedBox boxOf(size_t ElementSize, int Count, const size_t *Volume,
                const size_t *ToOffsets, const size_t *FromOffsets,
                const size_t *ToDimensions, const size_t *FromDimensions) {
  if (Count < 1 || !Volume || !ToOffsets || !FromOffsets || !ToDimensions ||
      !FromDimensions)
    throw DataError(OMPSCAN_ERROR_ARGUMENT, "a box has at least one dimension");
  CopiedBox Box{ElementSize, {}};
  for (int I = 0; I != Count; ++I) {
    if (Volume[I] > ToDimensions[I] ||
        ToOffsets[I] > ToDimensions[I] - Volume[I] ||
        Volume[I] > FromDimensions[I] ||
        FromOffsets[I] > FromDimensions[I] - Volume[I])
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      "the box does not lie in the arrays");
    Box.Dimensions.push_back({Volume[I], ToOffsets[I], FromOffsets[I],
                              ToDimensions[I], FromDimensions[I]});
  }
  return Box;
}

} // namespace

extern "C" {

OMPSCAN_EXPORT int __ompscan_omp_get_num_devices(void) {
  return orElse(0, "omp_get_num_devices",
                [] { return static_cast<int>(countTargetDevices()); });
}

OMPSCAN_EXPORT int __ompscan_omp_get_initial_device(void) {
  return __ompscan_omp_get_num_devices();
}

OMPSCAN_EXPORT int __ompscan_omp_get_device_num(void) {
  return __ompscan_omp_get_num_devices(); // The host calls it.
}

OMPSCAN_EXPORT int __ompscan_target_is_initial_device(void) {
  return orElse(1, "omp_is_initial_device",
                [] { return deviceOfTarget() == nullptr ? 1 : 0; });
}

OMPSCAN_EXPORT int __ompscan_target_get_device_num(void) {
  return orElse(0, "omp_get_device_num", [] {
    const auto D = deviceOfTarget();
    const auto Host = static_cast<int>(countTargetDevices());
    for (int I = 0; D && I < Host; ++I)
      if (deviceNumbered(I) == D)
        return I;
    return Host;
  });
}

OMPSCAN_EXPORT void __ompscan_target_begin(int64_t device) {
  targetDevice().OfConstruct = device;
}

OMPSCAN_EXPORT void __ompscan_target_end(void) {
  targetDevice().OfConstruct = OMPSCAN_DEVICE_DEFAULT;
}

OMPSCAN_EXPORT void __ompscan_omp_set_default_device(int device) {
  if (openMP().SetDefaultDevice)
    openMP().SetDefaultDevice(device);
  noteDefaultDevice();
}

OMPSCAN_EXPORT void *__ompscan_omp_target_alloc(size_t size, int device) {
  return orElse<void *>(nullptr, "omp_target_alloc", [&]() -> void * {
    if (size == 0)
      return nullptr;
    const auto D = deviceOrHost(device);
    return D ? dataOf(*D).allocate(size) : std::malloc(size);
  });
}

OMPSCAN_EXPORT void *__ompscan_shared_target_alloc(size_t size, int device) {
  return orElse<void *>(nullptr, "omp_target_alloc", [&]() -> void * {
    deviceOrHost(device); // There has to be one.
    noteSharedAllocation();
    return size == 0 ? nullptr : std::malloc(size);
  });
}

OMPSCAN_EXPORT int __ompscan_shared_target_is_accessible(const void *pointer,
                                                         size_t size,
                                                         int device) {
  return orElse(0, "omp_target_is_accessible", [&]() -> int {
    deviceOrHost(device);
    return pointer && size != 0;
  });
}

OMPSCAN_EXPORT void __ompscan_omp_target_free(void *pointer, int device) {
  orElse<int>(Failed, "omp_target_free", [&] {
    const auto D = pointer ? deviceOrHost(device) : nullptr;
    if (D && (isReserved(pointer) || !hasSharedAllocations()))
      dataOf(*D).free(pointer);
    else if (!isReserved(pointer))
      std::free(pointer);
    return Success;
  });
}

OMPSCAN_EXPORT int __ompscan_omp_target_is_present(const void *pointer,
                                                   int device) {
  return orElse(0, "omp_target_is_present", [&]() -> int {
    if (!pointer)
      return 0;
    const auto D = deviceOrHost(device);
    if (!D)
      return 1;
    const Presence P = dataOf(*D).find(pointer, 1);
    return P.State == Presence::Present && !P.Data->isDeviceOnly();
  });
}

OMPSCAN_EXPORT int __ompscan_omp_target_is_accessible(const void *pointer,
                                                      size_t size, int device) {
  return orElse(0, "omp_target_is_accessible", [&]() -> int {
    if (!pointer || size == 0)
      return 0;
    const auto D = deviceOrHost(device);
    return D ? dataOf(*D).find(pointer, size).State == Presence::Present
             : !isReserved(pointer);
  });
}

OMPSCAN_EXPORT int __ompscan_omp_target_memcpy(void *to, const void *from,
                                               size_t size, size_t to_offset,
                                               size_t from_offset,
                                               int to_device, int from_device) {
  return orElse<int>(Failed, "omp_target_memcpy", [&] {
    if (size != 0)
      copyMemory(sideOf(to_device, to, to_offset),
                 sideOf(from_device, from, from_offset), {{0, 0, size}},
                 "omp_target_memcpy");
    return Success;
  });
}

OMPSCAN_EXPORT int __ompscan_omp_target_memcpy_rect(
    void *to, const void *from, size_t element_size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device) {
  return orElse<int>(Failed, "omp_target_memcpy_rect", [&]() -> int {
    if (!to && !from)
      return INT_MAX; // The most dimensions.
    copyMemory(sideOf(to_device, to), sideOf(from_device, from),
               boxOf(element_size, dimensions, volume, to_offsets, from_offsets,
                     to_dimensions, from_dimensions)
                   .blocks(),
               "omp_target_memcpy_rect");
    return Success;
  });
}

// Tasks that depend on a copy find it complete when they are created.

OMPSCAN_EXPORT int
__ompscan_omp_target_memcpy_async(void *to, const void *from, size_t size,
                                  size_t to_offset, size_t from_offset,
                                  int to_device, int from_device,
                                  int dependences, void *const *list) {
  waitForDependences(dependences, list);
  return __ompscan_omp_target_memcpy(to, from, size, to_offset, from_offset,
                                     to_device, from_device);
}

OMPSCAN_EXPORT int __ompscan_omp_target_memcpy_rect_async(
    void *to, const void *from, size_t element_size, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dimensions, const size_t *from_dimensions, int to_device,
    int from_device, int dependences, void *const *list) {
  waitForDependences(dependences, list);
  return __ompscan_omp_target_memcpy_rect(
      to, from, element_size, dimensions, volume, to_offsets, from_offsets,
      to_dimensions, from_dimensions, to_device, from_device);
}

OMPSCAN_EXPORT void *__ompscan_omp_target_memset(void *to, int value,
                                                 size_t size, int device) {
  orElse<int>(Failed, "omp_target_memset", [&] {
    const MemorySide To = sideOf(device, to);
    if (!To.On) {
      std::memset(to, value, size);
    } else if (size != 0) {
      std::vector<char> Bytes(size, static_cast<char>(value));
      copyMemory(To, {nullptr, Bytes.data()}, {{0, 0, size}},
                 "omp_target_memset");
    }
    return Success;
  });
  return to;
}

OMPSCAN_EXPORT void *__ompscan_omp_target_memset_async(void *to, int value,
                                                       size_t size, int device,
                                                       int dependences,
                                                       void *const *list) {
  waitForDependences(dependences, list);
  return __ompscan_omp_target_memset(to, value, size, device);
}

OMPSCAN_EXPORT int
__ompscan_omp_target_associate_ptr(const void *host, const void *pointer,
                                   size_t size, size_t offset, int device) {
  return orElse<int>(Failed, "omp_target_associate_ptr", [&] {
    const auto D = deviceOrHost(device);
    if (!D)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      "the host needs no memory of a device");
    if (size == 0)
      throw DataError(OMPSCAN_ERROR_ARGUMENT, "there are no bytes");
    checkAddress(host, size);
    checkAddress(pointer, offset + size);
    dataOf(*D).associateAllocated(host, size,
                                  static_cast<const char *>(pointer) + offset);
    return Success;
  });
}

OMPSCAN_EXPORT int __ompscan_omp_target_disassociate_ptr(const void *host,
                                                         int device) {
  return orElse<int>(Failed, "omp_target_disassociate_ptr", [&] {
    const auto D = deviceOrHost(device);
    if (!D)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      "the host needs no memory of a device");
    dataOf(*D).disassociate(host);
    return Success;
  });
}

OMPSCAN_EXPORT void *__ompscan_omp_get_mapped_ptr(const void *host,
                                                  int device) {
  return orElse<void *>(nullptr, "omp_get_mapped_ptr", [&]() -> void * {
    const auto D = host ? deviceOrHost(device) : nullptr;
    return D ? dataOf(*D).mappedAddress(host) : const_cast<void *>(host);
  });
}

} // extern "C"

} // namespace ompscan::rt

//===- DataApi.cpp - Functions on data on devices -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/data.h and ompscan/cuda.h. Each turns every
/// exception into a text and an answer, so that none crosses into the caller.
///
//===----------------------------------------------------------------------===//

#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "device/PinnedMemory.h"
#include "device/backend/DriverUse.h"
#include "device/cuda/CudaBackend.h"
#include "device/opencl/OpenCLBackend.h"
#include "ompscan/cuda.h"
#include "ompscan/data.h"
#include "report/LastError.h"
#include "support/Environment.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

int fail(ompscan_status Code, const char *Function, const char *Text) noexcept {
  try {
    setLastError(std::string(Function) + ": " + Text);
  } catch (...) {
    setLastError(""); // No memory to say more than the code does.
  }
  return Code;
}

/// Runs \p F, which is about device \p Number, if about any, and answers what
/// became of it.
template <typename Body>
int guarded(const char *Function, std::optional<int> Number, Body F) noexcept {
  const auto Fail = [&](ompscan_status Code) {
    withText(
        [&] {
          return withDevice(describeException(),
                            Number ? deviceIfAny(*Number).get() : nullptr);
        },
        [&](const char *Cause) { fail(Code, Function, Cause); });
    return Code;
  };
  try {
    const DriverUse Use;
    F();
    return OMPSCAN_SUCCESS;
  } catch (const DataError &E) {
    return fail(E.Code, Function, E.what());
  } catch (const DeviceError &E) {
    const bool IsMemory = E.kind() == DeviceError::Kind::OutOfDeviceMemory;
    return Fail(IsMemory ? OMPSCAN_ERROR_MEMORY : OMPSCAN_ERROR_OPENCL);
  } catch (const ProcessIsEnding &E) {
    return fail(OMPSCAN_ERROR_OPENCL, Function, E.what());
  } catch (const std::bad_alloc &) {
    return fail(OMPSCAN_ERROR_MEMORY, Function, OutOfMemoryText);
  } catch (const std::exception &) {
    return Fail(OMPSCAN_ERROR_OPENCL);
  }
}

/// The device that \p Number names; null where loops are not offloaded, so that
/// all data is where it is needed.
std::shared_ptr<Device> find(int Number) {
  if (environment().Policy == Offload::Disabled)
    return nullptr;
  try {
    return deviceFor(Number);
  } catch (const Unrecoverable &E) {
    throw DataError(OMPSCAN_ERROR_DEVICE, E.what());
  } catch (const Failure &E) {
    if (environment().Policy == Offload::Default && !hasDrivenDevices())
      return nullptr;
    throw DataError(OMPSCAN_ERROR_DEVICE, E.what());
  }
}

/// The same where there has to be one.
std::shared_ptr<Device> require(int Number) {
  if (std::shared_ptr<Device> D = find(Number))
    return D;
  throw DataError(OMPSCAN_ERROR_DEVICE,
                  environment().Policy == Offload::Disabled
                      ? "OMP_TARGET_OFFLOAD=DISABLED forbids the use of devices"
                      : "there is no device that can be used");
}

/// Calls \p F. A failure is an error of the caller with the code \p Code,
/// unless it is one of the device.
template <typename Function> auto orRefuse(ompscan_status Code, Function F) {
  try {
    return F();
  } catch (const DeviceError &) {
    throw;
  } catch (const Failure &E) {
    throw DataError(Code, E.what());
  }
}

void checkFlags(unsigned Flags, unsigned Allowed) {
  if (Flags & ~Allowed)
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the flags " + std::to_string(Flags) +
                        " are not supported here; see ompscan_map_flags");
}

/// The data with the byte at \p Address.
///
/// \throws DataError if it is not present on \p D.
std::shared_ptr<PresentData> presentData(Device &D, const void *Address) {
  checkAddress(Address, 1);
  const Presence P = dataOf(D).find(Address, 1);
  if (P.State != Presence::Present)
    throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                    "the data at the address is not on " + D.info().Name +
                        "; map it first, on the same device");
  return P.Data;
}

} // namespace

extern "C" {

OMPSCAN_EXPORT int ompscan_map(int device, const void *address, size_t bytes,
                               unsigned flags) {
  return guarded("ompscan_map", device, [&] {
    checkFlags(flags, OMPSCAN_TOFROM | OMPSCAN_ALWAYS | OMPSCAN_PRESENT);
    if (bytes == 0)
      return;
    checkAddress(address, bytes);
    if (const auto D = find(device))
      dataOf(*D).enter(address, bytes, flags);
  });
}

OMPSCAN_EXPORT int ompscan_unmap(int device, const void *address, size_t bytes,
                                 unsigned flags) {
  return guarded("ompscan_unmap", device, [&] {
    checkFlags(flags, OMPSCAN_TOFROM | OMPSCAN_ALWAYS | OMPSCAN_DELETE);
    if (bytes == 0)
      return;
    checkAddress(address, bytes);
    if (const auto D = find(device))
      dataOf(*D).exit(address, bytes, flags);
  });
}

OMPSCAN_EXPORT int ompscan_update_to(int device, const void *address,
                                     size_t bytes) {
  return guarded("ompscan_update_to", device, [&] {
    if (bytes == 0)
      return;
    checkAddress(address, bytes);
    if (const auto D = find(device))
      dataOf(*D).updateTo({const_cast<void *>(address), bytes});
  });
}

OMPSCAN_EXPORT int ompscan_update_from(int device, void *address,
                                       size_t bytes) {
  return guarded("ompscan_update_from", device, [&] {
    if (bytes == 0)
      return;
    checkAddress(address, bytes);
    if (const auto D = find(device))
      dataOf(*D).updateFrom({address, bytes});
  });
}

OMPSCAN_EXPORT int ompscan_wait(int device) {
  return guarded("ompscan_wait", device, [&] {
    if (const auto D = find(device))
      D->pending().settle();
  });
}

OMPSCAN_EXPORT int ompscan_is_present(int device, const void *address,
                                      size_t bytes) {
  int Answer = 0;
  guarded("ompscan_is_present", device, [&] {
    const uint64_t Looked = bytes ? bytes : 1;
    checkAddress(address, Looked);
    const auto D = find(device);
    Answer = !D || dataOf(*D).find(address, Looked).State == Presence::Present;
  });
  return Answer;
}

OMPSCAN_EXPORT int ompscan_get_buffer(int device, const void *address,
                                      struct _cl_mem **buffer, size_t *offset) {
  return guarded("ompscan_get_buffer", device, [&] {
    if (!buffer || !offset)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      "the pointer to the result is null");
    const auto D = require(device);
    const auto Data = presentData(*D, address);
    _cl_mem *const Buffer = orRefuse(OMPSCAN_ERROR_ARGUMENT, [&] {
      return bufferOf(D->backend(), Data->buffer());
    });
    Data->share();
    D->pending().settle();
    *buffer = Buffer;
    *offset = Data->offsetOf(reinterpret_cast<uintptr_t>(address));
  });
}

OMPSCAN_EXPORT int ompscan_associate(int device, const void *address,
                                     size_t bytes, struct _cl_mem *buffer,
                                     size_t offset) {
  return guarded("ompscan_associate", device, [&] {
    if (bytes == 0 || !buffer)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      bytes == 0 ? "there are no bytes to associate"
                                 : "the buffer is a null pointer");
    checkAddress(address, bytes);
    const std::shared_ptr<Device> D = require(device);
    const Memory Theirs = orRefuse(OMPSCAN_ERROR_ARGUMENT, [&] {
      return memoryOfBuffer(D->backend(), buffer);
    });
    dataOf(*D).associate(address, bytes, Theirs, offset);
  });
}

OMPSCAN_EXPORT int ompscan_disassociate(int device, const void *address) {
  return guarded("ompscan_disassociate", device, [&] {
    checkAddress(address, 1);
    dataOf(*require(device)).disassociate(address);
  });
}

OMPSCAN_EXPORT void *ompscan_device_alloc(int device, size_t bytes) {
  void *Answer = nullptr;
  guarded("ompscan_device_alloc", device, [&] {
    if (bytes == 0)
      throw DataError(OMPSCAN_ERROR_ARGUMENT, "the size is 0 bytes");
    Answer = dataOf(*require(device)).allocate(bytes);
  });
  return Answer;
}

OMPSCAN_EXPORT int ompscan_device_free(int device, void *address) {
  return guarded("ompscan_device_free", device, [&] {
    if (address)
      dataOf(*require(device)).free(address);
  });
}

OMPSCAN_EXPORT int ompscan_copy(int device, void *to, const void *from,
                                size_t bytes) {
  return guarded("ompscan_copy", device, [&] {
    if (bytes == 0)
      return;
    checkAddress(to, bytes);
    checkAddress(from, bytes);
    dataOf(*require(device)).copy(to, from, bytes);
  });
}

OMPSCAN_EXPORT void *ompscan_host_alloc(int device, size_t bytes) {
  void *Answer = nullptr;
  guarded("ompscan_host_alloc", device, [&] {
    if (bytes == 0)
      throw DataError(OMPSCAN_ERROR_ARGUMENT, "the size is 0 bytes");
    const auto D = find(device);
    Answer = allocatePinned(D.get(), bytes);
  });
  return Answer;
}

OMPSCAN_EXPORT int ompscan_host_free(void *address) {
  return guarded("ompscan_host_free", std::nullopt, [&] {
    if (address && !freePinned(address))
      throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                      "ompscan_host_alloc did not return this address");
  });
}

OMPSCAN_EXPORT int ompscan_attach_queue(struct _cl_context *context,
                                        struct _cl_command_queue *queue) {
  int Number = -1;
  guarded("ompscan_attach_queue", std::nullopt, [&] {
    if (!context || !queue)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      std::string("the ") + (context ? "queue" : "context") +
                          " is a null pointer");
    if (environment().Policy == Offload::Disabled)
      require(0);
    Number = orRefuse(OMPSCAN_ERROR_DEVICE, [&] {
      return static_cast<int>(attachDevice(deviceOfQueue(context, queue)));
    });
  });
  return Number;
}

OMPSCAN_EXPORT int ompscan_detach_queue(int device) {
  return guarded("ompscan_detach_queue", device, [&] {
    orRefuse(OMPSCAN_ERROR_DEVICE, [&] { detachDevice(device); });
  });
}

OMPSCAN_EXPORT int ompscan_cuda_attach_stream(void *stream) {
  int Number = -1;
  guarded("ompscan_cuda_attach_stream", std::nullopt, [&] {
    if (environment().Policy == Offload::Disabled)
      require(0);
    Number = orRefuse(OMPSCAN_ERROR_DEVICE, [&] {
      return static_cast<int>(attachDevice(deviceOfStream(stream)));
    });
  });
  return Number;
}

OMPSCAN_EXPORT int ompscan_cuda_associate(int device, const void *address,
                                          size_t bytes, void *pointer) {
  return guarded("ompscan_cuda_associate", device, [&] {
    if (bytes == 0 || !pointer)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      bytes == 0 ? "there are no bytes to associate"
                                 : "the device's address is a null pointer");
    checkAddress(address, bytes);
    const std::shared_ptr<Device> D = require(device);
    const Memory Theirs = orRefuse(OMPSCAN_ERROR_ARGUMENT, [&] {
      return memoryOfPointer(D->backend(), pointer, bytes);
    });
    dataOf(*D).associate(address, bytes, Theirs, /*Offset=*/0);
  });
}

OMPSCAN_EXPORT int ompscan_cuda_get_pointer(int device, const void *address,
                                            void **pointer) {
  return guarded("ompscan_cuda_get_pointer", device, [&] {
    if (!pointer)
      throw DataError(OMPSCAN_ERROR_ARGUMENT,
                      "the pointer to the result is null");
    const auto D = require(device);
    const auto Data = presentData(*D, address);
    auto *const Begin =
        static_cast<char *>(orRefuse(OMPSCAN_ERROR_ARGUMENT, [&] {
          return pointerOf(D->backend(), Data->buffer());
        }));
    Data->share();
    D->pending().settle();
    *pointer = Begin + Data->offsetOf(reinterpret_cast<uintptr_t>(address));
  });
}

} // extern "C"

} // namespace ompscan::rt

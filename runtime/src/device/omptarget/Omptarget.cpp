//===- Omptarget.cpp - LLVM's libomptarget --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/omptarget/Omptarget.h"
#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ompscan::rt {

template <typename Function>
static void find(Function &F, const char *Name) noexcept {
  F = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, Name));
}

Omptarget::Omptarget() noexcept {
  find(DataBegin, "__tgt_target_data_begin_mapper");
  find(DataEnd, "__tgt_target_data_end_mapper");
  find(Mapped, "omp_get_mapped_ptr");
  find(Copy, "omp_target_memcpy");
  find(Allocate, "omp_target_alloc");
  find(Free, "omp_target_free");
  find(Uid, "omp_get_uid_from_device");
  // libomp has these in any case. Without libomptarget there are no devices.
  find(CountDevices, "omp_get_num_devices");
  find(GetDefaultDevice, "omp_get_default_device");
  if (!CountDevices || !GetDefaultDevice)
    DataBegin = nullptr;
}

std::string Omptarget::uidOf(int Device) const {
  const char *const Found = Uid ? Uid(Device) : nullptr;
  return Found ? Found : "";
}

bool Omptarget::testHost(int Device) const {
  // What the device gets is found at the same address of this process. The
  // kernel reads it, since the address may be none.
  constexpr uint64_t Mark = 0x6f6d707363616e21;
  uint64_t Sent = Mark, Found = 0;
  void *const There = Allocate(sizeof Sent, Device);
  if (!There)
    return false;
  bool IsFound =
      Copy(There, &Sent, sizeof Sent, 0, 0, Device, deviceCount()) == 0;
  if (IsFound) {
    const iovec To{&Found, sizeof Found}, From{There, sizeof Found};
    IsFound = ::process_vm_readv(::getpid(), &To, 1, &From, 1, 0) ==
                  ssize_t(sizeof Found) &&
              Found == Mark;
  }
  Free(There, Device);
  return IsFound;
}

void Omptarget::map(void *Address, int64_t Bytes, int64_t Map,
                    int Device) const {
  DataBegin(nullptr, Device, 1, &Address, &Address, &Bytes, &Map, nullptr,
            nullptr);
}

void Omptarget::unmap(void *Address, int64_t Bytes, int64_t Map,
                      int Device) const {
  DataEnd(nullptr, Device, 1, &Address, &Address, &Bytes, &Map, nullptr,
          nullptr);
}

bool Omptarget::fetch(void *To, const void *From, size_t Bytes,
                      int Device) const {
  return Copy(To, From, Bytes, 0, 0, deviceCount(), Device) == 0;
}

const Omptarget &omptarget() noexcept {
  static const Omptarget Library;
  return Library;
}

} // namespace ompscan::rt

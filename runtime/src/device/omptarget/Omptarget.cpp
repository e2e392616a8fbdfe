//===- Omptarget.cpp - LLVM's libomptarget --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/omptarget/Omptarget.h"
#include "support/ProgramSymbols.h"
#include <sys/uio.h>
#include <unistd.h>

namespace ompscan::rt {

Omptarget::Omptarget() noexcept {
  findInProgram(DataBegin, "__tgt_target_data_begin_mapper");
  findInProgram(DataEnd, "__tgt_target_data_end_mapper");
  findInProgram(Mapped, "omp_get_mapped_ptr");
  findInProgram(Copy, "omp_target_memcpy");
  findInProgram(Allocate, "omp_target_alloc");
  findInProgram(Free, "omp_target_free");
  findInProgram(Uid, "omp_get_uid_from_device");
  // libomp has these in any case. Without libomptarget there are no devices.
  findInProgram(CountDevices, "omp_get_num_devices");
  findInProgram(GetDefaultDevice, "omp_get_default_device");
  if (!CountDevices || !GetDefaultDevice)
    DataBegin = nullptr;
}

std::string Omptarget::uidOf(int Device) const {
  const char *const Found = Uid ? Uid(Device) : nullptr;
  return Found ? Found : "";
}

bool Omptarget::testHost(int Device) const {
  // Copies a mark to the device, and looks for it at the same address of this
  // process. The kernel reads it, since the address may not be mapped here.
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

//===- Omptarget.h - LLVM's libomptarget ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime of Clang's own offload, by the functions that OpenMP programs
/// and Clang's code call. Devices are numbered as OpenMP does there.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OMPTARGET_OMPTARGET_H
#define OMPSCAN_RT_DEVICE_OMPTARGET_OMPTARGET_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ompscan::rt {

/// How data is mapped, in libomptarget's numbers (tgt_map_type).
enum OmptargetMap : int64_t {
  OmptargetAlloc = 0,
  OmptargetTo = 1,
  OmptargetFrom = 2,
  OmptargetAlways = 4,
  OmptargetPresent = 0x1000
};

/// The library, if the program has loaded it. This one does not link it.
class Omptarget {
public:
  Omptarget() noexcept;

  /// Whether the functions below may be called.
  bool isLoaded() const {
    return DataBegin && DataEnd && Mapped && Copy && Allocate && Free;
  }

  /// The number of its devices, which is that of the host, too.
  int deviceCount() const { return CountDevices(); }
  int defaultDevice() const { return GetDefaultDevice(); }

  /// The identifier of \p Device, such as "x86_64-0"; empty before LLVM 22.
  std::string uidOf(int Device) const;
  /// Whether \p Device is the host in another role: the memory that it
  /// allocates is memory of this process, at the same addresses.
  bool isHost(int Device) const {
    const uint64_t Bit = Device < 64 ? uint64_t(1) << Device : 0;
    if ((Tested & Bit) == 0) {
      if (testHost(Device))
        Hosts |= Bit;
      Tested |= Bit;
    }
    return Bit ? (Hosts & Bit) != 0 : testHost(Device);
  }

  /// The counterpart of the byte at \p Address on \p Device, or null.
  void *counterpart(const void *Address, int Device) const {
    return Mapped(Address, Device);
  }

  /// Maps \p Bytes bytes at \p Address, or counts that they are mapped once
  /// more, as a `target data` construct does. \p Map is of OmptargetMap. If
  /// that cannot be, libomptarget says why and ends the program.
  void map(void *Address, int64_t Bytes, int64_t Map, int Device) const;
  /// Ends map() with the same arguments.
  void unmap(void *Address, int64_t Bytes, int64_t Map, int Device) const;

  /// Copies \p Bytes bytes at \p From, on \p Device, to \p To on the host.
  /// \return whether that has been done.
  bool fetch(void *To, const void *From, size_t Bytes, int Device) const;

private:
  bool testHost(int Device) const;

  using DataFunction = void(void *Location, int64_t Device, int32_t Count,
                            void **Bases, void **Begins, int64_t *Sizes,
                            int64_t *Maps, void **Names, void **Mappers);

  DataFunction *DataBegin = nullptr;
  DataFunction *DataEnd = nullptr;
  void *(*Mapped)(const void *, int) = nullptr;
  int (*Copy)(void *, const void *, size_t, size_t, size_t, int, int) = nullptr;
  void *(*Allocate)(size_t, int) = nullptr;
  void (*Free)(void *, int) = nullptr;
  const char *(*Uid)(int) = nullptr;
  int (*CountDevices)() = nullptr;
  int (*GetDefaultDevice)() = nullptr;
  /// A bit for each device: what isHost() has found, and where it has looked.
  mutable std::atomic<uint64_t> Hosts{0}, Tested{0};
};

const Omptarget &omptarget() noexcept;

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OMPTARGET_OMPTARGET_H

//===- HostCall.h - A primitive on the host's cores ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOSTCALL_H
#define OMPSCAN_RT_PRIMITIVES_HOSTCALL_H

#include "data/ReservedAddresses.h"
#include "report/LaunchRecord.h"
#include <cstdint>

namespace ompscan::rt {

/// Where the memory of the host that \p Address stands for is
/// (ompscan_device_alloc for the host); null if it stands for another device's.
void *hostMemoryOf(const void *Address);

/// The array at \p Array, or the one that the address stands for.
template <typename T> T *onHost(T *Array) {
  return isReserved(Array) ? static_cast<T *>(hostMemoryOf(Array)) : Array;
}

/// One call of a primitive on the threads of the host, on the arrays where they
/// are. What may fail, such as an allocation, comes before the first store.
class HostCall {
public:
  /// \param Function the name of the primitive, for profiles.
  /// \param Bytes those of the arrays, which decide how many threads pay.
  HostCall(const char *Function, uint64_t N, uint64_t Bytes);

  unsigned threads() const { return Threads; }

  /// Notes that the call is done.
  void end() noexcept;

private:
  const unsigned Threads;
  LaunchRecord Record;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_HOSTCALL_H

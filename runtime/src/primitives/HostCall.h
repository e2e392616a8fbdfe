//===- HostCall.h - A primitive on the host's cores ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_HOSTCALL_H
#define OMPSCAN_RT_PRIMITIVES_HOSTCALL_H

#include "report/LaunchRecord.h"
#include <cstdint>

namespace ompscan::rt {

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

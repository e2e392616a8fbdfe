//===- ProgramSource.h - What a program is built from --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_PROGRAMSOURCE_H
#define OMPSCAN_RT_DEVICE_BACKEND_PROGRAMSOURCE_H

#include "ompscan/abi.h"
#include <chrono>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Machine code of the host for a program, and what it is run with.
struct NativeSource {
  /// Of the object code; null if there is none.
  const ompscan_native_version *Versions = nullptr;
  uint32_t Items = 1; ///< iterations of a tile
  /// Values are combined in an order that depends on the tiles alone.
  bool IsOrdered = false;
  /// Of a scan whose order is fixed by the numbers of its iterations: the tiles
  /// of a block, a power of 2; 0 of other loops.
  uint32_t TilesOfBlock = 0;
  bool Streams = false;     ///< ompscan_native_task::streams
  bool IsApart = false;     ///< ompscan_native_task::is_apart
  uint64_t ScratchSize = 0; ///< bytes of memory that each thread needs
  uint64_t ValueSize = 0;   ///< bytes of a value of a scan or a selection
  /// The most threads; 0 for as many as a parallel region has.
  unsigned Threads = 0;
  unsigned Binding = 0; ///< of the threads: an omp_proc_bind_t, or 0
  /// The calling thread begins by itself, and others join it if it needs
  /// longer: the time of an iteration is not known.
  std::chrono::nanoseconds AloneFor{0};

  /// The kernels of all versions. A library may be unloaded, and another one
  /// may have its tables at the same addresses.
  std::vector<ompscan_native_kernel> kernels() const {
    std::vector<ompscan_native_kernel> All;
    for (const ompscan_native_version *V = Versions; V;
         V = V->is_last ? nullptr : V + 1)
      All.insert(All.end(), std::begin(V->kernels), std::end(V->kernels));
    return All;
  }
};

/// A program in all the forms that there are. A back end takes one.
struct ProgramSource {
  const std::string &Text; ///< OpenCL C
  std::string Options;     ///< build options for the text
  NativeSource Native = {};
  /// PTX or SPIR-V that has been compiled with the same options; or null.
  const ompscan_kernel_version *Compiled = nullptr;
  /// Whether what the driver makes of the text is kept for later processes.
  bool IsKept = true;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_PROGRAMSOURCE_H

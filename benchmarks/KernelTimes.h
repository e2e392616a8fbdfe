//===- KernelTimes.h - Loops by the device's clock ------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_KERNELTIMES_H
#define OMPSCAN_BENCH_KERNELTIMES_H

#include "Report.h"
#include "ScanData.h"
#include "ompscan/ompscan.h"
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace ompscan::bench {

/// Reports the runtime and its device.
inline void informOfDevice() {
  char Device[256] = "none";
  ompscan_get_device_name(0, Device, sizeof Device);
  inform("OmpScan", ompscan_version());
  inform("device 0", Device);
  inform(ompscanName().c_str(), Device);
}

/// Reports the times of the kernels of \p Call, which OMPSCAN_REPEAT repeats,
/// if the results are right.
template <typename Function, typename Check>
bool measureKernels(const char *Name, const std::string &Who, uint64_t N,
                    uint64_t Bytes, Function Call, Check IsRight) {
  Call();
  std::vector<uint64_t> Begin(1000), End(1000);
  const size_t Count =
      ompscan_get_kernel_times(Begin.data(), End.data(), Begin.size());
  std::vector<double> Times;
  for (size_t I = 1; I < Count; ++I) // The first one warms up.
    Times.push_back(double(End[I] - Begin[I]));
  if (!IsRight())
    return reportWrong(Name, Who);
  if (Times.empty()) {
    std::fprintf(stderr, "ompscan-bench: %s: no times\n", Name);
    return false;
  }
  report(Name, Who, N, Bytes, Times);
  return true;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_KERNELTIMES_H

//===- Nvidia.cpp - Two ways to an NVIDIA device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvidia.h"
#include <cstdio>
#include <cstring>

using namespace ompscan::bench;

static NvidiaDevice findDevice() {
  NvidiaDevice Device;
  FILE *Pipe = popen("[ -n \"${CUDA_VISIBLE_DEVICES-all}\" ] && "
                     "nvidia-smi --query-gpu=name,driver_version "
                     "--format=csv,noheader 2>/dev/null",
                     "r");
  if (!Pipe)
    return Device;
  char Line[256] = "";
  if (std::fgets(Line, sizeof Line, Pipe)) {
    const std::string Text(Line, std::strcspn(Line, "\n"));
    if (const size_t Comma = Text.rfind(", "); Comma != std::string::npos)
      Device = {Text.substr(0, Comma), Text.substr(Comma + 2)};
  }
  // nvidia-smi ends well only if all devices are read.
  while (std::fgets(Line, sizeof Line, Pipe)) {
  }
  return pclose(Pipe) == 0 ? Device : NvidiaDevice();
}

const NvidiaDevice &ompscan::bench::nvidiaDevice() {
  static const NvidiaDevice Device = findDevice();
  return Device;
}

std::string ompscan::bench::environmentOf(Backend B) {
  if (!nvidiaDevice().exists())
    return "";
  return B == Backend::Cuda ? "OMPSCAN_DEVICE=cuda "
                            : "OMPSCAN_DEVICE=\"${OMPSCAN_DEVICE:-opencl}\" ";
}

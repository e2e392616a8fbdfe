//===- UnusedGpu.cpp - A GPU that no loop can use -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/UnusedGpu.h"
#include "device/cuda/CudaBackend.h"
#include <dirent.h>
#include <fstream>
#include <memory>
#include <string_view>
#include <unistd.h>

namespace ompscan::rt {

namespace {

/// The value of the line "Model: \t\t NVIDIA H100 80GB HBM3" of \p Path.
std::string modelIn(const std::string &Path) {
  std::ifstream File(Path);
  constexpr std::string_view Key = "Model:";
  for (std::string Line; std::getline(File, Line);)
    if (Line.compare(0, Key.size(), Key) == 0) {
      const size_t Begin = Line.find_first_not_of(" \t", Key.size());
      return Begin == std::string::npos ? "" : Line.substr(Begin);
    }
  return "";
}

} // namespace

std::string findNvidiaGpu(const std::string &Root) {
  // A folder for each GPU.
  const std::string Gpus = Root + "/proc/driver/nvidia/gpus";
  if (const std::unique_ptr<DIR, int (*)(DIR *)> Folder{::opendir(Gpus.c_str()),
                                                        ::closedir})
    while (const dirent *Entry = ::readdir(Folder.get()))
      if (const std::string Name =
              modelIn(Gpus + "/" + Entry->d_name + "/information");
          !Name.empty())
        return Name;
  return ::access((Root + "/dev/nvidia0").c_str(), F_OK) == 0 ? "an NVIDIA GPU"
                                                              : "";
}

std::string describeUnusedGpu(bool HasPtx) {
  std::string Gpu = findNvidiaGpu();
  std::string Reason;
  if (HasPtx || Gpu.empty()) {
    const CudaState Cuda = cudaState();
    if (Gpu.empty())
      Gpu = Cuda.Name;
    Reason = Cuda.Problem;
  } else {
    // The driver itself is left alone: once begun, it would not work in
    // processes that the program forks.
    Reason = whyNoCudaDriver();
  }
  if (Reason.empty() && !HasPtx)
    Reason = "the program has no PTX, and no OpenCL driver of the GPU is "
             "registered; compile it with "
             "-fplugin-arg-ompscan-kernels=opencl,ptx";
  return Gpu.empty() || Reason.empty() ? "" : Gpu + " is not used: " + Reason;
}

} // namespace ompscan::rt

//===- CudaDriver.cpp - The functions of libcuda that are used ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaDriver.h"
#include <cstdlib>
#include <dlfcn.h>
#include <memory>

namespace ompscan::rt::cuda {

namespace {

Driver Loaded;

/// A description of \p Code, if its name does not say what is wrong.
const char *wordsOf(Result Code) {
  switch (Code) {
  case OutOfMemory:
    return "the device is out of memory";
  case Deinitialized:
    return "the CUDA driver has been shut down";
  case InvalidContext:
  case ContextIsDestroyed:
    return "the program, or a library, has destroyed the device's primary "
           "context";
  case NoBinaryForGpu:
  case InvalidPtx:
    return "the driver rejects the PTX of the object code";
  case JitCompilerNotFound:
    return "the driver lacks its compiler for PTX "
           "(libnvidia-ptxjitcompiler.so.1)";
  case UnsupportedPtxVersion:
    return "the driver is too old for the PTX of the object code; update it";
  case LaunchOutOfResources:
    return "a kernel needs more registers or memory than the device has";
  default:
    return Code >= IllegalAddress && Code <= LaunchFailed
               ? "a kernel has failed"
               : "the CUDA driver reports an error";
  }
}

DeviceError::Kind kindOf(Result Code) {
  using Kind = DeviceError::Kind;
  switch (Code) {
  case OutOfMemory:
    return Kind::OutOfDeviceMemory;
  case LaunchOutOfResources:
    return Kind::OutOfResources;
  case Deinitialized:
  case InvalidContext:
  case ContextIsDestroyed:
  case UncorrectableEcc:
    return Kind::DeviceLost;
  case NoBinaryForGpu:
  case InvalidPtx:
  case JitCompilerNotFound:
  case UnsupportedPtxVersion:
    return Kind::BuildFailed;
  default:
    return Code >= IllegalAddress && Code <= LaunchFailed ? Kind::CommandFailed
                                                          : Kind::Other;
  }
}

} // namespace

const Driver *loadDriver(std::string &Problem) {
  // Never closed: threads of the driver and its exit handlers are in it.
  void *const Library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    Problem = "there is no CUDA driver (libcuda.so.1); install the libraries "
              "of NVIDIA's driver, or start the container with its GPUs "
              "(--gpus all)";
    return nullptr;
  }
#define OMPSCAN_CUDA_LOAD(Name, Parameters)                                    \
  Loaded.Name =                                                                \
      reinterpret_cast<decltype(Loaded.Name)>(::dlsym(Library, #Name));
#define OMPSCAN_CUDA_REQUIRE(Name, Parameters)                                 \
  if (!Loaded.Name) {                                                          \
    Problem = "the CUDA driver (libcuda.so.1) is too old: it lacks " #Name     \
              "; update NVIDIA's driver";                                      \
    return nullptr;                                                            \
  }
  OMPSCAN_CUDA_FUNCTIONS(OMPSCAN_CUDA_LOAD)
  OMPSCAN_CUDA_NEWER_FUNCTIONS(OMPSCAN_CUDA_LOAD)
  OMPSCAN_CUDA_FUNCTIONS(OMPSCAN_CUDA_REQUIRE)
#undef OMPSCAN_CUDA_REQUIRE
#undef OMPSCAN_CUDA_LOAD
  return &Loaded;
}

const Driver &driver() { return Loaded; }

void loadPtxCompiler() {
  // Never closed, as above. If it is elsewhere, the driver finds it.
  static void *const Library =
      ::dlopen("libnvidia-ptxjitcompiler.so.1", RTLD_NOW | RTLD_LOCAL);
  (void)Library;
}

std::string driverFile() {
  Dl_info Found;
  if (!::dladdr(reinterpret_cast<void *>(Loaded.cuInit), &Found))
    return "";
  const std::unique_ptr<char, void (*)(void *)> File(
      ::realpath(Found.dli_fname, nullptr), std::free);
  return File ? File.get() : "";
}

std::string errorName(Result Code) {
  const char *Name = nullptr;
  if (Loaded.cuGetErrorName(Code, &Name) != Success || !Name)
    return "CUDA error " + std::to_string(Code);
  return std::string(Name) + " (" + std::to_string(Code) + ")";
}

DeviceError deviceError(Result Code, const char *Call) {
  return {kindOf(Code), [&] {
            return std::string(wordsOf(Code)) + ": " + Call + " answers " +
                   errorName(Code);
          }};
}

} // namespace ompscan::rt::cuda

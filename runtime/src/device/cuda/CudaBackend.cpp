//===- CudaBackend.cpp - The CUDA back end --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaBackend.h"
#include "device/backend/DriverUse.h"
#include "device/cuda/CudaDevice.h"
#include "device/cuda/CudaDriver.h"
#include "device/cuda/CudaQueue.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <cstdlib>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

using Devices = std::vector<std::shared_ptr<BackendDevice>>;

/// Why the driver, which has answered \p Code, has no devices.
std::string whyNone(cuda::Result Code) {
  const char *const Visible = std::getenv("CUDA_VISIBLE_DEVICES");
  std::string Text = "CUDA has no device";
  if (Visible)
    Text += std::string(" (CUDA_VISIBLE_DEVICES is \"") + Visible + "\")";
  if (Code != cuda::Success && Code != cuda::NoDevice)
    Text += std::string(": ") + cuda::deviceError(Code, "cuInit").what();
  return Text + (Visible ? "; name a GPU in CUDA_VISIBLE_DEVICES, or unset it"
                         : "; nvidia-smi says whether the driver works");
}

/// Why no loop can run on \p D; empty if loops can.
std::string whyNot(const CudaDevice &D) {
  std::string Reason = whyUnusable(D);
  return Reason.empty() ? Reason
                        : Reason + "; use it by NVIDIA's OpenCL driver "
                                   "(libnvidia-opencl.so.1, registered in "
                                   "/etc/OpenCL/vendors)";
}

/// The number of devices of the driver, which is loaded; 0 with a \p Problem.
int countDevices(std::string &Problem) {
  const cuda::Driver &Calls = cuda::driver();
  const cuda::Result Begun = Calls.cuInit(0);
  int Count = 0;
  if (Begun != cuda::Success || Calls.cuDeviceGetCount(&Count) != cuda::Success)
    Count = 0;
  if (Count == 0)
    Problem = whyNone(Begun);
  else
    waitForDriverUsersAtExit();
  return Count;
}

class CudaBackend : public Backend {
public:
  Devices devices(std::string &Problem) override {
    Devices Found;
    std::string Missing;
    if (!cuda::loadDriver(Missing)) {
      // Most machines lack it.
      if (toLower(environment().Device) == "cuda")
        Problem = std::move(Missing);
      return Found;
    }
    const int Count = countDevices(Problem);
    for (int I = 0; I != Count; ++I)
      try {
        cuda::Device Handle;
        OMPSCAN_CUDA(cuDeviceGet, &Handle, I);
        auto D = std::make_shared<CudaDevice>(Handle);
        if (std::string Reason = whyNot(*D); !Reason.empty())
          Problem = std::move(Reason);
        else
          Found.push_back(std::move(D));
      } catch (const DeviceError &E) {
        Problem = E.what();
      }
    return Found;
  }
};

} // namespace

std::unique_ptr<Backend> makeCudaBackend() {
  return std::make_unique<CudaBackend>();
}

std::string whyNoCudaDriver() {
  std::string Problem;
  cuda::loadDriver(Problem);
  return Problem;
}

CudaState cudaState() {
  CudaState State;
  if (!cuda::loadDriver(State.Problem) || countDevices(State.Problem) == 0)
    return State;
  try {
    cuda::Device Handle;
    OMPSCAN_CUDA(cuDeviceGet, &Handle, 0);
    const CudaDevice D(Handle);
    State = {D.properties().Info.Name, whyNot(D)};
  } catch (const DeviceError &E) {
    State.Problem = E.what();
  }
  return State;
}

std::shared_ptr<BackendDevice> deviceOfStream(void *Stream) {
  std::string Problem;
  if (!cuda::loadDriver(Problem))
    throw Failure(Problem);
  auto *const Handle = static_cast<cuda::Stream>(Stream);
  OMPSCAN_CUDA(cuInit, 0);
  cuda::Context Of;
  OMPSCAN_CUDA(cuStreamGetCtx, Handle, &Of);
  cuda::Device Number;
  {
    const cuda::ContextUse Use(Of);
    OMPSCAN_CUDA(cuCtxGetDevice, &Number);
  }
  auto D = std::make_shared<CudaDevice>(Number, Handle);
  if (const std::string Reason = whyUnusable(*D); !Reason.empty())
    throw Failure(Reason);
  if (D->primaryContext() != Of)
    throw Failure("the stream does not belong to the primary context of " +
                  D->properties().Info.Name +
                  ", which CUDA's runtime library and loops use");
  return D;
}

Memory memoryOfPointer(BackendDevice &D, void *Pointer, uint64_t Size) {
  auto *const Of = dynamic_cast<CudaDevice *>(&D);
  if (!Of)
    throw Failure("the device is not used through CUDA");
  const cuda::ContextUse Use(Of->primaryContext());
  const auto At = reinterpret_cast<cuda::Address>(Pointer);
  cuda::Address Begin = 0;
  size_t Whole = 0;
  if (cuda::driver().cuPointerGetAttribute(&Begin, cuda::PointerRangeBegin,
                                           At) != cuda::Success ||
      cuda::driver().cuPointerGetAttribute(&Whole, cuda::PointerRangeSize,
                                           At) != cuda::Success)
    throw Failure("the pointer is not memory of CUDA");
  if (Size > Begin + Whole - At)
    throw Failure("the allocation has only " +
                  std::to_string(Begin + Whole - At) +
                  " bytes from the pointer on");
  return std::make_shared<CudaMemory>(At, Size);
}

void *pointerOf(const BackendDevice &D, const Memory &M) {
  if (!dynamic_cast<const CudaDevice *>(&D))
    throw Failure("the device is not used through CUDA");
  return reinterpret_cast<void *>(CudaMemory::at(M));
}

} // namespace ompscan::rt

//===- OpenCLBackend.cpp - The OpenCL back end ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/OpenCLBackend.h"
#include "device/backend/DriverUse.h"
#include "device/opencl/OpenCL.h"
#include "device/opencl/OpenCLDevice.h"
#include "device/opencl/OpenCLQueue.h"
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

using Devices = std::vector<std::shared_ptr<BackendDevice>>;

/// Adds the devices of \p P. A broken platform or device must not hide the
/// others.
void addDevicesOf(const cl::Platform &P, Devices &Found, std::string &Problem) {
  std::vector<cl::Device> Handles;
  try {
    P.getDevices(CL_DEVICE_TYPE_ALL, &Handles);
  } catch (const cl::Error &E) {
    Problem = describe(E);
  }
  for (const cl::Device &D : Handles)
    try {
      if (std::string Reason = whyUnusable(D); !Reason.empty())
        Problem = std::move(Reason);
      else
        Found.push_back(std::make_shared<OpenCLDevice>(D));
    } catch (const cl::Error &E) {
      Problem = describe(E);
    }
}

class OpenCLBackend : public Backend {
public:
  Devices devices(std::string &Problem) override {
    std::vector<cl::Platform> Platforms;
    try {
      cl::Platform::get(&Platforms);
    } catch (const cl::Error &E) {
      // The loader's way to say that there is none.
      if (E.err() != CL_PLATFORM_NOT_FOUND_KHR && E.err() != CL_INVALID_VALUE)
        Problem = describe(E);
    }
    const auto Explain = [&](const char *Text, const char *Hint) {
      Problem = Text + (Problem.empty() ? Hint : ": " + Problem);
    };
    Devices Found;
    if (Platforms.empty()) {
      Explain("no OpenCL platform found (is an OpenCL driver installed? see "
              "clinfo)",
              "");
      return Found;
    }
    for (const cl::Platform &P : Platforms)
      addDevicesOf(P, Found, Problem);
    waitForDriverUsersAtExit();
    if (Found.empty())
      Explain("no usable OpenCL device found", " (see clinfo)");
    return Found;
  }
};

} // namespace

std::unique_ptr<Backend> makeOpenCLBackend() {
  return std::make_unique<OpenCLBackend>();
}

std::shared_ptr<BackendDevice> deviceOfQueue(_cl_context *Context,
                                             _cl_command_queue *Queue) {
  return translated([&]() -> std::shared_ptr<BackendDevice> {
    const cl::CommandQueue Q(Queue, /*retainObject=*/true);
    if (Q.getInfo<CL_QUEUE_CONTEXT>()() != Context)
      throw Failure("the queue belongs to another context");
    if (Q.getInfo<CL_QUEUE_PROPERTIES>() &
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
      throw Failure(
          "the queue runs commands out of order; create one that does "
          "not");
    const cl::Device Handle = Q.getInfo<CL_QUEUE_DEVICE>();
    if (const std::string Problem = whyUnusable(Handle); !Problem.empty())
      throw Failure(Problem);
    return std::make_shared<OpenCLDevice>(
        Handle, cl::Context(Context, /*retainObject=*/true), Q);
  });
}

Memory memoryOfBuffer(BackendDevice &D, _cl_mem *Buffer) {
  auto *Of = dynamic_cast<OpenCLDevice *>(&D);
  if (!Of)
    throw Failure("the device is not used through OpenCL");
  return translated([&] {
    const cl::Buffer B(Buffer, /*retainObject=*/true);
    if (B.getInfo<CL_MEM_TYPE>() != CL_MEM_OBJECT_BUFFER)
      throw Failure("the cl_mem is not a buffer");
    if (B.getInfo<CL_MEM_CONTEXT>()() != Of->handleOfContext()())
      throw Failure("the buffer belongs to another context than the device; "
                    "attach a queue of its context (ompscan_attach_queue) and "
                    "use that device");
    return Of->wrap(B);
  });
}

_cl_mem *bufferOf(const BackendDevice &D, const Memory &M) {
  if (!dynamic_cast<const OpenCLDevice *>(&D))
    throw Failure("the device is not used through OpenCL");
  return handleOf(M);
}

} // namespace ompscan::rt

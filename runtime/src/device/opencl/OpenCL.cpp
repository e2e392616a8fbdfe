//===- OpenCL.cpp - The OpenCL bindings -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/OpenCL.h"

namespace ompscan::rt {

namespace {

struct ErrorText {
  cl_int Code;
  const char *Name;
  const char *Words; ///< null where the name says it all
};

constexpr const char *OutOfMemory = "the device is out of memory";

constexpr ErrorText ErrorTable[] = {
    {-1, "CL_DEVICE_NOT_FOUND", "no OpenCL device found"},
    {-2, "CL_DEVICE_NOT_AVAILABLE", "the device is not available"},
    {-3, "CL_COMPILER_NOT_AVAILABLE", "the driver has no compiler"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE", OutOfMemory},
    {-5, "CL_OUT_OF_RESOURCES",
     "the device is out of resources, or a kernel has failed"},
    {-6, "CL_OUT_OF_HOST_MEMORY", "the driver is out of host memory"},
    {-7, "CL_PROFILING_INFO_NOT_AVAILABLE", nullptr},
    {-8, "CL_MEM_COPY_OVERLAP", nullptr},
    {-9, "CL_IMAGE_FORMAT_MISMATCH", nullptr},
    {-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED", nullptr},
    {-11, "CL_BUILD_PROGRAM_FAILURE", "the kernels do not compile"},
    {-12, "CL_MAP_FAILURE", nullptr},
    {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET", nullptr},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
     "a kernel or a transfer has failed"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE", nullptr},
    {-16, "CL_LINKER_NOT_AVAILABLE", nullptr},
    {-17, "CL_LINK_PROGRAM_FAILURE", nullptr},
    {-18, "CL_DEVICE_PARTITION_FAILED", nullptr},
    {-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE", nullptr},
    {-30, "CL_INVALID_VALUE", nullptr},
    {-31, "CL_INVALID_DEVICE_TYPE", nullptr},
    {-32, "CL_INVALID_PLATFORM", nullptr},
    {-33, "CL_INVALID_DEVICE", nullptr},
    {-34, "CL_INVALID_CONTEXT", nullptr},
    {-35, "CL_INVALID_QUEUE_PROPERTIES", nullptr},
    {-36, "CL_INVALID_COMMAND_QUEUE",
     "the queue is unusable, perhaps after a kernel has failed"},
    {-37, "CL_INVALID_HOST_PTR", nullptr},
    {-38, "CL_INVALID_MEM_OBJECT", nullptr},
    {-39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", nullptr},
    {-40, "CL_INVALID_IMAGE_SIZE", nullptr},
    {-41, "CL_INVALID_SAMPLER", nullptr},
    {-42, "CL_INVALID_BINARY", nullptr},
    {-43, "CL_INVALID_BUILD_OPTIONS", "the driver rejects the build options"},
    {-44, "CL_INVALID_PROGRAM", nullptr},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE", nullptr},
    {-46, "CL_INVALID_KERNEL_NAME", "the program lacks a kernel"},
    {-47, "CL_INVALID_KERNEL_DEFINITION", nullptr},
    {-48, "CL_INVALID_KERNEL", nullptr},
    {-49, "CL_INVALID_ARG_INDEX", "the kernel takes other arguments"},
    {-50, "CL_INVALID_ARG_VALUE", "the kernel takes other arguments"},
    {-51, "CL_INVALID_ARG_SIZE", "the kernel takes other arguments"},
    {-52, "CL_INVALID_KERNEL_ARGS", "the kernel takes other arguments"},
    {-53, "CL_INVALID_WORK_DIMENSION", nullptr},
    {-54, "CL_INVALID_WORK_GROUP_SIZE", nullptr},
    {-55, "CL_INVALID_WORK_ITEM_SIZE", nullptr},
    {-56, "CL_INVALID_GLOBAL_OFFSET", nullptr},
    {-57, "CL_INVALID_EVENT_WAIT_LIST", nullptr},
    {-58, "CL_INVALID_EVENT", nullptr},
    {-59, "CL_INVALID_OPERATION", nullptr},
    {-60, "CL_INVALID_GL_OBJECT", nullptr},
    {-61, "CL_INVALID_BUFFER_SIZE", "a buffer is too large for the device"},
    {-62, "CL_INVALID_MIP_LEVEL", nullptr},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE", "too many iterations for the device"},
    {-64, "CL_INVALID_PROPERTY", nullptr},
    {-65, "CL_INVALID_IMAGE_DESCRIPTOR", nullptr},
    {-66, "CL_INVALID_COMPILER_OPTIONS", nullptr},
    {-67, "CL_INVALID_LINKER_OPTIONS", nullptr},
    {-68, "CL_INVALID_DEVICE_PARTITION_COUNT", nullptr},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR", "no OpenCL platform found"},
};

const ErrorText *find(cl_int Code) {
  for (const ErrorText &E : ErrorTable)
    if (E.Code == Code)
      return &E;
  return nullptr;
}

} // namespace

std::string errorName(cl_int Code) {
  if (const ErrorText *E = find(Code))
    return std::string(E->Name) + " (" + std::to_string(Code) + ")";
  return "OpenCL error " + std::to_string(Code);
}

std::string describe(const cl::Error &E) {
  const ErrorText *Text = find(E.err());
  const std::string Words =
      Text && Text->Words ? Text->Words : "the OpenCL driver reports an error";
  return Words + ": " + E.what() + " answers " + errorName(E.err());
}

DeviceError deviceError(const cl::Error &E) {
  using Kind = DeviceError::Kind;
  const auto KindOf = [](cl_int Code) {
    switch (Code) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
      return Kind::OutOfDeviceMemory;
    case CL_OUT_OF_RESOURCES:
      return Kind::OutOfResources;
    case CL_OUT_OF_HOST_MEMORY:
      return Kind::OutOfHostMemory;
    case CL_BUILD_PROGRAM_FAILURE:
      return Kind::BuildFailed;
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
      return Kind::CommandFailed;
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_COMMAND_QUEUE:
      return Kind::DeviceLost;
    default:
      return Kind::Other;
    }
  };
  return {KindOf(E.err()), [&] { return describe(E); }};
}

} // namespace ompscan::rt

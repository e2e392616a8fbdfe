//===- Spirv.cpp - Programs from SPIR-V -----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/Spirv.h"
#include <dlfcn.h>
#include <string>

namespace ompscan::rt {

namespace {

/// clCreateProgramWithIL, which headers of OpenCL 1.2 lack.
using CreateProgram = cl_program(CL_API_CALL *)(cl_context, const void *,
                                                size_t, cl_int *);

/// The function for devices of the platform of \p D. Loaders of OpenCL 2.0 and
/// before have none; the extension's function is the platform's own.
CreateProgram createProgramFor(const cl::Device &D) {
  if (D.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_il_program") !=
      std::string::npos)
    // Newer headers answer with an object, older ones with a handle.
    if (void *Found = ::clGetExtensionFunctionAddressForPlatform(
            cl::Platform(D.getInfo<CL_DEVICE_PLATFORM>())(),
            "clCreateProgramWithILKHR"))
      return reinterpret_cast<CreateProgram>(Found);
  return reinterpret_cast<CreateProgram>(
      ::dlsym(RTLD_DEFAULT, "clCreateProgramWithIL"));
}

/// "SPIR-V_1.0 SPIR-V_1.1"; empty if \p D does not know the question.
std::string languagesOf(const cl::Device &D) {
  constexpr cl_device_info IntermediateLanguages = 0x105B;
  size_t Size = 0;
  if (::clGetDeviceInfo(D(), IntermediateLanguages, 0, nullptr, &Size) ||
      Size == 0)
    return "";
  std::string Text(Size, '\0');
  return ::clGetDeviceInfo(D(), IntermediateLanguages, Size, Text.data(),
                           nullptr)
             ? ""
             : Text;
}

} // namespace

bool takesSpirv(const cl::Device &D) {
  return D.getInfo<CL_DEVICE_ADDRESS_BITS>() == 64 &&
         languagesOf(D).find("SPIR-V_1.0") != std::string::npos &&
         createProgramFor(D) != nullptr;
}

cl::Program programOfSpirv(const cl::Context &Context, const cl::Device &D,
                           const void *Code, uint64_t Size) {
  cl_int Error = CL_INVALID_OPERATION;
  const CreateProgram Create = createProgramFor(D);
  cl_program Handle = Create ? Create(Context(), Code, Size, &Error) : nullptr;
  if (!Handle)
    throw cl::Error(Error, "clCreateProgramWithIL");
  return cl::Program(Handle);
}

} // namespace ompscan::rt

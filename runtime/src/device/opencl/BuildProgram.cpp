//===- BuildProgram.cpp - From source to a built program ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/BuildProgram.h"
#include "device/backend/DriverUse.h"
#include "device/backend/KeptPrograms.h"
#include <optional>

namespace ompscan::rt {

namespace {

/// Builds \p P. The bindings ask for the log even where nothing has been built,
/// and the error that they report is then that of the question.
void build(const cl::Program &P, const cl::Device &Device,
           const std::string &Options) {
  const cl_int Status =
      ::clBuildProgram(P(), 1, &Device(), Options.c_str(), nullptr, nullptr);
  if (Status == CL_SUCCESS)
    return;
  if (Status != CL_BUILD_PROGRAM_FAILURE)
    throw cl::Error(Status, "clBuildProgram");
  cl::BuildLogType Log;
  try {
    Log.emplace_back(Device, P.getBuildInfo<CL_PROGRAM_BUILD_LOG>(Device));
  } catch (const cl::Error &) {
    // The failure has to do without its log.
  }
  throw cl::BuildError(Status, "clBuildProgram", Log);
}

/// The program that is kept under \p Key.
std::optional<cl::Program> load(const Digest &Key, const cl::Context &Context,
                                const cl::Device &Device,
                                const std::string &Options) {
  const std::optional<FileCache::Blob> Binary = loadProgram(Key);
  if (!Binary)
    return std::nullopt;
  try {
    cl::Program P(Context, {Device}, {*Binary});
    build(P, Device, Options);
    return P;
  } catch (const cl::Error &E) {
    reportPassedOver("the driver rejects a program of " +
                     diskCache()->directory() + ": " + describe(E));
    return std::nullopt;
  }
}

void store(const Digest &Key, const cl::Program &P) {
  try {
    const auto Binaries = P.getInfo<CL_PROGRAM_BINARIES>();
    if (Binaries.size() == 1 && !Binaries.front().empty())
      keepProgram(Key, Binaries.front());
    else
      reportNotKept("the driver does not return it");
  } catch (const cl::Error &E) {
    reportNotKept(describe(E));
  }
}

} // namespace

cl::Program buildProgram(const cl::Context &Context, const cl::Device &Device,
                         const std::function<cl::Program()> &Make,
                         const std::string &Options,
                         const std::optional<Digest> &Key) {
  if (Key)
    if (std::optional<cl::Program> P = load(*Key, Context, Device, Options)) {
      static const bool AfterLoading = (waitForDriverUsersAtExit(), true);
      (void)AfterLoading;
      return *P;
    }
  cl::Program P = Make();
  build(P, Device, Options);
  static const bool AfterCompiling = (waitForDriverUsersAtExit(), true);
  (void)AfterCompiling;
  if (Key && diskCache())
    store(*Key, P);
  return P;
}

} // namespace ompscan::rt

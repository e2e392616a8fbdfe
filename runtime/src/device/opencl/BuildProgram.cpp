//===- BuildProgram.cpp - From source to a built program ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/BuildProgram.h"
#include "device/backend/DriverUse.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/FileCache.h"
#include <optional>

namespace ompscan::rt {

namespace {

void explain(const std::string &What) {
  if (environment().Info)
    reportInfo(What);
}

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
std::optional<cl::Program> load(const FileCache &Cache, const Digest &Key,
                                const cl::Context &Context,
                                const cl::Device &Device,
                                const std::string &Options) {
  std::string Problem;
  const std::optional<FileCache::Blob> Binary = Cache.load(Key, Problem);
  if (Binary)
    try {
      cl::Program P(Context, {Device}, {*Binary});
      build(P, Device, Options);
      return P;
    } catch (const cl::Error &E) {
      Problem = "the driver refuses a program of " + Cache.directory() + ": " +
                describe(E);
    }
  if (!Problem.empty())
    explain("the program cache is passed over: " + Problem);
  return std::nullopt;
}

void store(const FileCache &Cache, const Digest &Key, const cl::Program &P) {
  std::string Problem;
  try {
    const auto Binaries = P.getInfo<CL_PROGRAM_BINARIES>();
    if (Binaries.size() == 1 && !Binaries.front().empty())
      Problem = Cache.store(Key, Binaries.front());
    else
      Problem = "the driver does not give it away";
  } catch (const cl::Error &E) {
    Problem = describe(E);
  }
  if (!Problem.empty())
    explain("the program is not kept for the next run: " + Problem);
}

} // namespace

cl::Program buildProgram(const cl::Context &Context, const cl::Device &Device,
                         const std::function<cl::Program()> &Make,
                         const std::string &Options, const Digest &Key) {
  const FileCache *Cache = diskCache();
  if (Cache) {
    if (std::optional<cl::Program> P =
            load(*Cache, Key, Context, Device, Options)) {
      static const bool AfterLoading = (waitForDriverUsersAtExit(), true);
      (void)AfterLoading;
      return *P;
    }
  }
  cl::Program P = Make();
  build(P, Device, Options);
  static const bool AfterCompiling = (waitForDriverUsersAtExit(), true);
  (void)AfterCompiling;
  if (Cache)
    store(*Cache, Key, P);
  return P;
}

} // namespace ompscan::rt

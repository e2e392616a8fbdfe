//===- DataAbi.cpp - Directives on data, for object code ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/abi.h for directives on data and for constructs
/// that stay on the host. Each turns every exception into a report and an
/// answer, so that none crosses into the caller.
///
//===----------------------------------------------------------------------===//

#include "DataDirective.h"
#include "DataEnvironment.h"
#include "Device.h"
#include "Environment.h"
#include "Export.h"
#include "Failure.h"
#include "HostRegion.h"
#include "OpenCL.h"
#include "ProcessEnd.h"
#include "Report.h"
#include "ompscan/abi.h"
#include <memory>
#include <new>
#include <string>
#include <utility>

struct ompscan_data : ompscan::DataDirective {
  using DataDirective::DataDirective;
};
struct ompscan_host : ompscan::HostRegion {
  using HostRegion::HostRegion;
};

namespace ompscan {

namespace {

/// Runs \p F and answers whether it has come to its end. If not, \p Refuse is
/// told the cause.
template <typename Function, typename Refusal>
bool guarded(Function F, Refusal Refuse) noexcept {
  try {
    const OpenCLUse Use;
    F();
    return true;
  } catch (const ProcessIsEnding &) {
    endWithProcess();
  } catch (const std::bad_alloc &) {
    Refuse("the program is out of memory", OMPSCAN_ERROR_MEMORY);
  } catch (const DataError &E) {
    Refuse(E.what(), E.Code);
  } catch (const cl::Error &E) {
    const bool IsMemory = E.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                          E.err() == CL_OUT_OF_RESOURCES;
    Refuse(describe(E).c_str(),
           IsMemory ? OMPSCAN_ERROR_MEMORY : OMPSCAN_ERROR_OPENCL);
  } catch (const std::exception &E) {
    Refuse(E.what(), OMPSCAN_ERROR_OPENCL);
  }
  return false;
}

/// Ends the program.
auto fatal(const char *Location) {
  return [Location](const char *Cause, ompscan_status) {
    reportFatal(Location, Cause);
  };
}

constexpr char Directive[] = "the directive"; // It runs on the host.

bool checkVersion(const char *Location, uint32_t Abi) {
  if (Abi <= OMPSCAN_ABI_VERSION)
    return true;
  reportFatal(Location,
              ("it was compiled for version " + std::to_string(Abi) +
               " of the interface to OmpScan's runtime, and this runtime "
               "serves versions up to " +
               std::to_string(OMPSCAN_ABI_VERSION) +
               "; install the runtime of the compiler plugin")
                  .c_str());
}

} // namespace

} // namespace ompscan

using ompscan::guarded;

extern "C" {

OMPSCAN_EXPORT ompscan_data *__ompscan_data(uint32_t abi, const char *location,
                                            int64_t device) {
  if (ompscan::environment().Policy == ompscan::Offload::Disabled)
    return nullptr;
  ompscan::checkVersion(location, abi);
  std::unique_ptr<ompscan_data> Data;
  guarded(
      [&] {
        Data = std::make_unique<ompscan_data>(location,
                                              ompscan::deviceFor(device));
      },
      [&](const char *Cause, ompscan_status) {
        ompscan::reportFallback(location, Cause, ompscan::Directive);
      });
  return Data.release();
}

OMPSCAN_EXPORT ompscan_data *
__ompscan_data_map(ompscan_data *data, const char *name, const void *address,
                   uint64_t bytes, uint32_t flags) {
  if (data)
    guarded([&] { data->add(name, address, bytes, flags); },
            ompscan::fatal(data->location()));
  return data;
}

OMPSCAN_EXPORT void __ompscan_data_enter(ompscan_data *data) {
  const std::unique_ptr<ompscan_data> Data(data);
  if (Data)
    guarded([&] { Data->enter(); }, ompscan::fatal(Data->location()));
}

OMPSCAN_EXPORT void __ompscan_data_exit(ompscan_data *data) {
  const std::unique_ptr<ompscan_data> Data(data);
  if (Data)
    guarded([&] { Data->exit(); }, ompscan::fatal(Data->location()));
}

OMPSCAN_EXPORT void __ompscan_data_update(ompscan_data *data) {
  const std::unique_ptr<ompscan_data> Data(data);
  if (Data)
    guarded([&] { Data->update(); }, ompscan::fatal(Data->location()));
}

OMPSCAN_EXPORT ompscan_data *__ompscan_data_begin(ompscan_data *data) {
  std::unique_ptr<ompscan_data> Data(data);
  if (Data && !guarded([&] { Data->enter(); },
                       [&](const char *Cause, ompscan_status Code) {
                         if (Code != OMPSCAN_ERROR_MEMORY)
                           ompscan::reportFatal(Data->location(), Cause);
                         ompscan::reportFallback(Data->location(), Cause,
                                                 ompscan::Directive);
                       }))
    return nullptr;
  return Data.release();
}

OMPSCAN_EXPORT void __ompscan_data_end(ompscan_data *data) {
  __ompscan_data_exit(data);
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host(uint32_t abi, const char *location,
                                            int64_t device) {
  if (!ompscan::isAnythingPresent())
    return nullptr;
  ompscan::checkVersion(location, abi);
  std::unique_ptr<ompscan_host> Host;
  guarded(
      [&] {
        try {
          Host = std::make_unique<ompscan_host>(location,
                                                ompscan::deviceFor(device));
        } catch (const ompscan::Failure &) {
          // What is no device has no data.
        }
      },
      ompscan::fatal(location));
  return Host.release();
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host_uses(ompscan_host *host,
                                                 const void *address,
                                                 uint64_t bytes,
                                                 uint32_t flags) {
  if (host)
    guarded([&] { host->use(address, bytes, flags); },
            ompscan::fatal(host->location()));
  return host;
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host_begin(ompscan_host *host) {
  std::unique_ptr<ompscan_host> Host(host);
  bool IsUsed = false;
  if (Host)
    guarded([&] { IsUsed = Host->begin(); }, ompscan::fatal(Host->location()));
  return IsUsed ? Host.release() : nullptr;
}

OMPSCAN_EXPORT void __ompscan_host_end(ompscan_host *host) {
  const std::unique_ptr<ompscan_host> Host(host);
  if (Host)
    guarded([&] { Host->end(); }, ompscan::fatal(Host->location()));
}

} // extern "C"

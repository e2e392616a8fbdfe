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

#include "api/AbiVersion.h"
#include "data/DataDirective.h"
#include "data/DataEnvironment.h"
#include "data/HostRegionMirror.h"
#include "device/Devices.h"
#include "device/backend/DriverUse.h"
#include "ompscan/abi.h"
#include "report/Report.h"
#include "support/Environment.h"
#include "support/Export.h"
#include "support/Failure.h"
#include <memory>
#include <new>
#include <string>
#include <utility>

struct ompscan_data : ompscan::rt::DataDirective {
  using DataDirective::DataDirective;
  bool IsDeferred = false; ///< A task does it, beside the program.
};
struct ompscan_host : ompscan::rt::HostRegionMirror {
  using HostRegionMirror::HostRegionMirror;
};

namespace ompscan::rt {

namespace {

/// Runs \p F, which is about \p On (null where it is about no device), and
/// answers whether it has come to its end. If not, \p Refuse is told the cause.
template <typename Function, typename Refusal>
bool guarded(const Device *On, Function F, Refusal Refuse) noexcept {
  const auto Say = [&](const Device *Where, ompscan_status Code) {
    withText([&] { return withDevice(describeException(), Where); },
             [&](const char *Cause) { Refuse(Cause, Code); });
  };
  try {
    const DriverUse Use;
    F();
    return true;
  } catch (const ProcessIsEnding &) {
    endWithProcess();
  } catch (const std::bad_alloc &) {
    Refuse(OutOfMemoryText, OMPSCAN_ERROR_MEMORY);
  } catch (const DataError &E) {
    const bool IsOfDevice =
        E.Code == OMPSCAN_ERROR_MEMORY || E.Code == OMPSCAN_ERROR_OPENCL;
    Say(IsOfDevice ? On : nullptr, E.Code);
  } catch (const DeviceError &E) {
    Say(On, statusOf(E));
  } catch (const std::exception &) {
    Say(On, OMPSCAN_ERROR_OPENCL);
  }
  return false;
}

/// Ends the program.
auto fatal(const char *Location) {
  return [Location](const char *Cause, ompscan_status) {
    reportFatal(Location, Cause);
  };
}

/// Runs \p F, a step of \p Of, a directive or a construct on the host; if it
/// fails the program ends.
template <typename Owner, typename Function>
void orEnd(const Owner &Of, Function F) noexcept {
  guarded(Of.device(), F, fatal(Of.location()));
}

constexpr char Directive[] = "the directive"; // It runs on the host.

/// Ends the program if the directive at \p Location was compiled for another
/// version.
void requireVersion(const char *Location, uint32_t Abi) noexcept {
  try {
    checkVersion(Abi);
  } catch (const std::exception &) {
    withText(describeException,
             [&](const char *Text) { reportFatal(Location, Text); });
  }
}

/// Does \p Data by \p Does, and frees it.
void endDirective(ompscan_data *Data, void (DataDirective::*Does)()) noexcept {
  const std::unique_ptr<ompscan_data> Owned(Data);
  if (!Data)
    return;
  const auto Run = [&] { orEnd(*Data, [&] { (Data->*Does)(); }); };
  if (!Data->IsDeferred)
    return Run();
  try {
    const DriverUse Use;
    Run();
  } catch (const ProcessIsEnding &) {
    // The program ends without having waited for the task. Nobody sees what it
    // would have done, and libomp waits for its thread.
  }
}

/// A construct on the host that stands for \p Device; null if that is no
/// device.
std::unique_ptr<ompscan_host> beginHost(uint32_t Abi, const char *Location,
                                        int64_t Device) noexcept {
  requireVersion(Location, Abi);
  std::unique_ptr<ompscan_host> Host;
  guarded(
      nullptr,
      [&] {
        try {
          Host = std::make_unique<ompscan_host>(Location, deviceFor(Device));
        } catch (const Failure &) {
          // What is no device has no data.
        }
      },
      fatal(Location));
  return Host;
}

} // namespace

} // namespace ompscan::rt

using ompscan::rt::guarded;

extern "C" {

OMPSCAN_EXPORT ompscan_data *__ompscan_data(uint32_t abi, const char *location,
                                            int64_t device) {
  if (ompscan::rt::environment().Policy == ompscan::rt::Offload::Disabled)
    return nullptr;
  ompscan::rt::requireVersion(location, abi);
  std::unique_ptr<ompscan_data> Data;
  guarded(
      nullptr,
      [&] {
        Data = std::make_unique<ompscan_data>(location,
                                              ompscan::rt::deviceFor(device));
      },
      [&](const char *Cause, ompscan_status) {
        ompscan::rt::reportFallback(location, Cause, ompscan::rt::Directive);
      });
  return Data.release();
}

OMPSCAN_EXPORT ompscan_data *
__ompscan_data_map(ompscan_data *data, const char *name, const void *address,
                   uint64_t bytes, uint32_t flags) {
  if (data)
    ompscan::rt::orEnd(*data, [&] { data->add(name, address, bytes, flags); });
  return data;
}

OMPSCAN_EXPORT ompscan_data *
__ompscan_data_repeat(ompscan_data *data, uint64_t count, uint64_t distance) {
  if (data)
    ompscan::rt::orEnd(*data, [&] { data->repeat(count, distance); });
  return data;
}

OMPSCAN_EXPORT void __ompscan_data_enter(ompscan_data *data) {
  ompscan::rt::endDirective(data, &ompscan_data::enter);
}

OMPSCAN_EXPORT void __ompscan_data_exit(ompscan_data *data) {
  ompscan::rt::endDirective(data, &ompscan_data::exit);
}

OMPSCAN_EXPORT void __ompscan_data_update(ompscan_data *data) {
  ompscan::rt::endDirective(data, &ompscan_data::update);
}

OMPSCAN_EXPORT int32_t __ompscan_data_defers(ompscan_data *data) {
  // Where nothing is copied, nothing takes time.
  if (!data || !ompscan::rt::environment().Async ||
      data->device()->sharesHostMemory())
    return 0;
  data->IsDeferred = true;
  return 1;
}

OMPSCAN_EXPORT ompscan_data *__ompscan_data_begin(ompscan_data *data) {
  std::unique_ptr<ompscan_data> Data(data);
  if (Data && !guarded(
                  Data->device(), [&] { Data->enter(); },
                  [&](const char *Cause, ompscan_status Code) {
                    if (Code != OMPSCAN_ERROR_MEMORY)
                      ompscan::rt::reportFatal(Data->location(), Cause);
                    ompscan::rt::reportFallback(Data->location(), Cause,
                                                ompscan::rt::Directive);
                  }))
    return nullptr;
  return Data.release();
}

OMPSCAN_EXPORT void __ompscan_data_end(ompscan_data *data) {
  __ompscan_data_exit(data);
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host(uint32_t abi, const char *location,
                                            int64_t device) {
  if (!ompscan::rt::isAnythingPresent())
    return nullptr;
  return ompscan::rt::beginHost(abi, location, device).release();
}

OMPSCAN_EXPORT ompscan_host *
__ompscan_host_private(uint32_t abi, const char *location, int64_t device) {
  if (ompscan::rt::environment().Policy == ompscan::rt::Offload::Disabled)
    return nullptr;
  std::unique_ptr<ompscan_host> Host =
      ompscan::rt::beginHost(abi, location, device);
  return Host && !Host->device()->sharesHostMemory() ? Host.release() : nullptr;
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host_uses(ompscan_host *host,
                                                 const void *address,
                                                 uint64_t bytes,
                                                 uint32_t flags) {
  if (host)
    ompscan::rt::orEnd(*host, [&] { host->use(address, bytes, flags); });
  return host;
}

OMPSCAN_EXPORT ompscan_host *__ompscan_host_begin(ompscan_host *host) {
  std::unique_ptr<ompscan_host> Host(host);
  bool IsUsed = false;
  if (Host)
    ompscan::rt::orEnd(*Host, [&] { IsUsed = Host->begin(); });
  return IsUsed ? Host.release() : nullptr;
}

OMPSCAN_EXPORT void __ompscan_host_end(ompscan_host *host) {
  const std::unique_ptr<ompscan_host> Host(host);
  if (Host)
    ompscan::rt::orEnd(*Host, [&] { Host->end(); });
}

} // extern "C"

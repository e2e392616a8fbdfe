//===- DriverUse.h - Threads that use drivers at exit ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_DRIVERUSE_H
#define OMPSCAN_RT_DEVICE_BACKEND_DRIVERUSE_H

#include <exception>

namespace ompscan::rt {

/// Thrown where another thread is about to tear down the drivers.
class ProcessIsEnding : public std::exception {
public:
  const char *what() const noexcept override { return "the process is ending"; }
};

/// Held while a thread uses a driver. `exit` destroys a driver's static objects
/// while other threads go on: it first waits until none holds one of these.
/// Later threads are turned away, so that they run their loops themselves. The
/// thread that ends the process is never turned away.
class DriverUse {
public:
  /// \throws ProcessIsEnding if another thread has called `exit`.
  DriverUse();
  ~DriverUse();
  DriverUse(const DriverUse &) = delete;
  DriverUse &operator=(const DriverUse &) = delete;
};

/// To be called when a driver has been loaded, has used its compiler or has run
/// a program for the first time. What the driver has to destroy by now is
/// destroyed after the wait, since `exit` goes backwards.
void waitForDriverUsersAtExit();

/// Has `exit` call \p Finish after it has waited for the users of drivers.
void finishDriverUseBy(void (*Finish)() noexcept);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_DRIVERUSE_H

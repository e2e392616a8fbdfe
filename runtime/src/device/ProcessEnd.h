//===- ProcessEnd.h - Threads that scan when the process ends - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_PROCESSEND_H
#define OMPSCAN_RT_DEVICE_PROCESSEND_H

#include <exception>

namespace ompscan::rt {

/// Thrown where OpenCL is about to be torn down by another thread.
class ProcessIsEnding : public std::exception {
public:
  const char *what() const noexcept override { return "the process is ending"; }
};

/// Held while a thread uses OpenCL. `exit` destroys the static objects of an
/// OpenCL implementation while other threads go on: it first waits until none
/// holds one of these, and later threads are turned away, so that they do their
/// loops themselves. The thread that ends the process is never turned away.
class OpenCLUse {
public:
  /// \throws ProcessIsEnding if another thread has called `exit`.
  OpenCLUse();
  ~OpenCLUse();
  OpenCLUse(const OpenCLUse &) = delete;
  OpenCLUse &operator=(const OpenCLUse &) = delete;
};

/// To be called by a thread that has been turned away. Returns if it can go on
/// without a device. Where data is mapped it cannot: it waits for the end of
/// the process, which is near, and if something waits for the thread instead
/// (as the destructor of a static object may), ends the process with an error.
void endWithProcess() noexcept;

/// To be called when an OpenCL implementation has been loaded, has used its
/// compiler or has run a program for the first time: what it has to destroy by
/// now is destroyed after the wait, since `exit` goes backwards.
void waitForUsersAtExit();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_PROCESSEND_H

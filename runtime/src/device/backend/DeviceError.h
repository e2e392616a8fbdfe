//===- DeviceError.h - Failures of a device --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_DEVICEERROR_H
#define OMPSCAN_RT_DEVICE_BACKEND_DEVICEERROR_H

#include "support/Failure.h"
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace ompscan::rt {

/// A call of a back end, or a command on its device, has failed. The text names
/// the call and the driver's error.
class DeviceError : public Failure {
public:
  enum class Kind {
    OutOfDeviceMemory,
    /// The device is out of resources; some drivers report a failed kernel so.
    OutOfResources,
    OutOfHostMemory,
    BuildFailed,
    CommandFailed, ///< after it was put into a queue
    DeviceLost,
    Other
  };

  /// \p MakeText returns the text, or throws std::bad_alloc: an error of the
  /// device must not become one of the host.
  template <typename Maker>
  DeviceError(Kind What, Maker MakeText) noexcept : Failure(""), What(What) {
    try {
      Text = std::make_shared<const std::string>(MakeText());
    } catch (const std::bad_alloc &) {
      // what() says so.
    }
  }
  const char *what() const noexcept override {
    return Text ? Text->c_str() : OutOfMemoryText;
  }
  Kind kind() const { return What; }
  /// Returns true if freeing memory may help.
  bool isOutOfMemory() const {
    return What == Kind::OutOfDeviceMemory || What == Kind::OutOfResources ||
           What == Kind::OutOfHostMemory;
  }

private:
  Kind What;
  std::shared_ptr<const std::string> Text; ///< null if there was no memory
};

/// A compiler has rejected a program.
class BuildError : public DeviceError {
public:
  /// The rejected form: the text in OpenCL C, or what has been made of a text
  /// that is right.
  enum class Cause { Text, Form };

  BuildError(std::string Compiler, std::string Code, std::string Log,
             Cause Why = Cause::Text)
      : DeviceError(
            Kind::BuildFailed,
            [&] { return Compiler + " rejects the kernels (" + Code + ")"; }),
        Compiler(std::move(Compiler)), Code(std::move(Code)),
        Log(std::move(Log)), Why(Why) {}

  const std::string Compiler; ///< "the OpenCL compiler of NVIDIA H200"
  const std::string Code;     ///< the driver's name of the error
  const std::string Log;      ///< in the lines of the program's text
  const Cause Why;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_DEVICEERROR_H
